"""The runs of this server: the live ones, and the latest that have ended."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field

from playground.service.turns import NOBODY, Visitor
from playground.trace import Trace


@dataclass(eq=False)
class Run:
    """One run. Its name is for whoever may see it, `control` for whoever may stop it; nobody can guess either."""

    visitor: Visitor = NOBODY
    listeners: str = ""
    """Under which name listeners are counted; "" for a run that is not watched, such as a program's own."""
    name: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    control: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    stop: threading.Event = field(default_factory=threading.Event)
    """Set to end the run after its current step."""
    ended: bool = False
    trace: Trace | None = None
    """What it recorded, from its end until it is packed."""
    _packed: bytes = b""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def close(self) -> None:
        """It is over, whether it has begun or not; of its trace the file is kept, which is far smaller."""
        self.ended = True
        self.packed()

    def packed(self) -> bytes:
        """Its `.trace` file, made once; b"" while there is none."""
        with self._lock:
            if self.trace is not None:
                self._packed, self.trace = self.trace.to_bytes(), None
            return self._packed


class Runs:
    """Safe to use from several threads.

    Args:
        kept: how many runs are remembered after they have ended; live ones always are.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._runs: list[Run] = []
        self._lock = threading.Lock()

    def start(self, visitor: Visitor = NOBODY, listeners: str = "") -> Run:
        """A new run, which is live until it is closed."""
        run = Run(visitor, listeners)
        with self._lock:
            ended = [run for run in self._runs if run.ended]
            forgotten = set(ended[: max(len(ended) - self._kept, 0)])
            self._runs = [run for run in self._runs if run not in forgotten] + [run]
        return run

    def find(self, name: str) -> Run | None:
        """The run called `name`, if it is still remembered."""
        with self._lock:
            return next((run for run in self._runs if run.name == name), None)

    def controlled(self, control: str) -> Run | None:
        """The run that `control` may stop, if it is still remembered."""
        with self._lock:
            return next((run for run in self._runs if run.control == control), None)

    def __len__(self) -> int:
        return len(self._runs)
