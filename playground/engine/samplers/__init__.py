"""Acceptance rules, one in each file. To add one, add its file, then its class to `BUILT_IN`."""

from __future__ import annotations

from playground.engine.samplers.ancestral import Ancestral
from playground.engine.samplers.base import Before, Decision, Explanation, Sampler
from playground.engine.samplers.confidence import Confidence
from playground.engine.samplers.entropy_bound import EntropyBound
from playground.engine.samplers.gibbs import Gibbs
from playground.engine.samplers.klass import Klass
from playground.engine.samplers.left_to_right import LeftToRight
from playground.engine.samplers.lowest_entropy import LowestEntropy
from playground.engine.samplers.margin import Margin
from playground.engine.samplers.psi import Psi
from playground.engine.samplers.random_order import RandomOrder
from playground.engine.samplers.registry import RULES, SAMPLERS, register, source_hash
from playground.engine.samplers.top_k import TopK

BUILT_IN = (
    EntropyBound, Confidence, TopK, Margin, LowestEntropy, Klass, RandomOrder, LeftToRight, Ancestral, Gibbs, Psi,
)  # fmt: skip
for _sampler in BUILT_IN:
    register(_sampler())

__all__ = ["BUILT_IN", "RULES", "SAMPLERS", "Before", "Decision", "Explanation", "Sampler", "register", "source_hash"]
