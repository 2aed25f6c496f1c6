"""KLASS: keep the positions that are confident and stable; stable means close, in KL divergence, to the step before.

A position is ready when its most probable token is more probable than `min_confidence` and KL(now, the step before) has
been below `max_divergence` for `history` steps in succession. If none is ready, the most confident one is kept; the
reference keeps its quota instead. At a block's first step there is nothing to compare with, so no position is ready.

Paper: KLASS, arXiv 2511.05664. Reference: `stable_confident_decode` in shkim0116/KLASS, whose defaults these are.
"""

from __future__ import annotations

from typing import ClassVar

from playground.rules.knobs import number
from playground.rules.samplers.base import Before, Decision, Explanation, Sampler, Statistics, at_least_one, keep
from playground.rules.samplers.confidence import MIN_CONFIDENCE


class Klass(Sampler):
    name = "klass"
    version = "9136f0b59b89"
    label = "KLASS"
    rule = "Keeps the positions that are confident and whose distribution has been stable for some steps."
    paper = "arXiv 2511.05664"
    explanation = Explanation(order="divergence", cut="value", least=1, bound="max_divergence", unit="nats")
    knobs: ClassVar = {
        "min_confidence": MIN_CONFIDENCE,
        "max_divergence": number(
            0.01, "Maximum divergence", "nats", 0.0, 100.0, (0.0, 0.5, 0.005),
            "A position is stable when its distribution diverges from that of the step before by less than this.",
            logarithmic=True,
        ),
        "history": number(
            2, "History", "steps", 1, 1000, (1, 8, 1),
            "How many steps in succession a position must be stable before it is kept.",
        ),
    }  # fmt: skip
    looks_back = True

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        knobs, confidence = before.knobs, statistics.confidence
        divergence = never = statistics.entropy.new_full(statistics.entropy.shape, float("inf"))
        if before.processed is not None:
            divergence = never.where(before.step == 1, statistics.divergence(before.processed))
        # Positions that fail another test sort last, so that exactly the ready ones are below the bound.
        waited = (confidence > knobs["min_confidence"]) & (before.memory >= knobs["history"] - 1)
        key = divergence.where(waited, never)
        accepted = at_least_one(key < knobs["max_divergence"], -confidence, before.settled)
        still = (before.memory + 1).where(divergence < knobs["max_divergence"], never.new_zeros(()))
        return keep(accepted, before, statistics, key=key, memory=still)
