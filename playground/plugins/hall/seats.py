"""The seats of a hall: of those who watch it, and of those who have lost it a moment ago."""

from __future__ import annotations

import secrets
import time
from collections.abc import Container, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.service.limits import Limits

SEAT_SECONDS = 90.0
"""The time for which a seat waits for somebody whose connection was lost."""
MOST_STREAMS = 2
"""Somebody may be back before the connection that was lost is known to be."""


@dataclass(eq=False)
class Seat:
    """One seat."""

    address: str
    """The network address from which it was taken."""
    streams: int = 0
    """How many of its streams are open."""
    left: float = 0.0
    """When the last one ended."""


class Seats:
    """Hands out seats, by names that nobody can guess. All of it happens in one event loop."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._seats

    def __len__(self) -> int:
        """How many there are, taken or kept."""
        return len(self._seats)

    @property
    def taken(self) -> int:
        """How many somebody sits on."""
        return sum(seat.streams > 0 for seat in self._seats.values())

    def waits(self, name: str) -> bool:
        """Is this a seat on which whoever has it may sit down, again or once more?"""
        return name in self._seats and self._seats[name].streams < MOST_STREAMS

    def add(self, address: str, limits: Limits, stay: Container[str] = ()) -> str:
        """Gives somebody a seat, and returns its name.

        Nobody loses one for it who sits there, has left it for less than `SEAT_SECONDS`, or is among `stay`.

        Raises:
            LimitError: there are as many as there may be, in all or from this address.
        """
        reached = self._reached(address, limits)
        if reached:
            now = time.monotonic()
            self._seats = {
                name: seat
                for name, seat in self._seats.items()
                if seat.streams or now - seat.left < SEAT_SECONDS or name in stay
            }
            reached = self._reached(address, limits)
        if reached:
            raise limits.refuse(reached)
        name = secrets.token_urlsafe(9)
        self._seats[name] = Seat(address)
        return name

    @contextmanager
    def sitting(self, name: str) -> Generator[None, None, None]:
        """Somebody sits there, from here to the end of the block."""
        seat = self._seats[name]
        seat.streams += 1
        try:
            yield
        finally:
            seat.streams -= 1
            seat.left = time.monotonic()

    def _reached(self, address: str, limits: Limits) -> str:
        """The limit that one more seat would exceed; "" for none."""
        if len(self._seats) >= limits["hall_watchers"]:
            return "hall_watchers"
        near = sum(seat.address == address for seat in self._seats.values())
        return "address_seats" if near >= limits["address_seats"] else ""
