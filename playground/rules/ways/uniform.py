"""Uniform-state diffusion: every position may change at every step, and noise means random tokens.

This is what DiffusionGemma was made for. Papers: Structured Denoising Diffusion Models in Discrete State-Spaces (D3PM),
arXiv 2107.03006; Simple Guidance Mechanisms for Discrete Diffusion Models (UDLM), arXiv 2412.10193.
"""

from __future__ import annotations

from typing import ClassVar

from playground.rules.ways.base import Tensor, Tokens, Way


class Uniform(Way):
    name = "uniform"
    label = "Uniform diffusion"
    rule = "starts with random tokens; each may change at every step"
    begins = "noise"
    accepted_from = "argmax_ids"
    statuses: ClassVar = ("locked", "newly locked", "re-noised", "relapsed")

    def settle(self, logits: Tensor, canvas: Tensor, tokens: Tokens) -> Tensor:
        return canvas < 0  # none

    def instead(self, noise: Tensor, tokens: Tokens) -> Tensor:
        return noise
