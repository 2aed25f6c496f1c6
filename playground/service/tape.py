"""What a run has said so far, kept once for any number of people who read it, each at their own pace."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from contextlib import suppress


class Bell:
    """Wakes those who wait for news in an event loop. It can be rung from any thread."""

    def __init__(self) -> None:
        self._rounds: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}
        self._lock = threading.Lock()

    def next(self) -> asyncio.Event:
        """Set when the bell rings next. Take it before you look at what there is, and no news is missed."""
        with self._lock:
            return self._rounds.setdefault(asyncio.get_running_loop(), asyncio.Event())

    def ring(self) -> None:
        with self._lock:
            rounds, self._rounds = self._rounds, {}
        for loop, event in rounds.items():
            with suppress(RuntimeError):  # nobody waits in a loop that has ended
                loop.call_soon_threadsafe(event.set)


class Tape:
    """The messages of one run, in order. One thread writes them; any number may read.

    Args:
        listeners: the name under which the run's listeners are counted; "" for none.
    """

    def __init__(self, messages: Iterable[str] = (), listeners: str = "") -> None:
        self.messages = list(messages)
        """It only grows, so whoever has read some of them goes on from there."""
        self.listeners = listeners
        self.bells: frozenset[Bell] = frozenset()
        """Those of the halls that show the run."""

    def add(self, message: str) -> None:
        self.messages.append(message)
        for bell in self.bells:
            bell.ring()
