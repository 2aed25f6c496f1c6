"""Masked diffusion: the canvas starts as mask tokens, and accepted tokens stay.

The logits follow SUBS in MDLM: the mask itself is never drawn, and a position that has a token keeps it with
probability 1. So settled positions come first in every sampler's order by certainty, and cost nothing.

Paper: Simple and Effective Masked Diffusion Language Models (MDLM), arXiv 2406.07524.
"""

from __future__ import annotations

from typing import Any, ClassVar

from playground.rules.ways.base import NEVER, Tensor, Tokens, Way


class Masked(Way):
    name = "masked"
    label = "Masked diffusion"
    rule = "starts with mask tokens; accepted tokens stay for good"
    sticky = True
    begins = "mask"
    accepted_from = "sampled_ids"
    statuses: ClassVar = ("kept", "newly kept", "masked", "masked again")
    defaults: ClassVar = {
        "max_denoising_steps": 256,
        "t_max": 1.0,
        "t_min": 1.0,
        "confidence_threshold": 0.0,
        "draw": "greedy",
        "self_conditioning": "off",
    }

    def declaration(self) -> dict[str, Any]:
        return {"rejected": "left masked"}

    def settle(self, logits: Tensor, canvas: Tensor, tokens: Tokens) -> Tensor:
        settled = canvas != tokens.mask
        logits[..., tokens.mask] = NEVER
        held = logits.gather(-1, canvas[..., None])
        logits.masked_fill_(settled[..., None], NEVER)
        logits.scatter_(-1, canvas[..., None], held.masked_fill(settled[..., None], 0.0))
        return settled

    def instead(self, noise: Tensor, tokens: Tokens) -> Tensor:
        return noise.new_full(noise.shape, tokens.mask)
