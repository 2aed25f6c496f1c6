"""Calls through Gradio's queue: one computes only while a connection takes what comes of it.

Gradio carries a call out whether anybody listens or not, and keeps for ever what nobody fetches. A call is made with
one request and listened to with another: by the name of its event, or by that of its session.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Iterator, MutableMapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, TypeVar
from urllib.parse import parse_qs

from starlette._utils import get_route_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.server.guard.answers import refuse
from playground.server.guard.leaving import Gone, until
from playground.service.limits import Limits

T = TypeVar("T")
Unfetched = Sequence[MutableMapping[str, Any]]
KEPT_SECONDS = 60.0
"""How long what comes of a call is kept for who does not fetch it."""
MOST_UNHEARD = 32
"""The most calls of one network address to which nobody listens yet: each holds a place among those that go on."""
CALL = "call"
"""The key of a request's `Call` in its scope."""
SESSION = "call_session"
"""The key of the session that a request names, which the allowlist has checked."""
_CALLED = re.compile(r"/gradio_api/(?:call/(?:v2/)?[\w-]+|queue/join)", re.ASCII)
_HEARD = re.compile(r"/gradio_api/call/(?:v2/)?[\w-]+/([\w-]+)", re.ASCII)


class Call:
    """One call, or all of one session. It belongs to the event loop of the server."""

    def __init__(self, address: str, limits: Limits) -> None:
        self.address = address
        self._limits, self._listeners, self._going, self._met = limits, 0, 0, False
        self._heard, self._unheard = asyncio.Event(), asyncio.Event()
        self._leave()

    @property
    def unheard(self) -> int:
        """How many places it holds, or soon will, while nobody listens."""
        if self._listeners:
            return 0
        return self._going or int(not self._met and asyncio.get_running_loop().time() < self._until)

    @property
    def over(self) -> bool:
        """Does it not go on, and does nobody listen?"""
        return not self._going and not self._listeners

    @asynccontextmanager
    async def going(self) -> AsyncIterator[None]:
        """It is carried out, from here to the end of the block, which begins when somebody listens.

        Raises:
            LimitError: nobody does in time.
        """
        self._going += 1
        try:
            await self.goes_on(self._heard.wait())
            yield
        finally:
            self._going -= 1

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Somebody listens, from here to the end of the block."""
        self._listeners, self._met = self._listeners + 1, True
        self._heard.set()
        self._unheard.clear()
        try:
            yield
        finally:
            self._listeners -= 1
            if not self._listeners:
                self._leave()

    async def goes_on(self, work: Awaitable[T]) -> T:
        """What `work` gives, if somebody listens meanwhile; otherwise it is cancelled.

        Raises:
            LimitError: nobody has listened for too long.
        """
        try:
            return await until(self._gone(), work)
        except Gone:
            raise self._limits.refuse("grace_seconds") from None

    def _leave(self) -> None:
        self._heard.clear()
        self._unheard.set()
        self._until = asyncio.get_running_loop().time() + self._limits.grace_seconds

    async def _gone(self) -> None:
        """Returns when nobody has listened for too long."""
        while True:
            await self._unheard.wait()
            try:
                async with asyncio.timeout_at(self._until):
                    await self._heard.wait()
            except TimeoutError:
                return


class Listeners:
    """Puts a `Call` into the scope of each request that makes one, and knows who listens to it.

    Args:
        unfetched: where Gradio keeps, by session, what nobody has fetched yet.
    """

    def __init__(self, app: ASGIApp, limits: Limits, unfetched: Unfetched) -> None:
        self._app, self._limits, self._unfetched = app, limits, unfetched
        self._calls: dict[str, Call] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = get_route_path(scope)
        if scope["method"] == "POST" and _CALLED.fullmatch(path.rstrip("/")):
            return await self._take(scope, receive, send)
        heard = _HEARD.fullmatch(path)
        name = heard[1] if heard else path == "/gradio_api/queue/data" and _session(scope)
        call = self._calls.get(name) if name else None
        if call is None:
            return await self._app(scope, receive, send)
        with call.listening():
            await self._app(scope, receive, send)

    async def _take(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, session = scope["visitor"].address, scope.get(SESSION)
        if sum(call.unheard for call in self._calls.values() if call.address == address) >= MOST_UNHEARD:
            sentence = "Your network has made as many calls as it may without listening to them: listen to one first."
            return await refuse(429, sentence)(scope, receive, send)
        call = (session and self._calls.get(session)) or Call(address, self._limits)
        if session:
            self._keep(session, call)

        async def answer(message: Message) -> None:
            if not session and message["type"] == "http.response.body":
                with suppress(ValueError, KeyError, TypeError):  # an error of Gradio's, which names no event
                    self._keep(json.loads(message["body"])["event_id"], call)
            await send(message)

        await self._app({**scope, CALL: call}, receive, answer)

    def _keep(self, name: str, call: Call) -> None:
        if name not in self._calls:
            self._calls[name] = call
            asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, name)

    def _forget(self, name: str) -> None:
        """Has Gradio keep no longer what came of a call that is over and to which nobody listens."""
        call = self._calls.get(name)
        if call is not None and not call.over:
            asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, name)
            return
        for names in (self._calls, *self._unfetched):
            names.pop(name, None)


def _session(scope: Scope) -> str:
    return parse_qs(scope["query_string"].decode("latin-1")).get("session_hash", [""])[0]
