"""Measures many seeds of a story: in shared passes, against one by one."""

from __future__ import annotations

import statistics as stats
import time
from collections.abc import Sequence

from playground.engine.models import Model, load_model
from playground.engine.recording import record_each
from playground.evaluation.study import with_seeds
from playground.plugins.card.measure import PROMPT
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from workshop.bench import Parts

SEEDS = 64
ROWS = 32
"""How many runs share a pass at most, as in `sweep`."""
ALONE = 8
"""How many seeds run one by one before the study, and how many after it."""
ROUNDS = 2
STEPS = 48
"""The most of each run."""


def many_seeds() -> dict[str, float]:
    """Measures tokens of text a second. Before and after the study, some of its seeds run one by one."""
    model = load_model(device="cpu", dtype="float32")
    settings = model.settings.replace(max_denoising_steps=STEPS, max_new_tokens=model.canvas_length)
    specs = with_seeds(RunSpec(prompt=Prompt(text=PROMPT), settings=settings), SEEDS)
    _rate(model, specs[:2], 2)
    ratios = []
    for _ in range(ROUNDS):
        before = _rate(model, specs[:ALONE], 1)
        shared = _rate(model, specs, ROWS)
        after = _rate(model, specs[-ALONE:], 1)
        ratios.append(shared / stats.fmean((before, after)))
    return {"seeds64_speedup": stats.median(ratios)}


def _rate(model: Model, specs: Sequence[RunSpec], rows: int) -> float:
    """Tokens of text a second, `rows` runs in a pass."""
    started = time.perf_counter()
    tokens = sum(len(trace.token_ids) for _, trace in record_each(model, specs, rows=rows))
    return tokens / (time.perf_counter() - started)


PARTS: Parts = {
    many_seeds: {"seeds64_speedup": f"tokens a second of {SEEDS} seeds of a story, {ROWS} in a pass, over one by one"}
}
