"""The routes of the door, for the server that has the page."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from playground.assets import ASSETS
from playground.doors import asked as plain
from playground.doors.key import SENTENCE, holds
from playground.doors.link import link
from playground.doors.openai.asked import Asked
from playground.doors.openai.errors import RequestError, body, failure
from playground.doors.openai.schema import document
from playground.doors.openai.told import Answer
from playground.service import Ended, Frame, Refused, Service, Started, Waiting
from playground.service.runs import Run
from playground.service.turns import NOBODY

GONE_SECONDS = 0.2
"""How often a whole answer asks whether its client still waits for it."""


class OpenAI:
    """The door.

    Args:
        key: what clients must send as their API key; "" for none.
        recorded: the folder of the recorded runs, from which a run may branch.
    """

    def __init__(self, service: Service, key: str = "", recorded: Path = ASSETS / "recorded") -> None:
        self._service, self._key, self._recorded, self._began = service, key, recorded, int(time.time())
        self._threads = anyio.CapacityLimiter(service.turns.most + 1)

    def routes(self) -> list[Route]:
        """The routes under `/v1`."""
        return [
            Route("/v1/chat/completions", self._answer(self._complete), methods=["POST"]),
            Route("/v1/models", self._answer(self._models)),
            Route("/v1/models/{model:path}", self._answer(self._one_model)),
            Route("/v1/openapi.json", self._answer(self._document)),
        ]

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
        return JSONResponse({"object": "list", "data": [self._model()]})

    async def _one_model(self, request: Request) -> Response:
        if request.path_params["model"] != self._model()["id"]:
            sentence = f"There is no such model; the model of this server is {self._model()['id']!r}."
            raise RequestError(404, sentence, "model", "model_not_found")
        return JSONResponse(self._model())

    def _model(self) -> dict[str, Any]:
        name = self._service.slot.public_name
        return {"id": name, "object": "model", "created": self._began, "owned_by": "text-diffusion-playground"}

    async def _document(self, request: Request) -> Response:
        return JSONResponse(document(bool(self._key)))

    async def _complete(self, request: Request) -> Response:
        asked = Asked(await request.body(), self._service.slot.public_name)
        visitor = request.scope.get("visitor", NOBODY)
        run = self._service.runs.start(visitor)
        answer, page = Answer(asked, run.name), str(request.base_url)
        if asked.stream:
            events = self._chunks(asked, answer, run, page)
            first = await run_sync(partial(next, events), limiter=self._threads)  # a refusal has a status of its own
            if isinstance(first, RequestError):
                await run_sync(events.close, limiter=self._threads)
                raise first
            headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
            return StreamingResponse(self._sent(first, events, run), media_type="text/event-stream", headers=headers)
        async with anyio.create_task_group() as group:
            group.start_soon(self._watch, request, run)
            told = await run_sync(partial(self._whole, asked, answer, run, page), limiter=self._threads)
            group.cancel_scope.cancel()
        if isinstance(told, RequestError):
            raise told
        return JSONResponse(told)

    async def _watch(self, request: Request, run: Run) -> None:
        """Stops a run when its client has gone."""
        while not await request.is_disconnected():
            await anyio.sleep(GONE_SECONDS)
        run.stop.set()

    def _whole(self, asked: Asked, answer: Answer, run: Run, page: str) -> dict[str, Any] | RequestError:
        with closing(plain.run(self._service, self._recorded, asked.given, run)) as events:
            for event in events:
                match event:
                    case Ended(trace):
                        return answer.completion(trace, link(page, trace.header))
                    case Refused():
                        return failure(event.cause, event.sentence, set(asked.given))
        raise AssertionError("a run ends or is refused")

    def _chunks(self, asked: Asked, answer: Answer, run: Run, page: str) -> Generator[Any, None, None]:
        """Yields chunks, sentences for those who wait, and an error at the end of a run that was refused."""
        with closing(plain.run(self._service, self._recorded, asked.given, run)) as events:
            for event in events:
                match event:
                    case Waiting():
                        yield event.sentence
                    case Started():
                        yield answer.started(event)
                    case Frame():
                        yield from answer.frame(event.frame)
                    case Ended(trace):
                        yield from answer.end(trace, link(page, trace.header))
                    case Refused():
                        yield failure(event.cause, event.sentence, set(asked.given))

    async def _sent(self, first: Any, events: Generator[Any, None, None], run: Run) -> AsyncIterator[str]:
        """The stream as it is sent. A client that goes away ends its run at the next step."""
        told = first
        try:
            while told is not None:
                if isinstance(told, RequestError):
                    yield _data(body(told.status, str(told), told.param, told.code))
                    return
                yield f": {told}\n\n" if isinstance(told, str) else _data(told)
                told = await run_sync(partial(next, events, None), limiter=self._threads)
            yield "data: [DONE]\n\n"
        finally:
            run.stop.set()
            with anyio.CancelScope(shield=True):
                await run_sync(events.close, limiter=self._threads)


def _data(told: dict[str, Any]) -> str:
    return f"data: {json.dumps(told, separators=(',', ':'))}\n\n"


def _refused(error: RequestError) -> Response:
    headers = {"Retry-After": "5"} if error.status in (429, 503) else {}
    return JSONResponse(body(error.status, str(error), error.param, error.code), error.status, headers)
