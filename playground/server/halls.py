"""The routes of halls: a presenter's page opens, leads and ends one, and the pages of those who watch read its stream.

Tokens come in a body or in a header, never in an address, because addresses are written into logs. Streams are plain
server-sent events: hundreds may be open, and none takes a place in Gradio's queue.

    POST /hall          {}                             -> {watch, control}
    POST /hall/show     {control, run | example}       -> {}
    POST /hall/lead     {control, lead}                -> {}
    POST /hall/end      {control}                      -> {}
    GET  /hall/watch    with the header Hall-Token: WATCH, as `Hall.followed` says
    GET  /hall/attend   with the header Hall-Token: CONTROL, as `Hall.attended` says
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.errors import HallError
from playground.server.routes import PULSE, EventStream, event, json_body, routes
from playground.server.tapes import may_read
from playground.service import Service
from playground.service.hall import Lead
from playground.service.turns import NOBODY

TOKEN = "Hall-Token"
"""The header with the token of who reads a stream."""
ELSEWHERE = "A hall can only show a run that this server has, or an example."
_EXAMPLE = re.compile(r"[\w-]{1,64}", re.ASCII)


class HallRoutes:
    """Answers presenters and those who watch."""

    def __init__(self, service: Service) -> None:
        self._service, self._halls = service, service.halls

    def routes(self) -> list[Route]:
        return routes(
            {
                "POST /hall": self._open,
                "POST /hall/show": self._show,
                "POST /hall/lead": self._lead,
                "POST /hall/end": self._end,
                "GET /hall/watch": self._watch,
                "GET /hall/attend": self._attend,
            }
        )

    async def _open(self, request: Request) -> Response:
        await json_body(request)
        hall = self._halls.open(request.scope.get("visitor", NOBODY))
        return JSONResponse({"watch": hall.watch, "control": hall.control})

    async def _show(self, request: Request) -> Response:
        body = await json_body(request)
        hall, name, example = self._halls.controlled(body.get("control")), body.get("run"), body.get("example")
        if isinstance(example, str) and _EXAMPLE.fullmatch(example):
            hall.show(example=example)
        else:
            known = self._service.tapes.of_run(name)
            if known is None or not may_read(known[0], request):
                raise HallError(ELSEWHERE)
            tape, run = known
            if tape.results and not run.packed:  # it has no steps yet
                raise HallError(ELSEWHERE)
            hall.show(run=run.name, tape=tape, place=tape.runs.index(run))
        return JSONResponse({})

    async def _lead(self, request: Request) -> Response:
        body = await json_body(request)
        self._halls.controlled(body.get("control")).lead_to(Lead.of(body.get("lead")))
        return JSONResponse({})

    async def _end(self, request: Request) -> Response:
        body = await json_body(request)
        self._halls.controlled(body.get("control")).end()
        return JSONResponse({})

    async def _watch(self, request: Request) -> Response:
        return EventStream(_sent(self._halls.follow(self._halls.watched(request.headers.get(TOKEN)))))

    async def _attend(self, request: Request) -> Response:
        return EventStream(_sent(self._halls.attend(self._halls.controlled(request.headers.get(TOKEN)))))


async def _sent(news: AsyncGenerator[list[str], None]) -> AsyncIterator[bytes]:
    async with aclosing(news):
        async for messages in news:
            yield b"".join(map(event, messages)) or PULSE
