"""Which form of the statistics compiled passes have: what the compiler makes of one, or a kernel of our own.

Both read the logits once, and only the device at hand can show which is faster. The kernel runs where it is, if it says
what the plain form says. Where Triton is missing, as on a CPU, there is nothing to choose.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial

import torch

from playground.engine.models import Model
from playground.engine.passes import Compiled, Shapes
from playground.engine.randomness import Randomness
from playground.engine.speed import times
from playground.engine.statistics import Measure, Statistics, statistics
from playground.engine.trial import ENTROPY, SURE

log = logging.getLogger(__name__)

DRAWS = ("exact", "fast", "greedy")


@torch.inference_mode()
def with_faster_statistics(model: Model, shapes: Shapes) -> Shapes:
    """The shapes with the form of the statistics that takes less time for a canvas; compiles what it compares."""
    try:
        from playground.engine.kernel import kernel_statistics

        trial = _Trial(model)
        if fault := trial.fault(kernel_statistics):
            log.warning("%s The compiled statistics are used.", fault)
            return shapes
        ours, theirs = trial.seconds(kernel_statistics), trial.seconds(Compiled(shapes).statistics)
    except Exception:
        log.warning("the kernel of the statistics cannot be used", exc_info=True)
        return shapes
    log.info("statistics of a canvas: %.3g ms by the kernel, %.3g ms compiled", 1000 * ours, 1000 * theirs)
    return replace(shapes, kernel=kernel_statistics) if ours < theirs else shapes


class _Trial:
    """A canvas of made-up logits of a model's size, and random numbers for each kind of draw."""

    def __init__(self, model: Model) -> None:
        generator = torch.Generator(model.device).manual_seed(0)
        size, device = (model.canvas_length, model.vocab_size), model.device
        self._logits = 4 * torch.randn(1, *size, generator=generator, device=device)
        self._temperature = torch.full((1,), 0.7, device=device)
        self._numbers = {draw: Randomness([generator], device).numbers(draw, *size) for draw in DRAWS}
        self._processed = torch.empty_like(self._logits, dtype=model.dtype)

    def fault(self, measure: Measure) -> str:
        """Where a form parts from the plain one, in a sentence; "" if they agree."""
        for draw, numbers in self._numbers.items():
            logits = self._logits.clone()
            plain = statistics(logits, self._temperature, None if numbers is None else numbers.clone(), logits)
            tried = self._run(measure, draw)
            apart = float((tried.entropy - plain.entropy).abs().mean())
            if not apart <= ENTROPY:  # also if one of them is not a number
                return f"With the {draw} draw, the kernel's entropies are {apart:.2g} nats from the plain form's."
            for name in ("sampled", "argmax"):
                same = float((getattr(tried, name) == getattr(plain, name)).float().mean())
                if same < SURE:
                    return f"With the {draw} draw, {same:.0%} of the kernel's {name} tokens are the plain form's."
        return ""

    def seconds(self, measure: Measure) -> float:
        """How long a form takes at its fastest, with the exact draw and with the fast one together."""
        return sum(min(times(partial(self._run, measure, draw), self._logits.device)) for draw in ("exact", "fast"))

    def _run(self, measure: Measure, draw: str) -> Statistics:
        # Neither form overwrites logits or numbers, so that they serve again.
        return measure(self._logits, self._temperature, self._numbers[draw], self._processed)
