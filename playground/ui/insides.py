"""What the page's "Look inside" asks for: one position at one step, computed again from the run's spec."""

from __future__ import annotations

import base64
import json
import logging
import threading
from typing import Any

import numpy as np

from playground.errors import PlaygroundError, SpecError
from playground.service import Service
from playground.service.faults import refused
from playground.spec import RunSpec
from playground.trace import StepFrame, Trace

log = logging.getLogger(__name__)

TEXTS = 1000
"""How many of the most probable tokens come with their texts."""

Answer = dict[str, Any]


class InsideHandlers:
    """Computes a step again for whoever asks, for one at a time: it takes a step's time, or that of its whole block."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._one = threading.Lock()

    def look_inside(self, asked: str) -> Answer:
        """Looks inside a position; arrays are base64 of little-endian bytes.

        Args:
            asked: JSON with the run's `spec`, `block`, `step` and `position`; its server name as `run`, if it has one.

        Returns:
            `ids` (int32, all tokens, the most probable one first), `probs` (float32), `texts` of the first `TEXTS`;
            `keys`, the texts of what can be attended to, of which the encoder has read `prefix`; `layers`, `heads`;
            `attention` and `causal` (float16, layers x heads x keys; "" if there is none). Or one sentence under
            `refused`.
        """
        return self._answer(asked, self._look)

    def without_conditioning(self, asked: str) -> Answer:
        """Takes the step again without self-conditioning, from the same canvas and with the same random numbers.

        Returns:
            `with` and `without`: what the position became, as `sampled`, `argmax`, `accepted` and `entropy` in nats. Or
            one sentence under `refused`.
        """
        return self._answer(asked, self._without)

    def _answer(self, asked: str, compute: Any) -> Answer:
        try:
            values = json.loads(asked)
            if not isinstance(values, dict):
                raise SpecError("What to look into must be a JSON object.")
            spec = RunSpec.from_dict(values.get("spec"))
            place = {name: values.get(name) for name in ("position", "block", "step")}
            if wrong := [name for name, value in place.items() if type(value) is not int]:
                raise SpecError(f"The {wrong[0]} to look into is {place[wrong[0]]!r}; it must be a whole number.")
            settings = spec.settings
            slot, limits = self._service.slot, self._service.limits
            limits.check_run(settings.max_new_tokens, settings.max_denoising_steps, slot.canvas_length, spec.causal)
            with self._one:
                return compute(spec, place, self._service.tapes.recorded(values.get("run")))
        except (ValueError, RecursionError) as error:
            return {"refused": str(error) if isinstance(error, PlaygroundError) else "This is not JSON."}
        except Exception as error:
            return {"refused": refused(error).sentence}

    def _look(self, spec: RunSpec, place: dict[str, int], recorded: Trace | None) -> Answer:
        slot = self._service.slot
        seen = slot.look(spec, recorded=recorded, **place)
        layers, heads, _ = seen.attention.shape
        return {
            "ids": _packed(seen.ids.astype("<i4")),
            "probs": _packed(seen.probs.astype("<f4")),
            "texts": slot.token_texts(seen.ids[:TEXTS].tolist()),
            "keys": slot.token_texts(seen.keys),
            "prefix": seen.prefix,
            "layers": layers,
            "heads": heads,
            "attention": _packed(seen.attention.astype("<f2")),
            "causal": "" if seen.causal is None else _packed(seen.causal.astype("<f2")),
            "sampled": int(seen.frame.sampled_ids[seen.position]),
        }

    def _without(self, spec: RunSpec, place: dict[str, int], recorded: Trace | None) -> Answer:
        slot, position = self._service.slot, place["position"]
        frames = slot.without_conditioning(spec, recorded=recorded, **place)
        return {name: self._became(frame, position) for name, frame in zip(("with", "without"), frames, strict=True)}

    def _became(self, frame: StepFrame, position: int) -> Answer:
        ids = [int(frame.sampled_ids[position]), int(frame.argmax_ids[position])]
        sampled, argmax = self._service.slot.token_texts(ids)
        return {
            "sampled": sampled,
            "argmax": argmax,
            "accepted": bool(frame.accepted[position]),
            "entropy": float(frame.entropy[position]),
        }


def _packed(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")
