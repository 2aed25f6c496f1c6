"""The halls of this server, within its limits."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from playground.plugins.hall.errors import CodeError, HallError
from playground.plugins.hall.hall import CODE_DIGITS, Hall
from playground.service.turns import NOBODY, Visitor

if TYPE_CHECKING:
    from playground.service.limits import Limits

LEFT = "The presenter has been away for too long, so this hall has ended; what you have seen stays on this page."
CLOSED = "The server is being shut down, so this hall has ended; what you have seen stays on this page."
ASKS = f"The presenter's screen shows a code of {CODE_DIGITS} digits; type it to come in."
WRONG = f"This is not the code; type the {CODE_DIGITS} digits that the presenter's screen shows."
UNKNOWN = "There is no such hall, or it has ended; ask the presenter for a new link."


class Halls:
    """Remembers halls by their tokens. Those whose presenter has gone end after `hall_seconds`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._halls: list[Hall] = []
        self._tries = FixedWindowRateLimiter(MemoryStorage())
        self._rate = RateLimitItemPerMinute(limits["address_codes"])

    @property
    def watchers(self) -> int:
        """How many people follow a hall."""
        return sum(hall.watchers for hall in self._halls)

    def open(self, visitor: Visitor) -> Hall:
        """Makes a new hall.

        Raises:
            LimitError: there are as many halls as there may be, of this visitor, from this address or of all.
        """
        self._tidy()
        if sum(hall.visitor == visitor for hall in self._halls) >= self._limits["visitor_halls"]:
            raise self._limits.refuse("visitor_halls")
        if sum(hall.visitor.address == visitor.address for hall in self._halls) >= self._limits["address_halls"]:
            raise self._limits.refuse("address_halls")
        if len(self._halls) >= self._limits["halls"]:
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

    def watched(self, watch: object) -> Hall:
        """The hall of which `watch` is the watchers' token.

        Raises:
            HallError: there is none.
        """
        self._tidy()
        hall = next((hall for hall in self._halls if hall.watch == watch and not hall.over), None)
        if hall is None:
            raise HallError(UNKNOWN)
        return hall

    async def follow(
        self, hall: Hall, seat: str = "", visitor: Visitor = NOBODY, code: str = ""
    ) -> AsyncGenerator[list[str], None]:
        """What `Hall.followed` yields, to one more who watches.

        First comes `seat {kind, seat}`: what they say to questions comes from there.

        Args:
            seat: the one that they had before, "" for none. Who has one needs no code.
            code: what they typed, if the hall asks for it.

        Raises:
            CodeError: the code is missing or wrong, or too many were.
            LimitError: there is no seat for them.
        """
        if not hall.seats.waits(seat):
            self._check_code(hall, code, visitor.address)
            seat = hall.seat(visitor, self._limits)
        with hall.seats.sitting(seat):
            yield [json.dumps({"kind": "seat", "seat": seat}, separators=(",", ":"))]
            async with aclosing(hall.followed()) as news:
                async for messages in news:
                    yield messages
                    if not messages:
                        self._tidy()

    def _check_code(self, hall: Hall, code: str, address: str) -> None:
        """Checks what somebody typed, if the hall asks for a code.

        Raises:
            CodeError: it is missing or wrong, or this address has tried too many wrong ones.
        """
        if not hall.code:
            return
        if not code:
            raise CodeError(ASKS)
        if not self._tries.test(self._rate, hall.watch, address):
            raise CodeError(str(self._limits.refuse("address_codes")))
        if not secrets.compare_digest(code.encode(), hall.code.encode()):
            self._tries.hit(self._rate, hall.watch, address)
            raise CodeError(WRONG)

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
            if not hall.presenters and time.monotonic() - hall.seen > self._limits["hall_seconds"]:
                hall.end(LEFT)
        self._halls = [hall for hall in self._halls if not hall.over]
