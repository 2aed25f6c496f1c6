"""A run as its exports name it, and what every export says of it."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from playground.errors import TraceError
from playground.importing.streams import read_runs as runs_of
from playground.inputs import checked_path
from playground.trace import Trace

LABEL = "RECORDED"
"""What a run from a file is: the sampler did it, at another time. Nothing that is exported is SIMULATED."""

NEVER_RECORDED = "the probabilities of all other tokens, and attention"


@dataclass(frozen=True, kw_only=True)
class Run:
    """A trace and its name, such as its file's without the ending."""

    name: str
    trace: Trace

    @property
    def candidates(self) -> int:
        """How many candidates the trace has for each position."""
        return 0 if self.trace.header.source else int(self.trace.columns["top_ids"].shape[2])

    @property
    def title(self) -> str:
        """The prompt in one line, cut if it is long; of a run whose prompt is not known, its name."""
        return line_of(self.trace.header.prompt) or self.name

    @property
    def maker(self) -> str:
        """What made it, in words: the model and the seed, or the other program that recorded it."""
        header = self.trace.header
        return f"from {header.source}" if header.source else f"{header.model}, seed {header.seed}"

    def packed(self) -> dict[str, str]:
        """What a page or a film reads of the run, as JSON: its name, and its trace in base64."""
        return {"name": self.name, "trace": base64.b64encode(self.trace.to_bytes()).decode()}

    def description(self) -> dict[str, Any]:
        """What every export says of the run, as JSON: what it is, of which model, with which settings."""
        header = self.trace.header
        ending = {"finish_reason": self.trace.finish_reason, "text": self.trace.text}
        if header.source:  # nothing else is known of it
            return {"name": self.name, "label": LABEL, "source": header.source} | ending
        return {
            "name": self.name,
            "label": LABEL,
            "model": header.model,
            "revision": header.revision,
            "device": header.device,
            "dtype": header.dtype,
            "way": header.way,
            "prompt": header.prompt,
            "seed": header.seed,
            "settings": header.settings,
            "pass_kind": header.pass_kind,
            "rows": header.rows,
            "recorded_at": header.recorded_at,
            "verdict": None if header.verdict is None else header.verdict.sentence,
        } | ending


def named(runs: Iterable[Trace | str | PathLike[str]]) -> list[Run]:
    """Traces, named by their number, and files of traces, named after the file.

    Raises:
        TraceError: a file cannot be read.
    """
    return [
        Run(name=f"run {number}", trace=run)
        if isinstance(run, Trace)
        else Run(name=checked_path(run, TraceError).stem, trace=Trace.load(run))
        for number, run in enumerate(runs, 1)
    ]


def line_of(text: str) -> str:
    """A text in one line, cut if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"


def read_runs(paths: Iterable[Path], max_mib: int) -> list[Run]:
    """Reads runs from files, each named after its file; a second one of a name has its number.

    A file may also be what another program wrote (`playground.importing.streams`), and hold several.

    Raises:
        TraceError: a file cannot be read, or holds no run.
    """
    runs: list[Run] = []
    taken: dict[str, int] = {}
    for path in paths:
        for trace in runs_of(path, max_mib):
            number = taken[path.stem] = taken.get(path.stem, 0) + 1
            name = path.stem if number == 1 else f"{path.stem} ({number})"
            runs.append(Run(name=name, trace=trace))
    return runs
