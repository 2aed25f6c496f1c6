"""Run: one run of a request. Its name lets people have its trace once it has ended."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field

from playground.trace import Trace


@dataclass(eq=False)
class Run:
    """One run."""

    recorded: Trace | None = None
    """What the run recorded that this one branches from, if the server has it."""
    name: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    """Nobody can guess it."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Setting it ends the run after its current step."""
    ended: bool = False
    packed: bytes = b""
    """Its `.trace` file, which is far smaller than the trace; b"" if it recorded nothing."""

    def close(self, trace: Trace | None = None) -> None:
        """Marks the run as ended, whether it began or not."""
        self.packed = trace.to_bytes() if trace else b""
        self.ended = True

    def trace(self) -> Trace | None:
        """What it recorded; None if there is nothing."""
        return Trace.from_bytes(self.packed) if self.packed else None
