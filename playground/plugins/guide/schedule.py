"""Guidance: how far a run's logits go beyond those without its prompt, and at which steps.

A guided step takes a second pass over the same canvas, with an empty prompt in the chat template, and gives the sampler

    without + scale * (with - without)

This is classifier-free guidance (arXiv 2207.12598), in a window of the steps. High guidance early in the process hurts,
and late helps, by arXiv 2507.08965, which says so of masked diffusion that was trained to write without a condition.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playground.errors import SpecError

NAME = "guide"
MOST_SCALE = 10.0


@dataclass(frozen=True)
class Guidance:
    """Settings of a run: {"scale": 2, "from": 0.5, "until": 1}; the last two may be left out."""

    scale: float
    """1 is the run as it is, 0 the run without its prompt."""
    begin: float = 0.0
    end: float = 1.0
    """Of N steps those are guided before which a share of at least `begin` and less than `end` has passed: step s if
    begin <= (s - 1) / N < end."""

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Guidance:
        """Reads settings, which may come from anywhere.

        Raises:
            SpecError: a name or a value is not allowed.
        """
        if unknown := sorted({*settings} - {"scale", "from", "until"}):
            raise SpecError(f"Guidance has no setting {unknown[0]!r:.40}; it has scale, from and until.")
        if "scale" not in settings:
            raise SpecError("Guidance needs a scale, such as 2.")
        return cls(
            _number("scale", settings["scale"], 0, MOST_SCALE),
            begin := _number("from", settings.get("from", 0), 0, 1),
            _number("until", settings.get("until", 1), begin, 1),
        )

    def guides(self, step: int, steps: int) -> bool:
        """Does a step of so many, counted from 1, take a second pass?"""
        return self.scale != 1 and self.begin <= (step - 1) / steps < self.end

    def passes(self, done: int, steps: int) -> int:
        """How many passes the first `done` of so many steps take more."""
        return sum(self.guides(step, steps) for step in range(1, done + 1))


def _number(name: str, value: Any, least: float, most: float) -> float:
    number = type(value) in (int, float)
    if not (number and math.isfinite(value) and least <= value <= most):
        raise SpecError(f"The guidance's {name} is {repr(value)[:40]}; allowed is a number from {least:g} to {most:g}.")
    return float(value)
