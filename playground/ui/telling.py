"""A run as it is told: to the page that asked for it, and on a tape to those in a hall."""

from __future__ import annotations

import threading
from collections.abc import Generator
from types import TracebackType

from playground.service import Ended, Event, Frame, Refused, Started, Waiting
from playground.service.runs import Run
from playground.service.tape import Tape
from playground.trace.wire import WireEncoder

MOST_TICKET = 64
"""Characters of a ticket."""


class Telling:
    """Turns the events of a run into messages, from the first to the last.

    While a hall shows the run, it goes on for those there even if the page that asked for it has gone.

    Args:
        ticket: by which the page recognises the first message; cut to `MOST_TICKET` characters.
        events: closed at the end; None if someone else reads and closes them.
    """

    def __init__(self, run: Run, ticket: str, events: Generator[Event, None, None] | None = None) -> None:
        self._run, self._events, self._wire = run, events, WireEncoder(run.name)
        self.taken = self._wire.taken(ticket[:MOST_TICKET], run.control)
        # Those who watch may not stop it, so their first message has no control.
        self._tape = run.tape = Tape([WireEncoder(run.name).taken("", "")], run.listeners)

    def message(self, event: Event) -> str:
        message = message_of(self._wire, event)
        self._tape.add(message)
        return message

    def __enter__(self) -> Telling:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if kind is GeneratorExit and self._tape.bells and self._events is not None:
            threading.Thread(target=self._rest, name="hall", daemon=True).start()
        else:
            self._close()

    def _rest(self) -> None:
        """Tells the rest to the hall alone. The service ends the run once nobody is left in it."""
        assert self._events is not None
        try:
            for event in self._events:
                self.message(event)
        finally:
            self._close()

    def _close(self) -> None:
        if self._events is not None:
            self._events.close()
        self._run.close()
        self._run.tape = None


def message_of(wire: WireEncoder, event: Event) -> str:
    """The message for an event."""
    match event:
        case Waiting():
            return wire.waiting(event.sentence)
        case Started():
            return wire.start(event.header, "LIVE", event.token_texts)
        case Frame():
            return wire.frame(event.frame)
        case Ended(trace, notice):
            return wire.end(
                trace.finish_reason, trace.header.seconds, trace.text, trace.thought, notice, trace.header.verdict
            )
        case Refused():
            return wire.refused(event.sentence)
