"""Reads the slots of a pinned canvas: what one pass makes of them, what a later one does, and what writing puts there.

The run is an ordinary one with pins, in the only loop; reading takes the distributions of its slots from the steps. So
the first pass sees noise or masks where the slots are, and a later one sees what the sampler has kept there meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from playground.engine.batch import Batch
from playground.engine.denoise import stepped
from playground.engine.models import Model
from playground.engine.row import Row
from playground.evaluation.intervals import wilson
from playground.plugins.read.canvas import Canvas, Place
from playground.rules.ways import WAYS
from playground.spec.run import RunSpec

ROWS = 16
"""The most runs that share a pass."""
Check = Callable[[], None]
"""Called before each pass; what it raises ends the work."""
FIGURES = ("first", "last", "first_low", "first_high", "share", "low", "high")
Rows = list[dict[str, Any]]
"""Of the table: one for each label of a place, and one for what lies outside of them."""


def pinned(spec: RunSpec, canvas: Canvas, model: Model) -> RunSpec:
    """The run that holds the text of a canvas, in one block."""
    return spec.replace(pins=tuple(canvas.text.pins.items()), max_new_tokens=model.canvas_length)


def read_canvas(model: Model, spec: RunSpec, canvas: Canvas, steps: int, seeds: Sequence[int], check: Check) -> Rows:
    """Reads the places of a canvas in a run with the spec's seed, beside what runs with other seeds write there.

    Args:
        steps: the step whose pass is read last; the run's own last one if it ends before.

    Raises:
        PlaygroundError: as `Row.of` and `stepped`.
    """
    watched = [position for place in canvas.places for position in place.positions]
    held, way = pinned(spec, canvas, model), WAYS[spec.settings.way]
    specs = [held, *(held.replace(seed=seed) for seed in seeds)]
    places, step = [*canvas.places], 1
    firsts, last, written = list[list[np.ndarray]](), list[np.ndarray](), list[np.ndarray]()
    for begin in range(0, len(specs), ROWS):
        batch = Batch(model, watched=watched)
        for each in specs[begin : begin + ROWS]:
            batch.join(Row.of(model, each))
        while len(batch):
            check()
            for number, frame in stepped(batch).items():
                reads = begin + number == 0
                if frame.step == 1 or (reads and frame.step <= steps):
                    parts = batch.distributions(number).split([place.length for place in places])
                    places = [place.with_top(model, part[0]) for place, part in zip(places, parts, strict=True)]
                    seen = [place.probabilities(part) for place, part in zip(places, parts, strict=True)]
                    firsts += [seen] if frame.step == 1 else []
                    last, step = (seen, frame.step) if reads else (last, step)
                if frame.stop_reason and not reads:
                    written.append(way.standing(frame.accepted, frame.sampled_ids, frame.argmax_ids))
                if frame.stop_reason or (reads and frame.step == steps):
                    batch.leave(number)
    rows: Rows = []
    for at, place in enumerate(places):
        first, *noise = (each[at] for each in firsts)
        texts = [tuple(ids[[*place.positions]].tolist()) for ids in written]
        rows += rows_of(place, first, last=last[at], step=step, noise=noise, texts=texts)
    return rows


def rows_of(
    place: Place, first: np.ndarray, *, last: np.ndarray | None = None, step: int = 1,
    noise: Sequence[np.ndarray] = (), texts: Sequence[tuple[int, ...]] = (),
) -> Rows:  # fmt: skip
    """The rows of a place.

    Args:
        first, last: float64 (labels + 1,), its probabilities in the first pass, and in that of a later step.
        noise: the first passes of the runs that write.
        texts: the tokens that each of them wrote.
    """
    names, runs = [*place.labels.values(), None], len(texts)
    figures: dict[str, Sequence[Any]] = dict.fromkeys(FIGURES, [None] * len(names)) | {"first": first.tolist()}
    if last is not None:
        figures["last"] = last.tolist()
    if runs:
        counts = [*map(texts.count, place.labels)]
        counts.append(runs - sum(counts))
        lows, highs = zip(*(wilson(count, runs) for count in counts), strict=True)
        figures |= {"share": [count / runs for count in counts], "low": lows, "high": highs}
        figures |= {"first_low": np.min(noise, 0).tolist(), "first_high": np.max(noise, 0).tolist()}
    figures["label"], figures["kind"] = names, [*["label"] * len(place.labels), "outside"]
    slot = {"slot": place.slot + 1, "source": place.source, "tokens": place.length, "step": step, "runs": runs}
    return [slot | dict(zip(figures, row, strict=True)) for row in zip(*figures.values(), strict=True)]
