"""Counts who listens to what, because a run must not go on if nobody listens to it."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Generator
from contextlib import contextmanager

REMEMBERED = 4096
"""Names whose last listener is remembered after it has gone."""


class Listeners:
    """Counts who listens under which name. Safe to use from several threads."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()
        self._left: OrderedDict[str, float] = OrderedDict()
        self._changed = threading.Condition()

    @contextmanager
    def listening(self, name: str) -> Generator[None, None, None]:
        """Somebody listens to what is called `name`, from here to the end of the block."""
        with self._changed:
            self._here[name] += 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._here[name] -= 1
                if not self._here[name]:
                    del self._here[name]
                    self._left[name] = time.monotonic()
                    self._left.move_to_end(name)
                    while len(self._left) > REMEMBERED:
                        self._left.popitem(last=False)

    def __len__(self) -> int:
        """How many names have listeners."""
        return len(self._here)

    def come(self, name: str, seconds: float) -> bool:
        """Waits until somebody listens to `name`, `seconds` at most; has anybody come?"""
        with self._changed:
            return self._changed.wait_for(lambda: name in self._here, seconds)

    def silent(self, name: str) -> float:
        """Seconds since somebody listened to `name`: 0 while someone does, infinite where nobody ever has."""
        with self._changed:
            if name in self._here:
                return 0.0
            return time.monotonic() - self._left.get(name, -float("inf"))
