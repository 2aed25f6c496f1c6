"""Writer: what a trace needs while its run goes on. A step costs what it holds, however many came before it."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.errors import TraceError
from playground.trace.columns import COLUMNS
from playground.trace.frame import StepFrame
from playground.trace.header import Header, pass_kind

if TYPE_CHECKING:
    from playground.trace.trace import Trace

DECIDED = ("input_ids", "sampled_ids", "argmax_ids", "accepted")
"""The columns that say what a step decided; two runs in which these are equal came out the same."""
FEWEST = 16
"""There is room for so many steps at first, and for twice as many whenever it is full."""


class Columns(dict[str, np.ndarray]):
    """Columns by name. One that a run from elsewhere does not hold raises a sentence instead of a KeyError."""

    def __init__(self, columns: Mapping[str, np.ndarray], source: str) -> None:
        super().__init__(columns)
        self._source = source

    def __missing__(self, name: str) -> np.ndarray:
        if self._source and name in COLUMNS:
            raise TraceError(f"This run does not hold {name!r}: {self._source} does not tell it.")
        raise KeyError(name)


@dataclass(eq=False)
class Writer:
    """Takes the steps of a run that goes on. Its arguments are those of `Trace.begin`."""

    first: Header
    token_texts: Callable[[list[int]], list[str]]
    decode: Callable[[list[int]], str]
    recorded: Trace | None
    leaves: tuple[int, int]

    def __post_init__(self) -> None:
        self.started, self.over, self.open = time.perf_counter(), False, False
        """When the run began, whether no more steps come, and whether the block of the last one goes on."""
        self.rewind()

    def rewind(self) -> None:
        """Forgets all steps. Columns that were read before stay as they are."""
        self._count, self._seconds, self._rows, self._compiled = 0, 0.0, 1, set[bool]()
        self._differs: int | None = None
        self._buffers: dict[str, np.ndarray | None] = {}
        """Name -> room for the column, filled so far; None if some step lacks it, and its type has no NaN to say so."""

    def add(self, frame: StepFrame) -> None:
        """Takes the next step."""
        count, recorded = self._count, self.recorded
        if recorded is not None and self._differs is None and (frame.block, frame.step) <= self.leaves:
            self._differs = None if same(frame, recorded.columns, count) else count + 1
        for name, column in COLUMNS.items():
            figure, first = frame.figure(name), name not in self._buffers
            if first and figure is None:
                continue
            buffer = self._buffers.get(name)
            if (figure is None or (first and count)) and column.dtype != "float32":
                buffer = None
            elif first:
                buffer = np.full((max(FEWEST, 2 * count), *np.shape(figure)), np.nan if count else 0, column.dtype)
            elif buffer is not None and count == len(buffer):
                buffer = np.concatenate([buffer, np.empty_like(buffer)])
            if buffer is not None:
                buffer[count] = np.nan if figure is None else figure
            self._buffers[name] = buffer
        self._count, self._rows = count + 1, max(self._rows, frame.rows)
        self._compiled.add(frame.compiled)
        self._seconds = time.perf_counter() - self.started
        self.open, self.over = not frame.stop_reason, bool(frame.finish_reason)

    def columns(self) -> Columns:
        """The columns so far, as views of what is written."""
        buffers = {name: buffer for name in COLUMNS if (buffer := self._buffers.get(name)) is not None}
        if not self._count:
            shape = {"S": (0,), "SL": (0, self.first.canvas_length), "SLk": (0, self.first.canvas_length, 0)}
            buffers = {c.name: np.empty(shape[c.shape], c.dtype) for c in COLUMNS.values() if not c.optional}
        return Columns({name: buffer[: self._count] for name, buffer in buffers.items()}, self.first.source)

    def header(self) -> Header:
        """The header, with what the steps so far say of the whole run."""
        branch = self.first.branch and dataclasses.replace(self.first.branch, differs=self._differs)
        passes: dict[str, Any] = {"pass_kind": pass_kind(self._compiled), "rows": self._rows}
        passes = {} if self.first.source else passes
        return dataclasses.replace(self.first, branch=branch, seconds=self._seconds, **passes)


def same(frame: StepFrame, columns: Mapping[str, np.ndarray], at: int) -> bool:
    """Did a step decide what these columns have at the place `at`, counted from 0?"""
    return at < len(columns["step"]) and all(np.array_equal(frame.figure(name), columns[name][at]) for name in DECIDED)
