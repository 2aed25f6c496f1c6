"""Compares what a step costs with two checkpoints: one block with each, in turn."""

import statistics as stats
from collections.abc import Callable

from playground.measure import Parts
from playground.measure.model import ROUNDS, Bench
from playground.engine.models import Model


def parts(load: Callable[[], Model], load_other: Callable[[], Model]) -> Parts:
    """What to measure on two models. They are loaded when it is measured."""

    def step_over_other() -> dict[str, float]:
        first, second = Bench.of(load(), ""), Bench.of(load_other(), "")

        def seconds(bench: Bench) -> float:
            return bench.seconds([bench.row(bench.settings())])

        seconds(first), seconds(second)  # warm-up
        pairs = [(seconds(first), seconds(second)) for _ in range(ROUNDS)]
        return {"step_over_other": stats.median(a / b for a, b in pairs)}

    return {step_over_other: {"step_over_other": "time per step, encoder included, over the other's; median of pairs"}}
