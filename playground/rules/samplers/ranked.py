"""Ranked: keep as many positions as are due, in some order. These rules differ only in the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.rules.samplers.base import Before, Decision, Sampler, due, keep, lowest

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics


class Ranked(Sampler):
    """Keeps the `due(before)` positions with the lowest key, so that all are kept by the last step."""

    def key(self, before: Before, found: Statistics) -> Tensor:
        """The value that orders the positions, lowest first: float32 (B, L)."""
        raise NotImplementedError

    def decide(self, before: Before, found: Statistics) -> Decision:
        key = self.key(before, found)
        accepted = lowest(key.masked_fill(before.settled, float("-inf")), due(before))
        return keep(accepted, before, found, key=key)
