"""Random: keep as many positions as are due, picked by chance at each step. A control for what an order is worth."""

from __future__ import annotations

from playground.rules.samplers.base import Before, Explanation, Ranked, Statistics, Tensor


class RandomOrder(Ranked):
    name = "random"
    version = "9bfbc9714ddc"
    label = "Random"
    rule = "Keeps positions picked by chance, as many as are due."
    explanation = Explanation(order="random number", cut="rank")
    uniforms = 1

    def key(self, before: Before, statistics: Statistics) -> Tensor:
        return before.uniforms[:, 0]
