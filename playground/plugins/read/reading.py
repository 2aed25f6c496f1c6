"""Reads the slots of a pinned canvas: what one pass makes of them, what a later one does, and what writing puts there.

The run is an ordinary one with pins, in the only loop; reading takes the distributions of its slots from the steps. So
the first pass sees noise or masks where the slots are, and a later one sees what the sampler has kept there meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from torch import Tensor

from playground.engine.batch import Batch
from playground.engine.denoise import stepped
from playground.engine.models import Model
from playground.engine.row import Row
from playground.plugins.read.canvas import Canvas, Place, with_top
from playground.rules.ways import WAYS
from playground.spec.run import RunSpec
from playground.trace.frame import StepFrame

ROWS = 16
"""The most runs that share a pass."""
Check = Callable[[], None]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One slot, read for its labels of one length."""

    place: Place
    first: np.ndarray
    """float64 (labels,): their probabilities in the first pass."""
    last: np.ndarray | None
    """The same in the last pass that was read; None where each token is written once."""
    steps: int
    """Which step that pass was, counted from 1."""


@dataclass(frozen=True, kw_only=True)
class Writing:
    """What runs wrote into one slot of the usual length."""

    place: Place
    runs: int
    counts: tuple[int, ...]
    """How many of the runs wrote each label."""
    low: np.ndarray
    """float64 (labels,): the lowest probability in the first pass of any of the runs."""
    high: np.ndarray
    """The highest."""


@dataclass(kw_only=True)
class _Run:
    """What the steps of a run have shown so far, for each place."""

    first: list[np.ndarray]
    last: list[np.ndarray]
    step: int
    ids: list[tuple[int, ...]]
    """What it has written there, once it has ended."""


def pinned(spec: RunSpec, canvas: Canvas, model: Model) -> RunSpec:
    """The run that holds the text of a canvas, in one block."""
    return spec.replace(pins=tuple(canvas.text.pins.items()), max_new_tokens=model.canvas_length)


def resolved(model: Model, spec: RunSpec, canvas: Canvas) -> Canvas:
    """A canvas whose slots all have labels: those for any token get the most probable ones of the run's first pass."""
    if all(place.labels for place in canvas.places):
        return canvas
    batch = Batch(model, watched=canvas.watched)
    number = batch.join(Row.of(model, pinned(spec, canvas, model)))
    stepped(batch)
    parts = _by_place(canvas, batch.distributions(number))
    places = (
        place if place.labels else with_top(model, place, part[0])
        for place, part in zip(canvas.places, parts, strict=True)
    )
    return replace(canvas, places=tuple(places))


def read(
    model: Model, spec: RunSpec, canvases: Sequence[Canvas], steps: int, check: Check = lambda: None
) -> list[Reading]:
    """Reads all canvases in one run each, all with the spec's seed.

    Args:
        canvases: resolved.
        steps: the step whose pass is read last; the run's own last one if it ends before.
        check: called before each pass; what it raises ends the work.

    Raises:
        PlaygroundError: as `Row.of` and `stepped`.
    """
    readings = []
    for canvas in canvases:
        (run,) = _runs(model, [pinned(spec, canvas, model)], canvas, steps, check, to_end=False)
        for place, first, last in zip(canvas.places, run.first, run.last, strict=True):
            readings.append(Reading(place=place, first=first, last=last, steps=run.step))
    return sorted(readings, key=lambda reading: (reading.place.slot, reading.place.length))


def write(
    model: Model, spec: RunSpec, canvas: Canvas, seeds: Sequence[int], check: Check = lambda: None
) -> list[Writing]:
    """Lets runs with these seeds write, and counts the labels in each slot.

    Args, raises: as `read`.
    """
    specs = [pinned(spec, canvas, model).replace(seed=seed) for seed in seeds]
    runs = [*_runs(model, specs, canvas, 1, check, to_end=True)]
    writings = []
    for at, place in enumerate(canvas.places):
        first = np.stack([run.first[at] for run in runs])
        counts = tuple(sum(run.ids[at] == label.ids for run in runs) for label in place.labels)
        writings.append(Writing(place=place, runs=len(runs), counts=counts, low=first.min(0), high=first.max(0)))
    return writings


def _runs(
    model: Model, specs: Sequence[RunSpec], canvas: Canvas, steps: int, check: Check, *, to_end: bool
) -> Iterator[_Run]:
    """Runs specs of one canvas in shared passes, each up to a step or to its end."""
    for begin in range(0, len(specs), ROWS):
        batch = Batch(model, watched=canvas.watched)
        numbers = [batch.join(Row.of(model, spec)) for spec in specs[begin : begin + ROWS]]
        runs: dict[int, _Run] = {}
        while len(batch):
            check()
            for number, frame in stepped(batch).items():
                if frame.step <= steps:
                    parts = _by_place(canvas, batch.distributions(number))
                    seen = [place.probabilities(part) for place, part in zip(canvas.places, parts, strict=True)]
                    run = runs.setdefault(number, _Run(first=seen, last=seen, step=1, ids=[]))
                    run.last, run.step = seen, frame.step
                if frame.stop_reason:
                    runs[number].ids = _written(specs[0], canvas, frame)
                if frame.stop_reason or (frame.step == steps and not to_end):
                    batch.leave(number)
        yield from (runs[number] for number in numbers)


def _by_place(canvas: Canvas, distributions: Tensor) -> Sequence[Tensor]:
    """float32 (length, V) of each place."""
    return distributions.split([place.length for place in canvas.places])


def _written(spec: RunSpec, canvas: Canvas, frame: StepFrame) -> list[tuple[int, ...]]:
    """The tokens that the last step of a block leaves in each place."""
    ids = WAYS[spec.settings.way].standing(frame.accepted, frame.sampled_ids, frame.argmax_ids)
    return [tuple(ids[place.first : place.first + place.length].tolist()) for place in canvas.places]
