"""Temperature schedules: rules that give the temperature of each step.

Each gets the share of steps that are left, including this one: (N - s + 1) / N at step s of N, so 1 at the first step
and 1/N at the last. All start at t_max. Those that fall end a little above t_min.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def linear(left: Tensor, t_min: Tensor, span: Tensor) -> Tensor:
    """t_min + span * left. Reference: `LinearTemperatureScheduleLogitsProcessor` in transformers."""
    return t_min + span * left


def constant(left: Tensor, t_min: Tensor, span: Tensor) -> Tensor:
    """t_max."""
    return t_min + span * left.new_ones(left.shape)


def cosine(left: Tensor, t_min: Tensor, span: Tensor) -> Tensor:
    """t_min + span * (1 - cos(pi * left)) / 2: slow at both ends."""
    return t_min + span * ((1 - (left * math.pi).cos()) / 2)


def exponential(left: Tensor, t_min: Tensor, span: Tensor) -> Tensor:
    """t_min * (t_max / t_min) ** left: falls by the same factor at each step. t_min must be above 0."""
    return t_min * ((t_min + span) / t_min) ** left


SCHEDULES: dict[str, Callable[[Tensor, Tensor, Tensor], Tensor]] = {
    "linear": linear,
    "constant": constant,
    "cosine": cosine,
    "exponential": exponential,
}
"""Name -> temperature (rows,) from (share of steps left, t_min, t_max - t_min), float32 (rows,) each."""

SHAPES = {
    "linear": "falls by the same amount at each step",
    "constant": "stays at t_max",
    "cosine": "falls slowly at the start and at the end",
    "exponential": "falls by the same factor at each step",
}
