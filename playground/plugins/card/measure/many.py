"""What a step costs when several rows share each pass, in both ways of writing: what a server full of readers has.

Measured for a checkpoint on this machine, computed for the 26B one on GPUs.
"""

from __future__ import annotations

import statistics as stats
from typing import Any

from playground.engine.batch import Batch
from playground.engine.full_size import full_config
from playground.engine.models import Model
from playground.plugins.card.measure.model import PROMPT, Bench, Way
from playground.plugins.card.measure.roofline import PREFIX, bounded, reported
from playground.plugins.card.rates import measure_machine
from playground.rules.cost import Machine, autoregressive_pass, denoiser_pass

ROWS = (1, 2, 4, 8, 16)
COMPUTED_ROWS = (1, 4, 16, 64, 128)
WAYS = {"denoiser": "uniform", "autoregressive": "autoregressive"}
"""What writes in a pass -> the way of writing."""
WARM_UP, STEPS, TURNS = 2, 8, 5
"""Steps that are not measured, those of which the median counts, and how often all take turns."""


def report(model: Model) -> dict[str, Any]:
    """All figures, ready for JSON, as `roofline.reported`: each pass has `rows` and `kind` too."""
    machine = measure_machine(model.device, model.dtype)
    prefix, config = len(model.encode(PROMPT)), model.module.config
    bench = Bench.of(model, "", Way(rows=max(ROWS)))
    passes = [
        {
            **_pass(config, machine, kind, rows, prefix, model.dtype.itemsize),
            "seconds": seconds,
            "run": "compiled" if bench.shapes and kind == "denoiser" else "eager",
        }
        for (kind, rows), seconds in _step_seconds(bench).items()
    ]

    def computed(gpu: Machine) -> list[dict[str, Any]]:
        return [_pass(full_config(), gpu, kind, rows, PREFIX) for kind in WAYS for rows in COMPUTED_ROWS]

    return reported(model, machine, passes, computed)


def _pass(config: Any, machine: Machine, kind: str, rows: int, prefix: int, width: float = 2) -> dict[str, Any]:
    if kind == "denoiser":
        positions, cost = config.canvas_length, denoiser_pass(config, prefix=prefix, rows=rows, width=width)
    else:
        positions, cost = 1, autoregressive_pass(config, prefix=prefix, rows=rows, width=width)
    return {"kind": kind, "rows": rows, "positions": positions, **bounded(cost, machine)}


def _step_seconds(bench: Bench) -> dict[tuple[str, int], float]:
    """The time of a whole step, draws and record included, by what writes and how many rows share the pass.

    All take turns, because other work on the machine comes and goes; each figure is the least of the turns' medians,
    since other work only adds to it.
    """

    def timed(kind: str, rows: int) -> float:
        batch = Batch(bench.model, bench.shapes)
        for seed in range(rows):
            batch.join(bench.row(bench.settings(way=WAYS[kind]), seed))
        times = []
        for _ in range(WARM_UP + STEPS):
            started = bench.now()
            batch.step()
            times.append(bench.now() - started)
        return stats.median(times[WARM_UP:])

    cases = [(kind, rows) for kind in WAYS for rows in ROWS]
    turns = [[timed(*case) for case in cases] for _ in range(TURNS)]
    return {case: min(times) for case, times in zip(cases, zip(*turns, strict=True), strict=True)}
