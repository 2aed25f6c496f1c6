"""Acceptance rules, one a file. To add one, add its file and its name to `BUILT_IN`."""

from __future__ import annotations

from playground.engine.samplers.base import Before, Decision, Explanation, Sampler
from playground.engine.samplers.entropy_bound import EntropyBound
from playground.engine.samplers.registry import RULES, SAMPLERS, register, source_hash

BUILT_IN = (EntropyBound,)
for _sampler in BUILT_IN:
    register(_sampler())

__all__ = ["RULES", "SAMPLERS", "Before", "Decision", "Explanation", "Sampler", "register", "source_hash"]
