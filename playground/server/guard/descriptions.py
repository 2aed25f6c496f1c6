"""The description of the API, which is the same for everybody: Gradio makes it once."""

from __future__ import annotations

from starlette._utils import get_route_path
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAME = ("/gradio_api/info", "/gradio_api/openapi.json")
"""Where it is. It takes Gradio tens of milliseconds each time."""


class Descriptions:
    """Keeps it by path and by whether the client takes it compressed. This stands behind the check of a login."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._answers: dict[tuple[str, bool], list[Message]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = get_route_path(scope)
        if scope["method"] != "GET" or path not in SAME or scope["query_string"]:
            return await self._app(scope, receive, send)
        key = path, "br" in Headers(scope=scope).get("accept-encoding", "")
        if key not in self._answers:
            answer: list[Message] = []

            async def keep(message: Message) -> None:
                answer.append(message)

            await self._app(scope, receive, keep)
            if answer[0]["status"] != 200:
                return await _send(answer, send)
            self._answers[key] = answer
        await _send(self._answers[key], send)


async def _send(answer: list[Message], send: Send) -> None:
    for message in answer:
        await send({**message})
