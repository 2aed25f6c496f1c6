"""Draws all random numbers of some rows, each row from its own generator.

A row draws in the same order as transformers' `generate()` draws from torch's global generator: first a block's canvas,
then at each step the numbers that pick the tokens, and the noise. So the same seed gives the same numbers. Any further
numbers for a sampler come last in a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

CHUNK = 1 << 16
"""Exponential draws made at a time on a CPU: half a MiB of doubles, which fits a core's cache."""


@dataclass(frozen=True, kw_only=True)
class Draws:
    """The random numbers of one step, for B rows."""

    numbers: Tensor | None
    """What picks the tokens: Exponential(1), float32 (B, L, V), or uniform in [0, 1), float64 (B, L); None: no draw."""
    noise: Tensor
    """Uniform tokens: int64 (B, L)."""
    uniforms: Tensor
    """The sampler's own numbers: uniform in [0, 1), float32 (B, n, L)."""


class Randomness:
    def __init__(self, generators: Sequence[torch.Generator], device: torch.device) -> None:
        self._generators, self._device = list(generators), device

    def draws(self, draw: str, length: int, vocab_size: int, count: int = 0) -> Draws:
        """Draws for one step. The sampler gets `count` numbers per position."""
        numbers = self.numbers(draw, length, vocab_size)
        return Draws(numbers=numbers, noise=self.noise(length, vocab_size), uniforms=self.for_sampler(count, length))

    def numbers(self, draw: str, length: int, vocab_size: int) -> Tensor | None:
        """Draws what picks the tokens of one step; see `Draws`. `draw` is "exact", "fast" or "greedy"."""
        if draw == "greedy":
            return None
        return self.exponentials(length, vocab_size) if draw == "exact" else self.uniforms(length)

    def noise(self, length: int, vocab_size: int) -> Tensor:
        """Draws uniform tokens: int64 (rows, length)."""
        noise = torch.empty(len(self._generators), length, dtype=torch.int64, device=self._device)
        for row, generator in zip(noise, self._generators, strict=True):
            row.random_(0, vocab_size, generator=generator)
        return noise

    def exponentials(self, length: int, vocab_size: int) -> Tensor:
        """Draws Exponential(1): float32 (rows, length, vocab_size)."""
        draws = torch.empty(len(self._generators), length, vocab_size, device=self._device)
        fill = _fill_on_cpu if self._device.type == "cpu" else Tensor.exponential_
        for row, generator in zip(draws, self._generators, strict=True):
            fill(row, generator=generator)
        return draws

    def uniforms(self, length: int) -> Tensor:
        """Draws from [0, 1): float64 (rows, length). float32 could not reach every token of a large vocabulary."""
        draws = torch.empty(len(self._generators), length, dtype=torch.float64, device=self._device)
        for row, generator in zip(draws, self._generators, strict=True):
            row.uniform_(generator=generator)
        return draws

    def for_sampler(self, count: int, length: int) -> Tensor:
        """Draws from [0, 1) for the sampler: float32 (rows, count, length)."""
        draws = torch.empty(len(self._generators), count, length, device=self._device)
        for row, generator in zip(draws, self._generators, strict=True):
            row.uniform_(generator=generator)
        return draws


def _fill_on_cpu(draws: Tensor, *, generator: torch.Generator) -> None:
    """Does what `draws.exponential_(generator=generator)` does on a CPU, in a third of the time.

    torch takes -log1p(-uniform) of one double after another there; this takes many at once. The logarithms may differ
    in a double's last bit, which rounding to float32 hides: about one draw in 10^10 could come out another float32.
    """
    for part in draws.view(-1).split(CHUNK):
        uniforms = torch.empty(part.shape, dtype=torch.float64).uniform_(generator=generator)
        part.copy_(uniforms.neg_().log1p_().neg_())
