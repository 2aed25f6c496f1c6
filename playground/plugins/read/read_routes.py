"""The route of slots: POST /read reads them, or lets some runs write them, in one way of writing.

{template, prompt, way, model, seed, steps, settings}    -> {way, ways, readings: [...]}
the same with {runs, first}                              -> {writings: [...]}

`first` says how many seeds were had before, so that a caller gets many runs in a few requests, and adds up the counts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from contextlib import closing
from typing import Annotated, Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from pydantic import BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.doors.arguments import fault
from playground.errors import EngineError, LimitError, PlaygroundError, RequestBodyError, SpecError
from playground.plugins.read.reading import Reading, Writing
from playground.plugins.read.table import PROMPT, Question, joint_of, ways_of
from playground.server.routes import json_body, routes, sender_of
from playground.service import EngineSlot, Service
from playground.service.faults import refused
from playground.service.turns import Visitor
from playground.spec.settings import all_knobs


class SlotRequest(BaseModel, extra="forbid", strict=True):
    """What a request holds."""

    template: str
    prompt: str = PROMPT
    way: str = ""
    """"" for the model's own."""
    model: str = ""
    seed: int = 0
    steps: int | None = None
    runs: Annotated[int, Field(ge=1, le=16)] | None = None
    first: Annotated[int, Field(ge=0)] = 0
    settings: dict[str, Any] = {}


def readable(service: Service) -> bool:
    """Is the model where its passes can be read?"""
    return isinstance(service.slot, EngineSlot) and service.slot.looks


class ReadRoutes:
    """Reads for whoever asks. That takes a turn, as a run does, and ends when the asker has gone."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._threads = CapacityLimiter(service.limits.runs + 1)

    def routes(self) -> list[Route]:
        return routes({"POST /read": self._read}, body="read_bytes")

    async def _read(self, request: Request) -> Response:
        asks, left = _checked(await json_body(request)), threading.Event()
        try:
            answer = await run_sync(
                self._computed, asks, sender_of(request), left, limiter=self._threads, abandon_on_cancel=True
            )
        finally:
            left.set()
        return JSONResponse(answer)

    def _computed(self, asks: SlotRequest, visitor: Visitor, left: threading.Event) -> dict[str, Any]:
        service, runs = self._service, asks.runs
        end = time.monotonic() + service.limits.run_seconds

        def check() -> None:
            if left.is_set() or service.closing.is_set():
                raise EngineError("Nobody waits for these slots any more.")
            if time.monotonic() > end:
                raise LimitError(
                    f"Reading took {service.limits.run_seconds:,} seconds, the most that it may take here."
                )

        if not readable(service):
            raise SpecError("Slots are read only where the server's own process holds the model.")
        service.check_open()
        model = service.slot.slot_for(asks.model).model
        question = Question.of(
            model, asks.template, asks.prompt, asks.way or model.settings.way, asks.seed, **asks.settings
        )
        passes = service.check_size(service.checked(question.spec))
        try:
            with closing(service.turns.take_now(visitor, passes * (runs or 1))):
                if runs is None:
                    readings = [_reading(question, each) for each in question.readings(asks.steps, check)]
                    return {"way": question.spec.settings.way, "ways": ways_of(model), "readings": readings}
                return {"writings": [_writing(each) for each in question.writings(runs, asks.first, check)]}
        except PlaygroundError:
            raise
        except Exception as error:
            raise EngineError(refused(error).sentence) from error


def _checked(body: Mapping[str, Any]) -> SlotRequest:
    """Raises a RequestBodyError if a value is missing, unknown or not allowed."""
    try:
        asks = SlotRequest.model_validate(body)
    except ValidationError as error:
        raise RequestBodyError(fault(error, "The request", body)[1]) from error
    if unknown := [name for name in asks.settings if name not in all_knobs() or name == "way"]:
        raise RequestBodyError(f"There is no setting called {unknown[0][:40]!r} here.")
    return asks


def _reading(question: Question, reading: Reading) -> dict[str, Any]:
    return {
        "slot": reading.place.slot,
        "source": reading.place.source,
        "tokens": reading.place.length,
        "joint": joint_of(question.spec.settings.way),
        "labels": [label.text for label in reading.place.labels],
        "first": reading.first.tolist(),
        "last": None if reading.last is None else reading.last.tolist(),
        "step": reading.steps,
    }


def _writing(writing: Writing) -> dict[str, Any]:
    return {
        "slot": writing.place.slot,
        "tokens": writing.place.length,
        "runs": writing.runs,
        "counts": writing.counts,
        "low": writing.low.tolist(),
        "high": writing.high.tolist(),
    }
