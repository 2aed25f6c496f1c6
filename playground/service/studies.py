"""Runs a study for one visitor, as one job: so many of its runs at a time that nobody else has to wait for long."""

from __future__ import annotations

import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from playground.service.account import Line, short
from playground.service.events import Found, Over, Progress, Refused, StudyEvent, Waiting
from playground.service.judging import judged
from playground.service.turns import Turn

if TYPE_CHECKING:
    from playground.evaluation.study import Study
    from playground.limits import Limits
    from playground.service.runs import Run
    from playground.service.service import Service
    from playground.service.slot import Prepared
    from playground.spec import RunSpec
    from playground.trace import Trace

NEWS_SECONDS = 1.0
"""Time between two events while no run ends. Each of them notices if the page has been closed."""


class Rows:
    """Runs that go on at the same time, each in a thread of its own.

    Args:
        prepare: makes a run ready to begin.
        refuse: makes an error into the sentence for the reader.
        stop: ends all of them after their step; what they have so far is dropped.
        opened: begins to count and log a run, by its number and its change.
    """

    def __init__(
        self,
        prepare: Callable[[RunSpec], Prepared],
        refuse: Callable[[Exception], Refused],
        limits: Limits,
        stop: threading.Event,
        opened: Callable[[int, int], Line],
    ) -> None:
        self._prepare, self._refuse, self._limits, self._stop = prepare, refuse, limits, stop
        self._opened = opened
        self._over: queue.SimpleQueue[Found | None] = queue.SimpleQueue()
        self.going = 0

    def start(self, number: int, change: int, spec: RunSpec) -> None:
        self.going += 1
        threading.Thread(target=self._run, args=(number, change, spec), name="study", daemon=True).start()

    def wait(self, seconds: float | None) -> Found | None:
        """Returns the next run that is over; None if none is within that time, or it was stopped."""
        try:
            found = self._over.get(timeout=seconds)
        except queue.Empty:
            return None
        self.going -= 1
        return found

    def close(self) -> None:
        """Ends them all. Returns when none of them has a row of the batch any more."""
        self._stop.set()
        while self.going:
            self.wait(None)

    def _run(self, number: int, change: int, spec: RunSpec) -> None:
        found: Found | None = None
        line = self._opened(number, change)
        try:
            if trace := self._trace(spec, line):
                line.end(trace)
                found = Found(number, change, spec, trace)
            else:
                line.refuse(None)
        except Exception as error:
            refusal = self._refuse(error)
            line.refuse(refusal.cause)
            found = Found(number, change, spec, None, refusal.sentence)
        finally:
            self._over.put(found)

    def _trace(self, spec: RunSpec, line: Line) -> Trace | None:
        began, recorder = time.monotonic(), self._prepare(spec)
        line.begin()
        with closing(iter(recorder)) as frames:
            for frame in frames:
                line.step(frame)
                if frame.finish_reason:
                    continue
                if self._stop.is_set():
                    return None
                if time.monotonic() - began > self._limits.run_seconds:
                    raise self._limits.refuse("run_seconds")
        return judged(recorder.trace())


class KeptTraces:
    """The traces of a server's latest studies, packed, so that each of their runs can be opened. Thread-safe.

    Args:
        most: how many; the oldest are forgotten first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, name: str, trace: Trace) -> None:
        packed = trace.to_bytes()
        with self._lock:
            self._kept[name] = packed
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def find(self, name: str) -> bytes:
        """The trace's file; b"" if there is none, or no longer."""
        with self._lock:
            return self._kept.get(name, b"")


class Job:
    """One study of one visitor.

    It holds one turn from its beginning to its end. Whenever one of its runs ends while somebody waits, it gives up the
    room of that run; when it has none left, it queues behind the others, like a new run.
    """

    def __init__(self, service: Service, study: Study, run: Run) -> None:
        self._service, self._study, self._run = service, study, run
        self._done = 0

    def events(self, refused: Callable[[Exception], Refused]) -> Generator[StudyEvent, None, None]:
        """Yields what happens.

        Raises:
            PlaygroundError: as `Service.run` refuses runs; or the study has more runs than it may.
        """
        service, limits, run = self._service, self._service.limits, self._run
        if len(self._study) > limits.study_runs:
            raise limits.refuse("study_runs", runs=len(self._study))
        spec = self._study.runs[0]
        limits.check_prompt(spec.prompt.text, spec.prompt.system, len(spec.prompt.image))
        service.check_open()
        began, rows = time.monotonic(), Rows(service._prepared, refused, limits, run.stop, self._opened)
        ended = ""
        with closing(service.turns.take(run.visitor)) as turn, closing(rows):
            service._meet(run)
            turn.wait(0)
            while not service.slot.wait(NEWS_SECONDS) and not run.stop.is_set():
                yield self._news(Waiting("The model is still loading; the runs start when it is ready."))
            if not run.stop.is_set():
                self._check()
            waiting = self._study.specs()
            while not run.stop.is_set():
                if time.monotonic() - began > limits.study_seconds:
                    ended = str(limits.refuse("study_seconds"))
                    break
                if service.closing.is_set():
                    ended = "The study was ended because the server is being shut down; what is done stays."
                    break
                if rows.going == 0 and (place := turn.wait(0)):
                    yield self._news(Waiting(f"{service._place(place)} {self._so_far}", place))
                    turn.wait(NEWS_SECONDS)
                    continue
                if not self._fill(rows, turn, waiting) and rows.going == 0:
                    break
                yield self._wait(rows, turn)
        yield Over(self._done, len(self._study), ended)

    def _check(self) -> None:
        """Refuses what does not suit the model or the limits, before any run has begun.

        Raises:
            PlaygroundError: as `EngineSlot.run`.
        """
        for number, _, spec in self._study.specs():
            if number == 0:  # the other runs differ only in their seeds
                self._service._prepared(spec)

    def _fill(self, rows: Rows, turn: Turn, waiting: Iterator[tuple[int, int, RunSpec]]) -> bool:
        """Starts as many runs as there is room for. Returns False if no run is left to start."""
        while turn.up and (rows.going < turn.rows or turn.more()):
            asked = next(waiting, None)
            if asked is None:
                return False
            rows.start(*asked)
        return True

    def _wait(self, rows: Rows, turn: Turn) -> StudyEvent:
        before = rows.going
        found = rows.wait(NEWS_SECONDS)
        if rows.going < before:
            turn.less()
        if found is None:
            return self._news(Progress(self._done, len(self._study)))
        self._done += 1
        if found.trace is not None:
            self._service.kept.keep(f"{self._run.name}/{self._place(found.number, found.change)}", found.trace)
            self._service.turns.lasted(found.trace.header.seconds)
        return self._news(found)

    def _opened(self, number: int, change: int) -> Line:
        return Line(self._service.account, f"{short(self._run)}/{self._place(number, change)}")

    def _place(self, number: int, change: int) -> int:
        """Which of the study's runs this is."""
        return number * len(self._study.changes) + change

    def _news(self, event: StudyEvent) -> StudyEvent:
        self._service._check_heard(self._run)
        return event

    @property
    def _so_far(self) -> str:
        return f"{self._done} of {len(self._study)} runs are done." if self._done else ""
