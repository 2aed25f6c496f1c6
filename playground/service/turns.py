"""Whose turn it is: so many at once, and nobody's second run before somebody else's first."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from playground.limits import Limits

REMEMBERED = 32
"""Runs whose lengths an estimate is made from."""


@dataclass(frozen=True)
class Visitor:
    """Who asks. The name is as sure as the door that gave it; the address is where the request came from."""

    name: str = ""
    address: str = ""


NOBODY = Visitor()
"""Who asks from within the same program."""


class Turns:
    """Hands out turns.

    Those who wait are ordered by how many runs of the same visitor go before, then by whose visitor had a turn longest
    ago, then by when they came: however many runs a visitor has, between two of them everybody else has a turn.

    Args:
        limits: how many may have their turn at the same time, and how many may wait.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turns: list[Turn] = []
        """All that are taken, in the order in which they came."""
        self._served: dict[Visitor, int] = {}
        """The number of the turn that each visitor who holds one had last, counted from 1."""
        self._count = 0
        self._lengths: deque[float] = deque(maxlen=REMEMBERED)
        self._changed = threading.Condition()

    @property
    def most(self) -> int:
        """How many it holds at the same time, those that wait included."""
        return self._limits.runs + self._limits.waiting

    def __len__(self) -> int:
        """How many it holds."""
        return len(self._turns)

    def take(self, visitor: Visitor) -> Turn:
        """A turn, to be closed. It has no place in the queue before `wait` is called.

        Raises:
            LimitError: too many are held already: by this visitor, from this address, or at all.
        """
        limits = self._limits
        with self._changed:
            own = sum(turn.visitor == visitor for turn in self._turns)
            near = sum(turn.visitor.address == visitor.address for turn in self._turns)
            if own >= limits.visitor_runs + limits.visitor_waiting:
                raise limits.refuse("visitor_waiting")
            if near >= limits.address_runs:
                raise limits.refuse("address_runs")
            if len(self._turns) >= self.most:
                raise limits.refuse("waiting")
            turn = Turn(self, visitor)
            self._turns.append(turn)
            return turn

    def lasted(self, seconds: float) -> None:
        """A run took this long: so will those that come."""
        self._lengths.append(seconds)

    def seconds(self, place: int) -> float | None:
        """How long the one at `place` will wait, as far as past runs tell; None before the first has ended."""
        if not self._lengths:
            return None
        return place * sum(self._lengths) / len(self._lengths) / self._limits.runs

    def _waiting(self) -> list[Turn]:
        """Those who wait, who is next first."""
        ahead: dict[Visitor, int] = {}
        rank: dict[Turn, int] = {}
        for turn in sorted(self._turns, key=lambda turn: not turn.up):
            rank[turn] = ahead[turn.visitor] = ahead.get(turn.visitor, -1) + 1
        waiting = (turn for turn in self._turns if turn.queued and not turn.up)
        return sorted(waiting, key=lambda turn: (rank[turn], self._served.get(turn.visitor, 0)))

    def _next(self) -> None:
        """Lets those begin for whom there is room."""
        for turn in self._waiting():
            running = [other.visitor for other in self._turns if other.up]
            if len(running) < self._limits.runs and running.count(turn.visitor) < self._limits.visitor_runs:
                turn.up = True
                self._count += 1
                self._served[turn.visitor] = self._count
        self._changed.notify_all()


class Turn:
    """One place in the queue, or one of those whose turn it is."""

    def __init__(self, turns: Turns, visitor: Visitor) -> None:
        self._turns = turns
        self.visitor = visitor
        self.queued = False
        self.up = False
        """Has its turn come?"""

    def wait(self, seconds: float) -> int:
        """Waits until it comes up, `seconds` at most: 0 when it has, else the place among those who wait, from 1 on."""
        with self._turns._changed:
            if not self.queued:
                self.queued = True
                self._turns._next()
            place = self._place()
            self._turns._changed.wait_for(lambda: self._place() != place or place == 0, seconds)
            return self._place()

    def close(self) -> None:
        """Makes room for the next."""
        turns = self._turns
        with turns._changed:
            turns._turns.remove(self)
            if all(turn.visitor != self.visitor for turn in turns._turns):
                turns._served.pop(self.visitor, None)
            turns._next()

    def _place(self) -> int:
        return 0 if self.up else self._turns._waiting().index(self) + 1


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... 11th ... 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
