"""Margin: like top-k, but ordered by how far the most probable token is ahead of the second.

Paper: Train for the Worst, Plan for the Best, arXiv 2502.06768. Reference: `topk_margin` in Dream.
"""

from __future__ import annotations

from playground.rules.samplers.base import Before, Explanation, Ranked, Statistics, Tensor


class Margin(Ranked):
    name = "margin"
    version = "42cda251771a"
    label = "Margin"
    rule = "Keeps the positions with the clearest lead of the first choice over the second, as many as are due."
    paper = "arXiv 2502.06768"
    explanation = Explanation(order="margin", falling=True, cut="rank", unit="probability")

    def key(self, before: Before, statistics: Statistics) -> Tensor:
        return -statistics.margin
