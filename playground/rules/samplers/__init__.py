"""Acceptance rules, one in each file. To add one, add its file, then its class to `BUILT_IN`."""

from __future__ import annotations

from playground.plugin_loading import plugins
from playground.rules.samplers.ancestral import Ancestral
from playground.rules.samplers.base import Before, Decision, Explanation, Sampler
from playground.rules.samplers.confidence import Confidence
from playground.rules.samplers.entropy_bound import EntropyBound
from playground.rules.samplers.gibbs import Gibbs
from playground.rules.samplers.klass import Klass
from playground.rules.samplers.left_to_right import LeftToRight
from playground.rules.samplers.lowest_entropy import LowestEntropy
from playground.rules.samplers.margin import Margin
from playground.rules.samplers.psi import Psi
from playground.rules.samplers.random_order import RandomOrder
from playground.rules.samplers.registration import by_name, register, register_added
from playground.rules.samplers.registry import RULES, SAMPLERS, add, source_hash
from playground.rules.samplers.top_k import TopK

BUILT_IN = (
    EntropyBound, Confidence, TopK, Margin, LowestEntropy, Klass, RandomOrder, LeftToRight, Ancestral, Gibbs, Psi,
)  # fmt: skip
for _sampler in BUILT_IN:
    add(_sampler())
plugins().when_loaded(register_added)

__all__ = [
    "BUILT_IN",
    "RULES",
    "SAMPLERS",
    "Before",
    "Decision",
    "Explanation",
    "Sampler",
    "by_name",
    "register",
    "source_hash",
]
