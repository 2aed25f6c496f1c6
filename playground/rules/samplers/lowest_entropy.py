"""Lowest entropy: like top-k, but ordered by entropy. The entropy bound uses the same order and another cut.

Reference: `entropy` in Dream (arXiv 2508.15487).
"""

from __future__ import annotations

from playground.rules.samplers.base import Before, Explanation, Ranked, Statistics, Tensor


class LowestEntropy(Ranked):
    name = "lowest-entropy"
    version = "b8578eddfa3f"
    label = "Lowest entropy"
    rule = "Keeps the positions with the lowest entropy, as many as are due."
    paper = "arXiv 2508.15487"
    explanation = Explanation(order="entropy", cut="rank", unit="nats")

    def key(self, before: Before, statistics: Statistics) -> Tensor:
        return statistics.entropy
