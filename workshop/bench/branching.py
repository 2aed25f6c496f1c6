"""Measures how soon a branch goes on whose moment is kept, and what a look inside a position costs."""

from __future__ import annotations

import statistics
import time

from playground.engine.batch import Batch
from playground.engine.models import load_model
from playground.engine.moment import Origin
from playground.engine.row import Row
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.trace.branching import branch
from workshop.bench import Parts

STEP = 24
"""The step that is branched from and looked into: the middle of a block's 48."""
ROUNDS = 9


def steering() -> dict[str, float]:
    """Takes turns between a step, the start of a branch from a kept moment, and a look inside the step after it."""
    from playground.plugins.inside.look import look

    model = load_model()
    settings = model.settings.replace(confidence_threshold=0.0, max_new_tokens=model.canvas_length)
    spec = RunSpec(prompt=Prompt(text="Write a story about Lily, a cat and a red ball."), settings=settings)
    spec = spec.meant_for(model.name, model.revision)
    batch, frames, steps = Batch(model, keeps=True), [], []
    number = batch.join(Row.of(model, spec))
    while len(frames) < STEP:
        started = time.perf_counter()
        frames += batch.step().values()
        steps.append(time.perf_counter() - started)
    origin = Origin(moment=batch.moments[number], frames=frames)
    beyond, looks = [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        fresh = Batch(model, keeps=True)
        joined = fresh.join(Row.of(model, branch(spec, STEP)), origin)
        fresh.before(joined)
        fresh.step()
        branched = time.perf_counter()
        fresh.step()
        steps.append(time.perf_counter() - branched)
        beyond.append(branched - started - steps[-1])
        started = time.perf_counter()
        look(model, spec, 5, block=1, step=STEP + 1, origin=origin)
        looks.append(time.perf_counter() - started)
    step = statistics.median(steps)
    return {
        "branch_start_ms_beyond_a_step": 1000 * statistics.median(beyond),
        "look_inside_over_step": statistics.median(looks) / step,
    }


PARTS: Parts = {
    steering: {
        "branch_start_ms_beyond_a_step": "ms from asking for a branch to its first step, less a step, its moment kept",
        "look_inside_over_step": "a look inside one position, attention both ways, over a step, its moment kept",
    },
}
