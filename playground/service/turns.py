"""Decides whose turn it is: some runs at once, and nobody's second run before somebody else's first."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from operator import attrgetter

from playground.service.limits import Limits

REMEMBERED = 32
"""How many of the last runs an estimate is based on."""


@dataclass(frozen=True)
class Visitor:
    """Who asks. The name can be trusted as far as the code that set it; the address is where the request came from."""

    name: str = ""
    address: str = ""
    login: str | None = None
    """The name with which they have logged in, if the server has logins."""


NOBODY = Visitor()
"""Stands for the program itself."""

Who = Visitor | str
"""A visitor, or an address."""


class Turns:
    """Hands out turns.

    Waiting turns are ordered by how many turns of the same address are before them, then by how long ago their address
    last had one, then by arrival; those of one address by how many of the same visitor are before them, then by how
    long ago their visitor last had one, then by arrival. So between two turns of one address, everybody else has one,
    however many cookies it has; and in a lecture hall, which is one address, so it is between two of one visitor.

    An address has no more than its share of all places and of the runs that go on, so that others find room at once.

    Args:
        limits: how many may run at the same time, and how many may wait.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turns: list[Turn] = []
        """All turns that are held, in order of arrival."""
        self._served: dict[Who, int] = {}
        """Who -> the number of the last turn that came up, from 1, for those who hold a turn."""
        self._count = 0
        self._measured: deque[tuple[float, int]] = deque(maxlen=REMEMBERED)
        """The seconds and the passes of the last runs."""
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

    def take(self, visitor: Visitor, rows: int = 1, passes: int = 0) -> Turn:
        """Takes a turn, which you must close. It has no place in the queue until `wait` is called.

        Args:
            rows: how many runs it is for, which begin together; at most `most_rows`.
            passes: as `Turn.passes`.

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
            if near >= self._share(visitor, self.most):
                raise limits.refuse("address_share")
            turn = Turn(self, visitor, rows, passes)
            self._turns.append(turn)
            return turn

    def take_now(self, visitor: Visitor, passes: int = 0) -> Turn:
        """Takes a turn that comes up at once, which you must close.

        Args:
            passes: as `Turn.passes`.

        Raises:
            LimitError: there is no room now; or as `take`.
        """
        turn = self.take(visitor, passes=passes)
        if not turn.wait(0):
            return turn
        with self._changed:
            mine, full = self._going(visitor), self._going() >= self._limits.runs
        turn.close()
        if mine >= self._limits.visitor_runs:
            raise self._limits.refuse("visitor_runs")
        raise self._limits.refuse("runs" if full else "address_share")

    def working(self, visitor: Visitor, *, large: bool) -> AbstractContextManager[object]:
        """Holds a turn while something `large` is computed that is no run; what is small needs none.

        Raises:
            LimitError: as `take_now`.
        """
        return closing(self.take_now(visitor)) if large else nullcontext()

    def lasted(self, seconds: float, passes: int) -> None:
        """Notes how long a run took, for estimates."""
        self._measured.append((seconds, passes))

    def seconds(self, place: int) -> float | None:
        """Estimates how long the one at `place` will wait; None before the first run has ended.

        That is how long the last runs took for a pass, times the passes that those before it may take.
        """
        with self._changed:
            if not self._measured:
                return None
            before = [turn for turn in self._turns if turn.up] + self._waiting()[: place - 1]
            seconds, passes = map(sum, zip(*self._measured, strict=True))
            return sum(turn.rows * turn.passes for turn in before) * seconds / passes / self._limits.runs

    def _share(self, visitor: Visitor, places: int) -> int:
        """How many of so many places the address of a visitor may have. The program itself may have all."""
        return places if visitor == NOBODY else max(1, places * self._limits.address_share // 100)

    def _going(self, who: Who | None = None) -> int:
        """The runs whose turns are up: of everybody, of a visitor or of an address."""
        return sum(turn.rows for turn in self._turns if turn.up and who in (None, turn.visitor, turn.visitor.address))

    def _waiting(self) -> list[Turn]:
        """The waiting turns, the next one first."""
        fair = self._by_turns(sorted(self._turns, key=lambda turn: not turn.up), attrgetter("visitor"))
        fair = self._by_turns(fair, attrgetter("visitor.address"))
        return [turn for turn in fair if turn.queued and not turn.up]

    def _by_turns(self, turns: Iterable[Turn], who: Callable[[Turn], Who]) -> list[Turn]:
        """Orders turns by how many of the same one are before them, then by how long ago that one last had a turn.

        Those that are up stay before the others.
        """
        before: Counter[Who] = Counter()
        rank: dict[Turn, int] = {}
        for turn in turns:
            rank[turn] = before[who(turn)]
            before[who(turn)] += 1
        return sorted(rank, key=lambda turn: (not turn.up, rank[turn], self._served.get(who(turn), 0)))

    def _first(self) -> Turn | None:
        """The waiting turn that comes up as soon as there is room."""
        return next((turn for turn in self._waiting() if self._may_go(turn)), None)

    def _may_go(self, turn: Turn) -> bool:
        """Would its visitor and its address have no more runs than they may? One for more than the share goes alone."""
        mine, near, runs = self._going(turn.visitor), self._going(turn.visitor.address), self._limits.runs
        within = near == 0 or min(near + turn.rows, runs) <= self._share(turn.visitor, runs)
        return within and mine + turn.rows <= self._limits.visitor_runs

    def _next(self) -> None:
        """Starts the turns that there is room for.

        One that there is none for holds up those behind it: if they took what room there is, a turn for several runs
        would never come up.
        """
        while (turn := self._first()) is not None and self._going() + turn.rows <= self._limits.runs:
            turn.up = True
            self._count += 1
            self._served[turn.visitor] = self._served[turn.visitor.address] = self._count
        self._changed.notify_all()


class Turn:
    """One turn, which has come up or is waiting."""

    def __init__(self, turns: Turns, visitor: Visitor, rows: int, passes: int) -> None:
        self._turns = turns
        self.visitor = visitor
        self.rows = rows
        self.passes = passes
        """The most passes that one of its runs may take; 0 as long as it is not known."""
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
            if turns._going(self.visitor.address) >= turns._share(self.visitor, limits.runs):
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
            there = {who for turn in turns._turns for who in (turn.visitor, turn.visitor.address)}
            turns._served = {who: number for who, number in turns._served.items() if who in there}
            turns._next()

    def _place(self) -> int:
        return 0 if self.up else self._turns._waiting().index(self) + 1


def ordinal(number: int) -> str:
    """Writes 1st, 2nd, 3rd, 4th ... 11th ... 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
