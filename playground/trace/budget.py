"""The entropy budget of one step, computed again from the recorded entropies: the sampler's sums and its cut.

`assets/page/rules/decision.ts` has the same rule for the page; cases and traces in `tests/golden` check both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Budget:
    """The positions of one step, the surest first."""

    order: np.ndarray
    """int64 (L,): pins, then positions by entropy; ties by position."""
    before: np.ndarray
    """float32 (L,): along `order`, the sum of the entropies before a position's own, in nats."""
    cut: int
    """How many are accepted, from the first in `order`."""

    @property
    def accepted(self) -> np.ndarray:
        """bool (L,), by position."""
        mask = np.zeros(len(self.order), bool)
        mask[self.order[: self.cut]] = True
        return mask


def budget(entropy: np.ndarray, bound: float, pinned: np.ndarray | None = None) -> Budget:
    """Accepts positions, the surest first, while the entropies before them add up to at most the bound.

    It rounds sums as the sampler does on a CPU (it adds in double precision and keeps single precision), so that a sum
    very close to the bound falls on the same side. A GPU adds up in another order; there, the recorded mask is what
    happened, and this one may differ.

    Args:
        entropy: float32 (L,), in nats.
        bound: in nats.
        pinned: bool (L,), positions that come first and cost nothing; None for a step without pins.
    """
    pinned = np.zeros(len(entropy), bool) if pinned is None else pinned
    entropy = np.where(pinned, np.float32(0), entropy)
    order = np.lexsort((entropy, ~pinned))
    ordered = entropy[order]
    before = np.cumsum(ordered, dtype="float64").astype("float32") - ordered
    return Budget(order, before, int((before <= np.float32(bound)).sum()))
