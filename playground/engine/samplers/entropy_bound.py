"""Entropy bound: keep the largest lowest-entropy prefix with (sum of entropies) - (the last one's own) <= bound.

The left side bounds the joint mutual information of the kept tokens, so they can be drawn independently. The first
term is always 0: at least one position is kept at every step. The rule is applied afresh at each step; nothing that was
kept before is kept because of it.

Paper: Accelerated Sampling from Masked Diffusion Models via Entropy Bounded Unmasking, arXiv 2505.24857.
Reference: `EntropyBoundSampler` in transformers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from playground.engine.statistics import Statistics
from playground.settings import SamplerSettings


@dataclass(frozen=True, kw_only=True)
class EntropyBound:
    bound: Tensor
    """float32 (rows, 1), in nats."""

    @classmethod
    def of(cls, settings: Sequence[SamplerSettings], device: torch.device) -> EntropyBound:
        return cls(bound=torch.tensor([[s.entropy_bound] for s in settings], dtype=torch.float32, device=device))

    def accept(self, statistics: Statistics) -> Tensor:
        entropy, order = statistics.entropy.sort(dim=-1)
        within = entropy.cumsum(dim=-1) - entropy <= self.bound
        return torch.zeros_like(within).scatter(-1, order, within)
