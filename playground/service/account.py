"""What becomes of runs: counted for Prometheus, and logged as one line each, without anything that anybody wrote."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from playground.errors import EngineError, LimitError, PlaygroundError

if TYPE_CHECKING:
    from playground.service.runs import Run
    from playground.service.slot import Slot
    from playground.service.turns import Turns
    from playground.trace import StepFrame, Trace

log = logging.getLogger("playground.runs")

STATES = ("loading", "ready", "stopping", "failed")
SECONDS = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
ROWS = (1, 2, 4, 8, 16, 32, 64)


class Account:
    """The figures of one server. `docs/operating.md` says what each of them means."""

    def __init__(self, turns: Turns, slot: Slot) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.runs = Counter("playground_runs", "Runs that began and are over.", ["outcome"], registry=registry)
        self.refusals = Counter("playground_refusals", "Runs over before they began.", ["reason"], registry=registry)
        self.requests = Counter(
            "playground_refused_requests", "Requests answered with an error.", ["status"], registry=registry
        )
        self.going = Gauge("playground_runs_going", "Runs that have begun and are not over.", registry=registry)
        self.steps = Counter("playground_steps", "Denoising steps, of all runs.", registry=registry)
        self.rows = Histogram(
            "playground_batch_rows", "How many runs shared the pass of a step.", buckets=ROWS, registry=registry
        )
        self.waits = Histogram(
            "playground_wait_seconds", "From asking to the first step.", buckets=SECONDS, registry=registry
        )
        self.seconds = Histogram("playground_run_seconds", "Wall time of a run.", buckets=SECONDS, registry=registry)
        self._gauges: dict[str, Gauge] = {}
        self.gauge("queue_length", "Turns that wait.", lambda: turns.waiting)
        holders = Gauge("playground_holders", "Holders of the model.", ["state"], registry=registry)
        for state in STATES:
            holders.labels(state).set_function(partial(_holders, slot, state))

    def gauge(self, name: str, help: str, figure: Callable[[], float]) -> None:
        """Adds a figure that is asked for whenever all are read, as `playground_NAME`. The last one of a name is it."""
        if name not in self._gauges:
            self._gauges[name] = Gauge(f"playground_{name}", help, registry=self.registry)
        self._gauges[name].set_function(figure)

    def begin(self, run: Run) -> None:
        """A run begins."""
        run.began = time.monotonic()
        self.going.inc()

    def step(self, frame: StepFrame) -> None:
        """A run that goes on has taken a step."""
        self.steps.inc()
        self.rows.observe(frame.rows)

    def end(self, run: Run, trace: Trace) -> None:
        """A run came to its end, which the trace names."""
        self._end(run, trace.finish_reason, passes=trace.nfe, tokens=len(trace.token_ids))

    def refuse(self, run: Run, cause: Exception | None) -> None:
        """A run could not begin or go on; without a cause, it was stopped."""
        reason = "stopped" if cause is None else reason_of(cause)
        if run.began:
            self._end(run, reason, passes=run.steps)
        else:
            self.refusals.labels(reason).inc()
            _log(run, "refused", reason=reason)

    def _end(self, run: Run, outcome: str, **more: object) -> None:
        seconds = time.monotonic() - run.began
        self.seconds.observe(seconds)
        self.going.dec()
        self.runs.labels(outcome).inc()
        _log(run, outcome, **more, seconds=f"{seconds:.3f}")


def _log(run: Run, outcome: str, **more: object) -> None:
    """Logs the end of a run, with the beginning of its name, which is too short to open it with."""
    values = {"run": run.name[:6], "outcome": outcome, **more, "waited": f"{run.waited:.3f}"}
    log.info(" ".join(f"{name}={value}" for name, value in values.items()))


def _holders(slot: Slot, state: str) -> int:
    return slot.states().get(state, 0)


def reason_of(cause: Exception) -> str:
    """Why a run was refused or ended, in a word: a limit's name, `failed`, or what was wrong with what was asked."""
    match cause:
        case LimitError():
            return cause.limit
        case EngineError():
            return "failed"
        case PlaygroundError():
            return type(cause).__name__.removesuffix("Error").lower()
    return "failed"
