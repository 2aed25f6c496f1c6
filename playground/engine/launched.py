"""A pass that the device may still be computing, with what belongs to its step as it was when it was launched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
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
    figures: Mapping[str, Any]
    """As `Row.take_figures`."""


class Launched:
    """It is under way.

    Args:
        record: int32 (B, n), on the device, as `frames.pack` makes it.
        parts: those of its rows, in order.
        failed: those that are none of them, because they failed.
        rows: how many rows shared the pass.
    """

    def __init__(self, record: Tensor, parts: Sequence[Part], failed: Mapping[int, Exception], rows: int) -> None:
        self.parts = {part.row.number: part for part in parts}
        self.failed, self.rows = dict(failed), rows
        self._numbers, self._record = [*self.parts], record

    @classmethod
    def of(cls, record: Tensor, everywhere: Sequence[Canvases | Lines], *, states: bool) -> Self:
        """What seats have just launched.

        Args:
            states: are moments kept of the rows?
        """
        failed = {number: error for seats in everywhere for number, error in seats.failed.items()}
        parts = []
        for seats in everywhere:
            rows: list[Row] = [*seats.rows]
            parts += [
                Part(
                    row=row,
                    state=seats.state_of(row) if states else None,
                    draws=row.generator.get_state(),
                    alone=len(rows) == 1,
                    compiled=seats.compiled,
                    figures=row.take_figures(),
                )
                for row in rows
                if row.number not in failed
            ]
        return cls(record, parts, failed, sum(len(seats.rows) for seats in everywhere))

    def read(self) -> dict[int, np.ndarray]:
        """Waits for the record; each row's part of it, by number."""
        return dict(zip(self._numbers, self._record.cpu().numpy(), strict=True))
