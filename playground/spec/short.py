"""A run's spec without what is as usual, for addresses and for code that people copy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playground.spec.settings import all_knobs
from playground.spec.steering import FIELDS

MOST_PROMPT = 4000
"""The longest prompt, with its system prompt, what steers the run and the runs that it branches from, that an address
holds: what mail and chat programs still pass on whole."""


def shortened(spec: Mapping[str, Any]) -> dict[str, Any]:
    """What of a spec differs from the defaults, which is a spec too. Runs that it branches from have its prompt, and do
    without the model. `assets/page/run/spec.ts` has the same rule.

    Args:
        spec: as `RunSpec.to_dict` writes it.
    """
    prompt = spec["prompt"]
    origin = {name: spec.get(name) for name in ("version", "model", "revision", "sampler_source")}
    beside = _nonempty({name: prompt.get(name) for name in ("system", "thinking")})
    return {**_nonempty(origin), "prompt": {"text": prompt["text"], **beside}, **_changes(spec)}


def _changes(spec: Mapping[str, Any]) -> dict[str, Any]:
    settings = {
        name: spec["settings"][name]
        for name, knob in all_knobs().items()
        if spec.get("settings", {}).get(name, knob.default) != knob.default
    }
    steering = {name: spec.get(name) for name in FIELDS if spec.get(name) not in (None, [], {})}
    branch = spec.get("branch")
    place = branch and {"parent": _changes(branch["parent"]), "block": branch["block"], "step": branch["step"]}
    return {"seed": spec["seed"], **_nonempty({"settings": settings}), **steering, **_nonempty({"branch": place})}


def _nonempty(values: Mapping[str, Any]) -> dict[str, Any]:
    """Those that say something."""
    return {name: value for name, value in values.items() if value}


def size(short: Mapping[str, Any]) -> int:
    """How many characters of it a person wrote, or chose by hand; `assets/page/page/address.ts` counts them alike."""
    steering = {name: short[name] for name in (*FIELDS, "branch") if name in short}
    texts = [short["prompt"]["text"], short["prompt"].get("system", ""), plain_json(steering) if steering else ""]
    return sum(len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in texts)  # as JavaScript counts


def plain_json(value: Any) -> str:
    """As an address holds it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
