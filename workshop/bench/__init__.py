"""Measures the engine, the page and a server under load. In each file, PARTS says which function measures what."""

from collections.abc import Callable

Parts = dict[Callable[[], dict[str, float]], dict[str, str]]
"""A function that measures -> the figures that it returns, each with its meaning. The command `bench` measures them."""
