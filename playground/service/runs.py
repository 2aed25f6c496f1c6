"""The runs of this server: those that are live, and the last ones that ended."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field

from playground.service.tape import Tape
from playground.service.turns import NOBODY, Visitor
from playground.trace import Trace


@dataclass(eq=False)
class Run:
    """One run. Its `name` lets people see it, and `control` lets them stop it. Nobody can guess either."""

    visitor: Visitor = NOBODY
    listeners: str = ""
    """The name under which its listeners are counted; "" for a run that needs none, such as a program's own."""
    name: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    control: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    stop: threading.Event = field(default_factory=threading.Event)
    """Setting it ends the run after its current step."""
    ended: bool = False
    recorded: Trace | None = None
    """What the run recorded that this one branches from, if the server has it."""
    notice: str = ""
    """One sentence for the reader about how it was made, if that was not as usual."""
    trace: Trace | None = None
    """What it recorded; set from its end until it is packed."""
    tape: Tape | None = None
    """What the page has heard of it so far, while it goes on, so that others can follow it."""
    told: list[str] = field(default_factory=list)
    """Of a study: the messages about its runs so far, for a reader that has lost some."""
    _packed: bytes = b""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def close(self) -> None:
        """Marks the run as ended, whether it began or not. Keeps only the trace's file, which is far smaller."""
        self.ended = True
        self.packed()

    def packed(self) -> bytes:
        """Returns its `.trace` file, which is made only once; b"" if there is none yet."""
        with self._lock:
            if self.trace is not None:
                self._packed, self.trace = self.trace.to_bytes(), None
            return self._packed


class Runs:
    """Remembers runs. Thread-safe.

    Args:
        kept: how many ended runs to remember; live ones are always remembered.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._runs: list[Run] = []
        self._lock = threading.Lock()

    def start(self, visitor: Visitor = NOBODY, listeners: str = "") -> Run:
        """Makes a new run, which is live until it is closed."""
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

    def recorded(self, name: object) -> Trace | None:
        """What the run called `name` recorded, if it has ended and is still remembered."""
        run = self.find(name) if isinstance(name, str) else None
        packed = run.packed() if run and run.ended else b""
        return Trace.from_bytes(packed) if packed else None

    def live(self) -> list[Run]:
        """Those that have not ended."""
        with self._lock:
            return [run for run in self._runs if not run.ended]

    def controlled(self, control: str) -> Run | None:
        """The run that `control` may stop, if it is still remembered."""
        with self._lock:
            return next((run for run in self._runs if run.control == control), None)

    def __len__(self) -> int:
        return len(self._runs)
