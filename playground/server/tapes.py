"""The routes of tapes: whoever asks for runs gets what comes of them, whoever has the key of their tape reads it from
any message on, and whoever has its control stops it.

Keys come in headers and bodies, never in an address, because addresses are written into logs.

    POST /tape        {specs ...}, as `playground.service.requests` reads it  -> the keys of its tape, then its messages
    GET  /tape        with the headers Tape-Key: KEY and, to go on, Last-Event-ID: NUMBER   -> its messages
                      with Tape-Returns: yes, on either, its runs are held for a while when the connection is lost
    POST /tape/stop   {control} or {control, run}   -> {}     the runs, or this one, end after their step
    POST /tape/leave  {control}                     -> {}     its reader will not return
    GET  /trace       with the header Run-Name: NAME   -> the `.trace` file of a run that has ended
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import TypeVar

import gradio as gr
from anyio.lowlevel import checkpoint
from anyio.to_thread import run_sync
from gradio.context import LocalContext
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.errors import TapeError
from playground.server.routes import PULSE, EventStream, event, json_body, routes, sender_of
from playground.service import Service, Tape
from playground.service.requests import begin_all
from playground.trace.wire import message

T = TypeVar("T")
KEY, RETURNS, NAME = "Tape-Key", "Tape-Returns", "Run-Name"
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class TapeRoutes:
    """Answers those who read."""

    def __init__(self, service: Service) -> None:
        self._service, self._tapes = service, service.tapes

    def routes(self) -> list[Route]:
        return routes(
            {
                "POST /tape": self._ask,
                "GET /tape": self._read,
                "POST /tape/stop": self._stop,
                "POST /tape/leave": self._leave,
                "GET /trace": self._trace,
            }
        )

    async def _ask(self, request: Request) -> Response:
        values = await json_body(request)
        LocalContext.request.set(gr.Request(request))  # where a lender of GPUs looks for whose share a run takes
        tape = await run_sync(begin_all, self._service, values, sender_of(request))
        return EventStream(_sent(tape, request, event(json.dumps(tape.keys))))

    async def _read(self, request: Request) -> Response:
        tape = self._tapes.find(request.headers.get(KEY), sender_of(request))
        return EventStream(_sent(self._known(tape), request))

    async def _stop(self, request: Request) -> Response:
        body = await json_body(request)
        tape, run = self._known(self._tapes.controlled(body.get("control"))), body.get("run")
        if run is None:
            tape.stop()
        elif type(run) is int and 0 <= run < len(tape.runs):
            tape.runs[run].stop.set()
        else:
            raise TapeError(f"There is no run {run!r:.40}; it must be a whole number below {len(tape.runs)}.")
        return JSONResponse({})

    async def _leave(self, request: Request) -> Response:
        control = (await json_body(request)).get("control")
        self._known(self._tapes.controlled(control)).returns = False
        return JSONResponse({})

    async def _trace(self, request: Request) -> Response:
        _, run = self._known(self._tapes.of_run(request.headers.get(NAME), sender_of(request)))
        if not run.packed:
            raise TapeError("This run recorded no step." if run.ended else "This run has not ended yet.")
        return Response(run.packed, media_type="application/octet-stream", headers={"Cache-Control": "no-store"})

    def _known(self, match: T | None) -> T:
        if match is None:
            raise TapeError(str(self._service.limits.refuse("runs_kept")))
        return match


async def _sent(tape: Tape, request: Request, first: bytes = b"") -> AsyncIterator[bytes]:
    await checkpoint()  # who has gone by now is no reader, and nothing begins
    if first:
        yield first
    tape.returns |= bool(request.headers.get(RETURNS))
    last = request.headers.get("Last-Event-ID", "")
    async with aclosing(tape.follow(int(last) if _NUMBER.fullmatch(last) else -1)) as news:
        async for messages in news:
            if messages is None:
                yield event(message("dropped"))
            for each in messages or ():
                yield each.sent  # never all together: what a silent reader has not taken in is held for each of them
            if messages == []:
                yield PULSE
