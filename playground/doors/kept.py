"""Runs by name: those that this server remembers, and its recorded examples."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TypedDict

from playground.errors import TraceError
from playground.service import Service
from playground.trace import Trace

_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)


class Example(TypedDict):
    run: str
    """Its name, for the functions that take a run."""
    title: str
    prompt: str
    seed: int


def examples(recorded: Path) -> list[Example]:
    """The recorded runs of a folder, in the order of the page."""
    index = json.loads((recorded / "index.json").read_text(encoding="utf-8"))
    return [
        {
            "run": one["file"].removesuffix(".trace"),
            "title": one["title"],
            "prompt": one["prompt"],
            "seed": one["seed"],
        }
        for one in index
    ]


def packed(service: Service, recorded: Path, name: object) -> bytes:
    """The `.trace` file of a run that has ended, or of an example.

    Raises:
        TraceError: there is no such run, it goes on, or it is forgotten.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise TraceError("A run is named by what `write` returned under `run`, or by an example's name.")
    known = service.tapes.of_run(name)
    if known is not None:
        _, run = known
        if run.packed:
            return run.packed
        raise TraceError(
            "This run recorded no step." if run.ended else "This run has not ended yet; wait for it, or stop it."
        )
    if any(one["run"] == name for one in examples(recorded)):
        return (recorded / f"{name}.trace").read_bytes()
    raise TraceError(
        f"There is no run called {name[:64]!r}; the server keeps the last {service.limits.runs_kept:,} runs, and "
        "`examples` lists the recorded ones."
    )


def trace(service: Service, recorded: Path, name: object) -> Trace:
    """The trace of a run; see `packed`.

    Raises:
        TraceError: as `packed`.
    """
    return Trace.from_bytes(packed(service, recorded, name))
