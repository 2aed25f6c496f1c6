"""The status of every position, derived from the accept masks and never stored.

`assets/page/run/status.ts` has the same rule for the page; cases and traces in `tests/golden` check both.
"""

from __future__ import annotations

import numpy as np

LOCKED, NEWLY_LOCKED, RENOISED, RELAPSED = range(4)
"""The codes; a way of writing has `statuses`, their names."""


def status(accepted: np.ndarray, block: np.ndarray) -> np.ndarray:
    """Derives status codes (S, L) from accept masks (S, L) and each step's block number (S,).

    An accepted position is *locked* if the step before accepted it too, else *newly locked*. Any other position has
    *relapsed* if the step before accepted it, else it is *re-noised*. A block starts with nothing accepted.
    """
    before = np.zeros_like(accepted)
    before[1:] = accepted[:-1] & (block[1:] == block[:-1])[:, None]
    return np.select([accepted & before, accepted, ~before], [LOCKED, NEWLY_LOCKED, RENOISED], RELAPSED).astype("uint8")
