"""The headers of every answer, which tell the browser what the page may do and who may show it."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.server.guard.policy import Policy

CONTENT = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",  # the page's own styles, and those that plotly writes
    "img-src": "'self' data: blob:",  # icons in style sheets, a picture that the reader chose, pictures to save
    "media-src": "'self' blob:",  # films to save
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "font-src": "'self' data:",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'self'",
}
"""The Content-Security-Policy: nothing of other sites, no inline script, no `eval`."""

POLICY = "Content-Security-Policy"


class Headers:
    def __init__(self, app: ASGIApp, policy: Policy) -> None:
        self._app = app
        self._content = "; ".join(f"{name} {value}" for name, value in CONTENT.items())
        self._frames = "frame-ancestors " + " ".join(["'self'", *policy.embed_hosts])
        self._headers = {
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                content = headers.get(POLICY, self._content)  # a page of one file has one of its own
                headers.update({**self._headers, POLICY: f"{content}; {self._frames}"})
            await send(message)

        await self._app(scope, receive, answer if scope["type"] == "http" else send)
