"""What the routes beside Gradio's have in common: who may use them, their bodies, refusals and streams."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterable, Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from playground.errors import PlaygroundError, RequestBodyError
from playground.service.turns import NOBODY, Visitor

Answer = Callable[[Request], Awaitable[Response]]
PULSE = b": \n\n"
"""A sign of life."""
_PATH = re.compile(r"(/[\w.~-]+)+/?", re.ASCII)


class DeclaredRoute(Route):
    """A route that says what it takes, for the guard.

    Args:
        body: the name of the limit of its bodies.
        anyone: may it be used without the login?
    """

    def __init__(self, *arguments: Any, body: str = "body_bytes", anyone: bool = False, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.body, self.anyone = body, anyone


def routes(answers: Mapping[str, Answer], *, body: str = "body_bytes", anyone: bool = False) -> list[Route]:
    """Routes by method and path, such as `POST /tape/stop`, for those who may use the page.

    What goes wrong is one sentence, where the page looks for it.

    Args:
        body, anyone: as `DeclaredRoute`.
    """
    return [
        DeclaredRoute(path, answer if anyone else _checked(answer), methods=[method], body=body, anyone=anyone)
        for (method, path), answer in ((name.split(), _answered(answer)) for name, answer in answers.items())
    ]


def _checked(answer: Answer) -> Answer:
    async def checked(request: Request) -> Response:
        return await answer(request) if logged_in(request) else JSONResponse({"detail": "Log in first."}, 401)

    return checked


def _answered(answer: Answer) -> Answer:
    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except PlaygroundError as error:
            return JSONResponse({"detail": str(error)}, error.status)

    return answered


def logged_in(request: Request) -> bool:
    """May the sender use the page? Gradio asks the same for its own routes."""
    return request.app.auth is None or user_of(request) is not None


def user_of(request: Request) -> str | None:
    """The name with which the sender has logged in; None for anybody else."""
    tokens, known = request.app.tokens, login_cookies(request)
    return next((tokens[token] for token in known.values() if token in tokens), None)


def login_cookies(request: Request) -> dict[str, str | None]:
    """The cookies with which Gradio knows who has logged in, by name; None for one that was not sent."""
    names = (f"access-token-{request.app.cookie_id}", f"access-token-unsecure-{request.app.cookie_id}")
    return {name: request.cookies.get(name) for name in names}


def sender_of(request: Request) -> Visitor:
    """Who has sent it, as the guard found out."""
    return request.scope.get("visitor", NOBODY)


async def json_body(request: Request) -> dict[str, Any]:
    """Reads a JSON object; the guard has seen to its size. Raises as `json_object`."""
    return json_object(await request.body())


def json_object(text: str | bytes) -> dict[str, Any]:
    """Raises a RequestBodyError if the text is not a JSON object."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestBodyError("The request is not JSON.") from error
    if not isinstance(values, dict):
        raise RequestBodyError("The request must be a JSON object.")
    return values


class EventStream(StreamingResponse):
    """The stream of events, each already written as such."""

    def __init__(self, events: AsyncIterable[bytes]) -> None:
        # The second header keeps a proxy from holding the stream back.
        super().__init__(
            events, media_type="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        )


def event(text: str) -> bytes:
    """One event with a line of data."""
    return f"data: {text}\n\n".encode()


def page_of(request: HTTPConnection) -> str:
    """The address of the page, as the caller reached it: what a proxy says of its name and path counts.

    The guard lets such headers through only from proxies that are trusted.
    """
    host, prefix = (request.headers.get(f"x-forwarded-{name}", "") for name in ("host", "prefix"))
    page = request.base_url.replace(netloc=host) if host else request.base_url
    below = _PATH.fullmatch(prefix) is not None and not page.path.startswith(f"{prefix.rstrip('/')}/")
    return str(page.replace(path=f"{prefix.rstrip('/')}{page.path}") if below else page)
