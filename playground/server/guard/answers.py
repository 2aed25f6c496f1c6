"""How the guard answers what it refuses, and the headers of every answer: what the page may do, and who may show it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.server.door import Door

_CONTENT = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",  # the page's own styles, and those that plotly writes
    "img-src": "'self' data: blob:",  # icons in style sheets, a picture that the reader chose, pictures to save
    "media-src": "'self' blob:",  # what a part of the page makes
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "font-src": "'self' data:",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'self'",
}
"""The Content-Security-Policy: nothing of other sites, no inline script, no `eval`."""


def content_policy(inline: Iterable[bytes] = ()) -> str:
    """The Content-Security-Policy of the page.

    Args:
        inline: texts of scripts that may stand in it.
    """
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in inline]
    content = _CONTENT | {"script-src": " ".join([_CONTENT["script-src"], *hashes])}
    return "; ".join(f"{name} {value}" for name, value in content.items())


POLICY = "Content-Security-Policy"
ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""With these headers a browser lets a page use threads; the last lets pages that have them show this one."""
_PLAIN = content_policy()
DOOR = "door"
"""Where a request's scope has the door that it is for."""
PAGE = Door()
"""For what is for none."""


def refuse(status: int, sentence: str, **headers: str) -> ASGIApp:
    """Answers with one sentence, where the page and Gradio's clients look for it, or those of a door."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        door: Door = scope.get(DOOR, PAGE)
        await JSONResponse(door.refusal(status, sentence), status, headers)(scope, receive, send)

    return answer


class AnswerHeaders:
    """Adds the headers to all answers. What comes over TLS sets only cookies that go back over TLS, Gradio's too.

    Args:
        embed_hosts: the sites that may show the page in a frame.
        doors: whose clients look for refusals in places of their own.
    """

    def __init__(self, app: ASGIApp, embed_hosts: tuple[str, ...], doors: Sequence[Door]) -> None:
        self._app, self._doors = app, doors
        self._frames = "frame-ancestors " + " ".join(["'self'", *embed_hosts])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                content = headers.get(POLICY, _PLAIN)  # the page has one of its own, and so has a page of one file
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
                headers[POLICY] = f"{content}; {self._frames}"
                if scope["scheme"] == "https":
                    message["headers"] = [(name, _secured(name, value)) for name, value in headers.raw]
            await send(message)

        if scope["type"] == "http":
            meant = next((door for door in self._doors if scope["path"].startswith(door.prefix)), PAGE)
            await self._app({**scope, DOOR: meant}, receive, answer)
        else:
            await self._app(scope, receive, send)


def _secured(name: bytes, value: bytes) -> bytes:
    """A header; a cookie goes only over TLS."""
    secure = name != b"set-cookie" or any(part.strip().lower() == b"secure" for part in value.split(b";"))
    return value if secure else value + b"; secure"
