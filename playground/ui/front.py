"""Opens Gradio's page faster: what the page itself needs is named in its head, and Gradio's own files are kept.

Gradio puts the `head` of `launch` into the page with a script, after its own megabytes have arrived and run. What is
put in here stands in the document from its first byte, before Gradio's scripts.
"""

from __future__ import annotations

import gzip
import json
import re

from starlette._utils import get_route_path
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.ui.files import FOREVER

_NAMED_BY_CONTENT = re.compile(r"/assets/[^/]+-[\w-]{8}\.\w+")
"""Gradio's files that have a hash in their name."""
_BASE = re.compile(rb"<base [^>]*>")
_CONFIG = re.compile(rb"(?<=window\.gradio_config = ){.*?}(?=;</script>)", re.S)
_API = re.compile(rb"(?<=window\.gradio_api_info = ){.*?}(?=;?</script>)", re.S)
_LOGIN = b'window.gradio_config = {"auth_required":true'


class Front:
    """Goes around Gradio.

    Args:
        head: what to put into the head of the page, right after the address that all others are relative to. The page
            that asks for a login does without.
    """

    def __init__(self, app: ASGIApp, head: str) -> None:
        self._app, self._head = app, head.encode()
        self._kept: dict[tuple[str, bool, bool], list[Message]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = get_route_path(scope) if scope["type"] == "http" and scope["method"] == "GET" else ""
        if path == "/":
            await self._page(scope, receive, send)
        elif _NAMED_BY_CONTENT.fullmatch(path):
            await self._asset(path, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self._answer(scope, receive)
        if not answer:
            return
        start, *parts = answer
        headers = MutableHeaders(scope=start)
        body = b"".join(part.get("body", b"") for part in parts)
        if start["status"] == 200 and headers.get("content-type", "").startswith("text/html"):
            if _LOGIN not in body:
                body = _CONFIG.sub(_without_types, body, count=1)
                body = _API.sub(_without_help, body, count=1)
                body = _BASE.sub(lambda base: base[0] + self._head, body, count=1)
            headers.add_vary_header("Accept-Encoding")
            if "content-encoding" not in headers and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                body = gzip.compress(body, 6)
                headers["Content-Encoding"] = "gzip"
            headers["Content-Length"] = str(len(body))
        await send(start)
        await send({"type": "http.response.body", "body": body})

    async def _asset(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends a file as Gradio has read and compressed it the first time, and has browsers keep it."""
        accepted = Headers(scope=scope).get("accept-encoding", "")
        key = (path, "br" in accepted, "gzip" in accepted)
        answer = self._kept.get(key)
        if answer is None:
            answer = await self._answer(scope, receive)
            if not answer:
                return
            if answer[0]["status"] == 200 and not answer[-1].get("more_body"):
                MutableHeaders(scope=answer[0])["Cache-Control"] = FOREVER
                self._kept[key] = answer
        start, *parts = answer
        await send({**start, "headers": list(start["headers"])})  # outer layers add to the list
        for part in parts:
            await send(part)

    async def _answer(self, scope: Scope, receive: Receive) -> list[Message]:
        """The start and the parts of the inner answer: none, or not all, if the browser has gone meanwhile."""
        messages: list[Message] = []

        async def take(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, take)
        return messages


def _without_types(config: re.Match[bytes]) -> bytes:
    """Leaves out what each component takes and gives, which the page never reads."""
    said = json.loads(config[0])
    for component in said["components"]:
        component["props"].pop("_api_info", None)
        for name in [name for name in component if name.startswith("api_info")]:
            del component[name]
    return _json(said)


def _without_help(api: re.Match[bytes]) -> bytes:
    """Leaves out what the page of the API asks for when it is opened: snippets, and the help of each value."""
    said = json.loads(api[0])
    for function in said["named_endpoints"].values():
        function.pop("code_snippets", None)
        for value in function["parameters"]:
            value.pop("python_type", None)
            value["type"].pop("additional_description", None)
    return _json(said)


def _json(said: object) -> bytes:
    """As Gradio writes JSON into the page: no text in it can end the element."""
    return json.dumps(said, separators=(",", ":")).replace("<", "\\u003c").encode()
