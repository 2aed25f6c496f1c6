"""Reads JSON of files from elsewhere, with the same rules as `assets/page/run/strict-json.ts`.

Both languages must accept the same text and make the same values of it. So it may hold only what both can keep.
"""

from __future__ import annotations

from typing import Any

from pydantic_core import from_json

MAX_DEPTH = 100
"""The deepest nesting of lists and objects; the longest chain of branches takes about 70."""

MAX_BRACKETS = 1 << 20
"""The most lists and objects; in memory each takes many times its two bytes."""

MAX_NUMBER = 2**53 - 1
"""The largest number, and without its sign the smallest: JavaScript does not keep larger ones exact."""


def read_json(text: str) -> Any:
    """Reads JSON; 1.0 is 1, see `whole`.

    Raises:
        ValueError: it is not JSON, has too many brackets or a field twice, is nested too deeply, or holds a number that
            is too large or half of a character.
    """
    bare = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])  # all but the texts
    if bare.count("[") + bare.count("{") > MAX_BRACKETS:
        raise ValueError(f"more than {MAX_BRACKETS:,} brackets")
    value = from_json(text)  # refuses half of a character
    if _fields([value], 0) != bare.count(":"):
        raise ValueError("a field that is there twice")
    return value


def whole(value: Any) -> Any:
    """Makes a whole number from JSON an int: in JSON 1.0 is 1, and not every language can tell them apart."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _fields(holder: list[Any] | dict[str, Any], depth: int) -> int:
    """Counts the fields of all objects, and checks their depth and the numbers."""
    if depth > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
    count, parts = (len(holder), holder.values()) if isinstance(holder, dict) else (0, holder)
    for part in parts:
        if isinstance(part, (dict, list)):
            count += _fields(part, depth + 1)
        elif isinstance(part, (int, float)) and not -MAX_NUMBER <= part <= MAX_NUMBER:  # NaN is not, either
            raise ValueError(f"a number is beyond ±{MAX_NUMBER}")
    return count
