"""Runs as calls of a function that ZeroGPU lends a GPU to.

What such a function takes and yields is pickled. It uses the model that the main process put on `cuda` before the page
was launched. https://huggingface.co/docs/hub/spaces-zerogpu
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from typing import TYPE_CHECKING

from playground.errors import EngineError
from playground.service.faults import failure

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.service.runs import Run
    from playground.service.slot import News
    from playground.service.streams import Compute
    from playground.spec.run import RunSpec
    from playground.trace import StepFrame

SECONDS = 120
"""The most seconds to ask for; they come out of the visitor's daily share."""
SECONDS_A_STEP = 0.15
"""A generous figure for the full checkpoint; ZeroGPU gives back what is not used."""
START_SECONDS = 15
"""The time until the weights have reached the GPU."""


def duration(specs: Sequence[RunSpec]) -> int:
    """How many seconds of GPU to ask for, with the full checkpoint's canvas of 256 tokens."""
    steps = sum(-(-spec.settings.max_new_tokens // 256) * spec.settings.max_denoising_steps for spec in specs)
    return min(SECONDS, START_SECONDS + round(steps * SECONDS_A_STEP))


def lent(model: Callable[[], Model]) -> Compute:
    """Makes a function that computes the runs of a request, one after the other, on the GPU that is lent for it, or,
    anywhere else, on the model's device.

    Args:
        model: called when the runs begin, in the process that has the GPU.
    """
    import spaces

    left = multiprocessing.RawValue("i", -1)
    """Which run is not to be computed on. Processes that are forked later share it."""

    @spaces.GPU(duration=duration)
    def frames(specs: Sequence[RunSpec]) -> Generator[tuple[int, StepFrame | EngineError], None, None]:
        from playground.engine.denoise import denoise

        for at, spec in enumerate(specs):
            try:
                for frame in denoise(model(), spec):
                    yield at, frame
                    if left.value == at:
                        break
            except Exception as error:  # of what is raised here, only the name of its class would arrive
                yield at, EngineError(str(failure(error)))

    def computed(runs: Mapping[int, Run], wanted: AbstractSet[int]) -> Generator[News, None, None]:
        places, left.value = list(runs), -1
        with closing(frames([run.row.spec for run in runs.values()])) as news:
            for at, frame in news:
                yield [(places[at], frame)]
                if places[at] not in wanted:
                    left.value = at
                over = isinstance(frame, EngineError) or frame.finish_reason or left.value == at
                if over and at + 1 < len(places):
                    runs[places[at + 1]].live.start()

    return computed
