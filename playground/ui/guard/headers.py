"""The headers of every answer, which tell the browser what the page may do and who may show it."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.ui.guard.policy import Policy

CONTENT = {
    "default-src": "'none'",
    # Gradio's page has inline scripts (its configuration), and turns the `js` of events and the templates of gr.HTML
    # into functions as it runs. This project has no inline scripts.
    "script-src": "'self' 'unsafe-inline' 'unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",  # Gradio's components and plotly write styles into the page
    "img-src": "'self' data: blob:",  # icons in style sheets, a picture that the reader chose, pictures to save
    "media-src": "'self' blob:",  # films to save
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",  # Gradio's page names its own base
    "form-action": "'self'",
}
"""The Content-Security-Policy, each exception with its reason."""

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
