"""Confidence threshold: keep every position whose most probable token is more probable than a threshold.

If there is none, keep the most confident position.

Paper: Fast-dLLM, arXiv 2505.22618. Reference: its `get_transfer_index`, which uses the probability of the token that
was drawn; at temperature 0 that is the most probable one.
"""

from __future__ import annotations

from typing import ClassVar

from playground.rules.knobs import number
from playground.rules.samplers.base import Before, Explanation, Sampler, Statistics, Tensor, at_least_one

MIN_CONFIDENCE = number(
    0.9, "Minimum confidence", "probability", 0.0, 1.0, (0.0, 1.0, 0.01),
    "A position is confident when its most probable token is more probable than this.",
)  # fmt: skip


class Confidence(Sampler):
    name = "confidence"
    version = "a984a3a6a4b7"
    label = "Confidence threshold"
    rule = "Keeps every position whose most probable token is above a set probability, and at least the surest one."
    paper = "arXiv 2505.22618"
    explanation = Explanation(
        order="confidence", falling=True, cut="value", least=1, bound="min_confidence", unit="probability"
    )
    knobs: ClassVar = {"min_confidence": MIN_CONFIDENCE}

    def accept(self, before: Before, statistics: Statistics) -> Tensor:
        confidence = statistics.confidence
        return at_least_one(confidence > before.knobs["min_confidence"], -confidence, before.settled)
