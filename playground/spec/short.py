"""A run's spec without what is as usual, for addresses and for code that people copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.spec.settings import all_knobs
from playground.spec.steering import FIELDS


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
