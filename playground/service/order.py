"""Order: which runs of a request begin together, and when."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.spec.run import RunSpec


class Order(enum.Enum):
    """When the runs of a request begin."""

    TOGETHER = "together"
    """As many as may share passes begin at the same step, the others after them."""
    ALONE = "alone"
    """One after the other, so that each has its passes for itself."""
    FREELY = "freely"
    """Whenever there is room that nobody waits for. A run that ends makes room, and what is stopped is dropped."""


def groups(specs: Mapping[int, RunSpec], order: Order, most: int, whole: bool) -> list[list[int]]:
    """The places of runs that begin together, in the order in which they begin.

    Passes of the denoiser over whole canvases serve uniform and masked diffusion, and any prompt and settings. Runs
    that write token after token share passes only with each other.

    Args:
        most: how many may begin together.
        whole: can only all of them begin together?
    """
    if whole:
        return [list(specs)]
    if order is not Order.TOGETHER:
        return [[place] for place in specs]
    together = []
    for causal in dict.fromkeys(spec.causal for spec in specs.values()):
        alike = [place for place, spec in specs.items() if spec.causal == causal]
        together += [alike[first : first + most] for first in range(0, len(alike), most)]
    return together
