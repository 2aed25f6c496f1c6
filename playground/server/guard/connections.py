"""Connections: how many an address may hold, how long a request's head may take, and when a silent reader is dropped.

Gradio's server is uvicorn, which knows none of these bounds. `Connection` takes the place of its protocol.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import h11
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import HTTP_PROTOCOLS
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol

from playground.service.limits import Limits

HEAD_SECONDS = 10.0
"""The longest that the head of a request may take, from its first byte on; a connection may be idle for as long."""
SILENT_SECONDS = 30.0
"""A reader who has taken in nothing for so long, while something waits to be sent, is dropped at the next look."""
PIECE = 1 << 16
"""Bytes of an answer that are handed on at a time: for a reader who takes in nothing, at most two pieces are held."""


class Crowd:
    """Counts the open connections of each address.

    Args:
        proxies: the addresses of trusted proxies, behind which anybody may be. Those are not bounded.
    """

    def __init__(self, limits: Limits, proxies: _TrustedHosts) -> None:
        self._most, self._proxies = min(limits.address_connections, open_files() // 2), proxies
        self._open: Counter[str] = Counter()
        sentence = json.dumps({"detail": str(limits.refuse("address_connections"))})
        self.refusal = (
            "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nConnection: close\r\n"
            f"Content-Length: {len(sentence)}\r\n\r\n{sentence}"
        ).encode()
        """What is sent to who may not stay."""

    def enter(self, address: str) -> bool:
        """One more of this address is open. May it stay?"""
        self._open[address] += 1
        return self._open[address] <= self._most or address in self._proxies

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Connection(H11Protocol):
    """One connection. Its server's app has the `Crowd` in its state."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._crowd: Crowd = self.config.app.state.crowd  # type: ignore[union-attr]
        self._address = self.client[0] if self.client else ""
        self._head: asyncio.TimerHandle | None = None
        self._unsent: int | None = None
        """What waited to be sent at the last look, if nothing has been taken in since."""
        self._looking = self.loop.call_later(SILENT_SECONDS, self._look)
        if self._crowd.enter(self._address):
            self._expect_head()
        else:
            transport.write(self._crowd.refusal)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._crowd.leave(self._address)
        self._looking.cancel()
        if self._head:
            self._head.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect_head()

    def _expect_head(self) -> None:
        """Begins to wait for the rest of a head, or has waited for it."""
        if self.conn.their_state is h11.IDLE:
            self._head = self._head or self.loop.call_later(HEAD_SECONDS, self.transport.abort)
        elif self._head:
            self._head.cancel()
            self._head = None

    def send_400_response(self, msg: str) -> None:
        if self.cycle:  # what it began to answer has an answer now, and must not get a second one
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def _should_upgrade(self) -> bool:
        return False  # nothing here speaks WebSocket, whose protocol would take this one's place

    def resume_writing(self) -> None:
        self._unsent = None
        super().resume_writing()

    def _look(self) -> None:
        """Drops a reader who has taken in nothing since the last look, after the end of the answer too."""
        unsent = self.transport.get_write_buffer_size()
        waits = self.flow.write_paused or (self.transport.is_closing() and unsent)
        if waits and self._unsent is not None and unsent >= self._unsent:
            self.transport.abort()
            return
        self._unsent = unsent if waits else None
        self._looking = self.loop.call_later(SILENT_SECONDS, self._look)


class Pieces:
    """Hands answers on in pieces, the next one when the last one is on its way: never all of a file for each reader."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            body, at = message.get("body", b""), 0
            while len(body) - at > PIECE:
                await send({**message, "body": body[at : at + PIECE], "more_body": True})
                at += PIECE
            await send({**message, "body": body[at:]} if at else message)

        await self._app(scope, receive, answer)


@contextmanager
def bounded() -> Iterator[None]:
    """The connections of a server that starts meanwhile are bounded, and the process may open all the files that the
    system lets it.

    Gradio lets its server, uvicorn, be told no other way.
    """
    with suppress(ImportError, ValueError):  # Windows has no such limit, and macOS takes not all that it promises
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    before = HTTP_PROTOCOLS["auto"]
    HTTP_PROTOCOLS["auto"] = f"{__name__}:{Connection.__name__}"
    try:
        yield
    finally:
        HTTP_PROTOCOLS["auto"] = before


def open_files() -> int:
    """How many files and connections the process may have open."""
    with suppress(ImportError):
        import resource

        if (most := resource.getrlimit(resource.RLIMIT_NOFILE)[0]) != resource.RLIM_INFINITY:
            return most
    return 1 << 20
