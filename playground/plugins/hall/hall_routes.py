"""The routes of halls: a presenter's page opens, leads and ends one, and the pages of those who watch read its stream.

Tokens come in a body or in a header, never in an address, because addresses are written into logs. Streams are plain
server-sent events: hundreds may be open, and none takes a place in Gradio's queue.

    POST /hall          {}                             -> {watch, control}
    POST /hall/show     {control, lanes, hidden}       -> {shown}   runs side by side, each {run} or {example, lesson},
                        the lesson that has this example as a run of its own; what the page hides of them, as `HIDEABLE`
                        says; and how many can be shown: all before the first that this server does not have
    POST /hall/lead     {control, lead}                -> {}
    POST /hall/ask      {control, lesson, part}        -> {}   the prediction of a part of a lesson; "" takes it back
    POST /hall/close    {control}                      -> {}   nobody answers any more
    POST /hall/answer   {control}                      -> {}   all see what is right
    POST /hall/code     {control, on}                  -> {code} those who come must type it from now on; "" for none
    POST /hall/vote     {watch, seat, vote}            -> {}   from one who watches
    POST /hall/end      {control}                      -> {}
    GET  /hall/watch    with the header Hall-Token: WATCH, and Hall-Seat: SEAT to go on or, if the
                        presenter asks for it, Hall-Code: CODE; as `Hall.followed` says
    GET  /hall/attend   with the header Hall-Token: CONTROL, as `Hall.attended` says
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from itertools import takewhile
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.plugins.hall.errors import HallError
from playground.plugins.hall.hall import Hall, Lane
from playground.plugins.hall.halls import Halls
from playground.plugins.hall.lead import Lead, hidden_of
from playground.plugins.hall.question import Question
from playground.plugins.learn.library import Library
from playground.server.routes import PULSE, Answer, EventStream, event, json_body, routes, sender_of
from playground.service import Service
from playground.service.turns import Visitor
from playground.trace.comparison import MOST_LANES

Body = dict[str, Any]

TOKEN, SEAT, CODE = "Hall-Token", "Hall-Seat", "Hall-Code"
"""The headers with the token of who reads a stream, with the seat that they had before, and with what they typed."""
ELSEWHERE = "A hall can only show a run that this server has, or an example."
LANES = f"A hall shows 1 to {MOST_LANES} runs side by side."
NO_LESSON = "A hall can only ask what a lesson of this server asks."
_EXAMPLE = re.compile(r"[\w-]{1,64}", re.ASCII)


class HallRoutes:
    """Answers presenters and those who watch.

    Args:
        lessons: whose runs and questions a presenter may show.
    """

    def __init__(self, service: Service, halls: Halls, lessons: Library) -> None:
        self._service, self._halls, self._lessons = service, halls, lessons

    def routes(self) -> list[Route]:
        return routes(
            {
                "POST /hall": self._open,
                "POST /hall/show": self._show,
                "POST /hall/lead": self._controlled(self._lead),
                "POST /hall/ask": self._controlled(self._ask),
                "POST /hall/close": self._controlled(self._close),
                "POST /hall/answer": self._controlled(self._answer),
                "POST /hall/code": self._controlled(self._code),
                "POST /hall/vote": self._vote,
                "POST /hall/end": self._controlled(self._end),
                "GET /hall/watch": self._watch,
                "GET /hall/attend": self._attend,
            }
        )

    async def _open(self, request: Request) -> Response:
        await json_body(request)
        hall = self._halls.open(sender_of(request))
        return JSONResponse({"watch": hall.watch, "control": hall.control})

    async def _show(self, request: Request) -> Response:
        body = await json_body(request)
        hall, hidden = self._halls.controlled(body.get("control")), hidden_of(body.get("hidden"))
        wanted = body.get("lanes")
        if not isinstance(wanted, list) or not 1 <= len(wanted) <= MOST_LANES:
            raise HallError(LANES)
        sender = sender_of(request)
        known = (self._lane(each, sender) for each in wanted)
        lanes = [lane for lane in takewhile(bool, known) if lane]
        if not lanes:
            raise HallError(ELSEWHERE)
        hall.show(*lanes, hidden=hidden)
        return JSONResponse({"shown": len(lanes)})

    def _lane(self, wanted: object, sender: Visitor) -> Lane | None:
        """The run that a presenter's page wants to show; None if this server does not have it."""
        if not isinstance(wanted, dict):
            raise HallError(LANES)
        name, example = wanted.get("run"), wanted.get("example")
        if isinstance(example, str) and _EXAMPLE.fullmatch(example):
            return Lane(example=example, lesson=self._lesson(wanted) or "")
        known = self._service.tapes.of_run(name, sender)
        if known is None:
            return None
        tape, run = known
        if tape.results and not run.packed:  # it has no steps yet
            return None
        return Lane(run.name, tape, tape.runs.index(run))

    def _lesson(self, body: Body) -> str | None:
        """The name of the lesson that a request names, "" for none; None if there is none of that name."""
        name = body.get("lesson")
        return name if name == "" or (isinstance(name, str) and name in self._lessons.files) else None

    def _controlled(self, act: Callable[[Hall, Body], Awaitable[Body | None]]) -> Answer:
        """Answers what a presenter says to a hall; `act` returns the answer, None for an empty one."""

        async def answer(request: Request) -> Response:
            body = await json_body(request)
            return JSONResponse(await act(self._halls.controlled(body.get("control")), body) or {})

        return answer

    async def _lead(self, hall: Hall, body: Body) -> None:
        hall.lead_to(Lead.of(body.get("lead")))

    async def _ask(self, hall: Hall, body: Body) -> None:
        name = self._lesson(body)
        if name is None:
            raise HallError(NO_LESSON)
        lesson = json.loads(await asyncio.to_thread(self._lessons.file, name)) if name else None
        hall.ask(lesson and Question.of(name, body.get("part"), lesson))

    async def _close(self, hall: Hall, _: Body) -> None:
        hall.turn_to("closed")

    async def _answer(self, hall: Hall, _: Body) -> None:
        hall.turn_to("answered")

    async def _code(self, hall: Hall, body: Body) -> Body:
        hall.ask_code(body.get("on") is True)
        return {"code": hall.code}

    async def _end(self, hall: Hall, _: Body) -> None:
        hall.end()

    async def _vote(self, request: Request) -> Response:
        body = await json_body(request)
        self._halls.watched(body.get("watch")).vote(body.get("seat"), body.get("vote"))
        return JSONResponse({})

    async def _watch(self, request: Request) -> Response:
        headers = request.headers
        hall, seat, code = self._halls.watched(headers.get(TOKEN)), headers.get(SEAT, ""), headers.get(CODE, "")
        news = self._halls.follow(hall, seat, sender_of(request), code)
        first = await anext(news)  # a refusal has a status of its own
        return EventStream(_sent(news, first))

    async def _attend(self, request: Request) -> Response:
        news = self._halls.attend(self._halls.controlled(request.headers.get(TOKEN)))
        return EventStream(_sent(news, await anext(news)))


async def _sent(news: AsyncGenerator[list[str], None], first: list[str]) -> AsyncIterator[bytes]:
    messages: list[str] | None = first
    async with aclosing(news):
        while messages is not None:
            yield b"".join(map(event, messages)) or PULSE
            messages = await anext(news, None)
