"""What a number of runs shows: intervals of 95%. Numbers in, numbers out.

The page has the same rules; see docs/internals.md.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

Z = 1.96
"""The normal quantile of a 95% interval."""
FEWEST = 4
"""The fewest values that a mean gets an interval for; below it the quantile of `_t` is not exact enough."""

Interval = tuple[float, float]
"""Its lower and its upper end."""


def wilson(right: int, cases: int) -> Interval:
    """The interval of a share by Wilson's score, which also holds near 0 and 1 (JASA 22, 1927).

    Args:
        cases: at least 1.
    """
    share, spread = right / cases, Z * Z / cases
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * math.sqrt(share * (1 - share) / cases + spread / (4 * cases))
    return max(0.0, middle - half), min(1.0, middle + half)


def paired(both: int, first: int, second: int, neither: int) -> Interval:
    """The interval of the second share minus the first, both over the same cases.

    It is Newcombe's method 10 (Statistics in Medicine 17, 1998): Wilson's intervals, joined by the correlation phi.

    Args:
        both: cases that are right in both; first, second: in only one; neither: in none. At least one case in all.
    """
    cases = both + first + second + neither
    share_one, share_two = (both + first) / cases, (both + second) / cases
    (low_one, high_one), (low_two, high_two) = wilson(both + first, cases), wilson(both + second, cases)
    product = (both + first) * (second + neither) * (both + second) * (first + neither)
    cross: float = both * neither - first * second
    if cross > 0:
        cross = max(cross - cases / 2, 0.0)
    phi = cross / math.sqrt(product) if product else 0.0
    down, up = (share_two - low_two, high_one - share_one), (high_two - share_two, share_one - low_one)
    joined = [math.sqrt(max(a * a - 2 * phi * a * b + b * b, 0.0)) for a, b in (down, up)]
    return max(-1.0, share_two - share_one - joined[0]), min(1.0, share_two - share_one + joined[1])


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The interval of a mean by Student's t, such as of differences on the same seeds; None below `FEWEST` values."""
    if len(values) < FEWEST:
        return None
    mean, half = statistics.fmean(values), _t(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return mean - half, mean + half


def _t(freedom: int) -> float:
    """Student's quantile of a 95% interval, to 1% from 3 degrees of freedom on.

    From the normal one by Cornish and Fisher's expansion (Abramowitz and Stegun, 26.7.5).
    """
    z = 1.959964
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))
