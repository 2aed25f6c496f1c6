"""Reads the slots of a pinned canvas: what one pass makes of them, what a later one does, and what writing puts there.

The run is an ordinary one with pins, in the only loop; reading takes the distributions of its slots from the steps. So
the first pass sees noise or masks where the slots are, and a later one sees what the sampler has kept there meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from playground.engine.batch import Batch
from playground.engine.denoise import stepped
from playground.engine.models import Model
from playground.engine.row import Row
from playground.evaluation.intervals import wilson
from playground.plugins.read.canvas import Canvas, Place
from playground.rules.ways import WAYS
from playground.service.slot import Check
from playground.spec.run import RunSpec

ROWS = 16
"""The most runs that share a pass."""
FIGURES = ("first", "last", "first_low", "first_high", "share", "low", "high")
Rows = list[dict[str, Any]]
"""Of the table: one for each label of a place, and one for what lies outside of them."""


def read_canvas(model: Model, spec: RunSpec, canvas: Canvas, steps: int, seeds: Sequence[int], check: Check) -> Rows:
    """Reads the places of a canvas in a run with the spec's seed, beside what runs with other seeds write there.

    Args:
        steps: the step whose pass is read last; the run's own last one if it ends before.
        check: called before each pass; what it raises ends the work.

    Raises:
        PlaygroundError: as `Row.of` and `stepped`.
    """
    held, way = spec.replace(pins=tuple(canvas.text.pins.items())), WAYS[spec.settings.way]
    places, step, last = [*canvas.places], 0, list[np.ndarray]()
    firsts, written = list[list[np.ndarray]](), list[np.ndarray]()
    specs = [held, *(held.replace(seed=seed) for seed in seeds)]
    for begin in range(0, len(specs), ROWS):
        batch = Batch(model, watched=[position for place in places for position in place.positions])
        for each in specs[begin : begin + ROWS]:
            batch.join(Row.of(model, each))
        while len(batch):
            check()
            for number, frame in stepped(batch).items():
                reads = begin + number == 0
                if reads or frame.step == 1:
                    parts = batch.distributions(number).split([place.length for place in places])
                    places = [place.with_top(model, part[0]) for place, part in zip(places, parts, strict=True)]
                    seen = [place.probabilities(part) for place, part in zip(places, parts, strict=True)]
                    if frame.step == 1:
                        firsts.append(seen)
                    if reads:
                        last, step = seen, frame.step
                if reads and frame.step == steps:
                    batch.leave(number)
                elif frame.finish_reason and not reads:
                    written.append(way.standing(frame.accepted, frame.sampled_ids, frame.argmax_ids))
    rows: Rows = []
    for at, place in enumerate(places):
        texts = [tuple(ids[[*place.positions]].tolist()) for ids in written]
        rows += rows_of(place, np.stack([each[at] for each in firsts]), last[at], step, texts)
    return rows


def rows_of(
    place: Place, firsts: np.ndarray, last: np.ndarray | None = None, step: int = 1, texts: Sequence[Sequence[int]] = ()
) -> Rows:
    """The rows of a place.

    Args:
        firsts: float64 (1 + runs, labels + 1), its probabilities in the first pass: as read, then in each run.
        last: float64 (labels + 1,), those of a later step; None token after token, which has none.
        texts: the tokens that each run wrote.
    """
    names, runs = [*place.labels.values(), None], len(texts)
    figures: dict[str, Sequence[Any]] = dict.fromkeys(FIGURES, [None] * len(names)) | {"first": firsts[0].tolist()}
    if last is not None:
        figures["last"] = last.tolist()
    if runs:
        counts = [*map(texts.count, place.labels)]
        counts.append(runs - sum(counts))
        lows, highs = zip(*(wilson(count, runs) for count in counts), strict=True)
        figures |= {"share": [count / runs for count in counts], "low": lows, "high": highs}
        figures |= {"first_low": firsts[1:].min(0).tolist(), "first_high": firsts[1:].max(0).tolist()}
    kinds, joint = [*["label"] * len(place.labels), "outside"], "chain" if last is None else "product"
    slot = {"slot": place.slot.number, "source": place.slot.source, "tokens": place.length, "joint": joint}
    return [
        {**slot, "kind": kind, "label": name, **dict(zip(figures, row, strict=True)), "step": step, "runs": runs}
        for kind, name, *row in zip(kinds, names, *figures.values(), strict=True)
    ]
