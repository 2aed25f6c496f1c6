"""Measures speed and size. In each file, PARTS says which function measures what."""

from collections.abc import Callable

Parts = dict[Callable[[], dict[str, float]], dict[str, str]]
"""A function that measures -> the figures that it returns, each with its meaning."""


def measure(parts: Parts, names: set[str]) -> dict[str, float]:
    """Measures those figures of `parts` that are in `names`.

    Raises:
        PlaygroundError: the measurement needs something that is missing, such as a browser.
    """
    wanted = [part for part, figures in parts.items() if names & set(figures)]
    return {name: value for part in wanted for name, value in part().items() if name in names}
