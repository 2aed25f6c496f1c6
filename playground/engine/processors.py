"""Processors: what plugins do to a run's logits between the denoiser's pass and the sampler's decision.

A run without one has its step as it is. What a processor makes of the logits is what the sampler sees, what the trace
records and what conditions the next pass; the column `moved` says how far that is from what the model gave.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Protocol

from torch import Tensor

from playground.engine.families import Conditioning
from playground.engine.statistics import Statistics
from playground.errors import SpecError
from playground.plugin_loading import plugins
from playground.rules.ways import WAYS
from playground.spec.run import RunSpec

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.engine.row import Row
    from playground.engine.step import State

Measure = Callable[[Tensor, Tensor, Tensor | None, Tensor], Statistics]
"""As `playground.engine.statistics.statistics`."""


@dataclass(frozen=True, kw_only=True)
class Pass:
    """A pass over one run's canvas."""

    model: Model
    row: Row
    state: State
    """Of one row: the canvas that the pass saw, the pins, the step."""
    conditioning: Conditioning
    """What the pass knew of the pass before, of this row."""


class Processor(Protocol):
    """Processes the logits of one run. It has no state of its own: what a run keeps, its row holds."""

    def statistics(self, now: Pass, logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor,
                   measure: Measure) -> Statistics:  # fmt: skip
        """What the sampler is told of the pass.

        Args:
            logits: float32 (1, L, V), with what is never drawn left out; may be overwritten.
            temperature, numbers, processed: as `statistics` takes them.
            measure: computes the statistics of logits.

        Raises:
            SamplerError: it cannot go on; the run then ends.
        """


Maker = Callable[[Mapping[str, Any], "Model", RunSpec], Processor]
"""Makes a processor of settings from anywhere, for a run of a model. It raises a SpecError for what cannot be."""


def processors_of(spec: RunSpec, model: Model) -> tuple[Processor, ...]:
    """Makes the processors of a run.

    Raises:
        SpecError: there is none of that name, its settings cannot be, or the run writes token after token.
    """
    if spec.processors and WAYS[spec.settings.way].causal:
        raise SpecError("Autoregressive writing has no canvas to process; uniform or masked diffusion has.")
    added = plugins().each("processors") if spec.processors else []
    makers = {name: maker for table in added for name, maker in table.items()}
    for name, _ in spec.processors:
        if name not in makers:
            allowed = f"allowed are {', '.join(sorted(makers))}" if makers else "there are none here"
            raise SpecError(f"There is no processor {name!r:.40}; {allowed}.")
    return tuple(makers[name](json.loads(text), model, spec) for name, text in spec.processors)


def processing(processors: Sequence[Processor], now: Pass, measure: Measure) -> Measure:
    """What measures a pass through processors, the last one first; without any, `measure` itself."""
    if not processors:
        return measure
    inner = reduce(lambda after, processor: partial(processor.statistics, now, measure=after), processors, measure)

    def measured(logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor) -> Statistics:
        before = logits / temperature[:, None, None]
        statistics = inner(logits, temperature, numbers, processed)
        now.row.figures["moved"] = statistics.divergence(before)[0].cpu().numpy()
        return statistics

    return measured
