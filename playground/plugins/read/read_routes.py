"""Reads slots for whoever asks the server: POST /read does in one way of writing, and lets some runs write them.

{template, prompt, settings, seed, model, steps, runs, before}    -> {ways, rows: [...]}, or {refused}

The rows are those of `pg.read`. `before` says how many seeds were had before, so that a caller gets many runs in a few
requests, and adds them up: what is read is the same each time, and so are the labels of a slot for any token.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.errors import RequestBodyError, SpecError
from playground.inputs import fault
from playground.plugins.read.table import read_way, spec_of, ways_of
from playground.plugins.read.template import PROMPT
from playground.server.computing import Computing
from playground.server.routes import json_body, routes
from playground.service import EngineSlot, Service
from playground.service.slot import Check
from playground.service.turns import Visitor
from playground.spec.settings import SEED

MOST_RUNS = 16
FAILURE = "These slots could not be read"
TEMPLATE = "A text with slots, such as 'Mood: ____{happy|sad}. Age: ____{0-120}.'; ____{word} is for any token."


class SlotRequest(BaseModel, extra="forbid", strict=True):
    """What a request holds."""

    template: str
    prompt: str = PROMPT
    settings: dict[str, Any] = {}
    """With the way of writing; what is missing is as in `pg.read`, or the model's own."""
    seed: int = 0
    model: str = ""
    steps: int | None = None
    runs: Annotated[int, Field(ge=0, le=MOST_RUNS)] = 0
    before: Annotated[int, Field(ge=0)] = 0


def read_routes(service: Service) -> list[Route]:
    computing = Computing(service, FAILURE)

    async def answer(request: Request) -> Response:
        body = await json_body(request)
        try:
            asks = SlotRequest.model_validate(body)
        except ValidationError as error:
            raise RequestBodyError(fault(error, "The request", body)[1]) from error
        return JSONResponse(await computing.answer(partial(read_for, service, asks), request))

    return routes({"POST /read": answer})


def read_tool(service: Service) -> Callable[..., Awaitable[str]]:
    """The same as a tool for language models."""
    computing = Computing(service, FAILURE)

    async def read(
        request: Request,
        *,
        template: Annotated[str, Field(description=TEMPLATE)],
        prompt: Annotated[str, Field(description="What the text answers.")] = PROMPT,
        way: Annotated[str, Field(description="The way of writing; by default the model's own.")] = "",
        seed: Annotated[int, Field(ge=SEED.minimum, le=SEED.maximum, description=SEED.help)] = 0,
        runs: Annotated[int, Field(ge=0, le=MOST_RUNS, description="How many runs write the slots, to compare.")] = 0,
    ) -> str:
        """Reads the labels of a text's slots by probability instead of writing them. Nothing in it is calibrated."""
        settings = {"way": way} if way else {}
        asks = SlotRequest(template=template, prompt=prompt, settings=settings, seed=seed, runs=runs)
        answer = await computing.answer(partial(read_for, service, asks), request)
        if "refused" in answer:
            raise SpecError(answer["refused"])
        return "\n".join(map(_in_words, answer["rows"]))

    return read


def _in_words(row: Mapping[str, Any]) -> str:
    label = "outside of the labels" if row["label"] is None else repr(row["label"])
    last = "" if row["last"] is None else f", {row['last']:.1%} in pass {row['step']}"
    share = "" if row["share"] is None else f"; {row['share']:.1%} of {row['runs']} runs wrote it"
    return f"- {row['source']}, {label}: {row['first']:.1%} in pass 1{last}{share}"


def readable(service: Service) -> bool:
    """Is the model where its passes can be read?"""
    return isinstance(service.slot, EngineSlot) and service.slot.looks


def read_for(service: Service, asks: SlotRequest, visitor: Visitor, check: Check) -> dict[str, Any]:
    """Reads what a visitor asks for. Raises a SpecError where it cannot be read here, and as `read_way`."""
    if not readable(service):
        raise SpecError("Slots are read only where the server's own process holds the model.")
    model = service.slot.slot_for(asks.model).model
    spec = spec_of(model, asks.prompt, asks.settings, asks.seed)
    passes = service.check_size(service.checked(spec))
    with closing(service.turns.take_now(visitor, passes * (asks.runs + 1))):
        rows = read_way(model, spec, asks.template, runs=asks.runs, before=asks.before, steps=asks.steps, check=check)
    return {"ways": ways_of(model), "rows": rows}
