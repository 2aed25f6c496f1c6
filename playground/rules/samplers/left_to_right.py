"""Left to right: keep as many positions as are due, from the first one on. A control, in reading order."""

from __future__ import annotations

from playground.rules.samplers.base import Before, Explanation, Ranked, Statistics, Tensor


class LeftToRight(Ranked):
    name = "left-to-right"
    version = "2b18ae29d54e"
    label = "Left to right"
    rule = "Keeps the first positions, as many as are due."
    explanation = Explanation(order="place", cut="rank")

    def key(self, before: Before, statistics: Statistics) -> Tensor:
        return statistics.entropy.new_ones(statistics.entropy.shape).cumsum(dim=-1)
