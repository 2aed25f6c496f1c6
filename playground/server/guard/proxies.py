"""Where a request comes from: a proxy that the operator trusts may say so, and nobody else is believed."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from playground.server.guard.policy import Policy

CLAIMS = (b"x-forwarded-", b"x-gradio-server")
"""How headers begin that say so. Gradio believes them all."""


class Proxies:
    """Takes the visitor's address and scheme from trusted proxies, and such headers away from all others."""

    def __init__(self, app: ASGIApp, policy: Policy) -> None:
        self._app = app
        self._believing = ProxyHeadersMiddleware(app, policy.proxies)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if (client := scope.get("client")) and client[0] in self._believing.trusted_hosts:
            return await self._believing(scope, receive, send)  # type: ignore[arg-type]
        headers = [header for header in scope["headers"] if not header[0].startswith(CLAIMS)]
        await self._app({**scope, "headers": headers}, receive, send)
