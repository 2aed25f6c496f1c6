"""ReplicaRun: a run that a replica computes, and goes on elsewhere if that is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from playground.replicas.replica import Words
from playground.trace import Header, StepFrame, Trace
from playground.trace.record import DECIDED, Record

if TYPE_CHECKING:
    from playground.spec.run import RunSpec


class ReplicaRun(Record):
    """A run as `ReplicaSlot.run` prepares it."""

    def __init__(self, spec: RunSpec, header: Header, words: Words, recorded: Trace | None) -> None:
        leaves = (spec.branch.block, spec.branch.step) if spec.branch else (0, 0)
        self._fresh = header, words.token_texts, words.decode, recorded, leaves
        super().__init__(*self._fresh)
        self.spec = spec
        self._shown: list[StepFrame] = []
        """The frames that its reader has. What is computed again is compared with them."""
        self._difference: int | None = None
        """The first step, counted from 1, that came out differently when it was computed again."""
        self._moves = 0
        self.process: int | None = None
        """The number of the process that computes it, on whatever computer that is."""

    def again(self) -> str:
        """What computed it is lost: it will be recorded from its first step, as somebody else computes it."""
        started, seen = self._started, len(self._shown)
        super().__init__(*self._fresh)
        self._started = started
        self._moves += 1
        self._say()
        after = f"after {_steps(seen)}" if seen else "before its first step"
        return f"The replica that computed this run was lost {after}; it is computed again on another one."

    def take(self, frame: StepFrame) -> bool:
        """Records a frame. Is it one that its reader does not have yet?"""
        self.add(frame)
        at = len(self.frames)
        if at > len(self._shown):
            self._shown.append(frame)
            return True
        before = self._shown[at - 1]
        same = all(np.array_equal(getattr(frame, name), getattr(before, name)) for name in DECIDED)
        if not same and self._difference is None:
            self._difference = at
            self._say()
        return False

    def _say(self) -> None:
        if not self._shown:
            return
        times = "A replica was" if self._moves == 1 else f"{self._moves} replicas were"
        how = "in which all of them came out the same"
        if self._difference is not None:
            how = (
                f"where step {self._difference} came out differently; the run that is kept is the last one, as a whole"
            )
        self.notice = (
            f"{times} lost on the way: another one computed the first {_steps(len(self._shown))} again, {how}."
        )


def _steps(count: int) -> str:
    return f"{count} step{'s' if count > 1 else ''}"
