"""Tries each length of the gaps that leave it open, for whoever asks through a door for one run."""

from __future__ import annotations

import dataclasses
import threading
from contextlib import aclosing
from typing import TYPE_CHECKING

from anyio.to_thread import run_sync

from playground.errors import EngineError, LimitError
from playground.service import Ended, Order, Refused, Service, Visitor
from playground.spec.run import RunSpec
from playground.spec.steering import lengths_of
from playground.trace.filling import sureness

if TYPE_CHECKING:
    from playground.service.requests import Completion
    from playground.trace import Trace

MOST = 4
"""How many requests may try lengths at a time."""
_free = threading.BoundedSemaphore(MOST)


async def surest(
    spec: RunSpec, completion: Completion, parent: Trace | None, service: Service, visitor: Visitor
) -> Completion:
    """The completion with one length for each gap of its text, with which the run is surest.

    Cancelled, it ends the runs that try them.

    Raises:
        PlaygroundError: a range is not allowed, the model is still loading, MOST others are trying theirs, or no run
            came to its end.
    """
    templates = [] if completion.template is None else lengths_of(completion.template)
    if len(templates) < 2:
        return completion
    from playground.engine.filling import with_templates

    model = service.slot.slot_for(spec.model).model
    without = dataclasses.replace(completion, template=None)
    specs = await run_sync(lambda: with_templates(model, without(spec, model), templates))
    if not _free.acquire(blocking=False):
        raise LimitError("Others are trying lengths of gaps; try again in a moment, or give each gap one length.")
    try:
        return dataclasses.replace(completion, template=templates[await _surest(specs, parent, service, visitor)])
    finally:
        _free.release()


async def _surest(specs: list[RunSpec], parent: Trace | None, service: Service, visitor: Visitor) -> int:
    """Runs the specs and returns the place of the surest one."""
    tape = service.start(specs, visitor, Order.FREELY, recorded=[parent] * len(specs))
    figures, sentence = {}, "The runs that try its lengths were stopped."
    try:
        async with aclosing(tape.each()) as events:
            async for run, event in events:
                if isinstance(event, Ended) and run is not None:
                    figures[run] = sureness(event.trace) or 0.0
                elif isinstance(event, Refused):
                    sentence = event.sentence
    finally:
        tape.stop()
    if not figures:
        raise EngineError(sentence)
    return max(figures, key=lambda run: figures[run])
