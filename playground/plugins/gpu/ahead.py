"""Launches each pass before the step before it is read, so that a GPU does not wait in between."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor

from playground.engine.batch import Batch
from playground.engine.launched import Launched, Part
from playground.trace import StepFrame


class Copied(Launched):
    """Its record is on the way to the host, which waits for this copy alone, not for a pass that is launched later."""

    def __init__(self, record: Tensor, parts: Sequence[Part], failed: Mapping[int, Exception], rows: int) -> None:
        super().__init__(record.to("cpu", non_blocking=True), parts, failed, rows)  # into pinned memory
        self._copied: torch.cuda.Event | None = None
        if record.device.type == "cuda":
            self._copied = torch.cuda.Event()
            self._copied.record(torch.cuda.current_stream(record.device))

    def read(self) -> dict[int, np.ndarray]:
        if self._copied is not None:
            self._copied.synchronize()
        return super().read()


class AheadBatch(Batch):
    """A batch that launches a pass before the one before it is read, where only its stopping rule could keep rows from
    taking it. A row whose block does end is then computed once in vain, and all frames are the same.
    """

    _launched_as = Copied

    def __init__(self, *values: Any, **options: Any) -> None:
        super().__init__(*values, **options)
        self._now: Launched | None = None
        self._after: Launched | None = None
        """The pass after the last step, if it was launched ahead."""

    def leave(self, number: int) -> None:
        if self._after:
            _leave_out(self._after, number)
        super().leave(number)

    def step(self) -> dict[int, StepFrame]:
        frames = super().step()
        if self._after and self._now:
            for number, frame in frames.items():
                if frame.stop_reason:
                    _leave_out(self._after, number)
                    if number in self._rows:  # its next block draws from where this one ended
                        self._rows[number].generator.set_state(self._now.parts[number].draws)
            if not (self._after.parts or self._after.failed):
                self._after = None
        return frames

    def release(self) -> None:
        if not self._rows:
            self._now = self._after = None
        super().release()

    def _next(self) -> tuple[Launched, float]:
        started = self._read_at if self._after else time.perf_counter()
        self._now, self._after = self._after or self._launch(), None
        if self._goes_on(self._now):
            self._after = cast("Copied", self._launch())
        return self._now, started

    def _goes_on(self, launched: Launched) -> bool:
        """Can the next pass be launched before this one is read? Only a stopping rule may then end a block, no plan."""
        if self._seats[-1].rows:  # what is written token after token is read at once
            return False
        rows = [part.row for part in launched.parts.values()]
        steered = any(row.turns or any(spec.edits for spec in row.spec.chain) for row in self._rows.values())
        return not steered and any(row.step + 1 < row.settings.max_denoising_steps for row in rows)


def _leave_out(launched: Launched, number: int) -> None:
    """A run has ended its block or left before this step, which it then has not taken."""
    launched.parts.pop(number, None)
    launched.failed.pop(number, None)
