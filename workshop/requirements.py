"""Makes from the exact versions that the tests have the ranges of packages that an installation may have.

So each version is stated once, in `requirements*.txt`. hatchling calls this when it builds the wheel, or reads what the
project needs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.requirements import Requirement
from packaging.version import Version

FILES = ("requirements.txt", "requirements-dev.txt", "requirements-serve.txt")
"""What the app needs; what its extras need stands among what tests need."""
YEAR = 2000
"""A version that begins with at least this counts years, and promises nothing by its first number."""


class Ranges(MetadataHookInterface):
    """Fills in `dependencies` and `optional-dependencies`, which pyproject.toml declares as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """As hatchling calls it."""
        metadata["dependencies"], metadata["optional-dependencies"] = ranges(Path(self.root))


def ranges(root: Path) -> tuple[list[str], dict[str, list[str]]]:
    """From the release that the tests use up to the next one that may break something.

    Args:
        root: the folder of pyproject.toml, which names the packages of each extra, and the first version that is known
            to break something, of a package where that is not the next major one.

    Returns:
        What the app needs, and what each extra needs.

    Raises:
        KeyError: a package of an extra has no version in `requirements*.txt`.
    """
    hooks = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["metadata"]["hooks"]
    app, *others = [_pinned(root / file, hooks["custom"]["below"]) for file in FILES]
    every = {name: text for file in (app, *others) for name, text in file.items()}
    extras = {extra: [every[name] for name in names] for extra, names in hooks["custom"]["extras"].items()}
    return [*app.values()], extras


def _pinned(path: Path, below: Mapping[str, str]) -> dict[str, str]:
    """Name of a package, with what is wanted of it in brackets -> its range."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] not in "#-"]
    return {line.partition("==")[0]: _range(Requirement(line), below) for line in lines}


def _range(pin: Requirement, below: Mapping[str, str]) -> str:
    (exact,) = pin.specifier
    version = Version(exact.version)
    name = f"{pin.name}[{','.join(sorted(pin.extras))}]" if pin.extras else pin.name
    least = f"{name}>={version.major}.{version.minor}"
    if version.major >= YEAR:
        return least
    return f"{least},<{below.get(pin.name, version.major + 1)}"
