"""What the tests of a rule of the reader's own share."""

import numpy as np

from playground.assets import ASSETS

RULES = ASSETS / "own_rules"
ALLOWED = (
    "a mask, which says true or false (1 or 0) for each of the 128 positions, or a list of positions from 0 to 127"
)
"""What a rule must return, in the words of its sentences."""
LEAD = np.float32(0.9)


def leads(trace):
    """By how much the most probable token leads at each position of each step."""
    first, second = (trace.columns["top_probs"][..., rank] for rank in (0, 1))
    return first - second
