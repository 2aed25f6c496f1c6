"""Tries each length of the gaps that leave it open, for whoever asks through a door for one run."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from playground.errors import EngineError
from playground.service import Ended, Order, Refused, Service, Visitor
from playground.spec.steering import lengths_of
from playground.trace.filling import sureness

if TYPE_CHECKING:
    from playground.doors.requests import RunRequest

WAIT_SECONDS = 1.0


def surest(request: RunRequest, service: Service, visitor: Visitor) -> RunRequest:
    """The request with one length for each gap of its text, with which it is surest. Blocks while all are tried.

    Raises:
        PlaygroundError: a range is not allowed, or no run came to its end.
    """
    templates = [] if request.template is None else lengths_of(request.template)
    if len(templates) < 2:
        return request
    choices = [dataclasses.replace(request, template=template) for template in templates]
    while not service.slot.wait(WAIT_SECONDS):
        pass
    specs = [choice.complete(service.slot.model) for choice in choices]
    tape = service.start(specs, visitor, Order.FREELY, recorded=[request.parent] * len(specs))
    figures, sentence = {}, "The runs that try its lengths were stopped."
    for run, event in tape.events():
        if isinstance(event, Ended) and run is not None:
            figures[run] = sureness(event.trace) or 0.0
        elif isinstance(event, Refused):
            sentence = event.sentence
    if not figures:
        raise EngineError(sentence)
    return choices[max(figures, key=lambda run: figures[run])]
