"""What the routes of our own, beside Gradio's, have in common: who may use them, what they take, how they refuse."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from playground.errors import LimitError, PlaygroundError, RequestBodyError

Answer = Callable[[Request], Awaitable[Response]]


def answered(answer: Answer) -> Answer:
    """Answers who may use the page. What goes wrong is one sentence, where the page looks for it."""

    async def guarded(request: Request) -> Response:
        if not logged_in(request):
            return JSONResponse({"detail": "Log in first."}, 401)
        try:
            return await answer(request)
        except PlaygroundError as error:
            return JSONResponse({"detail": str(error)}, 429 if isinstance(error, LimitError) else 404)

    return guarded


def logged_in(request: Request) -> bool:
    """May this one use the page? Gradio asks the same for its own routes."""
    return request.app.auth is None or user_of(request) is not None


def user_of(request: Request) -> str | None:
    """The name of whoever has logged in; None for anybody else."""
    app = request.app
    names = (f"access-token-{app.cookie_id}", f"access-token-unsecure-{app.cookie_id}")
    tokens = [request.cookies.get(name) for name in names]
    return next((app.tokens[token] for token in tokens if token in app.tokens), None)


async def json_body(request: Request) -> dict[str, Any]:
    """Reads a JSON object; the guard has seen to its size.

    Raises:
        RequestBodyError: it is none.
    """
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise RequestBodyError("The request is not JSON.") from error
    if not isinstance(body, dict):
        raise RequestBodyError("The request must be a JSON object.")
    return body
