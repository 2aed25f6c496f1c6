"""Bounds how many wrong passwords a network address may try."""

from __future__ import annotations

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette._utils import get_route_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.server.guard.answers import refuse
from playground.service.limits import Limits


class Logins:
    """Refuses an address that has tried too many, right ones too. It needs the visitor in the scope."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits
        self._storage = MemoryStorage()
        self._limiter = FixedWindowRateLimiter(self._storage)
        self._rate = RateLimitItemPerMinute(limits.address_logins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or get_route_path(scope).rstrip("/") != "/login":
            return await self._app(scope, receive, send)
        address = scope["visitor"].address
        # Each try counts as wrong until it was right, so that none gets through beside others.
        if not self._limiter.hit(self._rate, address):
            sentence = str(self._limits.refuse("address_logins"))
            return await refuse(429, sentence, **{"Retry-After": "60"})(scope, receive, send)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                self._storage.decr(self._rate.key_for(address))
            await send(message)

        await self._app(scope, receive, answer)
