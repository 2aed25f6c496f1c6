"""A pass that the device may still be computing, with what belongs to its step as it was when it was launched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from playground.engine.run import Run

if TYPE_CHECKING:
    from playground.engine.canvases import Canvases
    from playground.engine.lines import Lines


@dataclass(frozen=True, kw_only=True)
class Seated:
    """A run that takes part in a pass."""

    run: Run
    state: Any
    """What its way of writing keeps from this step, as views of what all rows have."""
    draws: Tensor
    """The state of its random generator after this step: uint8."""
    alone: bool
    """Does it share its tensors with no other row?"""
    compiled: bool


class Launched:
    """Its record is on the way to the host.

    Args:
        record: int32 (B, n), on the device, as `frames.pack` makes it.
        seated: the runs of its rows, in order.
        failed: the runs that have no row, because they failed.
        rows: how many rows shared the pass.
    """

    def __init__(self, record: Tensor, seated: Sequence[Seated], failed: Mapping[int, Exception], rows: int) -> None:
        self.seated = {one.run.number: one for one in seated}
        self.failed, self.rows = dict(failed), rows
        self._numbers = [*self.seated]
        # Into pinned memory: the host waits for this copy alone, and not for a pass that is launched after it.
        self._record = record.to("cpu", non_blocking=True)
        self._copied: torch.cuda.Event | None = None
        if record.device.type == "cuda":
            self._copied = torch.cuda.Event()
            self._copied.record(torch.cuda.current_stream(record.device))

    @classmethod
    def of(cls, record: Tensor, everywhere: Sequence[Canvases | Lines], *, states: bool, ahead: bool) -> Launched:
        """What seats have just launched.

        Args:
            states: are moments kept of the runs?
            ahead: may the next pass be launched before this one is read?
        """
        failed = {number: error for seats in everywhere for number, error in seats.failed.items()}
        seated = []
        for seats in everywhere:
            runs: list[Run] = [*seats.runs]
            seated += [
                Seated(
                    run=run,
                    state=seats.state_of(run) if states else None,
                    draws=run.row.generator.get_state() if states or ahead else torch.empty(0),
                    alone=len(runs) == 1,
                    compiled=seats.compiled,
                )
                for run in runs
                if run.number not in failed
            ]
        return cls(record, seated, failed, sum(len(seats.runs) for seats in everywhere))

    def read(self) -> dict[int, np.ndarray]:
        """Waits for the record; each row's part of it, by number."""
        if self._copied is not None:
            self._copied.synchronize()
        return dict(zip(self._numbers, self._record.numpy(), strict=True))

    def without(self, number: int) -> None:
        """A run has ended its block or left before this step, which it then has not taken."""
        self.seated.pop(number, None)
        self.failed.pop(number, None)
