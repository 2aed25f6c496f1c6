"""The routes of the door, for the server that has the page."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from playground.assets import ASSETS
from playground.errors import PlaygroundError
from playground.plugins.api.asking import begin
from playground.plugins.api.key import SENTENCE, holds
from playground.plugins.api.link import link
from playground.plugins.api.runs import Runs
from playground.plugins.openai.errors import RequestError, body, failure
from playground.plugins.openai.reply import Reply
from playground.plugins.openai.request import ChatRequest, check_model
from playground.plugins.openai.schema import document
from playground.server.door import Door
from playground.server.routes import page_of
from playground.service import Ended, Frame, Refused, Service, Started, Tape, Waiting
from playground.service.turns import NOBODY


class OpenAI(Door):
    """The door.

    Args:
        key: what clients must send as their API key; "" for none.
        recorded: the folder of the recorded runs, from which a run may branch.
    """

    prefix = "/v1/"

    def __init__(self, service: Service, key: str = "", recorded: Path = ASSETS / "recorded") -> None:
        self._service, self._key, self._runs = service, key, Runs(service, recorded)
        self._began, self._described = int(time.time()), b""
        self.routes = [
            Route("/v1/chat/completions", self._answer(self._complete), methods=["POST"]),
            Route("/v1/models", self._answer(self._models)),
            Route("/v1/models/{model:path}", self._answer(self._one_model)),
            Route("/v1/openapi.json", self._answer(self._document)),
        ]

    def refusal(self, status: int, sentence: str) -> Any:
        return body(status, sentence)

    def _answer(self, route: Any) -> Any:
        async def answer(request: Request) -> Response:
            try:
                self._check_key(request)
                return await route(request)
            except RequestError as error:
                return _refused(error)

        return answer

    def _check_key(self, request: Request) -> None:
        if not holds(request.headers, self._key):
            raise RequestError(401, SENTENCE, code="invalid_api_key")

    async def _models(self, request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [self._model(name) for name in self._names()]})

    async def _one_model(self, request: Request) -> Response:
        name = request.path_params["model"]
        check_model(name, self._names())
        return JSONResponse(self._model(name))

    def _names(self) -> list[str]:
        slot = self._service.slot
        return [each.public_name for each in (slot, *slot.others)]

    def _model(self, name: str) -> dict[str, Any]:
        return {"id": name, "object": "model", "created": self._began, "owned_by": "text-diffusion-playground"}

    async def _document(self, request: Request) -> Response:
        if not self._described:
            self._described = json.dumps(document(bool(self._key))).encode()
        return Response(self._described, media_type="application/json")

    async def _complete(self, request: Request) -> Response:
        chat = ChatRequest(await request.body(), self._names())
        visitor = request.scope.get("visitor", NOBODY)
        try:
            tape = await begin(self._runs, chat.values, visitor)
        except PlaygroundError as error:
            raise failure(error, str(error), set(chat.values)) from error
        reply, page = Reply(chat, tape.runs[0].name), page_of(request)
        if not chat.stream:
            return await self._whole(chat, reply, tape, page)
        chunks = self._chunks(chat, reply, tape, page)
        first = await anext(chunks)  # a refusal has a status of its own
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        return StreamingResponse(_sent(first, chunks), media_type="text/event-stream", headers=headers)

    async def _whole(self, chat: ChatRequest, reply: Reply, tape: Tape, page: str) -> Response:
        """Waits for the end. A client that goes away ends its run, as the guard cancels its request."""
        try:
            async with aclosing(tape.happens()) as events:
                async for event in events:
                    if isinstance(event, Ended):
                        return JSONResponse(reply.completion(event.trace, link(page, event.trace.header)))
                    if isinstance(event, Refused):
                        raise failure(event.cause, event.sentence, set(chat.values))
        finally:
            tape.stop()
        raise AssertionError("a run ends or is refused")

    async def _chunks(self, chat: ChatRequest, reply: Reply, tape: Tape, page: str) -> AsyncGenerator[Any, None]:
        """Yields chunks, and sentences for those who wait. A client that goes away ends its run at the next step.

        Raises:
            RequestError: the run was refused.
        """
        try:
            async with aclosing(tape.happens()) as events:
                async for event in events:
                    match event:
                        case Waiting():
                            yield event.sentence
                        case Started():
                            yield reply.started(event)
                        case Frame():
                            for chunk in reply.frame(event.frame):
                                yield chunk
                        case Ended(trace):
                            for chunk in reply.end(trace, link(page, trace.header)):
                                yield chunk
                        case Refused():
                            raise failure(event.cause, event.sentence, set(chat.values))
        finally:
            tape.stop()


async def _sent(first: Any, chunks: AsyncGenerator[Any, None]) -> AsyncIterator[str]:
    """The stream as it is sent; what ends a run early is its last chunk."""
    chunk = first
    async with aclosing(chunks):
        try:
            while chunk is not None:
                yield f": {chunk}\n\n" if isinstance(chunk, str) else _data(chunk)
                chunk = await anext(chunks, None)
        except RequestError as error:
            yield _data(body(error.status, str(error), error.param, error.code))
        else:
            yield "data: [DONE]\n\n"


def _data(chunk: dict[str, Any]) -> str:
    return f"data: {json.dumps(chunk, separators=(',', ':'))}\n\n"


def _refused(error: RequestError) -> Response:
    headers = {"Retry-After": "5"} if error.status in (429, 503) else {}
    return JSONResponse(body(error.status, str(error), error.param, error.code), error.status, headers)
