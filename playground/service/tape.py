"""Tape: what has come of one request, as numbered messages. One thread writes them; anybody with its key may read.

A run does not live inside whoever reads it: it goes on while somebody does, or was said to come back.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from playground.errors import TapeError
from playground.service.events import Ended, Event, Frame, Over, Refused, Reply, Started, Waiting
from playground.service.faults import refused
from playground.service.runs import Run
from playground.service.turns import NOBODY, Visitor
from playground.trace import Trace
from playground.trace.wire import WireEncoder, message, recorded_messages

HOLD_SECONDS = 90.0
"""The time for which a reader who said that it will return may be away: a hidden page, or a network that was lost."""
SLIM_SECONDS = 60.0
"""After so long, an ended tape keeps its messages and no longer what they were made of."""
BEHIND = "Some of what happened was dropped before it was read; the trace of the run has all of it."


class Bell:
    """Wakes those who wait for news in an event loop. It can be rung from any thread."""

    def __init__(self) -> None:
        self._rounds: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}
        self._lock = threading.Lock()

    def next(self) -> asyncio.Event:
        """Set when the bell rings next. Take it before you look at what there is, and no news is missed."""
        with self._lock:
            return self._rounds.setdefault(asyncio.get_running_loop(), asyncio.Event())

    def ring(self) -> None:
        with self._lock:
            rounds, self._rounds = self._rounds, {}
        for loop, event in rounds.items():
            with suppress(RuntimeError):  # nobody waits in a loop that has ended
                loop.call_soon_threadsafe(event.set)


@dataclass(frozen=True)
class Message:
    """One message, encoded once for all readers."""

    number: int
    """Its place on the tape, from 0."""
    run: int | None
    """Which of the request's runs it is about, from 0; None for all of them."""
    sent: bytes
    """The message as a server-sent event, which all readers share."""
    event: Event | None
    """What it was made of, for readers in this process; None once the tape has been over for `SLIM_SECONDS`."""

    @classmethod
    def of(cls, number: int, run: int | None, text: str, event: Event | None) -> Message:
        """A message of JSON, as `playground.trace.wire` describes it."""
        return cls(number, run, f"id: {number}\ndata: {text}\n\n".encode(), event)

    @cached_property
    def text(self) -> str:
        """The JSON, made once for all who are sent it with something beside."""
        return self.sent.decode().partition("\ndata: ")[2].removesuffix("\n\n")

    @property
    def content(self) -> dict[str, Any]:
        """What the JSON holds."""
        return json.loads(self.sent.partition(b"\ndata: ")[2])


