"""The halls of this server, within its limits."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from playground.errors import HallError
from playground.service.hall import Hall

if TYPE_CHECKING:
    from playground.service.limits import Limits
    from playground.service.turns import Visitor

LEFT = "The presenter has been away for too long, so this hall has ended; what you have seen stays on this page."
CLOSED = "The server is being shut down, so this hall has ended; what you have seen stays on this page."
UNKNOWN = "There is no such hall, or it has ended; ask the presenter for a new link."


class Halls:
    """Remembers halls by their tokens. Those whose presenter has gone end after `hall_seconds`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._halls: list[Hall] = []

    @property
    def watchers(self) -> int:
        """How many people follow a hall."""
        return sum(hall.watchers for hall in self._halls)

    def open(self, visitor: Visitor) -> Hall:
        """Makes a new hall.

        Raises:
            LimitError: there are as many halls as there may be, of this visitor or of all.
        """
        self._tidy()
        if sum(hall.visitor == visitor for hall in self._halls) >= self._limits.visitor_halls:
            raise self._limits.refuse("visitor_halls")
        if len(self._halls) >= self._limits.halls:
            raise self._limits.refuse("halls")
        hall = Hall(visitor)
        self._halls.append(hall)
        return hall

    def controlled(self, control: object) -> Hall:
        """The hall of which `control` is the presenter's token. The presenter has been seen.

        Raises:
            HallError: there is none.
        """
        for hall in self._halls:
            if hall.control == control and not hall.over:
                hall.seen = time.monotonic()
                return hall
        raise HallError(UNKNOWN)

    def watched(self, watch: object, comes: bool = True) -> Hall:
        """The hall of which `watch` is the watchers' token, for one who comes to it or is there.

        Raises:
            HallError: there is none.
            LimitError: as many watch it as may, and one more comes.
        """
        self._tidy()
        hall = next((hall for hall in self._halls if hall.watch == watch and not hall.over), None)
        if hall is None:
            raise HallError(UNKNOWN)
        if comes and hall.watchers >= self._limits.hall_watchers:
            raise self._limits.refuse("hall_watchers")
        return hall

    async def follow(self, hall: Hall, seat: str | None = None) -> AsyncGenerator[list[str], None]:
        """What `Hall.followed` yields, to one more who watches; `seat` is the one that they had before, if any.

        First comes `seat {kind, seat}`: what they say to questions comes from there.
        """
        hall.watchers += 1
        seat = hall.seated(seat, self._limits.hall_watchers)
        try:
            yield [json.dumps({"kind": "seat", "seat": seat}, separators=(",", ":"))]
            async with aclosing(hall.followed()) as news:
                async for messages in news:
                    yield messages
                    if not messages:
                        self._tidy()
        finally:
            hall.watchers -= 1
            hall.seats[seat] -= 1

    async def attend(self, hall: Hall) -> AsyncGenerator[list[str], None]:
        """What `Hall.attended` yields. Its presenter is there while somebody reads it."""
        hall.presenters += 1
        try:
            async with aclosing(hall.attended()) as news:
                async for messages in news:
                    yield messages
        finally:
            hall.presenters -= 1
            hall.seen = time.monotonic()

    def close(self) -> None:
        """Ends all of them, as when the server is about to stop."""
        for hall in self._halls:
            hall.end(CLOSED)

    def _tidy(self) -> None:
        for hall in self._halls:
            if not hall.presenters and time.monotonic() - hall.seen > self._limits.hall_seconds:
                hall.end(LEFT)
        self._halls = [hall for hall in self._halls if not hall.over]
