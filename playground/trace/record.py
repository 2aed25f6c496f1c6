"""Record: keeps the frames of one run as a trace while they arrive. It need not know what computes them."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from playground.trace.frame import StepFrame
from playground.trace.header import Header, pass_kind
from playground.trace.judging import judged
from playground.trace.trace import Trace

DECIDED = ("input_ids", "sampled_ids", "argmax_ids", "accepted")
"""The columns that say what a step decided; two runs in which these are equal came out the same."""


class Record:
    """What one run has recorded. `trace` works at any time, even after an interruption.

    Args:
        token_texts: ids -> the text of each id by itself.
        decode: ids -> their text together, without special tokens.
        recorded: what the run recorded that this one branches from, to compare the steps that they share.
        leaves: the block and the step after which it branches off; (0, 0) for a run that does not.
    """

    def __init__(
        self,
        header: Header,
        token_texts: Callable[[list[int]], list[str]],
        decode: Callable[[list[int]], str],
        recorded: Trace | None = None,
        leaves: tuple[int, int] = (0, 0),
    ) -> None:
        self.header = header
        self.frames: list[StepFrame] = []
        """What it has recorded, in order."""
        self.token_texts, self.decode = token_texts, decode
        self.recorded, self._leaves = recorded, leaves
        self.notice = ""
        """One sentence for the reader about how the run was made, if it was not as usual."""
        self._started, self._seconds = time.perf_counter(), 0.0
        self._ended = False
        self._rows, self._compiled = 1, set[bool]()
        self._differs: int | None = None

    @property
    def over(self) -> bool:
        """Is the run over, by itself or because `end` said so?"""
        return self._ended or bool(self.frames and self.frames[-1].finish_reason)

    def end(self) -> None:
        """No more frames will come: the run was stopped, if it has not come to its end by itself."""
        self._ended = True

    def begin(self) -> None:
        """The run begins now, if that is not when this was made; for frames that are added."""
        self._started = time.perf_counter()

    def add(self, frame: StepFrame) -> None:
        """Records the next frame."""
        self.frames.append(frame)
        self._compare(frame)
        self._rows = max(self._rows, frame.rows)
        self._compiled.add(frame.compiled)
        self._seconds = time.perf_counter() - self._started

    def take(self, frame: StepFrame) -> bool:
        """Records the next frame. Is it one that its readers do not have yet? Here, always."""
        self.add(frame)
        return True

    def _compare(self, frame: StepFrame) -> None:
        """Notes the first step before the branch that is not what the parent's run recorded."""
        at, recorded = len(self.frames), self.recorded
        shared = (frame.block, frame.step) <= self._leaves
        if recorded is None or not shared or self._differs is not None:
            return
        if at > len(recorded) or any(
            not np.array_equal(getattr(frame, name), recorded.columns[name][at - 1]) for name in DECIDED
        ):
            self._differs = at

    def trace(self) -> Trace:
        """Builds the trace of everything up to the last frame. One whose prompt a rule knows has its verdict."""
        branch = self.header.branch and dataclasses.replace(self.header.branch, differs=self._differs)
        passes: dict[str, Any] = {"pass_kind": pass_kind(self._compiled), "rows": self._rows}
        passes = {} if self.header.source else passes
        header = dataclasses.replace(self.header, branch=branch, seconds=self._seconds, **passes)
        return judged(Trace.of(header, self.frames, self.token_texts, self.decode))
