"""The tapes of this server: those that go on, and the last ones that ended, within its limits."""

from __future__ import annotations

import threading
import time

from playground.service.limits import Limits
from playground.service.runs import Run
from playground.service.tape import Tape
from playground.service.turns import NOBODY, Visitor
from playground.trace import Trace

KEPT_SECONDS = 600.0
"""The time for which the messages of a tape that has ended can be read."""


class Tapes:
    """Remembers tapes, and finds nobody one that they may not read. Thread-safe."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._tapes: list[Tape] = []
        self._lock = threading.Lock()

    def add(self, tape: Tape) -> None:
        """Remembers one more, and forgets what is too much or too old."""
        with self._lock:
            self._tapes.append(tape)
            self._tidy()

    def find(self, key: object, reader: Visitor = NOBODY) -> Tape | None:
        """The tape that `key` lets people read, if `reader` may and it is still remembered."""
        with self._lock:
            return next((tape for tape in self._tapes if tape.key == key and tape.readable(reader)), None)

    def controlled(self, control: object) -> Tape | None:
        """The tape that `control` may stop, if it is still remembered."""
        with self._lock:
            return next((tape for tape in self._tapes if tape.control == control), None)

    def of_run(self, name: object, reader: Visitor = NOBODY) -> tuple[Tape, Run] | None:
        """A run by its name, and its tape, if `reader` may read it and it is still remembered."""
        with self._lock:
            runs = ((tape, run) for tape in self._tapes for run in tape.runs if run.name == name)
            return next(((tape, run) for tape, run in runs if tape.readable(reader)), None)

    def recorded(self, name: object, reader: Visitor = NOBODY) -> Trace | None:
        """What the run called `name` recorded, if `reader` may read it, it has ended and is still remembered."""
        known = self.of_run(name, reader)
        return known[1].trace() if known and known[1].ended else None

    def live(self) -> list[Tape]:
        """Those that go on."""
        with self._lock:
            return [tape for tape in self._tapes if not tape.over]

    @property
    def readers(self) -> int:
        """How many read one of them."""
        with self._lock:
            return sum(tape.readers for tape in self._tapes)

    def __len__(self) -> int:
        return len(self._tapes)

    def _tidy(self) -> None:
        """Keeps the newest: so many runs, as many traces of studies, and so many bytes of messages."""
        now, limits = time.monotonic(), self._limits
        room = {False: limits.runs_kept, True: limits.study_traces}
        total = 0
        stays = []
        for tape in reversed(self._tapes):
            if tape.over:
                tape.slim()
                room[tape.results] -= len(tape.runs) or 1  # one of a plugin may have none
                if room[tape.results] < 0:
                    continue
                old = now - (tape.ended or now) > KEPT_SECONDS
                if (old or total + tape.bytes > limits.tapes_bytes) and not tape.shown:
                    tape.drop()
            total += tape.bytes
            stays.append(tape)
        self._tapes = stays[::-1]
