"""Which of the runs that are asked for together can share passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playground.engine.ways import WAYS
from playground.service.runs import Run
from playground.spec import RunSpec


@dataclass(frozen=True)
class Asked:
    """One of several runs."""

    place: int
    """Among all that are asked for, from 0."""
    spec: RunSpec
    run: Run


def sharing(asked: Sequence[Asked], most: int) -> Iterator[list[Asked]]:
    """Groups of up to `most` runs whose rows share passes, in the order in which they were asked for.

    Passes of the denoiser over whole canvases serve uniform and masked diffusion, and any prompt and settings. Runs
    that write token after token share passes only with each other.
    """
    for causal in dict.fromkeys(_causal(one) for one in asked):
        alike = [one for one in asked if _causal(one) == causal]
        yield from (alike[first : first + most] for first in range(0, len(alike), most))


def _causal(one: Asked) -> bool:
    return WAYS[one.spec.settings.way].causal
