"""Measures what other samplers cost compared with the entropy bound: all on the same logits, in turn."""

from __future__ import annotations

import statistics as stats
import time
from dataclasses import replace

import torch

from playground.engine.batch import Batch
from playground.engine.models import Model, load_model
from playground.engine.randomness import Randomness
from playground.engine.row import Row
from playground.engine.step import Rules, State, advance
from playground.rules.samplers import SAMPLERS
from playground.spec.settings import KNOBS, SamplerSettings
from workshop.bench.pins import whole_canvas

ROUNDS = 40
APART = {"klass": "klass_over_entropy_bound", "gibbs": "gibbs_over_entropy_bound"}
"""Samplers that read all logits once more."""
USUAL = str(KNOBS["sampler"].default)


@torch.inference_mode()
def zoo() -> dict[str, float]:
    """Divides a step's time with a sampler by its time with the entropy bound.

    The denoiser's pass is the same, so only the rest is measured, with the fast draw, and added to a whole step.
    """
    model = load_model()
    length, vocab_size = model.canvas_length, model.vocab_size
    base = torch.randn(1, length, vocab_size, generator=torch.Generator().manual_seed(0)) * 3
    logits, earlier = torch.empty_like(base), base + torch.randn_like(base) / 20
    canvas = torch.zeros(1, length, dtype=torch.int64)
    rules = {
        name: Rules.of([SamplerSettings(sampler=name, draw="fast")], model.tokens, canvas.device) for name in SAMPLERS
    }
    # The second step of a block: the corrector corrects there, and there is a step to look back at.
    start = State.start(canvas)
    state = replace(start, step=start.step + 1)
    randomness = Randomness([torch.Generator().manual_seed(0)], canvas.device)
    extra: dict[str, list[float]] = {name: [] for name in SAMPLERS}
    for _ in range(ROUNDS):
        times = {}
        for name, sampler in SAMPLERS.items():
            logits.copy_(base)
            started = time.perf_counter()
            draws = randomness.draws("fast", length, vocab_size, sampler.uniforms)
            advance(logits, state, rules[name], draws, logits, earlier if sampler.looks_back else None)
            times[name] = time.perf_counter() - started
        for name, seconds in times.items():
            extra[name].append(seconds - times[USUAL])
    step = _step_seconds(model)
    over = {name: 1 + stats.median(seconds) / step for name, seconds in extra.items()}
    rest = [value for name, value in over.items() if name not in (*APART, USUAL)]
    return {"sampler_over_entropy_bound": max(rest)} | {figure: over[name] for name, figure in APART.items()}


def _step_seconds(model: Model) -> float:
    batch = Batch(model)
    batch.join(Row.of(model, whole_canvas(model)))
    times = []
    while len(batch):
        started = time.perf_counter()
        batch.step()
        times.append(time.perf_counter() - started)
    return stats.median(times[1:])