class Tape:
    """The messages of one request. Thread-safe.

    Args:
        runs: in the order in which they were asked for.
        owner: who asked. `playground.service.turns.NOBODY` is this program itself, whose runs need no reader.
        results: does it carry the result of each run only, instead of all steps?
        most_bytes: the messages that it may hold; the oldest are dropped first.
    """

    def __init__(
        self, runs: Sequence[Run], owner: Visitor = NOBODY, *, results: bool = False, most_bytes: int = 1 << 62
    ) -> None:
        self.runs, self.owner, self.results = tuple(runs), owner, results
        self.key = secrets.token_urlsafe(16)
        """Lets people read it. Nobody can guess it, nor `control`."""
        self.control = secrets.token_urlsafe(16)
        """Lets people stop its runs."""
        self.stopped = threading.Event()
        """Is all of it to end?"""
        self.ended: float | None = None
        """When its last message came; None while it goes on."""
        self.returns = False
        """Has a reader said that it will return?"""
        self.shared = False
        """May other logins than its owner's read it?"""
        self.bells: frozenset[Bell] = frozenset([Bell()])
        (self._bell,) = self.bells
        self._encoders, self._messages = [WireEncoder(place) for place in range(len(self.runs))], list[Message]()
        self.bytes, self._most_bytes = 0, most_bytes
        """What its messages take."""
        self.readers = 0
        """How many read it."""
        self._begin: Callable[[], None] | None = None
        self._first, self._left = 0, time.monotonic()
        self._changed = threading.Condition()

    def begins(self, begin: Callable[[], None]) -> None:
        """Has what writes it begin with its first reader; at once for this program itself, whose runs need none."""
        self._begin = begin
        if self.owner == NOBODY:
            self.begin()

    def begin(self) -> None:
        """Begins now, if nothing has. Without a reader its runs are only refused."""
        with self._changed:
            begin, self._begin = self._begin, None
        if begin is not None:
            begin()

    @classmethod
    def recorded(cls, run: Run, trace: Trace) -> Tape:
        """The tape of a run that has ended, made again from its trace."""
        tape = cls([run])
        texts = recorded_messages(trace)
        tape._messages = [
            Message.of(number, None if number == len(texts) - 1 else 0, text, None) for number, text in enumerate(texts)
        ]
        tape.ended = time.monotonic()
        return tape

    @property
    def keys(self) -> dict[str, Any]:
        """What whoever asked is told first: how to read and to stop it, and the names of its runs."""
        names = [run.name for run in self.runs]
        return {"kind": "taken", "tape": self.key, "control": self.control, "runs": names}

    @property
    def over(self) -> bool:
        return self.ended is not None

    @property
    def shown(self) -> bool:
        """Is it shown to others? Then more readers may come at any time."""
        return len(self.bells) > 1

    def readable(self, reader: Visitor) -> bool:
        """May `reader` read it? Behind a login only its owner's login may, unless it is shown to others."""
        return self.shared or self.owner.login == reader.login

    def append(self, event: Event, run: int | None = None) -> None:
        """Writes what happened to a run, or to all of them."""
        text = _about_all(event) if run is None else self._text(self._encoders[run], event)
        with self._changed:
            self._messages.append(Message.of(self._first + len(self._messages), run, text, event))
            self.bytes += len(self._messages[-1].sent)
            while self.bytes > self._most_bytes and len(self._messages) > 1:
                self.drop(1)
            if isinstance(event, Over):
                self.ended = time.monotonic()
            self._changed.notify_all()
        for bell in self.bells:
            bell.ring()

    def _text(self, wire: WireEncoder, event: Event) -> str:
        match event:
            case Waiting():
                return wire.message("waiting", sentence=event.sentence)
            case Started():
                return wire.start(event.header, "LIVE", event.token_texts)
            case Frame():
                return wire.frame(event.frame)
            case Ended(trace) if self.results:
                return wire.result(trace)
            case Ended(trace, notice):
                return wire.end(trace, notice)
            case Refused():
                return wire.message("refused", sentence=event.sentence)
        raise AssertionError("anything else is about all runs")

    def drop(self, count: int | None = None) -> None:
        """Forgets the oldest messages, or all; the traces of its runs stay."""
        with self._changed:
            dropped = self._messages[:count]
            self.bytes -= sum(len(message.sent) for message in dropped)
            del self._messages[:count]
            self._first += len(dropped)

    def slim(self) -> None:
        """Keeps only the texts of a tape that has been over for a while."""
        with self._changed:
            if self.ended is not None and not self.readers and time.monotonic() - self.ended > SLIM_SECONDS:
                self._messages = [replace(message, event=None) for message in self._messages]

    def after(self, number: int) -> list[Message] | None:
        """What follows the message of this number, -1 for all; None if some of it has been dropped."""
        with self._changed:
            at = number + 1 - self._first
            return self._messages[at:] if at >= 0 else None

    @contextmanager
    def reading(self) -> Generator[None, None, None]:
        """Somebody reads it, from here to the end of the block."""
        with self._changed:
            self.readers += 1
        self.begin()
        try:
            yield
        finally:
            with self._changed:
                self.readers -= 1
                self._left = time.monotonic()

    def left(self, grace: float) -> bool:
        """Has nobody read it for longer than `grace` seconds, or for longer than it is held?"""
        if self.readers or self.owner == NOBODY:
            return False
        return time.monotonic() - self._left > (max(grace, HOLD_SECONDS) if self.returns else grace)

    def stop(self) -> None:
        """Ends its runs after their current step; those that have not begun never do."""
        self.stopped.set()
        for run in self.runs:
            run.stop.set()
        self.begin()

    def events(self) -> Generator[tuple[int | None, Event], None, None]:
        """Yields what happens from the beginning, for readers in this process that may block: (run, event).

        Raises:
            TapeError: some of it was dropped before it was read.
        """
        number = -1
        with self.reading():
            while True:
                with self._changed:
                    while self.after(number) == []:
                        self._changed.wait()
                for message, event in _events(self.after(number)):
                    number = message.number
                    yield message.run, event
                    if isinstance(event, Over):
                        return

    async def happens(self) -> AsyncGenerator[Event, None]:
        """Yields what happens to the only run, for readers in this process. Closing it ends only this reading.

        The last event is `Refused` for a reader before whom some of it was dropped.
        """
        async with aclosing(self.each()) as events:
            try:
                async for _, event in events:
                    if not isinstance(event, Over):
                        yield event
            except TapeError as error:
                yield refused(error)

    async def each(self) -> AsyncGenerator[tuple[int | None, Event], None]:
        """As `events`, without blocking."""
        async with aclosing(self.follow()) as news:
            async for messages in news:
                for message, event in _events(messages):
                    yield message.run, event

    async def follow(self, after: int = -1, pulse: float = 15.0) -> AsyncGenerator[list[Message] | None, None]:
        """Yields what follows a message, all that there is at once. It ends with the tape.

        Args:
            after: the number of the last message that the reader has; -1 for none.
            pulse: seconds without news after which an empty list comes, as a sign of life.

        Yields:
            messages; None, after which nothing comes, if some that should follow have been dropped.
        """
        with self.reading():
            while True:
                news = self._bell.next()
                messages = self.after(after)
                if messages is None:
                    yield None
                    return
                if messages:
                    after = messages[-1].number
                    yield messages
                elif self.over:
                    return
                else:
                    try:  # `wait_for` may lose a cancellation that comes with the news, before Python 3.12
                        async with asyncio.timeout(pulse):
                            await news.wait()
                    except TimeoutError:
                        yield []


def _events(messages: Sequence[Message] | None) -> list[tuple[Message, Event]]:
    """What messages were made of.

    Raises:
        TapeError: that has been dropped.
    """
    events = [(message, message.event) for message in messages or () if message.event is not None]
    if messages is None or len(events) < len(messages):
        raise TapeError(BEHIND)
    return events


def _about_all(event: Event) -> str:
    """The message about what concerns no run in particular."""
    match event:
        case Waiting():
            return message("waiting", sentence=event.sentence)
        case Over():
            return message("over", sentence=event.sentence)
        case Reply():
            return message(event.kind, **event.values)
    raise AssertionError("anything else is about one run")
