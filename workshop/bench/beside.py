"""Figures of this checkout over those of another one, in turns: a machine drifts between days, and within one."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from playground.errors import PlaygroundError
from workshop.bench import Parts

HERE = Path(__file__).parents[2]


def parts(checkout: Path, names: Sequence[str], turns: int) -> Parts:
    """What measures `names` here and in the folder `checkout`, which is first in every second turn."""

    def ratios() -> dict[str, float]:
        measured: dict[Path, list[dict[str, float]]] = {HERE: [], checkout: []}
        for turn in range(turns):
            for folder in (HERE, checkout) if turn % 2 == 0 else (checkout, HERE):
                measured[folder].append(_figures(folder, names))
        figures = {}
        for name in names:
            pairs = zip(measured[HERE], measured[checkout], strict=True)
            each = [_ratio(name, ours[name], theirs[name]) for ours, theirs in pairs]
            figures |= {f"{name}_ratio": median(each), f"{name}_least": min(each), f"{name}_most": max(each)}
        return figures

    meanings = {}
    for name in names:
        meanings |= {
            f"{name}_ratio": f"{name} here over that of {checkout}, median of {turns} turns",
            f"{name}_least": "the least of them",
            f"{name}_most": "the greatest of them",
        }
    return {ratios: meanings}


def _ratio(name: str, ours: float, theirs: float) -> float:
    if theirs == 0 and ours != 0:
        raise PlaygroundError(f"{name} is 0 there and {ours:g} here: there is no ratio.")
    return 1.0 if ours == theirs else ours / theirs


def _figures(folder: Path, names: Sequence[str]) -> dict[str, float]:
    """Of a process of its own.

    Raises:
        PlaygroundError: it could not measure one.
    """
    options = [option for name in names for option in ("--only", name)]
    command = [sys.executable, "-m", "playground", "bench", "--json", *options]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)}, capture_output=True, text=True
    )
    if done.returncode:
        raise PlaygroundError(f"{folder} could not measure: {(done.stdout or done.stderr).strip().splitlines()[-1]}")
    return json.loads(done.stdout.splitlines()[-1])
