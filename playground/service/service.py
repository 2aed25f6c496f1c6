"""Service: runs specs for everyone who asks, in turn and within the limits."""

from __future__ import annotations

import dataclasses
import logging
import time
from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING

from playground.engine.ways import WAYS
from playground.errors import PlaygroundError
from playground.limits import PRIVATE, Limits
from playground.service.driver import failure
from playground.service.events import Ended, Event, Frame, Refused, Started, Waiting
from playground.service.judging import judged
from playground.service.listeners import Listeners
from playground.service.runs import Run, Runs
from playground.service.turns import Turn, Turns, ordinal
from playground.service.zero import refusal

if TYPE_CHECKING:
    from playground.recording import Recorder
    from playground.service.engine_slot import EngineSlot
    from playground.spec import RunSpec

log = logging.getLogger(__name__)

WAIT_SECONDS = 1.0
"""Time between two `Waiting` events. Each of them notices if the page has been closed."""
UNBEGUN = "Stopped before the first step."


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

    def __init__(self, slot: EngineSlot, limits: Limits = PRIVATE) -> None:
        self.slot = slot
        self.limits = dataclasses.replace(limits, runs=slot.rows)
        self.runs = Runs(limits.runs_kept)
        self.turns = Turns(self.limits)
        self.listeners = Listeners()

    def run(self, spec: RunSpec, run: Run | None = None) -> Generator[Event, None, None]:
        """Runs a spec. It takes its turn with the first event, and gives it up before the last one or when closed.

        It never raises: an error becomes a `Refused`.

        Args:
            run: whose run it is, how to stop it, and where its trace is kept; None makes one that nobody else knows.
        """
        run = self.runs.start() if run is None else run
        with closing(run):
            try:
                self.limits.check_prompt(spec.prompt.text, spec.prompt.system, len(spec.prompt.image))
                with closing(self.turns.take(run.visitor)) as turn:
                    self._meet(run)
                    recorder = yield from self._begin(spec, run, turn)
                    if recorder is not None:
                        yield from self._frames(run, recorder)
                yield Refused(UNBEGUN) if run.trace is None else Ended(run.trace)
            except Exception as error:
                yield refused(error)

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

    def _begin(self, spec: RunSpec, run: Run, turn: Turn) -> Generator[Event, None, Recorder | None]:
        """Waits for the model and the turn. Returns the run to begin now, or None if it was stopped before.

        Raises:
            PlaygroundError: as `EngineSlot.run`, before the turn has come, so that a refused run need not wait; or the
                run may exceed a limit, or nobody listens to it.
        """
        turn.wait(0)
        while not self.slot.wait(WAIT_SECONDS) and not run.stop.is_set():
            self._check_heard(run)
            yield Waiting("The model is still loading; the run starts when it is ready.")
        if run.stop.is_set():
            return None
        settings = spec.settings
        causal = WAYS[settings.way].causal
        self.limits.check_run(settings.max_new_tokens, settings.max_denoising_steps, self.slot.canvas_length, causal)
        recorder = self.slot.run(spec)
        place = turn.wait(0)
        while place and not run.stop.is_set():
            self._check_heard(run)
            yield Waiting(self._place(place), place)
            place = turn.wait(WAIT_SECONDS)
        return None if run.stop.is_set() else recorder

    def _place(self, place: int) -> str:
        seconds = self.turns.seconds(place)
        estimate = "" if seconds is None else f", for about {about(seconds)}"
        return f"You are {ordinal(place)} in the queue{estimate}; the server runs {self.limits.runs} at a time."

    def _frames(self, run: Run, recorder: Recorder) -> Generator[Event, None, None]:
        """Yields the events of a run whose turn has come.

        Raises:
            LimitError: the run took too long, or nobody listens to it.
        """
        began = time.monotonic()
        yield Started(recorder.header, recorder.token_texts)
        try:
            with closing(iter(recorder)) as frames:
                for frame in frames:
                    yield Frame(frame)
                    if run.stop.is_set():
                        break
                    if frame.finish_reason:
                        continue
                    self._check_heard(run)
                    if time.monotonic() - began > self.limits.run_seconds:
                        raise self.limits.refuse("run_seconds")
        finally:
            self.turns.lasted(time.monotonic() - began)
            run.trace = judged(recorder.trace())


def about(seconds: float) -> str:
    """Writes an estimated time in words, with suitable rounding."""
    if seconds < 90:
        rounded = max(round(seconds / 5) * 5, 1) if seconds >= 5 else max(round(seconds), 1)
        return f"{rounded} second{'s' if rounded > 1 else ''}"
    return f"{round(seconds / 60)} minutes"
