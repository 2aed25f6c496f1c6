"""Runs by the names that their exports give them, and what every export says of a run."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path

from playground.errors import TraceError
from playground.inputs import checked_path
from playground.trace import Trace
from playground.trace.files import read_runs as runs_of

LABEL = "RECORDED"
"""What a run from a file is: the sampler did it, at another time. Nothing that is exported is SIMULATED."""


def title_of(trace: Trace) -> str:
    """The prompt in one line, cut if it is long; of a run whose prompt is not known, its name."""
    return line_of(trace.header.prompt) or trace.name


def packed(trace: Trace) -> dict[str, str]:
    """What a page reads of a run, as JSON: its name, and its trace in base64."""
    return {"name": trace.name, "trace": base64.b64encode(trace.to_bytes()).decode()}


def named(runs: Iterable[Trace | str | PathLike[str]]) -> list[Trace]:
    """Traces, named by their number, and files of traces, named after the file.

    Raises:
        TraceError: a file cannot be read.
    """
    return [
        replace(run.fill(), name=f"run {number}")
        if isinstance(run, Trace)
        else replace(Trace.load(run), name=checked_path(run, TraceError).stem)
        for number, run in enumerate(runs, 1)
    ]


def line_of(text: str) -> str:
    """A text in one line, cut if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"


def read_runs(paths: Iterable[Path], max_mib: int) -> list[Trace]:
    """Reads runs from files, each named after its file; a second one of a name has its number.

    A file may also be what a plugin reads, and hold several.

    Raises:
        TraceError: a file cannot be read, or holds no run.
    """
    runs: list[Trace] = []
    taken: dict[str, int] = {}
    for path in paths:
        for trace in runs_of(path, max_mib):
            number = taken[path.stem] = taken.get(path.stem, 0) + 1
            name = path.stem if number == 1 else f"{path.stem} ({number})"
            runs.append(replace(trace, name=name))
    return runs
