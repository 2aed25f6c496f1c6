"""Measures what pins cost: two runs of one prompt, one of them with pins, step by step in turn."""

from __future__ import annotations

import statistics as stats
import time

from playground.engine.batch import Batch
from playground.engine.models import Model, load_model
from playground.engine.row import Row
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings

ROUNDS, STEPS = 3, 48
PINNED = 32
"""How many positions of a canvas are pinned."""


def pins() -> dict[str, float]:
    model = load_model()
    words = model.tokenizer.encode(" Lily and her cat", add_special_tokens=False)
    held = {place: words[place % len(words)] for place in range(0, 3 * PINNED, 3)}
    free = whole_canvas(model)
    return {"pinned_over_free": step_ratio(model, free.replace(pins=held), free)}


def whole_canvas(model: Model) -> RunSpec:
    """A run that takes all of its steps over one canvas."""
    settings = SamplerSettings(
        draw="fast", confidence_threshold=0, max_new_tokens=model.canvas_length, max_denoising_steps=STEPS
    )
    return model.spec("Write a story about Lily, a cat and a red ball.", settings)


def step_ratio(model: Model, changed: RunSpec, plain: RunSpec) -> float:
    """Divides the median time of a step of a run by that of the same step of another, both in one process."""
    ratios: list[float] = []
    for turn in range(ROUNDS):
        batches = [Batch(model), Batch(model)]
        for batch, spec in zip(batches, (changed, plain), strict=True):
            batch.join(Row.of(model, spec))
        for step in range(STEPS):
            seconds = [0.0, 0.0]
            for side in sorted((0, 1), reverse=(turn + step) % 2 == 1):
                started = time.perf_counter()
                batches[side].step()
                seconds[side] = time.perf_counter() - started
            if step > 0:  # the first one also reads the prompt
                ratios.append(seconds[0] / seconds[1])
    return stats.median(ratios)
