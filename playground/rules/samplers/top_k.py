"""Top-k per step: keep as many positions as are due, those with the most probable tokens first.

Paper: MaskGIT, arXiv 2202.04200. Reference: "low confidence" remasking in LLaDA (arXiv 2502.09992), `maskgit_plus` in
Dream; with uniform noise, the quota of `BlockRefinementScheduler` in diffusers. Those rank by the probability of the
token that was drawn, which is the same at temperature 0.
"""

from __future__ import annotations

from playground.rules.samplers.base import Before, Explanation, Ranked, Statistics, Tensor


class TopK(Ranked):
    name = "top-k"
    version = "e5e544baea3a"
    label = "Top-k per step"
    rule = "Keeps the most confident positions, as many at each step as it takes to keep all by the last step."
    paper = "arXiv 2202.04200"
    explanation = Explanation(order="confidence", falling=True, cut="rank", unit="probability")

    def key(self, before: Before, statistics: Statistics) -> Tensor:
        return -statistics.confidence
