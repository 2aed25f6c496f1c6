"""Opens Gradio's page faster: what the page itself needs is named in its head, and what Gradio answers is kept.

Gradio renders its page and the descriptions of it anew for each request, in some 20 ms. But for the address under which
it is reached, and for who has logged in, they are always the same.

Gradio puts the `head` of `launch` into the page with a script, after its own megabytes have arrived and run. What is
put in here stands in the document from its first byte, before Gradio's scripts.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import OrderedDict
from functools import lru_cache

from gradio.route_utils import get_root_url
from starlette._utils import get_route_path
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.ui.files import FOREVER
from playground.ui.own_routes import user_of

RENDERED = ("/", "/config", "/gradio_api/info", "/gradio_api/openapi.json")
"""What Gradio renders."""
QUERIES = (b"", b"page=", b"all_endpoints=true", b"all_endpoints=True")
"""What may be added to these; anything else would change nothing that somebody needs, and is left out."""
SOMEWHERE = b"somewhere.invalid"
"""The host for which they are rendered; the one that was called is put in its place."""
KEPT = 64
"""How many of them are kept, for each path and each user."""
SENT = 32
"""How many are kept as they are sent, for each address."""

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
        self._rendered: OrderedDict[tuple[str, bytes, str | None], tuple[Message, bytes, str]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method, path = scope.get("method"), get_route_path(scope) if scope["type"] == "http" else ""
        if method in ("GET", "HEAD") and (path.rstrip("/") or path) in RENDERED:
            await self._page(path, scope, receive, send)
        elif method == "GET" and _NAMED_BY_CONTENT.fullmatch(path):
            await self._asset(path, scope, receive, send)
        else:
            await self._rest(scope, receive, send)

    async def _page(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        root_path = scope["app"].root_path
        query = scope["query_string"] if scope["query_string"] in QUERIES else b""
        key = path.rstrip("/"), query, user_of(Request(scope))
        if key not in self._rendered:
            plain = [(b"host", SOMEWHERE), *(header for header in scope["headers"] if header[0] == b"cookie")]
            inner = {**scope, "method": "GET", "scheme": "http", "headers": plain, "query_string": query}
            answer = await self._answer(inner, receive)
            if len(answer) < 2:
                return
            start, *parts = answer
            body = self._own(b"".join(part.get("body", b"") for part in parts))
            if start["status"] != 200 or parts[-1].get("more_body"):
                await send(start)
                await send({"type": "http.response.body", "body": body})
                return
            self._rendered[key] = start, body, get_root_url(Request(inner), path, root_path)
        self._rendered.move_to_end(key)
        start, body, root = self._rendered[key]
        if len(self._rendered) > KEPT:
            self._rendered.popitem(last=False)
        start = {**start, "headers": list(start["headers"])}  # outer layers add to the list
        compress = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        body = _sent(body, root, get_root_url(Request(scope), path, root_path), compress)
        headers = MutableHeaders(scope=start)
        headers.add_vary_header("Accept-Encoding")
        headers["Content-Length"] = str(len(body))
        if compress:
            headers["Content-Encoding"] = "gzip"
        await send(start)
        await send({"type": "http.response.body", "body": body})

    def _own(self, body: bytes) -> bytes:
        """The page with what is ours; anything else, and the page that asks for a login, as it is."""
        if _LOGIN in body or not _BASE.search(body):
            return body
        body = _CONFIG.sub(_without_types, body, count=1)
        body = _API.sub(_without_help, body, count=1)
        return _BASE.sub(lambda base: base[0] + self._head, body, count=1)

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

    async def _rest(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except RuntimeError as error:
            # Gradio tells whoever listens to an unknown session or event that there is none, and then raises it, too.
            if not isinstance(error.__cause__, HTTPException):
                raise
            await send({"type": "http.response.body"})

    async def _answer(self, scope: Scope, receive: Receive) -> list[Message]:
        """The start and the parts of the inner answer: none, or not all, if the browser has gone meanwhile."""
        messages: list[Message] = []

        async def take(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, take)
        return messages


@lru_cache(SENT)
def _sent(body: bytes, there: str, here: str, compress: bool) -> bytes:
    """A body for another address than it was rendered for. No address that Gradio reads needs an escape in JSON."""
    body = body.replace(there.encode(), here.encode())
    return gzip.compress(body, 6) if compress else body


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
