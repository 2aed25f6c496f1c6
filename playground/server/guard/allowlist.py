"""What may pass: which requests, with which values, and how large they may be.

Gradio offers far more than is used here: uploads, a proxy, files of this computer, calls past the queue. This file
lists what is used; everything else is refused before its body is read. A request that passes is written again from the
values that were checked.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette._utils import get_route_path
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.errors import RequestBodyError
from playground.server.door import Door
from playground.server.guard.answers import refuse
from playground.server.guard.leaving import Gone, disconnected, until
from playground.server.guard.listeners import SESSION
from playground.server.routes import json_object, logged_in
from playground.service.limits import Limits

API = "/gradio_api"
BODY_SECONDS = 30
"""The longest time that a body may take to arrive."""
STARTED = f"{API}/startup-events"
"""What Gradio itself asks for as it starts, without a login; it tells nothing."""
READ = (
    rf"{API}/call/[\w/-]+",  # what comes of a call
    rf"{API}/queue/data",  # the same for Gradio's clients
    rf"{API}/info",  # which functions there are
    rf"{API}/openapi\.json",
    rf"{API}/heartbeat/[\w-]+",
    rf"{API}/file=(?!https?:|//).+",  # the files of traces that `trace` returns
    STARTED,
    "/config",
)
"""What of Gradio may be read: what its clients for Python and JavaScript need, and the description of the API."""
_READ = re.compile("|".join(READ), re.ASCII)
_SESSION = re.compile(r"[\w-]{1,64}", re.ASCII)
DEPTH = 100
"""The deepest nesting of a value: a spec whose run branches from others holds theirs."""
_SCALAR = (str, int, float, bool, type(None))


class Refusal(Exception):
    """A request is refused: the status and one sentence."""


@dataclass(frozen=True, kw_only=True)
class Endpoints:
    """What can be called from outside."""

    events: Mapping[int, int]
    """Number of an event -> how many values it takes."""
    named: Mapping[str, Mapping[str, bool]]
    """Name of an event -> the names of its values, each with: must it be given?"""
    routes: Sequence[BaseRoute] = ()
    """Routes of our own, which check themselves what they are sent, and say which limit their bodies have."""
    added: Sequence[BaseRoute] = ()
    """Those of them that plugins added: they need the login unless they declare otherwise."""
    login: bool = False
    doors: Sequence[Door] = ()
    """Those whose routes are among them."""


class Allowlist:
    """Lets only requests for these endpoints pass.

    Args:
        sees: does the model take pictures?
    """

    def __init__(self, app: ASGIApp, limits: Limits, endpoints: Endpoints, sees: Callable[[], bool]) -> None:
        self._app, self._limits, self._endpoints, self._sees = app, limits, endpoints, sees

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        path, connection = get_route_path(scope), receive
        route = next((route for route in self._endpoints.routes if route.matches(scope)[0] is Match.FULL), None)
        ours = route is not None
        try:
            if self._endpoints.login and self._asks(route, path) and not logged_in(Request(scope)):
                raise Refusal(401, "Log in first.")
            if scope["method"] == "POST":
                path = path.rstrip("/")
                check = None if ours else self._check(path)
                body = await self._body(scope, receive, getattr(route, "body", "body_bytes"))
                if check is not None:
                    values = check(_loads(body))
                    scope, body = {**scope, SESSION: values.get("session_hash")}, _dumps(values)
                scope, receive = _again(scope, body, receive)
            elif scope["method"] not in ("GET", "HEAD", "OPTIONS") or not (ours or _READ.fullmatch(path)):
                raise Refusal(404, "There is nothing here.")
        except Refusal as refusal:
            status, sentence = refusal.args
            # The rest of the body is not read, so the connection cannot be used again.
            return await refuse(status, sentence, Connection="close")(scope, receive, send)
        answer = self._app(scope, receive, send)
        try:
            if ours and scope["method"] == "POST":  # whatever it does inside, it ends with its client
                answer = until(disconnected(connection), answer)
            await answer
        except Gone:
            return
        except RuntimeError as error:
            # Gradio tells whoever listens to an unknown session or event that there is none, and then raises it, too.
            if not isinstance(error.__cause__, HTTPException):
                raise
            await send({"type": "http.response.body"})

    def _asks(self, route: BaseRoute | None, path: str) -> bool:
        """Is the login asked for here, before anybody else sees the request?

        Gradio asks only some of those who call it; routes of the page ask themselves.
        """
        if route is None:
            return path not in (STARTED, "/login")
        return route in self._endpoints.added and not getattr(route, "anyone", False)

    def _check(self, path: str) -> Callable[[Any], Any] | None:
        """The check for a body that is posted to Gradio; None if Gradio checks it itself."""
        calls = {f"{API}/call/{name}": self._call(name) for name in self._endpoints.named}
        calls |= {f"{API}/call/v2/{name}": self._call_by_names(name) for name in self._endpoints.named}
        checks = {
            f"{API}/queue/join": self._join,
            f"{API}/cancel": _cancel,
            f"{API}/reset": lambda body: {"event_id": ""},
            **calls,
        }
        if path in checks:
            return checks[path]
        if path == "/login" and self._endpoints.login:
            return None
        raise Refusal(404, "Nothing can be sent here.")

    async def _body(self, scope: Scope, receive: Receive, limit: str) -> bytes:
        most = self._limits.body(self._sees()) if limit == "body_bytes" else self._limits[limit]
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
        if type(number) is not int or number not in self._endpoints.events:
            raise Refusal(404, "There is no such event.")
        if not isinstance(session, str) or not _SESSION.fullmatch(session):
            raise Refusal(400, "The session needs a name of at most 64 letters, digits, _ or -.")
        trigger = body.get("trigger_id")
        data = _values(body.get("data"), self._endpoints.events[number])
        trigger = trigger if type(trigger) is int else None
        return {"fn_index": number, "session_hash": session, "data": data, "trigger_id": trigger}

    def _call(self, name: str) -> Callable[[Any], Any]:
        names = self._endpoints.named[name]
        return lambda body: {"data": _values(body.get("data"), len(names))}

    def _call_by_names(self, name: str) -> Callable[[Any], Any]:
        names = self._endpoints.named[name]

        def check(body: Any) -> Any:
            if unknown := sorted(set(body) - set(names)):
                raise Refusal(400, f"There is no value called {unknown[0][:40]!r}; the values are {', '.join(names)}.")
            if missing := [value for value, needed in names.items() if needed and value not in body]:
                raise Refusal(400, f"There must be a value called {missing[0]!r}; the values are {', '.join(names)}.")
            _values(list(body.values()), len(body))
            return body

        return check


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
        raise Refusal(400, "Each value must be JSON in which nothing has a `path`, and not nest too deeply.")
    return values


def _plain(value: Any, depth: int = DEPTH) -> bool:
    """Is it JSON in which Gradio finds no file?"""
    if (isinstance(value, dict) and "path" not in value) or isinstance(value, list):
        inner = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_plain(item, depth - 1) for item in inner)
    return isinstance(value, _SCALAR)


def _loads(body: bytes) -> dict[str, Any]:
    try:
        return json_object(body)
    except RequestBodyError as error:
        raise Refusal(400, str(error)) from error


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
