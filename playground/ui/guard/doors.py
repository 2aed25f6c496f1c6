"""What may be asked of the server, and how large a request may be.

Gradio offers far more than the page uses: uploads, a proxy, editing, calls past the queue. This file lists what the
page and its API use; everything else is refused before its body is read. A request that passes is written again from
the values that were checked.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from pydantic_core import from_json
from starlette._utils import get_route_path
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.limits import Limits
from playground.service.listeners import Listeners
from playground.ui.guard.answers import refuse
from playground.ui.own_routes import logged_in

API = "/gradio_api"
BODY_SECONDS = 30
"""The longest time that a body may take to arrive."""
CLOSED = re.compile(
    rf"{API}/(proxy=|deep_link|upload|stream/|run-history|runs|dev/|vibe|custom_component|file[=/](https?:|//))|"
    r"/monitoring|/openapi\.json"
)
"""Paths that can be read and that nothing here uses."""
STARTED = f"{API}/startup-events"
"""What Gradio itself asks for as it starts, without a login; it tells nothing."""
_SESSION = re.compile(r"[\w-]{1,64}", re.ASCII)
_SCALAR = (str, int, float, bool, type(None))


class Refusal(Exception):
    """A request is refused: the status and one sentence."""


@dataclass(frozen=True, kw_only=True)
class Offered:
    """What can be called from outside."""

    events: Mapping[int, int]
    """Number of an event -> how many values it takes."""
    named: Mapping[str, tuple[str, ...]]
    """Name of an event -> the names of its values."""
    functions: Mapping[int, Mapping[str, int]]
    """Number of a component -> its functions, each of which takes one text -> the most characters of the text."""
    posts: Mapping[str, str] = field(default_factory=dict)
    """Paths of our own that take a body and check it themselves -> the limit of its size, by name."""
    login: bool = False
    completions: bool = False
    """Is the door for OpenAI's clients open?"""
    tools: bool = False
    """Is that for language models?"""


class Doors:
    """Lets only offered requests pass.

    Args:
        listeners: counts every stream of events while it is open.
        sees: does the model take pictures?
    """

    def __init__(
        self, app: ASGIApp, limits: Limits, listeners: Listeners, offered: Offered, sees: Callable[[], bool]
    ) -> None:
        self._app, self._limits, self._listeners, self._offered, self._sees = app, limits, listeners, offered, sees

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        path = get_route_path(scope).rstrip("/")
        try:
            # Gradio asks only some of those who call it whether they have logged in.
            closed = self._offered.login and path.startswith(API) and path != STARTED
            if closed and not logged_in(Request(scope)):
                raise Refusal(401, "Log in first.")
            if scope["method"] == "POST":
                check = self._check(path)
                body = await self._body(scope, receive, self._offered.posts.get(path, "body_bytes"))
                if check is not None:
                    body = _dumps(check(_loads(body)))
                scope, receive = _again(scope, body, receive)
            elif scope["method"] not in ("GET", "HEAD", "OPTIONS") or CLOSED.match(path):
                raise Refusal(404, "There is nothing here.")
        except Refusal as refusal:
            status, sentence = refusal.args
            # The rest of the body is not read, so the connection cannot be used again.
            return await refuse(status, sentence, Connection="close")(scope, receive, send)
        name = _listens_to(scope, path)
        with self._listeners.listening(name) if name else nullcontext():
            await self._app(scope, receive, send)

    def _check(self, path: str) -> Callable[[Any], Any] | None:
        """The check for a body that is posted there; None if Gradio checks it itself."""
        calls = {f"{API}/call/{name}": self._call(name) for name in self._offered.named}
        calls |= {f"{API}/call/v2/{name}": self._call_by_names(name) for name in self._offered.named}
        checks = {
            f"{API}/queue/join": self._join,
            f"{API}/component_server": self._function,
            f"{API}/cancel": _cancel,
            f"{API}/reset": lambda body: {"event_id": ""},
            **calls,
        }
        if path in checks:
            return checks[path]
        if path in self._offered.posts or (path == "/login" and self._offered.login):
            return None
        if path == "/v1/chat/completions" and self._offered.completions:
            return None
        if path == "/mcp" and self._offered.tools:
            return _message
        raise Refusal(404, "Nothing can be sent here.")

    async def _body(self, scope: Scope, receive: Receive, limit: str) -> bytes:
        most = self._limits.body(self._sees()) if limit == "body_bytes" else getattr(self._limits, limit)
        too_large = Refusal(413, str(self._limits.refuse(limit, bytes=most, megabytes=f"{most / (1 << 20):g}")))
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Refusal(400, "The request broke off.")
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise too_large
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError as error:
            raise Refusal(408, f"The request was not complete within {BODY_SECONDS} seconds.") from error

    def _join(self, body: Any) -> Any:
        number, session = body.get("fn_index"), body.get("session_hash")
        if type(number) is not int or number not in self._offered.events:
            raise Refusal(404, "There is no such event.")
        if not isinstance(session, str) or not _SESSION.fullmatch(session):
            raise Refusal(400, "The session needs a name of at most 64 letters, digits, _ or -.")
        trigger = body.get("trigger_id")
        data = _values(body.get("data"), self._offered.events[number])
        trigger = trigger if type(trigger) is int else None
        return {"fn_index": number, "session_hash": session, "data": data, "trigger_id": trigger}

    def _call(self, name: str) -> Callable[[Any], Any]:
        names = self._offered.named[name]
        return lambda body: {"data": _values(body.get("data"), len(names))}

    def _call_by_names(self, name: str) -> Callable[[Any], Any]:
        names = self._offered.named[name]

        def check(body: Any) -> Any:
            if unknown := sorted(set(body) - set(names)):
                raise Refusal(400, f"There is no value called {unknown[0][:40]!r}; the values are {', '.join(names)}.")
            _values(list(body.values()), len(body))
            return body

        return check

    def _function(self, body: Any) -> Any:
        component, name, data = body.get("component_id"), body.get("fn_name"), body.get("data")
        known = self._offered.functions.get(component, {}) if type(component) is int else {}
        most = known.get(name) if isinstance(name, str) else None
        if most is None:
            raise Refusal(404, "There is no such function.")
        if not isinstance(data, str) or len(data) > most:
            raise Refusal(400, f"The function takes one text of at most {most:,} characters.")
        return {"component_id": component, "fn_name": name, "data": data, "session_hash": "page"}


