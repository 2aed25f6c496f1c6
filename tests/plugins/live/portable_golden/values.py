"""Numbers between two languages, of which one has a single kind."""

import math
from decimal import Decimal

MARKS = {"nan": "$NaN", "inf": "$Infinity", "-inf": "$-Infinity"}
"""How the cases write what JSON has no number for."""

ODD = (None, True, "3", "", [], [1], {}, {"1": 2}, 0.5, -1, 1e300, -1e300, 1e21, 2**53)
ODD += (math.nan, math.inf, "\ud800", "a'b\n")
"""What may stand where something else should."""


def single(value):
    """The value as JavaScript would send it as JSON: no fraction, no point; very large, no whole number."""
    if isinstance(value, dict):
        return {name: single(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [single(part) for part in value]
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return value
    if abs(value) >= 1e21:
        return float(value)
    return int(Decimal(repr(float(value)))) if value == int(value) else value


def marked(value):
    """The value with marks for what JSON has no number for."""
    if isinstance(value, dict):
        return {name: marked(part) for name, part in value.items()}
    if isinstance(value, list):
        return [marked(part) for part in value]
    return MARKS.get(repr(value), value) if isinstance(value, float) else value
