"""Answers the page's "Look inside": one position at one step, computed again from the run's spec."""

from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np
from starlette.requests import Request

from playground.errors import SpecError
from playground.plugins.inside.nearest import look_from_moment, unconditioned_from_moment
from playground.server.computing import Answer, Computing
from playground.server.routes import json_object
from playground.service import Service
from playground.service.slot import Check
from playground.service.turns import Visitor
from playground.spec.run import RunSpec
from playground.trace import StepFrame

ACTION = "looked into"
TEXTS = 1000
"""How many of the most probable tokens come with their texts."""


class Insides:
    """Computes a step again for whoever asks, which takes as long as its whole block."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._computing = Computing(service, "This step could not be computed again")

    async def look_inside(self, question: str, request: Request) -> Answer:
        """Looks inside a position; arrays are base64 of little-endian bytes.

        Args:
            question: JSON with the run's `spec`, `block`, `step` and `position`; its name here as `run`, if it has one.

        Returns:
            `ids` (int32, all tokens, the most probable one first), `probs` (float32), `texts` of the first `TEXTS`;
            `keys`, the texts of what can be attended to, of which the encoder has read `prefix`; `layers`, `heads`;
            `attention` and `causal` (float16, layers x heads x keys; "" if there is none); `compiled`: was the pass
            compiled, so that an eager one of the same step shows them? `sampled`, the id that was drawn, and
            `accepted`: was it kept? Or one sentence under `refused`.
        """
        return await self._computing.answer(partial(self._computed, self._look, question), request)

    async def without_conditioning(self, question: str, request: Request) -> Answer:
        """Takes the step again without self-conditioning, from the same canvas and with the same random numbers.

        Returns:
            `with` and `without`: what the position became, as `sampled`, `argmax`, `accepted` and `entropy` in nats. Or
            one sentence under `refused`.
        """
        return await self._computing.answer(partial(self._computed, self._without, question), request)

    def _computed(self, compute: Callable[..., Answer], question: str, visitor: Visitor, check: Check) -> Answer:
        service = self._service
        values = json_object(question)
        spec = RunSpec.from_dict(values.get("spec"))
        place = {name: values.get(name) for name in ("position", "block", "step")}
        if wrong := [name for name, value in place.items() if type(value) is not int]:
            raise SpecError(f"The {wrong[0]} to look into is {place[wrong[0]]!r}; it must be a whole number.")
        passes = service.check_size(service.checked(spec))
        with closing(service.turns.take_now(visitor, passes)):
            recorded = service.tapes.recorded(values.get("run"), visitor)
            return compute(spec, position=place.pop("position"), recorded=recorded, check=check, **place)

    def _look(self, spec: RunSpec, position: int, **where: Any) -> Answer:
        slot = self._service.slot.slot_for(spec.model)
        seen = slot.call(look_from_moment, ACTION, spec=spec, position=position, **where)
        layers, heads, _ = seen.attention.shape
        return {
            "ids": _packed(seen.ids.astype("<i4")),
            "probs": _packed(seen.probs.astype("<f4")),
            "texts": slot.model.token_texts(seen.ids[:TEXTS].tolist()),
            "keys": slot.model.token_texts(seen.keys),
            "prefix": seen.prefix,
            "layers": layers,
            "heads": heads,
            "attention": _packed(seen.attention.astype("<f2")),
            "causal": "" if seen.causal is None else _packed(seen.causal.astype("<f2")),
            "compiled": seen.frame.compiled,
            "sampled": int(seen.frame.sampled_ids[seen.position]),
            "accepted": bool(seen.frame.accepted[seen.position]),
        }

    def _without(self, spec: RunSpec, position: int, **where: Any) -> Answer:
        slot = self._service.slot.slot_for(spec.model)
        frames = slot.call(unconditioned_from_moment, ACTION, spec=spec, position=position, **where)
        became = (_became(frame, position, slot.model.token_texts) for frame in frames)
        return dict(zip(("with", "without"), became, strict=True))


def _became(frame: StepFrame, position: int, texts: Callable[[list[int]], list[str]]) -> Answer:
    sampled, argmax = texts([int(frame.sampled_ids[position]), int(frame.argmax_ids[position])])
    return {
        "sampled": sampled,
        "argmax": argmax,
        "accepted": bool(frame.accepted[position]),
        "entropy": float(frame.entropy[position]),
    }


def _packed(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")
