"""Counts the requests that are answered with an error, by their status."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.service.account import Account


class Counted:
    def __init__(self, app: ASGIApp, account: Account) -> None:
        self._app, self._account = app, account

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                self._account.requests.labels(message["status"]).inc()
            await send(message)

        await self._app(scope, receive, answer)
