"""Acceptance rules, one a file. A sampler says which positions to keep; all others are re-noised.

To add one, add a file with a class that meets `Sampler`.
"""

from __future__ import annotations

from typing import Protocol

from torch import Tensor

from playground.engine.statistics import Statistics


class Sampler(Protocol):
    def accept(self, statistics: Statistics) -> Tensor:
        """Which positions keep their sampled token: bool (rows, positions), at least one a row."""
        ...
