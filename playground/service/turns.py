"""Decides whose turn it is: some runs at once, and nobody's second run before somebody else's first."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from playground.service.limits import Limits

REMEMBERED = 32
"""How many of the last runs an estimate is based on."""


@dataclass(frozen=True)
class Visitor:
    """Who asks. The name can be trusted as far as the code that set it; the address is where the request came from."""

    name: str = ""
    address: str = ""


NOBODY = Visitor()
"""Stands for the program itself."""


class Turns:
    """Hands out turns.

    Waiting runs are ordered by how many runs of the same visitor are before them, then by how long ago their visitor
    last had a turn, then by arrival. So between two runs of one visitor, everybody else has a turn.

    Args:
        limits: how many may run at the same time, and how many may wait.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turns: list[Turn] = []
        """All turns that are held, in order of arrival."""
        self._served: dict[Visitor, int] = {}
        """Visitor -> the number of the last turn that came up, from 1, for visitors who hold a turn."""
        self._count = 0
        self._lengths: deque[float] = deque(maxlen=REMEMBERED)
        self._changed = threading.Condition()

    @property
    def most(self) -> int:
        """The most turns that can be held at the same time, including waiting ones."""
        return self._limits.runs + self._limits.waiting

    @property
    def most_rows(self) -> int:
        """The most runs of one turn."""
        return min(self._limits.runs, self._limits.visitor_runs)

    def __len__(self) -> int:
        """How many turns are held."""
        return len(self._turns)

    @property
    def waiting(self) -> int:
        """How many turns wait."""
        with self._changed:
            return sum(not turn.up for turn in self._turns)

    def take(self, visitor: Visitor, rows: int = 1) -> Turn:
        """Takes a turn, which you must close. It has no place in the queue until `wait` is called.

        Args:
            rows: how many runs it is for, which begin together; at most `most_rows`.

        Raises:
            LimitError: this visitor, this address or everyone together holds too many already.
        """
        limits = self._limits
        with self._changed:
            mine = sum(turn.visitor == visitor for turn in self._turns)
            near = sum(turn.visitor.address == visitor.address for turn in self._turns)
            if mine >= limits.visitor_runs + limits.visitor_waiting:
                raise limits.refuse("visitor_waiting")
            if near >= limits.address_runs:
                raise limits.refuse("address_runs")
            if len(self._turns) >= self.most:
                raise limits.refuse("waiting")
            turn = Turn(self, visitor, rows)
            self._turns.append(turn)
            return turn

    def take_now(self, visitor: Visitor) -> Turn:
        """Takes a turn that comes up at once, which you must close.

        Raises:
            LimitError: there is no room now; or as `take`.
        """
        turn = self.take(visitor)
        if not turn.wait(0):
            return turn
        with self._changed:
            mine = self._going(visitor)
        turn.close()
        raise self._limits.refuse("visitor_runs" if mine >= self._limits.visitor_runs else "runs")

    def lasted(self, seconds: float) -> None:
        """Notes how long a run took, for estimates."""
        self._lengths.append(seconds)

    def seconds(self, place: int) -> float | None:
        """Estimates from past runs how long the one at `place` will wait; None before the first has ended."""
        if not self._lengths:
            return None
        return place * sum(self._lengths) / len(self._lengths) / self._limits.runs

    def _going(self, visitor: Visitor | None = None) -> int:
        """The runs whose turns are up, of everybody or of a visitor."""
        return sum(turn.rows for turn in self._turns if turn.up and visitor in (None, turn.visitor))

    def _waiting(self) -> list[Turn]:
        """The waiting turns, the next one first."""
        ahead: dict[Visitor, int] = {}
        rank: dict[Turn, int] = {}
        for turn in sorted(self._turns, key=lambda turn: not turn.up):
            rank[turn] = ahead[turn.visitor] = ahead.get(turn.visitor, -1) + 1
        waiting = (turn for turn in self._turns if turn.queued and not turn.up)
        return sorted(waiting, key=lambda turn: (rank[turn], self._served.get(turn.visitor, 0)))

    def _next(self) -> None:
        """Starts the turns that there is room for."""
        for turn in self._waiting():
            if self._going(turn.visitor) + turn.rows > self._limits.visitor_runs:
                continue
            if self._going() + turn.rows > self._limits.runs:
                break  # a turn for several runs would never come up if later ones took what room there is
            turn.up = True
            self._count += 1
            self._served[turn.visitor] = self._count
        self._changed.notify_all()


class Turn:
    """One turn, which has come up or is waiting."""

    def __init__(self, turns: Turns, visitor: Visitor, rows: int) -> None:
        self._turns = turns
        self.visitor = visitor
        self.rows = rows
        self.queued = False
        self.up = False
        """Has it come up?"""

    def wait(self, seconds: float) -> int:
        """Waits up to `seconds` for it to come up or move. Returns 0 if it is up, else its place in the queue."""
        with self._turns._changed:
            if not self.queued:
                self.queued = True
                self._turns._next()
            place = self._place()
            self._turns._changed.wait_for(lambda: self._place() != place or place == 0, seconds)
            return self._place()

    def more(self) -> bool:
        """Takes room for one more run, if there is any that nobody waits for. Has it?"""
        turns, limits = self._turns, self._turns._limits
        with turns._changed:
            if not self.up or turns._waiting() or turns._going(self.visitor) >= limits.visitor_runs:
                return False
            if turns._going() >= limits.runs:
                return False
            self.rows += 1
            return True

    def less(self) -> None:
        """Gives up the room of one run. With the last one it queues again."""
        if self.rows > 1:
            with self._turns._changed:
                self.rows -= 1
                self._turns._next()
        else:
            self.again(1)

    def again(self, rows: int) -> None:
        """Gives up its room and queues for `rows` runs, behind the others of its visitor."""
        turns = self._turns
        with turns._changed:
            self.up, self.rows = False, rows
            turns._turns.remove(self)
            turns._turns.append(self)
            turns._next()

    def close(self) -> None:
        """Gives the turn up and makes room for the next one. A second time does nothing."""
        turns = self._turns
        with turns._changed:
            if self not in turns._turns:
                return
            turns._turns.remove(self)
            if all(turn.visitor != self.visitor for turn in turns._turns):
                turns._served.pop(self.visitor, None)
            turns._next()

    def _place(self) -> int:
        return 0 if self.up else self._turns._waiting().index(self) + 1


def ordinal(number: int) -> str:
    """Writes 1st, 2nd, 3rd, 4th ... 11th ... 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
