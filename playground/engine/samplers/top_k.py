"""Top-k per step: keep the positions whose most probable token is the most probable, as many as are due.

Paper: MaskGIT, arXiv 2202.04200. Reference: "low confidence" remasking in LLaDA (arXiv 2502.09992), `maskgit_plus` in
Dream; with uniform noise, the quota of `BlockRefinementScheduler` in diffusers. Those rank by the probability of the
token that was drawn, which at temperature 0 is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.engine.samplers.base import Before, Explanation
from playground.engine.samplers.ranked import Ranked

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics


class TopK(Ranked):
    name = "top-k"
    label = "Top-k per step"
    rule = "Keeps the most confident positions, at each step as many as bring all of them in by the last one."
    paper = "arXiv 2202.04200"
    explanation = Explanation(order="confidence", cut="rank", unit="probability")

    def key(self, before: Before, found: Statistics) -> Tensor:
        return -found.confidence