def _message(body: Any) -> Any:
    """A message for tools, if their package can write it too: it has no half of a character, and is not too deep."""
    try:
        return from_json(_dumps(body))
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "The request has half of a character (a lone surrogate), or nests too deeply.") from error


def _cancel(body: Any) -> Any:
    session, event, number = body.get("session_hash"), body.get("event_id"), body.get("fn_index")
    named = isinstance(session, str) and isinstance(event, str) and _SESSION.fullmatch(session)
    if not named or not _SESSION.fullmatch(event) or type(number) is not int:
        raise Refusal(400, "The request does not say what to cancel.")
    return {"session_hash": session, "event_id": event, "fn_index": number}


def _values(values: Any, count: int) -> list[Any]:
    if not isinstance(values, list) or len(values) != count:
        raise Refusal(400, f"There must be {count} values.")
    if not all(_plain(value) for value in values):
        raise Refusal(400, "Each value must be a text, a number, true, false, null, or a list of texts.")
    return values


def _plain(value: Any) -> bool:
    return isinstance(value, _SCALAR) or (isinstance(value, list) and all(isinstance(one, str) for one in value))


def _loads(body: bytes) -> dict[str, Any]:
    try:
        loaded = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "The request is not JSON.") from error
    if not isinstance(loaded, dict):
        raise Refusal(400, "The request must be a JSON object.")
    return loaded


def _dumps(values: Any) -> bytes:
    return json.dumps(values).encode()


def _again(scope: Scope, body: bytes, receive: Receive) -> tuple[Scope, Receive]:
    """Makes the request again with this body, which has been read."""
    again = {**scope, "headers": list(scope["headers"])}
    headers = MutableHeaders(scope=again)
    headers["content-length"] = str(len(body))
    del headers["transfer-encoding"]
    if scope["path"].rstrip("/") != "/login":
        headers["content-type"] = "application/json"
    ahead: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return ahead.pop() if ahead else await receive()

    return again, replay


def _listens_to(scope: Scope, path: str) -> str:
    """The session or event whose stream this request opens; "" for any other request."""
    if scope["method"] != "GET":
        return ""
    if path == f"{API}/queue/data":
        return parse_qs(scope["query_string"].decode("latin-1")).get("session_hash", [""])[0]
    if path.startswith(f"{API}/call/"):
        return path.rpartition("/")[2]
    return ""
