"""The state of the model as a stream: what the page says beside its button, until the model is ready or has failed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from playground.server.routes import PULSE, EventStream, event, routes
from playground.service import Service
from playground.service.slot import Slot
from playground.spec.settings import all_knobs

LOOK_SECONDS = 0.25
"""Time between two looks at the state."""
PULSE_SECONDS = 15.0


def model_routes(service: Service, public: bool = False) -> list[Route]:
    """GET /model: a message for each state, as `status` returns it. It ends with one that is not loading.

    Args:
        public: do strangers use the page? Then it offers none of them to change the model.
    """

    async def states() -> AsyncIterator[bytes]:
        state, quiet = None, 0.0
        while state is None or _loads(state):
            now = status(service.slot, public)
            if now != state or quiet >= PULSE_SECONDS:
                yield event(json.dumps(now)) if now != state else PULSE
                state, quiet = now, 0.0
            else:
                await asyncio.sleep(LOOK_SECONDS)
                quiet += LOOK_SECONDS

    async def read(request: Request) -> Response:
        return EventStream(states())

    return routes({"GET /model": read})


def status(slot: Slot, public: bool) -> dict[str, Any]:
    """The state of the model, as `EngineSlot.status` has it.

    Once it is ready, adds its own `defaults`, in the order of the knobs, its `abilities`, and the `ways` that it can
    write in; where there are several models, their `models`, the first one first, each with a `name` and such a status.
    The first call also starts loading, because a page that asks has been drawn and loading can no longer delay it.
    """
    slot.start()
    state = _state(slot)
    if public:
        state.pop("way_out", None)
    if slot.others:
        state["models"] = [{"name": each.public_name, **_state(each)} for each in (slot, *slot.others)]
        state["sentence"] = " ".join(each["sentence"] for each in state["models"])
    return state


def _loads(state: dict[str, Any]) -> bool:
    return any(each["state"] == "loading" for each in (state, *state.get("models", ())))


def _state(slot: Slot) -> dict[str, Any]:
    status = slot.status()
    if status["state"] == "ready":
        settings = slot.model.settings.to_dict()
        status["abilities"], status["ways"] = slot.abilities, list(slot.model.ways)
        status["defaults"] = [settings.get(name, knob.default) for name, knob in all_knobs().items()]
    return status
