"""A pass that the device may still be computing, with what belongs to its step as it was when it was launched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from playground.engine.row import Row

if TYPE_CHECKING:
    from playground.engine.canvases import Canvases
    from playground.engine.lines import Lines


@dataclass(frozen=True, kw_only=True)
class Part:
    """A row that takes part in a pass."""

    row: Row
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
        parts: those of its rows, in order.
        failed: those that are none of them, because they failed.
        rows: how many rows shared the pass.
    """

    def __init__(self, record: Tensor, parts: Sequence[Part], failed: Mapping[int, Exception], rows: int) -> None:
        self.parts = {part.row.number: part for part in parts}
        self.failed, self.rows = dict(failed), rows
        self._numbers = [*self.parts]
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
            states: are moments kept of the rows?
            ahead: may the next pass be launched before this one is read?
        """
        failed = {number: error for seats in everywhere for number, error in seats.failed.items()}
        parts = []
        for seats in everywhere:
            rows: list[Row] = [*seats.rows]
            parts += [
                Part(
                    row=row,
                    state=seats.state_of(row) if states else None,
                    draws=row.generator.get_state() if states or ahead else torch.empty(0),
                    alone=len(rows) == 1,
                    compiled=seats.compiled,
                )
                for row in rows
                if row.number not in failed
            ]
        return cls(record, parts, failed, sum(len(seats.rows) for seats in everywhere))

    def read(self) -> dict[int, np.ndarray]:
        """Waits for the record; each row's part of it, by number."""
        if self._copied is not None:
            self._copied.synchronize()
        return dict(zip(self._numbers, self._record.numpy(), strict=True))

    def without(self, number: int) -> None:
        """A run has ended its block or left before this step, which it then has not taken."""
        self.parts.pop(number, None)
        self.failed.pop(number, None)
