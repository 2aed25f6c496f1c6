import importlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:1] = [str(HERE.parents[1]), str(HERE.parent)]

import playground as pg  # noqa: E402
from portable_golden import FOLDER, NAMES  # noqa: E402


def lines(cases):
    """JSON with a case on each line."""
    if isinstance(cases, list):
        return "[\n" + ",\n".join(map(json.dumps, cases)) + "\n]"
    parts = {name: lines(part) if isinstance(part, list) else json.dumps(part) for name, part in cases.items()}
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {part}" for name, part in parts.items()) + "\n}"


embedded = pg.load_model()
for name in NAMES:
    cases = importlib.import_module(f"portable_golden.{name}").cases(embedded)
    (FOLDER / f"{name}.json").write_text(lines(cases) + "\n", encoding="utf-8")
