"""Numbers between two languages, of which one has a single kind."""

import math
import struct
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


def floats(rng, count):
    """Doubles of all sizes, some of them halfway between two shorter numbers."""
    for _ in range(count):
        yield struct.unpack("<d", struct.pack("<Q", int(rng.random() * 2**64)))[0]
        yield (int(rng.random() * 2**20) + 0.5) / 2 ** int(rng.random() * 12)
        yield round(rng.random() * 10 ** (int(rng.random() * 12) - 5), 6)
    yield from (
        0.0,
        -0.0,
        1.015625,
        100000.5,
        100001.5,
        0.0001,
        0.00001,
        1e15,
        1e16,
        1e21,
        123456.5,
        2**53 - 1.0,
        5e-324,
    )
    yield from (math.nan, math.inf, -math.inf, 0.1 + 0.2, 1e22, 1e-7, 999999.5, 0.00009999995)
