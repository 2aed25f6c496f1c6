"""A hall: a presenter's runs, which any number of people follow. It stays while one run follows the other.

All of it happens in one event loop, except that the runs' own threads add to their tapes.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playground.plugins.hall.errors import HallError
from playground.plugins.hall.lead import Lead
from playground.plugins.hall.question import NO_QUESTION, NONE, Question, Stage
from playground.plugins.hall.seats import Seats
from playground.service.events import Over, Refused
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


@dataclass(frozen=True, eq=False)
class Lane:
    """One of the runs that a hall shows side by side: a run of this server, or one that every page has."""

    run: str = ""
    """The name of the run; "" for an example."""
    tape: Tape = field(default_factory=lambda: Tape([]))
    place: int = 0
    """Which of the runs on the tape it is."""
    example: str = ""
    """The name of a recorded example, or of a lesson's run; "" for a run of this server."""
    lesson: str = ""
    """The name of the lesson that has this run; "" for an example."""

    @property
    def name(self) -> tuple[str, str, str]:
        return self.run, self.example, self.lesson


@dataclass(eq=False)
class Hall:
    """One hall. `watch` lets people follow it; `control` lets its presenter lead and end it. Nobody can guess them."""

    visitor: Visitor
    watch: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    control: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    lanes: tuple[Lane, ...] = ()
    """What it shows, the presenter's first run first."""
    hidden: tuple[str, ...] = ()
    """What the presenter's page hides of it now, of `HIDEABLE`."""
    turn: int = 0
    """How often it has gone to other runs, or hidden something else."""
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

    def show(self, *lanes: Lane, hidden: tuple[str, ...] = ()) -> None:
        """Goes to other runs, or hides something else. A lane that it shows already goes on where everybody is."""
        shown = {lane.name: lane for lane in self.lanes}
        first = self.lanes[:1]
        self.hidden = hidden
        self._stand([shown.get(lane.name, lane) for lane in lanes])
        if self.lanes[:1] != first:
            self.lead = None  # it was about another run

    def _stand(self, lanes: Sequence[Lane]) -> None:
        for lane in self.lanes:
            lane.tape.bells -= {self.bell}
        self.lanes = tuple(lanes)
        for lane in self.lanes:
            lane.tape.shared = True
            lane.tape.bells |= {self.bell}
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
        for lane in self.lanes:
            lane.tape.bells -= {self.bell}
        self.bell.ring()

    async def _late(self, lane: Lane) -> bool:
        """Goes over to what the trace of a run says, if its tape has dropped the beginning or has only results.

        Returns:
            is the trace yet to come, because the run goes on?
        """
        async with self.retelling:
            if lane not in self.lanes or (not lane.tape.results and lane.tape.after(-1) is not None):
                return False
            run = lane.tape.runs[lane.place]
            if not run.ended:
                return True
            again = Lane(lane.run, await asyncio.to_thread(_recorded, run))
            self._stand([again if each is lane else each for each in self.lanes])
            return False

    async def followed(self) -> AsyncGenerator[list[str], None]:
        """Yields messages for one who watches: all of the present runs so far, and then what is new.

        They are those of `playground.trace.wire` and these; an empty list is a sign of life.

            hall      {kind, lanes, hidden}  these runs are shown side by side, each {run, example, lesson, anew}: a run
                                             of this server, an example, or the run of a lesson. `anew`: all of its
                                             messages follow, else only those that are new. `hidden` is of `HIDEABLE`
            lane      {kind, lane}           what comes next is of this one of them; of the first, until this is said
            lead      {kind, lead}           where the presenter is, as `Lead`; null for one who does not lead
            question                         as `Question.message`, or {kind, stage: "none"}
            closed    {kind, sentence}       the last one
        """
        sent = NO_QUESTION
        read: dict[Lane, int] = {}
        """The number of the last message of each lane that they have."""
        while not self.over:
            late = set()
            for lane in self.lanes:
                if lane.tape.results or lane.tape.after(read.get(lane, -1)) is None:
                    read.pop(lane, None)
                    if await self._late(lane):
                        late.add(lane)
            turn, lanes, lead, at = self.turn, self.lanes, None, 0
            messages = [_message("hall", lanes=[_shown(lane, read) for lane in lanes], hidden=self.hidden)]
            read = {lane: read.get(lane, -1) for lane in lanes}
            with ExitStack() as reading:
                for lane in lanes:
                    reading.enter_context(lane.tape.reading())
                goes_on = True
                while goes_on:
                    news = self.bell.next()
                    missed = False
                    for place, lane in enumerate(lanes):
                        new = [] if lane in late else lane.tape.after(read[lane])
                        missed |= lane.tape.runs[lane.place].ended if lane in late else new is None
                        for message in new or []:
                            read[lane] = message.number
                            if message.run not in (lane.place, None):
                                continue
                            if at != place:
                                at = place
                                messages.append(_message("lane", lane=place))
                            messages.append(message.text)
                    goes_on = turn == self.turn and not self.over and not missed
                    if goes_on and lead is not self.lead:  # the same place again is news: what plays starts over
                        lead = self.lead
                        messages.append(_message("lead", lead=lead and lead.model_dump()))
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
        sent, quiet = ["", NO_QUESTION, _message("code", code="")], 0.0
        while not self.over:
            votes = len(self.question.votes) if self.question else 0
            watching = _message("watching", count=self.watchers, votes=votes)
            if quiet >= PULSE_SECONDS or sent[0] != watching:
                sent[0], quiet = "", 0.0
            now = [watching, self.question_text, _message("code", code=self.code)]
            if messages := [message for message, before in zip(now, sent, strict=True) if message != before]:
                yield messages
            sent = now
            await asyncio.sleep(COUNT_SECONDS)
            quiet += COUNT_SECONDS
        yield [_message("closed", sentence=self.over)]


def _shown(lane: Lane, read: Mapping[Lane, int]) -> dict[str, object]:
    return {"run": lane.run, "example": lane.example, "lesson": lane.lesson, "anew": lane not in read}


def _recorded(run: Run) -> Tape:
    """A run that has ended, told again."""
    trace = run.trace()
    if trace is not None:
        return Tape.recorded(run, trace)
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
