"""Fills the gaps of a text, and finds out how long those gaps should be that leave their length open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from playground.engine.models import Model
from playground.engine.recording import record_all
from playground.engine.steering import placed
from playground.spec.run import RunSpec
from playground.spec.steering import lengths_of
from playground.trace.filling import sureness
from playground.trace.trace import Trace


@dataclass(frozen=True, kw_only=True)
class Filling:
    """A text with gaps of one length each, and the run that filled them."""

    template: str
    trace: Trace
    sureness: float
    """In nats a token; see `playground.trace.filling`."""


def fill(model: Model, spec: RunSpec, template: str) -> list[Filling]:
    """Fills a text with gaps once for each combination of lengths that it allows, in shared passes; the surest first.

    Args:
        spec: the run, without the pins of the text.

    Raises:
        SpecError: a gap has no length that is allowed, or the model has no token for something in the text.
        PlaygroundError: as `record_all`.
    """
    templates = lengths_of(template)
    traces = record_all(model, with_templates(model, spec, templates))
    return surest((each, trace) for each, trace in zip(templates, traces, strict=True))


def with_templates(model: Model, spec: RunSpec, templates: Sequence[str]) -> list[RunSpec]:
    """The run with the pins of a text with gaps, for each of several.

    Raises:
        SpecError: as `placed`, or a place is pinned already.
    """
    return [spec.replace(pins=(*spec.pins, *each.pins.items())) for each in placed(model, templates)]


def surest(filled: Iterable[tuple[str, Trace]]) -> list[Filling]:
    """Puts filled texts in order, the surest first."""
    fillings = [Filling(template=each, trace=trace, sureness=sureness(trace) or 0.0) for each, trace in filled]
    return sorted(fillings, key=lambda filling: -filling.sureness)
