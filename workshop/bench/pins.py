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
    """Divides the median time of a step with pins by that of the same step without, both in one process."""
    model = load_model()
    settings = SamplerSettings(
        draw="fast", confidence_threshold=0, max_new_tokens=model.canvas_length, max_denoising_steps=STEPS
    )
    free = model.spec("Write a story about Lily, a cat and a red ball.", settings)
    words = model.tokenizer.encode(" Lily and her cat", add_special_tokens=False)
    held = {place: words[place % len(words)] for place in range(0, 3 * PINNED, 3)}
    pinned = free.replace(pins=held)
    ratios: list[float] = []
    for turn in range(ROUNDS):
        batches = {name: _batch(model, spec) for name, spec in (("free", free), ("pinned", pinned))}
        for step in range(STEPS):
            times = {}
            for name in sorted(batches, reverse=(turn + step) % 2 == 1):
                started = time.perf_counter()
                batches[name].step()
                times[name] = time.perf_counter() - started
            if step > 0:  # the first one also reads the prompt
                ratios.append(times["pinned"] / times["free"])
    return {"pinned_over_free": stats.median(ratios)}


def _batch(model: Model, spec: RunSpec) -> Batch:
    batch = Batch(model)
    batch.join(Row.of(model, spec))
    return batch
