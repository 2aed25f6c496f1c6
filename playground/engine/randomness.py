"""All random numbers of a batch, each row from a generator of its own.

The order in which a row draws is that of transformers' `generate()` from torch's global generator: the canvas of a
block, then per step the numbers that pick the tokens and the noise. With the same seed the two therefore draw alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


class Randomness:
    """Draws for rows; a row that is not `active` draws nothing, so its stream is what it would be alone."""

    def __init__(self, generators: Sequence[torch.Generator], device: torch.device) -> None:
        self._generators, self._device = list(generators), device
        self.active = [True] * len(self._generators)

    def noise(self, length: int, vocab_size: int) -> Tensor:
        """Uniform tokens: int64 (rows, length)."""
        noise = torch.zeros(len(self._generators), length, dtype=torch.int64, device=self._device)
        for row, generator in self._drawing():
            noise[row].random_(0, vocab_size, generator=generator)
        return noise

    def exponentials(self, length: int, vocab_size: int) -> Tensor:
        """Exponential(1): float32 (rows, length, vocab_size). One call a row: CPU draws depend on the call's size."""
        draws = torch.ones(len(self._generators), length, vocab_size, device=self._device)
        for row, generator in self._drawing():
            draws[row].exponential_(generator=generator)
        return draws

    def uniforms(self, length: int) -> Tensor:
        """Uniform in [0, 1): float64 (rows, length); float32 could not reach every token of a large vocabulary."""
        draws = torch.zeros(len(self._generators), length, dtype=torch.float64, device=self._device)
        for row, generator in self._drawing():
            draws[row].uniform_(generator=generator)
        return draws

    def _drawing(self):
        return ((r, g) for r, (g, active) in enumerate(zip(self._generators, self.active, strict=True)) if active)
