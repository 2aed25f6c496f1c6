"""Service: runs specs for everyone who asks, in turn and within the limits."""

from __future__ import annotations

import dataclasses
import logging
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from playground.errors import ClosingError, PlaygroundError
from playground.limits import PRIVATE, Limits
from playground.service.account import Account
from playground.service.driver import failure
from playground.service.events import Ended, Event, Frame, Moving, Refused, Started, StudyEvent, Waiting
from playground.service.groups import Asked, sharing
from playground.service.halls import Halls
from playground.service.judging import judged
from playground.service.listeners import Listeners
from playground.service.runs import Run, Runs
from playground.service.studies import Job, KeptTraces
from playground.service.turns import Turn, Turns, ordinal
from playground.service.zero import refusal

if TYPE_CHECKING:
    from playground.evaluation.study import Study
    from playground.service.slot import Prepared, Slot
    from playground.spec import RunSpec
    from playground.trace import StepFrame, Trace

log = logging.getLogger(__name__)

WAIT_SECONDS = 1.0
"""Time between two `Waiting` events. Each of them notices if the page has been closed."""
UNBEGUN = "Stopped before the first step."

News = list[tuple[int, Event]]
"""What is new of runs that were asked for together: the place of each among them, and the event."""

Adapt = Callable[["RunSpec"], "RunSpec"]


def refused(error: Exception) -> Refused:
    """Makes the event for a run that an error ended, expected or not."""
    if isinstance(error, PlaygroundError):
        return Refused(str(error), error)
    if sentence := refusal(error):
        return Refused(sentence, error)
    log.error("a run failed", exc_info=error)
    return Refused(str(failure(error)), error)


