"""Job: carries out one request in a thread of its own: takes a turn, has the runs computed, and writes to the tape."""

from __future__ import annotations

import contextvars
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from playground.service.events import Ended, Frame, Moved, Over, Refused, Started, Waiting
from playground.service.faults import refused
from playground.service.order import Order
from playground.service.turns import Turn, ordinal

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.service.runs import Run
    from playground.service.service import Service
    from playground.service.slot import Session
    from playground.service.tape import Tape
    from playground.spec.run import RunSpec
    from playground.trace import StepFrame

WAIT_SECONDS = 1.0
"""The longest time between two looks at whether somebody still reads, and whether runs were stopped."""
UNBEGUN = "Stopped before the first step."
LOADING = "The model is still loading; the run starts when it is ready."
CLOSING = "The runs were ended because the server is being shut down; what is done stays."

Complete = Callable[["RunSpec", "Model"], "RunSpec"]


class Job:
    """One request.

    Args:
        specs: what to run, by its place among the tape's runs.
        begin: which of them begin together, as `groups` says.
        turn: it is closed at the end.
        complete: completes the only spec as soon as the model is there, such as with its settings.
    """

    def __init__(
        self,
        service: Service,
        tape: Tape,
        specs: Mapping[int, RunSpec],
        begin: Sequence[Sequence[int]],
        turn: Turn,
        order: Order,
        complete: Complete | None,
    ) -> None:
        self._service, self._tape, self._specs, self._turn, self._complete = service, tape, specs, turn, complete
        self._free = order is Order.FREELY
        self._waiting = deque(list(group) for group in begin)
        self._going: dict[int, Run] = {}
        self._prepared: dict[int, Run] = {}
        self._session: Session | None = None
        self._sentence = ""
        self._context = contextvars.copy_context()
        """That of who asks, in which a lender of devices looks for the visitor."""

    def start(self) -> None:
        """Begins."""
        threading.Thread(target=self._context.run, args=(self._carry_out,), name="job", daemon=True).start()

    def _carry_out(self) -> None:
        sentence, event = "", Refused(UNBEGUN)
        try:
            sentence = self._work()
        except Exception as error:
            event = refused(error)
        try:
            for place in self._specs:
                if not self._tape.runs[place].ended:
                    self._finish(place, event)
        finally:
            self._turn.close()
            self._tape.append(Over(sentence))

    def _work(self) -> str:
        """Brings all runs to their ends. Returns why they were ended early, if they were.

        Raises:
            PlaygroundError: nobody reads, or the model could not be loaded.
        """
        service, began = self._service, time.monotonic()
        self._look()
        self._turn.wait(0)
        while self._waiting and not service.slot.wait(WAIT_SECONDS):
            self._say(Waiting(LOADING))
            self._look()
        if not self._waiting:
            return ""
        self._session = service.slot.session()
        for place in [*self._specs][: 1 if self._free else None]:
            self._prepare(place)
        while self._waiting or self._going:
            if self._free and time.monotonic() - began > service.limits.study_seconds:
                return str(service.limits.refuse("study_seconds"))
            if self._free and service.closing.is_set():
                return CLOSING
            self._begin()
            if self._going:
                for place, item in self._session.next(WAIT_SECONDS):
                    if place in self._going:
                        self._note(place, item)
            self._look()
        return ""

    def _look(self) -> None:
        """Refuses runs that were stopped before they began.

        Raises:
            LimitError: nobody has read for too long.
            ClosingError: nothing has begun, and the server is being shut down.
        """
        if self._tape.left(self._service.limits.grace_seconds):
            raise self._service.limits.refuse("grace_seconds")
        if not self._going and not (self._free and any(run.began for run in self._tape.runs)):
            self._service.check_open()
        for place in [place for group in self._waiting for place in group if self._tape.runs[place].stop.is_set()]:
            self._finish(place, Refused(UNBEGUN))

    def _prepare(self, place: int) -> None:
        """Makes a run ready to begin, or refuses it."""
        spec = self._specs[place]
        try:
            if self._complete is not None:
                spec = self._complete(spec, self._service.slot.slot_for(spec.model).model)
            self._turn.passes = max(self._turn.passes, self._service.check_size(spec))
            self._service.slot.prepare(self._tape.runs[place], spec)
            self._prepared[place] = self._tape.runs[place]
        except Exception as error:
            self._finish(place, refused(error))

    def _begin(self) -> None:
        """Begins what there is room for. If nothing goes on, waits a moment for the turn."""
        while self._waiting and (self._room() if self._free else not self._going):
            if self._turn.rows < self._rows():  # those that were to begin first are over
                self._turn.again(self._rows())
            if not self._going and (place := self._turn.wait(0)):
                self._say(Waiting(self._queued(place), place))
                self._turn.wait(WAIT_SECONDS)
                return
            group = self._waiting[0]
            for place in [place for place in group if place not in self._prepared]:
                self._prepare(place)
            if not group:
                continue  # all of it was refused
            self._waiting.popleft()
            self._join({place: self._prepared.pop(place) for place in group})

    def _rows(self) -> int:
        """How many rows of its turn the next runs need."""
        return 1 if self._service.slot.whole else len(self._waiting[0])

    def _room(self) -> bool:
        """May one more run begin?"""
        return not self._going or (self._turn.up and (len(self._going) < self._turn.rows or self._turn.more()))

    def _join(self, prepared: Mapping[int, Run]) -> None:
        assert self._session is not None, "the model is there"
        for place, run in prepared.items():
            self._going[place] = run
            self._service.account.begin(run)
            if not self._tape.results:
                self._service.account.waits.observe(run.waited)
                self._tape.append(Started(run.live.header, *run.live.words), place)
            run.live.start()
        self._session.join(prepared)

    def _note(self, place: int, item: StepFrame | Exception | Moved) -> None:
        """Takes what is new of a run."""
        run = self._going[place]
        if isinstance(item, Exception):
            return self._finish(place, refused(item))
        if isinstance(item, Moved):
            return self._tape.append(Waiting(run.again()), place)
        if not run.take(item):
            return None
        self._service.account.step(item)
        if not self._tape.results:
            self._tape.append(Frame(item), place)
        limits = self._service.limits
        if item.finish_reason:
            return self._finish(place)
        if self._tape.runs[place].stop.is_set():
            self._leave(place)
            return self._finish(place, Refused(UNBEGUN) if self._free else None)
        if time.monotonic() - run.began > limits.run_seconds:
            self._leave(place)
            return self._finish(place, refused(limits.refuse("run_seconds")))
        return None

    def _leave(self, place: int) -> None:
        assert self._session is not None, "the run goes on in it"
        self._session.leave(place)

    def _finish(self, place: int, event: Refused | None = None) -> None:
        """A run is over: at its end, or for the reason that the event gives. The turn is given up before that is read.

        What was stopped among runs that begin freely is not mentioned, nor logged if it never began.
        """
        run, trace, notice = self._going.pop(place, None), None, ""
        if run is None:
            for group in self._waiting:
                if place in group:
                    group.remove(place)
            self._waiting = deque(group for group in self._waiting if group)
        elif not (self._free and event and event.cause is None):
            try:
                trace, notice = run.live.end(), run.notice
            except Exception as error:
                event = refused(error)
        self._tape.runs[place].close(trace)
        if not self._waiting and not self._going:
            if self._session is not None:
                self._session.close()
            self._turn.close()
        elif run is not None and self._free:
            self._turn.less()
        elif run is not None and not self._going:
            self._turn.again(self._rows())
        over, account = self._tape.runs[place], self._service.account
        if event is None:
            assert trace is not None, "a run that came to its end has one"
            account.end(over, trace)
            self._service.turns.lasted(time.monotonic() - over.began, over.steps)
            self._tape.append(Ended(trace, notice), place)
            return
        mentioned = event.cause is not None or not self._free
        if mentioned or run is not None:
            account.refuse(over, event.cause)
        if mentioned:
            self._tape.append(event, place)

    def _say(self, event: Waiting) -> None:
        if event.sentence != self._sentence:
            self._sentence = event.sentence
            self._tape.append(event)

    def _queued(self, place: int) -> str:
        seconds = self._service.turns.seconds(place)
        estimate = "" if seconds is None else f", for about {about(seconds)}"
        return (
            f"You are {ordinal(place)} in the queue{estimate}; the server runs {self._service.limits.runs} at a time."
        )


def about(seconds: float) -> str:
    """Writes an estimated time in words, with suitable rounding."""
    if seconds < 90:
        rounded = max(round(seconds / 5) * 5, 1) if seconds >= 5 else max(round(seconds), 1)
        return f"{rounded} second{'s' if rounded > 1 else ''}"
    return f"{round(seconds / 60)} minutes"
