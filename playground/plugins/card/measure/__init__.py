"""Measures speed and size. In each file, PARTS says which function measures what."""

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from playground.errors import PlaygroundError

PROMPT = "Write a story about Lily, a cat and a red ball."
"""What is written where only the time counts."""
Parts = dict[Callable[[], dict[str, float]], dict[str, str]]
"""A function that measures -> the figures that it returns, each with its meaning."""


def measure(parts: Parts, names: set[str]) -> Iterator[tuple[str, float | str]]:
    """Measures those figures of `parts` that are in `names`; yields the name and the value of each when it is there.

    A measurement that fails costs no other: in place of each of its figures is a sentence that says why.
    """
    for part, figures in parts.items():
        if not (wanted := [name for name in figures if name in names]):
            continue
        try:
            values = part()
        except Exception as error:
            yield from dict.fromkeys(wanted, _sentence(error)).items()
        else:
            yield from ((name, value) for name, value in values.items() if name in names)


def _sentence(error: Exception) -> str:
    if isinstance(error, PlaygroundError):
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    reason = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(".: ")
    return f"It failed in line {place.lineno} of {Path(place.filename).name}: {reason}."
