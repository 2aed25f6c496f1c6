"""Writes what the version that is not released yet promises: `python tests/promises/write.py`.

Specs, addresses and the trace beside these files are written by hand, when a version brings new ones.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent)]

from promises.inventory import PARTS  # noqa: E402


def lines(part):
    """JSON with a line for each name."""
    plugins = []
    for plugin, names in sorted(part.items()):
        inner = [f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in sorted(names.items())]
        plugins.append(f" {json.dumps(plugin)}: {{\n" + ",\n".join(inner) + "\n }")
    return "{\n" + ",\n".join(plugins) + "\n}\n"


if __name__ == "__main__":
    changelog = (HERE.parents[1] / "CHANGELOG.md").read_text("utf-8")
    version, date = re.search(r"^## \[(.+?)\] - (\S+)", changelog, re.M).groups()
    if date != "unreleased":
        sys.exit(f"Version {version} is released: what it promises stays as it is.")
    (HERE / version).mkdir(exist_ok=True)
    for name, part in PARTS.items():
        (HERE / version / f"{name}.json").write_text(lines(part()), encoding="utf-8")
