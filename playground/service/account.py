"""What becomes of runs: counted for Prometheus, and logged as one line each, without anything that anybody wrote."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from playground.errors import EngineError, LimitError, PlaygroundError
from playground.service.events import Ended, Event, Frame, Refused, Started

if TYPE_CHECKING:
    from playground.service.runs import Run
    from playground.service.service import Service

log = logging.getLogger("playground.runs")

STATES = ("loading", "ready", "failed")
SECONDS = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
LEFT = "left"
"""The outcome of a run whose listener has gone."""


class Account:
    """The figures of one server. `docs/operating.md` says what each of them means."""

    def __init__(self, service: Service) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        turns, halls = service.turns, service.halls
        self.runs = Counter("playground_runs", "Runs that began and are over.", ["outcome"], registry=registry)
        self.refusals = Counter("playground_refusals", "Runs refused before they began.", ["reason"], registry=registry)
        self.requests = Counter(
            "playground_refused_requests", "Requests answered with an error.", ["status"], registry=registry
        )
        self.steps = Counter("playground_steps", "Denoising steps, of all runs.", registry=registry)
        self.waits = Histogram(
            "playground_wait_seconds", "From asking to the first step.", buckets=SECONDS, registry=registry
        )
        self.seconds = Histogram("playground_run_seconds", "Wall time of a run.", buckets=SECONDS, registry=registry)
        gauges = {
            "playground_queue_length": ("Turns that wait.", lambda: turns.waiting),
            "playground_batch_rows": ("Runs that share passes now.", lambda: turns.rows),
            "playground_watchers": ("People who follow a run in a hall.", lambda: halls.watchers),
        }
        for name, (help, figure) in gauges.items():
            Gauge(name, help, registry=registry).set_function(figure)
        replicas = Gauge("playground_replicas", "Holders of the model.", ["state"], registry=registry)
        for state in STATES:
            replicas.labels(state).set_function(partial(_holders, service, state))

    def opened(self, runs: Sequence[Run]) -> Sheet:
        """Follows runs that are asked for together, until it is closed."""
        return Sheet(self, runs)

    def close(self, line: Line, outcome: str, **more: object) -> None:
        """Logs the end of a run."""
        line.over = True
        said = {"run": line.run.name[:6], "outcome": outcome, **more, "waited": f"{line.waited:.3f}"}
        log.info(" ".join(f"{name}={value}" for name, value in said.items()))


@dataclass
class Line:
    """One run that is followed."""

    run: Run
    asked: float = field(default_factory=time.monotonic)
    began: float = 0.0
    """When its first step was to come; 0 before."""
    steps: int = 0
    over: bool = False

    @property
    def waited(self) -> float:
        return (self.began or time.monotonic()) - self.asked


class Sheet:
    """Runs that were asked for together."""

    def __init__(self, account: Account, runs: Sequence[Run]) -> None:
        self._account, self._lines = account, [Line(run) for run in runs]

    def __enter__(self) -> Sheet:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        for line in self._lines:
            if not line.over:
                self._ended(line, LEFT, line.steps)

    def note(self, place: int, event: Event) -> None:
        """Takes an event of the run at `place`."""
        account, line = self._account, self._lines[place]
        match event:
            case Started():
                line.began = time.monotonic()
                account.waits.observe(line.waited)
            case Frame():
                line.steps += 1
                account.steps.inc()
            case Ended(trace=trace):
                self._ended(line, trace.finish_reason, trace.nfe, tokens=len(trace.token_ids))
            case Refused(cause=cause) if line.began:
                self._ended(line, "stopped" if cause is None else reason_of(cause), line.steps)
            case Refused(cause=cause):
                reason = "stopped" if cause is None else reason_of(cause)
                account.refusals.labels(reason).inc()
                account.close(line, "refused", reason=reason)

    def _ended(self, line: Line, outcome: str, passes: int, **more: object) -> None:
        seconds = time.monotonic() - line.began if line.began else 0.0
        if line.began:
            self._account.seconds.observe(seconds)
        self._account.runs.labels(outcome).inc()
        self._account.close(line, outcome, passes=passes, **more, seconds=f"{seconds:.3f}")


def _holders(service: Service, state: str) -> int:
    return service.slot.states().get(state, 0)


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
