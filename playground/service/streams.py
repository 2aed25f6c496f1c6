"""Streams: a session whose runs are computed elsewhere, and come back as iterators that block."""

from __future__ import annotations

import contextvars
import queue
import threading
from collections.abc import Callable, Generator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import closing

from playground.service.runs import Run
from playground.service.slot import News

Compute = Callable[[Mapping[int, Run], AbstractSet[int]], Generator[News, None, None]]
"""Begins runs, and yields what each step brings them. The set holds the places whose runs are still wanted."""


class Streams:
    """Reads each iterator in a thread of its own."""

    def __init__(self, compute: Compute) -> None:
        self._compute = compute
        self._going: set[int] = set()
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()

    def join(self, runs: Mapping[int, Run]) -> None:
        """More runs begin, each under a place of the caller's choice."""
        self._going |= runs.keys()
        # A lender of devices finds in the context who asks.
        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(self._read, runs), name="stream", daemon=True).start()

    def leave(self, place: int) -> None:
        """A run that goes on leaves before the next step."""
        self._going.discard(place)

    def next(self, seconds: float | None) -> News:
        """Waits for news; none within that time gives none. Some may be of runs that are over, or have left."""
        try:
            return self._news.get(timeout=seconds)
        except queue.Empty:
            return []

    def close(self) -> None:
        """All runs leave."""
        self._going.clear()

    def _read(self, runs: Mapping[int, Run]) -> None:
        try:
            with closing(self._compute(runs, self._going)) as steps:
                for news in steps:
                    self._news.put(news)
                    if not self._going & runs.keys():
                        return
        except Exception as error:
            self._news.put([(place, error) for place in runs])
