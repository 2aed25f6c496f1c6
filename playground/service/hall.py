"""A hall: a presenter's runs, which any number of people follow. It stays while one run follows the other.

All of it happens in one event loop, except that the runs' own threads add to their tapes.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playground.errors import HallError
from playground.service.events import Over, Refused
from playground.service.question import NO_QUESTION, NONE, Question, Stage
from playground.service.seats import Seats
from playground.service.tape import Bell, Tape

if TYPE_CHECKING:
    from playground.service.limits import Limits
    from playground.service.runs import Run
    from playground.service.turns import Visitor

PULSE_SECONDS = 15.0
"""A stream without news says after this time that it is still there, so that nothing on the way takes it for dead."""
COUNT_SECONDS = 1.0
"""Time between two counts of those who watch."""
LATE = "The first steps of this run are no longer kept; all of it is shown when it has ended."
NO_SEAT = "Nobody in this hall has this seat; open the link again."
NOTHING = "The steps of this run are no longer kept."
ENDED = "The presenter has ended this hall; what you have seen of it stays on this page."
CODE_DIGITS = 6
MOST_NAME = 64
MOST_NUMBER = 1_000_000


@dataclass(frozen=True)
class Lead:
    """Where the presenter is, for those who follow."""

    run: str
    """The run, or the example, that this is about."""
    moment: int
    """In the run: each step is one, and so is the noise that a block begins with."""
    playing: bool
    speed: float
    """In moments a second, while it plays."""
    live: bool
    """Is the presenter at the newest step, whichever that is?"""
    position: int | None
    """The cell that the presenter has chosen."""

    @classmethod
    def of(cls, values: object) -> Lead | None:
        """Reads what the presenter's page says; None for a presenter who does not lead.

        Raises:
            HallError: it is malformed.
        """
        if values is None:
            return None
        if not isinstance(values, dict) or values.keys() != cls.__dataclass_fields__.keys():
            raise HallError(f"The presenter's place must have {', '.join(cls.__dataclass_fields__)}.")
        lead = cls(**values)
        if not (
            isinstance(lead.run, str)
            and len(lead.run) <= MOST_NAME
            and _whole(lead.moment)
            and (lead.position is None or _whole(lead.position))
            and type(lead.playing) is type(lead.live) is bool
            and type(lead.speed) in (int, float)
            and 0 < lead.speed <= MOST_NUMBER
        ):
            raise HallError("The presenter's place has a value that no page would send.")
        return lead


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_NUMBER


@dataclass(eq=False)
class Hall:
    """One hall. `watch` lets people follow it; `control` lets its presenter lead and end it. Nobody can guess them."""

    visitor: Visitor
    watch: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    control: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    run: str = ""
    """The name of the run that it shows; "" for none."""
    example: str = ""
    """The name of the recorded example, or of the lesson's run, that it shows; "" for none."""
    lesson: str = ""
    """The name of the lesson that has this run; "" for an example."""
    tape: Tape = field(default_factory=lambda: Tape([]))
    place: int = 0
    """Which of the runs on the tape it shows."""
    turn: int = 0
    """How many runs and examples it has shown."""
    lead: Lead | None = None
    presenters: int = 0
    """How many pages of the presenter are open."""
    seen: float = field(default_factory=time.monotonic)
    """When the presenter was last there."""
    over: str = ""
    """Why it has ended, in one sentence; "" while it goes on."""
    question: Question | None = None
    question_text: str = NO_QUESTION
    """What everybody has been sent of it."""
    seats: Seats = field(default_factory=Seats)
    code: str = ""
    """What those who come must type, as the presenter's screen shows it; "" for nothing."""
    bell: Bell = field(default_factory=Bell)
    retelling: asyncio.Lock = field(default_factory=asyncio.Lock)

    def show(
        self, run: str = "", example: str = "", lesson: str = "", tape: Tape | None = None, place: int = 0
    ) -> None:
        """Goes to another run, which is one of those on `tape`, or to one that every page has: an example, or a
        lesson's."""
        self.tape.bells -= {self.bell}
        self.run, self.example, self.lesson, self.place, self.lead = run, example, lesson, place, None
        self.tape = tape or Tape([])
        self.tape.shared = True
        self.tape.bells |= {self.bell}
        self.turn += 1
        self.bell.ring()

    def lead_to(self, lead: Lead | None) -> None:
        """The presenter is elsewhere, or leads no more."""
        self.lead = lead
        self.bell.ring()

    def ask(self, question: Question | None) -> None:
        """Asks everybody; None takes the question back."""
        self.question = question
        self.question_text = question.message if question else NO_QUESTION
        self.bell.ring()

    def turn_to(self, stage: Stage) -> None:
        """Closes the question, or shows its answer.

        Raises:
            HallError: nothing is asked.
        """
        if self.question is None:
            raise HallError(NONE)
        self.question.stage = stage
        self.ask(self.question)

    @property
    def watchers(self) -> int:
        """How many people follow it."""
        return self.seats.taken

    def ask_code(self, asks: bool) -> None:
        """Asks those who come from now on for a new code, or for none."""
        self.code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}" if asks else ""

    def seat(self, visitor: Visitor, limits: Limits) -> str:
        """Gives a visitor a seat. Those whose vote is in stay until the question is closed.

        Raises:
            LimitError: there is none for them.
        """
        votes = self.question.votes if self.question and self.question.stage == "open" else {}
        return self.seats.add(visitor.address, limits, votes)

    def vote(self, seat: object, vote: object) -> None:
        """Takes what one who watches says to the question.

        Raises:
            HallError: nothing is asked, this is no answer, or nobody has this seat.
        """
        if not isinstance(seat, str) or seat not in self.seats:
            raise HallError(NO_SEAT)
        if self.question is None:
            raise HallError(NONE)
        self.question.vote(seat, vote)

    def end(self, sentence: str = ENDED) -> None:
        self.over = self.over or sentence
        self.tape.bells -= {self.bell}
        self.bell.ring()

    async def _late(self) -> bool:
        """Goes over to what the trace of the run says, if its tape has dropped the beginning or has only results.

        Returns:
            is the trace yet to come, because the run goes on?
        """
        async with self.retelling:
            tape, turn, lead = self.tape, self.turn, self.lead
            if not tape.results and tape.after(-1) is not None:
                return False
            run = tape.runs[self.place]
            if not run.ended:
                return True
            again = await asyncio.to_thread(_retold, run)
            if turn == self.turn:
                self.show(self.run, tape=again)
                self.lead = lead
            return False

    async def followed(self) -> AsyncGenerator[list[str], None]:
        """Yields messages for one who watches: all of the present run so far, and then what is new.

        They are those of `playground.trace.wire` and these; an empty list is a sign of life.

            hall      {kind, run, place, example, lesson}  what comes next is of this run; or this example is to be
                                                           shown, or this run of a lesson
            lead      {kind, lead}                         where the presenter is, as `Lead`; null for one who does not
            question                                       as `Question.message`, or {kind, stage: "none"}
            closed    {kind, sentence}                     the last one
        """
        sent = NO_QUESTION
        while not self.over:
            late = await self._late()
            turn, tape, place, last, lead = self.turn, self.tape, self.place, -1, None
            messages = [_message("hall", run=self.run, place=place, example=self.example, lesson=self.lesson)]
            with tape.reading():
                goes_on = True
                while goes_on:
                    news = self.bell.next()
                    new = [] if late else tape.after(last)
                    missed = tape.runs[place].ended if late else new is None
                    goes_on = turn == self.turn and not self.over and not missed
                    for message in new or []:
                        last = message.number
                        if message.run in (place, None):
                            messages.append(message.text)
                    if goes_on and lead != self.lead:
                        lead = self.lead
                        messages.append(_message("lead", lead=lead and vars(lead)))
                    if sent != self.question_text:
                        sent = self.question_text
                        messages.append(sent)
                    if late and messages:
                        messages.append(_message("waiting", sentence=LATE))
                    yield messages
                    messages = []
                    if goes_on:
                        await _until(news, PULSE_SECONDS)
        yield [_message("closed", sentence=self.over)]

    async def attended(self) -> AsyncGenerator[list[str], None]:
        """Yields messages for the presenter: `watching {kind, count, votes}`, how many watch and how many of them have
        said something to the question; the question itself; `code {kind, code}`, for which those who come are asked, ""
        for none; and `closed` as the last one."""
        counts, sent, code, quiet = (-1, -1), NO_QUESTION, "", 0.0
        while not self.over:
            now = self.watchers, len(self.question.votes) if self.question else 0
            messages = []
            if counts != now or quiet >= PULSE_SECONDS:
                counts, quiet = now, 0.0
                messages.append(_message("watching", count=now[0], votes=now[1]))
            if sent != self.question_text:
                sent = self.question_text
                messages.append(sent)
            if code != self.code:
                code = self.code
                messages.append(_message("code", code=code))
            if messages:
                yield messages
            await asyncio.sleep(COUNT_SECONDS)
            quiet += COUNT_SECONDS
        yield [_message("closed", sentence=self.over)]


def _retold(run: Run) -> Tape:
    """A run that has ended, told again."""
    trace = run.trace()
    if trace is not None:
        return Tape.retold(run, trace)
    tape = Tape([run])
    tape.append(Refused(NOTHING), 0)
    tape.append(Over())
    return tape


async def _until(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):  # `wait_for` may lose a cancellation, before Python 3.12
            await event.wait()


def _message(kind: str, **values: object) -> str:
    return json.dumps({"kind": kind, **values}, separators=(",", ":"))
