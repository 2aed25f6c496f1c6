"""Status of every position, derived from the accept masks and never stored.

`assets/js/run/status.js` has the same rule for the page; cases and traces in `tests/golden` check both.
"""

from __future__ import annotations

import numpy as np

LOCKED, NEWLY_LOCKED, RENOISED, RELAPSED = range(4)
NAMES = ("locked", "newly locked", "re-noised", "relapsed")
"""For uniform diffusion; see `names_of`."""
_NAMES_OF = {
    "masked": ("kept", "newly kept", "masked", "masked again"),
    "autoregressive": ("written", "just written", "blank", "blank again"),
}


def names_of(way: str) -> tuple[str, ...]:
    """Names by code in a way of writing. Where what is accepted stays, the last one never occurs."""
    return _NAMES_OF.get(way, NAMES)


def status(accepted: np.ndarray, block: np.ndarray) -> np.ndarray:
    """Status codes (S, L) from accept masks (S, L) and each step's block number (S,).

    A position accepted now was *locked* if the step before accepted it too, else it is *newly locked*; one not
    accepted now has *relapsed* if the step before accepted it, else it is *re-noised*. A block starts with nothing
    accepted.
    """
    before = np.zeros_like(accepted)
    before[1:] = accepted[:-1] & (block[1:] == block[:-1])[:, None]
    return np.select([accepted & before, accepted, ~before], [LOCKED, NEWLY_LOCKED, RENOISED], RELAPSED).astype("uint8")
