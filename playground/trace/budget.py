"""The entropy budget of one step, recomputed from its recorded entropies: what the sampler added up, and where it cut.

`assets/js/rules/decision.js` has the same rule for the page; cases and traces in `tests/golden` check both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Budget:
    """Positions of one step, surest first."""

    order: np.ndarray
    """int64 (L,): positions by entropy, equal entropies by position."""
    before: np.ndarray
    """float32 (L,): along `order`, the sum of the entropies that come before a position's own, in nats."""
    cut: int
    """How many are accepted: the first ones of `order`."""

    @property
    def accepted(self) -> np.ndarray:
        """bool (L,), by position."""
        mask = np.zeros(len(self.order), bool)
        mask[self.order[: self.cut]] = True
        return mask


def budget(entropy: np.ndarray, bound: float) -> Budget:
    """Accepts the surest positions, as long as the entropies of those before stay within the bound.

    The sums are rounded where the sampler's are on a CPU (added up in double precision, kept in single), so that a
    position whose sum lies within a rounding of the bound falls on the sampler's side. A GPU adds up in another order:
    there the recorded mask, not this one, is what happened.

    Args:
        entropy: float32 (L,), in nats.
        bound: in nats.
    """
    order = np.argsort(entropy, kind="stable")
    own = entropy[order]
    before = np.cumsum(own, dtype="float64").astype("float32") - own
    return Budget(order, before, int((before <= np.float32(bound)).sum()))
