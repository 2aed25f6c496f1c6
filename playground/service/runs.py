"""Run: one run of a request. Its name lets people have its trace once it has ended."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from playground.trace import StepFrame, Trace
from playground.trace.writer import same


@dataclass(eq=False)
class Run:
    """One run."""

    recorded: Trace | None = None
    """What the run recorded that this one branches from, if the server has it."""
    name: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    """Nobody can guess it."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Setting it ends the run after its current step."""
    requested: float = field(default_factory=time.monotonic)
    """When it was asked for."""
    began: float = 0.0
    """When its first step was to come; 0 before."""
    row: Any = None
    """What its slot computes, once it is ready: a `Row`, or the spec for another process."""
    live: Trace = None  # type: ignore[assignment]
    """What it records, from when it is ready until it is closed."""
    process: int | None = None
    """The number of the process that computes it, on whatever computer that is."""
    steps: int = 0
    """How many steps its readers have."""
    moves: int = 0
    """How often what computed it was lost."""
    ended: bool = False
    packed: bytes = b""
    """Its `.trace` file, which is far smaller than the trace; b"" if it recorded nothing."""
    _shown: Mapping[str, np.ndarray] = field(default_factory=dict)
    """What its readers have of the steps that are computed again, with which these are compared."""
    _again: int = 0
    """How many these are."""
    _differs: int | None = None
    """The first of them, counted from 1, that came out differently."""

    @property
    def waited(self) -> float:
        """Seconds from when it was asked for until it began, or until now."""
        return (self.began or time.monotonic()) - self.requested

    def take(self, frame: StepFrame) -> bool:
        """Records the next frame. Is it one that its readers do not have yet?"""
        self.live.add(frame)
        at = len(self.live)
        if at > self.steps:
            self.steps = at
            return True
        if self._differs is None and not same(frame, self._shown, at - 1):
            self._differs = at
        return False

    def again(self) -> str:
        """What computed it is lost: it is recorded from its first step, as another one computes it. Says so."""
        if len(self.live) == self.steps:  # all that its readers have had come again
            self._shown = self.live.columns
        self.live.rewind()
        self.moves, self._again = self.moves + 1, self.steps
        after = f"after {_counted(self.steps)}" if self.steps else "before its first step"
        return f"The process that computed this run was lost {after}; another one computes it again."

    @property
    def notice(self) -> str:
        """One sentence for the reader about how the run was made; "" if it was as usual."""
        if not self._again:
            return ""
        times = "A process was" if self.moves == 1 else f"{self.moves} processes were"
        how = "in which all of them came out the same"
        if self._differs is not None:
            how = f"where step {self._differs} came out differently; the run that is kept is the last one, as a whole"
        return f"{times} lost on the way: another one computed the first {_counted(self._again)} again, {how}."

    def close(self, trace: Trace | None = None) -> None:
        """Marks the run as ended, whether it began or not."""
        self.packed = trace.to_bytes() if trace else b""
        self.row, self.live, self._shown = None, None, {}  # type: ignore[assignment]
        self.ended = True

    def trace(self) -> Trace | None:
        """What it recorded; None if there is nothing."""
        return Trace.from_bytes(self.packed) if self.packed else None


def _counted(steps: int) -> str:
    return f"{steps} step{'s' if steps > 1 else ''}"
