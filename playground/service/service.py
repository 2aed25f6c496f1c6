"""Service: runs specs for everyone who asks, each in its turn."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING

from playground.errors import PlaygroundError
from playground.service.driver import failure
from playground.service.events import Ended, Event, Frame, Refused, Started, Waiting
from playground.service.runs import Run, Runs
from playground.service.turns import Turn, Turns, ordinal
from playground.service.zero import refusal

if TYPE_CHECKING:
    from playground.recording import Recorder
    from playground.service.engine_slot import EngineSlot
    from playground.spec import RunSpec

log = logging.getLogger(__name__)

WAIT_SECONDS = 1.0
"""Between two signs of life while a run waits for the model or its turn: a closed page is noticed at each of them."""
MOST_WAITING = 16
UNBEGUN = "Stopped before the first step."


def refused(error: Exception) -> Refused:
    """What becomes of a run that ran into this, foreseen or not."""
    if isinstance(error, PlaygroundError):
        return Refused(str(error), error)
    if sentence := refusal(error):
        return Refused(sentence, error)
    log.error("a run failed", exc_info=error)
    return Refused(str(failure(error)), error)


class Service:
    """Decides whose turn it is; nothing above or below it makes a run wait.

    Args:
        slot: the model, and how many runs share its passes.
        most_waiting: runs that may wait for their turn; more are refused.
    """

    def __init__(self, slot: EngineSlot, *, most_waiting: int = MOST_WAITING) -> None:
        self.slot = slot
        self.runs = Runs()
        self.turns = Turns(slot.rows)
        self._most_waiting = most_waiting

    @property
    def most(self) -> int:
        """Runs that it holds at the same time, those that wait included; one more is refused at once."""
        return self.turns.most + self._most_waiting

    def run(self, spec: RunSpec, run: Run | None = None) -> Generator[Event, None, None]:
        """One run. It takes its place when the first event is asked for, and gives it up before the last, or closed.

        Never raises: what goes wrong is a `Refused`.

        Args:
            run: its name, how to stop it, and where its trace is kept; by default one that nobody else knows.
        """
        run = self.runs.start("") if run is None else run
        with closing(run):
            try:
                with closing(self.turns.take(self._most_waiting)) as turn:
                    recorder = yield from self._begin(spec, run, turn)
                    if recorder is not None:
                        yield from self._frames(run, recorder)
                yield Refused(UNBEGUN) if run.trace is None else Ended(run.trace)
            except Exception as error:
                yield refused(error)

    def _begin(self, spec: RunSpec, run: Run, turn: Turn) -> Generator[Event, None, Recorder | None]:
        """Waits for the model and the turn; the run that is to begin now, or None if it was stopped before.

        Raises:
            PlaygroundError: as `EngineSlot.run`, before the turn has come: who is refused need not wait.
        """
        while not self.slot.wait(WAIT_SECONDS) and not run.stop.is_set():
            yield Waiting("The model is still loading; the run starts when it is ready.")
        if run.stop.is_set():
            return None
        recorder = self.slot.run(spec)
        place = turn.wait(0)
        while place and not run.stop.is_set():
            yield Waiting(f"You are {ordinal(place)} in the queue; the server runs {self.turns.most} at a time.", place)
            place = turn.wait(WAIT_SECONDS)
        return None if run.stop.is_set() else recorder

    def _frames(self, run: Run, recorder: Recorder) -> Generator[Event, None, None]:
        yield Started(recorder.header, recorder.token_texts)
        try:
            with closing(iter(recorder)) as frames:
                for frame in frames:
                    yield Frame(frame)
                    if run.stop.is_set():
                        break
        finally:
            run.trace = recorder.trace()
