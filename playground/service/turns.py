"""Whose turn it is: so many at once, the rest in the order in which they came."""

from __future__ import annotations

import threading

from playground.errors import QueueError


class Turns:
    """Hands out turns.

    Args:
        most: how many may have their turn at the same time.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._queue: list[Turn] = []
        self._changed = threading.Condition()

    def take(self, most_waiting: int) -> Turn:
        """A place at the end of the queue, to be closed.

        Raises:
            QueueError: `most_waiting` wait already.
        """
        with self._changed:
            if len(self._queue) >= self.most + most_waiting:
                raise QueueError(f"{most_waiting} people are already waiting: try again in a few minutes.")
            turn = Turn(self)
            self._queue.append(turn)
            return turn

    def _ahead(self, turn: Turn) -> int:
        return max(self._queue.index(turn) + 1 - self.most, 0)


class Turn:
    """One place in the queue, or one of those whose turn it is."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    def wait(self, seconds: float) -> int:
        """Waits until it comes up, `seconds` at most: 0 when it has, else the place among those who wait, from 1 on."""
        with self._turns._changed:
            place = self._turns._ahead(self)
            self._turns._changed.wait_for(lambda: self._turns._ahead(self) != place or place == 0, seconds)
            return self._turns._ahead(self)

    def close(self) -> None:
        """Makes room for the next."""
        with self._turns._changed:
            self._turns._queue.remove(self)
            self._turns._changed.notify_all()


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... 11th ... 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
