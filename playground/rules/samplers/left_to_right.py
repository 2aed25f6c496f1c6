"""Left to right: keep as many positions as are due, from the first one on. A control, in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.rules.samplers.base import Before, Explanation
from playground.rules.samplers.ranked import Ranked

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics


class LeftToRight(Ranked):
    name = "left-to-right"
    version = "2b18ae29d54e"
    label = "Left to right"
    rule = "Keeps the first positions, as many as are due."
    explanation = Explanation(order="place", cut="rank")

    def key(self, before: Before, found: Statistics) -> Tensor:
        return found.entropy.new_ones(found.entropy.shape).cumsum(dim=-1)
