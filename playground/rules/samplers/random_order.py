"""Random: keep as many positions as are due, picked by chance at each step. A control for what an order is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.rules.samplers.base import Before, Explanation
from playground.rules.samplers.ranked import Ranked

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics


class RandomOrder(Ranked):
    name = "random"
    version = "9bfbc9714ddc"
    label = "Random"
    rule = "Keeps positions picked by chance, as many as are due."
    explanation = Explanation(order="random number", cut="rank")
    uniforms = 1

    def key(self, before: Before, found: Statistics) -> Tensor:
        return before.uniforms[:, 0]
