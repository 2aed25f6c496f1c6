"""The key that a door may ask for: `Authorization: Bearer KEY`."""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

SENTENCE = "The API key is missing or wrong."


def holds(headers: Headers, key: str) -> bool:
    """Does a request have the key? Any does if the key is ""."""
    sent = headers.get("authorization", "").removeprefix("Bearer ")
    return not key or hmac.compare_digest(sent.encode(), key.encode())


class Keyed:
    """Lets requests with the key through to `app`, and answers others with one sentence."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app, self._key = app, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if holds(Headers(scope=scope), self._key):
            return await self._app(scope, receive, send)
        answer = JSONResponse({"error": SENTENCE}, 401, {"WWW-Authenticate": "Bearer"})
        await answer(scope, receive, send)
