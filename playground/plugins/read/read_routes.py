"""The route of slots: POST /read reads them in one way of writing, and lets some runs write them.

{template, prompt, settings, seed, model, steps, runs, before}    -> {ways, rows: [...]}, or {refused}

The rows are those of `pg.read`. `before` says how many seeds were had before, so that a caller gets many runs in a few
requests, and adds them up.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.doors.arguments import fault
from playground.errors import RequestBodyError, SpecError
from playground.plugins.read.table import read_way, spec_of, ways_of
from playground.plugins.read.template import PROMPT
from playground.server.computing import Check, Computing
from playground.server.routes import json_body, routes
from playground.service import EngineSlot, Service
from playground.service.turns import Visitor


class SlotRequest(BaseModel, extra="forbid", strict=True):
    """What a request holds."""

    template: str
    prompt: str = PROMPT
    settings: dict[str, Any] = {}
    """With the way of writing; what is missing is as in `pg.read`, or the model's own."""
    seed: int = 0
    model: str = ""
    steps: int | None = None
    runs: Annotated[int, Field(ge=0, le=16)] = 0
    before: Annotated[int, Field(ge=0)] = 0


def read_routes(service: Service) -> list[Route]:
    computing = Computing(service, "These slots could not be read")

    async def answer(request: Request) -> Response:
        body = await json_body(request)
        try:
            asks = SlotRequest.model_validate(body)
        except ValidationError as error:
            raise RequestBodyError(fault(error, "The request", body)[1]) from error
        return JSONResponse(await computing.answer(partial(read_for, service, asks), request))

    return routes({"POST /read": answer})


def readable(service: Service) -> bool:
    """Is the model where its passes can be read?"""
    return isinstance(service.slot, EngineSlot) and service.slot.looks


def read_for(service: Service, asks: SlotRequest, visitor: Visitor, check: Check) -> dict[str, Any]:
    """Reads what a visitor asks for.

    Raises:
        PlaygroundError: it cannot be read here, or as `read_way`.
    """
    if not readable(service):
        raise SpecError("Slots are read only where the server's own process holds the model.")
    model = service.slot.slot_for(asks.model).model
    spec = spec_of(model, asks.prompt, asks.settings, asks.seed)
    passes = service.check_size(service.checked(spec))
    with closing(service.turns.take_now(visitor, passes * (asks.runs + 1))):
        rows = read_way(model, spec, asks.template, runs=asks.runs, before=asks.before, steps=asks.steps, check=check)
    return {"ways": ways_of(model), "rows": rows}
