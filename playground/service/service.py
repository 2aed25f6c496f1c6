"""Service: takes requests for runs, and has each carried out in turn and within the limits."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from playground.errors import ClosingError, SpecError
from playground.plugin_loading import plugins
from playground.service.account import Account
from playground.service.faults import refused
from playground.service.job import Complete, Job
from playground.service.limits import PRIVATE, Limits
from playground.service.order import Order, groups
from playground.service.runs import Run
from playground.service.tape import Tape
from playground.service.tapes import Tapes
from playground.service.turns import NOBODY, Turns, Visitor

if TYPE_CHECKING:
    from playground.service.slot import Slot
    from playground.spec.run import RunSpec
    from playground.trace import Trace

MOST_TOGETHER = 4
"""Runs that one request may ask for with all of their steps: the lanes of a comparison."""


class Service:
    """Decides whose turn it is. Nothing else makes a run wait.

    Args:
        slot: the model, and how many runs share its passes.
        limits: what a run and a visitor may have; the slot's number of runs overrides `limits.runs`.
    """

    def __init__(self, slot: Slot, limits: Limits = PRIVATE) -> None:
        self.slot = slot
        self.limits = dataclasses.replace(limits, runs=slot.rows)
        self.tapes = Tapes(limits)
        self.turns = Turns(self.limits)
        self.closing = threading.Event()
        """Set when no new run is taken any more."""
        self.account = Account(self.turns, slot)
        self._ends: list[Callable[[], None]] = []

    def close(self) -> None:
        """Takes no new runs, refuses those that wait, and ends studies and what else ends with it. Runs that go on may
        end."""
        self.closing.set()
        for end in self._ends:
            end()
        for tape in self.tapes.live():
            tape.begin()

    def when_closing(self, end: Callable[[], None]) -> None:
        """Has something end with it: what people have open who make no runs."""
        self._ends.append(end)

    def check_open(self) -> None:
        """Refuses what has not begun.

        Raises:
            ClosingError: the server is being shut down.
        """
        if self.closing.is_set():
            raise ClosingError("The server is being shut down; run this again in a minute.")

    def start(
        self,
        specs: Sequence[RunSpec | Exception],
        visitor: Visitor = NOBODY,
        order: Order = Order.TOGETHER,
        *,
        recorded: Sequence[Trace | None] = (),
        complete: Complete | None = None,
    ) -> Tape:
        """Takes a request, and returns its tape at once. It is carried out as soon as somebody reads that.

        Each run has its own messages and its own end; one that is refused leaves the others alone.

        Args:
            specs: what to run; an error where there is no spec refuses that run.
            visitor: who asks. Runs of anybody else than `NOBODY` end when nobody reads their tape; before it is read,
                they hold a place in the queue, for the grace time, and no turn.
            order: runs that begin freely may be many, and their tape has only their results.
            recorded: for each run, the trace of the run that it branches from, if it is known.
            complete: completes the only spec as soon as the model is there, such as with its settings.

        Raises:
            PlaygroundError: none of it can begin.
        """
        runs = [Run(trace) for trace in (recorded or [None] * len(specs))]
        try:
            return self._start(specs, runs, visitor, order, complete)
        except Exception as error:
            for run in runs:
                self.account.refuse(run, error)
            raise

    def _start(
        self,
        specs: Sequence[RunSpec | Exception],
        runs: Sequence[Run],
        visitor: Visitor,
        order: Order,
        complete: Complete | None,
    ) -> Tape:
        self.check_open()
        for tape in self.tapes.live():
            if tape.left(self.limits.grace_seconds):
                tape.begin()  # who asked never came: its runs are refused, and give up their place
        free = order is Order.FREELY
        if free and len(specs) > self.limits.study_runs:
            raise self.limits.refuse("study_runs", runs=len(specs))
        if not specs or (not free and len(specs) > MOST_TOGETHER):
            raise SpecError(f"Runs that are asked for together must be a list of 1 to {MOST_TOGETHER} specs.")
        suitable: dict[int, RunSpec] = {}
        errors: dict[int, Exception] = {}
        for place, spec in enumerate(specs):
            try:
                suitable[place] = self.checked(spec)
            except Exception as error:
                errors[place] = error
        if not suitable:
            raise errors[0]
        most = min(self.turns.most_rows, self.slot.pass_rows)
        begin = groups(suitable, order, most, self.slot.whole)
        turn = self.turns.take(visitor, 1 if self.slot.whole else len(begin[0]))
        tape = Tape(runs, visitor, results=free, most_bytes=self.limits.tape_bytes)
        self.tapes.add(tape)
        job = Job(self, tape, suitable, begin, turn, order, complete)
        for place, fault in errors.items():
            runs[place].close()
            self.account.refuse(runs[place], fault)
            tape.append(refused(fault), place)
        tape.begins(job.start)
        return tape

    def checked(self, spec: RunSpec | Exception) -> RunSpec:
        """Checks what need not wait for the model.

        Raises:
            LimitError: the prompt is too long.
        """
        if isinstance(spec, Exception):
            raise spec
        self.limits.check_prompt(spec.prompt.text, spec.prompt.system, len(spec.prompt.image))
        return spec

    def check_size(self, spec: RunSpec) -> int:
        """Checks what a run may take, together with the runs that it branches from. Returns the most passes.

        Raises:
            LimitError: it may exceed a limit.
            ModelError: the model is not loaded.
            PlaygroundError: a plugin cannot read the settings of its own.
        """
        model = self.slot.slot_for(spec.model).model
        tokens, passes = spec.size(
            model.canvas_length, lambda run, steps: sum(plugins().each("added_passes", spec=run, steps=steps))
        )
        self.limits.check_run(tokens, passes, model.canvas_length)
        return passes
