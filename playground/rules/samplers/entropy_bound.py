"""Entropy bound: keep the largest lowest-entropy prefix with (sum of entropies) - (the last one's own) <= bound.

The left side bounds the joint mutual information of the kept tokens, so they can be drawn independently. For the first
position it is always 0, so every step keeps at least one. The rule starts afresh at each step: no position is kept
because it was kept before.

Paper: Accelerated Sampling from Masked Diffusion Models via Entropy Bounded Unmasking, arXiv 2505.24857.
Reference: `EntropyBoundSampler` in transformers.
"""

from __future__ import annotations

from typing import ClassVar

from playground.rules.knobs import number
from playground.rules.samplers.base import Before, Explanation, Sampler, Statistics, Tensor


class EntropyBound(Sampler):
    name = "entropy-bound"
    version = "f12b7f717794"
    label = "Entropy bound"
    rule = "Keeps the surest positions while the entropies of those before add up to at most a budget."
    paper = "arXiv 2505.24857"
    explanation = Explanation(order="entropy", cut="running sum", bound="entropy_bound", unit="nats")
    knobs: ClassVar = {
        "entropy_bound": number(
            0.1, "Budget", "nats", 0.0, 1e6, (0.0, 5.0, 0.01),
            "The entropy budget of a step. Positions are accepted, the surest first, while the entropies of those "
            "already accepted add up to at most this. A larger budget means fewer steps and more mistakes.",
            logarithmic=True,
        ),
    }  # fmt: skip

    def accept(self, before: Before, statistics: Statistics) -> Tensor:
        # In a stable order, or it would depend on the processor which of two equal positions comes first.
        entropy, order = statistics.entropy.sort(dim=-1, stable=True)
        within = entropy.cumsum(dim=-1) - entropy <= before.knobs["entropy_bound"]
        return within.new_zeros(within.shape).scatter(-1, order, within)