class Service:
    """Decides whose turn it is. Nothing else makes a run wait.

    Args:
        slot: the model, and how many runs share its passes.
        limits: what a run and a visitor may have; the slot's number of runs overrides `limits.runs`.
    """

    def __init__(self, slot: Slot, limits: Limits = PRIVATE) -> None:
        self.slot = slot
        self.limits = dataclasses.replace(limits, runs=slot.rows)
        self.runs = Runs(limits.runs_kept)
        self.turns = Turns(self.limits)
        self.listeners = Listeners()
        self.halls = Halls(self.limits, self.listeners)
        self.kept = KeptTraces(limits.study_traces)
        self.closing = threading.Event()
        """Set when no new run is taken any more."""
        self.account = Account(self)

    def close(self) -> None:
        """Takes no new runs, refuses those that wait, and ends halls and studies. Runs that go on may end."""
        self.closing.set()
        self.halls.close()

    def check_open(self) -> None:
        """Refuses what has not begun.

        Raises:
            ClosingError: the server is being shut down.
        """
        if self.closing.is_set():
            raise ClosingError("The server is being shut down; run this again in a minute.")

    def run(self, spec: RunSpec, run: Run | None = None, adapt: Adapt | None = None) -> Generator[Event, None, None]:
        """Runs a spec. It takes its turn with the first event, and gives it up before the last one or when closed.

        It never raises: an error becomes a `Refused`.

        Args:
            run: whose run it is, how to stop it, and where its trace is kept; None makes one that nobody else knows.
            adapt: completes the spec as soon as the model is there, such as with the model's own settings.
        """
        run = self.runs.start() if run is None else run
        with closing(self.together([spec], [run], adapt=adapt)) as all_news:
            for news in all_news:
                for _, event in news:
                    yield event

    def together(
        self,
        specs: Sequence[RunSpec | Exception],
        runs: Sequence[Run],
        *,
        alone: bool = False,
        adapt: Adapt | None = None,
    ) -> Generator[News, None, None]:
        """Runs specs for one visitor: those that can share passes as rows of one batch, the others after them.

        Each run has its own events and its own end; one that is refused leaves the others alone. It never raises.

        Args:
            specs: what to run; an error where there is no spec refuses that run.
            runs: one for each spec, as `run` takes it.
            alone: one after the other, so that each has its passes for itself.
            adapt: as `run` takes it.

        Yields:
            what is new, as pairs of a place in `specs` and an event of that run. A step of a batch comes at once.
        """
        together = self._together(specs, runs, alone, adapt)
        with self.account.opened(runs) as sheet, closing(together) as all_news:
            for news in all_news:
                for place, event in news:
                    sheet.note(place, event)
                yield news

    def _together(
        self, specs: Sequence[RunSpec | Exception], runs: Sequence[Run], alone: bool, adapt: Adapt | None
    ) -> Generator[News, None, None]:
        with ExitStack() as stack:
            for run in runs:
                stack.enter_context(closing(run))
            asked = []
            for place, (spec, run) in enumerate(zip(specs, runs, strict=True)):
                try:
                    asked.append(Asked(place, self.checked(spec), run))
                except Exception as error:
                    yield [(place, refused(error))]
            for group in sharing(asked, 1 if alone else min(self.turns.most_rows, self.slot.pass_rows)):
                yield from self._group(group, adapt)

    def study(self, study: Study, run: Run | None = None) -> Generator[StudyEvent, None, None]:
        """Runs a study as one job. Its runs share passes, and nobody waits for more of them than are running.

        It never raises: an error becomes a `Refused`. What is done stays, whatever ends it.

        Args:
            run: whose study it is and how to stop it; None makes one that nobody else knows.
        """
        run = self.runs.start() if run is None else run
        with closing(run):
            try:
                yield from Job(self, study, run).events(refused)
            except Exception as error:
                yield refused(error)

    def checked(self, spec: RunSpec | Exception) -> RunSpec:
        """Checks what need not wait for the model.

        Raises:
            LimitError: the prompt is too long.
            ClosingError: the server is being shut down.
        """
        self.check_open()
        if isinstance(spec, Exception):
            raise spec
        self.limits.check_prompt(spec.prompt.text, spec.prompt.system, len(spec.prompt.image))
        return spec

    def check_size(self, spec: RunSpec) -> None:
        """Checks what a run may take, together with the runs that it branches from.

        Raises:
            LimitError: it may exceed a limit.
            ModelError: the model is not loaded.
        """
        canvas = self.slot.canvas_length
        self.limits.check_run(*spec.size(canvas), canvas)

    def _group(self, group: Sequence[Asked], adapt: Adapt | None) -> Generator[News, None, None]:
        """Runs what shares passes, in one turn. The last end is told when the turn has been given up."""
        going = {one.place: one for one in group}
        try:
            with closing(self.turns.take(group[0].run.visitor, len(group))) as turn:
                self._meet(group[0].run)
                recorders = yield from self._begin(going, turn, adapt)
                if recorders:
                    yield from self._frames(going, recorders)
            yield [(place, self._end(one.run)) for place, one in going.items()]
        except Exception as error:
            yield [(place, refused(error)) for place in going]

    @staticmethod
    def _end(run: Run) -> Event:
        return Refused(UNBEGUN) if run.trace is None else Ended(run.trace, run.notice)

    def _meet(self, run: Run) -> None:
        """Waits for the first listener. Until then, nobody else has to wait for this run.

        Raises:
            LimitError: nobody came within `grace_seconds`.
        """
        if run.listeners and not self.listeners.come(run.listeners, self.limits.grace_seconds):
            raise self.limits.refuse("grace_seconds")

    def _check_heard(self, run: Run) -> None:
        """Checks that somebody listens.

        Raises:
            LimitError: nobody has listened for longer than `grace_seconds`.
        """
        if run.listeners and self.listeners.silent(run.listeners) > self.limits.grace_seconds:
            raise self.limits.refuse("grace_seconds")

    def _begin(
        self, going: dict[int, Asked], turn: Turn, adapt: Adapt | None
    ) -> Generator[News, None, dict[int, Prepared]]:
        """Waits for the model and the turn. Returns the runs to begin now, by place; none if they were stopped before.

        One that does not suit the model leaves `going` before the turn has come, so that a refused run need not wait.

        Raises:
            PlaygroundError: the model could not be loaded, or nobody listens.
        """
        listener = next(iter(going.values())).run
        turn.wait(0)
        while not self.slot.wait(WAIT_SECONDS) and not _stopped(going):
            self._check_heard(listener)
            self.check_open()
            sentence = "The model is still loading; the run starts when it is ready."
            yield [(place, Waiting(sentence)) for place in going]
        if _stopped(going):
            return {}
        recorders = {}
        for place, one in list(going.items()):
            try:
                recorders[place] = self._prepared(one.spec, adapt, one.run.recorded)
            except PlaygroundError as error:
                if len(going) == 1:
                    raise
                del going[place]
                yield [(place, refused(error))]
        place = turn.wait(0)
        while place and not _stopped(going):
            self._check_heard(listener)
            self.check_open()
            yield [(each, Waiting(self._place(place), place)) for each in going]
            place = turn.wait(WAIT_SECONDS)
        if _stopped(going):
            return {}
        for place in [place for place, one in going.items() if one.run.stop.is_set()]:
            del going[place], recorders[place]
            yield [(place, Refused(UNBEGUN))]
        return recorders

    def _prepared(self, spec: RunSpec, adapt: Adapt | None = None, recorded: Trace | None = None) -> Prepared:
        """Makes a run that is within the limits ready to begin.

        Raises:
            PlaygroundError: as `EngineSlot.run`; or the run may exceed a limit.
        """
        if adapt is not None:
            spec = adapt(spec)
        self.check_size(spec)
        return self.slot.run(spec, recorded)

    def _place(self, place: int) -> str:
        seconds = self.turns.seconds(place)
        estimate = "" if seconds is None else f", for about {about(seconds)}"
        return f"You are {ordinal(place)} in the queue{estimate}; the server runs {self.limits.runs} at a time."

    def _frames(self, going: dict[int, Asked], recorders: dict[int, Prepared]) -> Generator[News, None, None]:
        """Yields the events of runs whose turn has come. One that ends before the others leaves `going`.

        Raises:
            LimitError: the runs took too long, or nobody listens to them.
            EngineError: the last of them failed.
        """
        began, listener = time.monotonic(), next(iter(going.values())).run
        places, left = list(recorders), set[int]()
        yield [(place, Started(one.header, one.token_texts, one.decode)) for place, one in recorders.items()]
        try:
            with closing(self.slot.together(list(recorders.values()), left)) as steps:
                for step in steps:
                    moving: News = []
                    faults: dict[int, PlaygroundError] = {}
                    frames: dict[int, StepFrame] = {}
                    for at, frame in step:
                        if at in left:
                            continue
                        if isinstance(frame, PlaygroundError):
                            faults[places[at]] = frame
                        elif isinstance(frame, Moving):
                            moving.append((places[at], Waiting(frame.sentence)))
                        else:
                            frames[places[at]] = frame
                    yield [*moving, *((place, Frame(frame)) for place, frame in frames.items())]
                    over = {at for at, frame in frames.items() if frame.finish_reason or going[at].run.stop.is_set()}
                    if faults.keys() == going.keys():
                        raise next(iter(faults.values()))
                    last = over | faults.keys() == going.keys()
                    for place in faults.keys() | (set() if last else over):
                        left.add(places.index(place))
                        run = going.pop(place).run
                        run.notice = recorders[place].notice
                        run.trace = trace = judged(recorders[place].trace())
                        run.close()
                        yield [(place, refused(faults[place]) if place in faults else Ended(trace, run.notice))]
                    if last:
                        return
                    self._check_heard(listener)
                    if time.monotonic() - began > self.limits.run_seconds:
                        raise self.limits.refuse("run_seconds")
        finally:
            self.turns.lasted(time.monotonic() - began)
            for place, one in going.items():
                one.run.notice = recorders[place].notice
                one.run.trace = judged(recorders[place].trace())


def _stopped(going: Mapping[int, Asked]) -> bool:
    return all(one.run.stop.is_set() for one in going.values())


def about(seconds: float) -> str:
    """Writes an estimated time in words, with suitable rounding."""
    if seconds < 90:
        rounded = max(round(seconds / 5) * 5, 1) if seconds >= 5 else max(round(seconds), 1)
        return f"{rounded} second{'s' if rounded > 1 else ''}"
    return f"{round(seconds / 60)} minutes"
