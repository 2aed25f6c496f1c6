"""The runs that this server has made lately, each under a name that only who began it knows."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from playground.trace import Trace

MOST_RUNS = 64
"""Runs remembered; the oldest is forgotten first."""
MOST_NAME = 64
"""Characters of a run's name."""


@dataclass
class Run:
    name: str
    stop: threading.Event = field(default_factory=threading.Event)
    """Set to end the run after its current step."""
    started: bool = False
    ended: bool = False
    trace: Trace | None = None
    """What it recorded; None until it has ended."""

    def close(self) -> None:
        """It is over, whether it has begun or not."""
        self.ended = True


class Runs:
    """Bounded, safe to use from several threads."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, name: str) -> Run | None:
        """The run called `name`, if it is still remembered."""
        with self._lock:
            return self._runs.get(name) if isinstance(name, str) else None

    def get(self, name: str) -> Run:
        """The run called `name`, which is made if there is none: a stop may come before the run's turn in the queue."""
        name = name if isinstance(name, str) and 0 < len(name) <= MOST_NAME else secrets.token_hex(16)
        with self._lock:
            run = self._runs.setdefault(name, Run(name))
            self._runs.move_to_end(name)
            while len(self._runs) > MOST_RUNS:
                self._runs.popitem(last=False)
            return run

    def start(self, name: str) -> Run:
        """The run for a generation that begins now; a name that was used before gets a new one instead."""
        run = self.get(name)
        with self._lock:
            fresh, run.started = not run.started, True
        return run if fresh else self.start("")
