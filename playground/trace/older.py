"""The headers of traces of versions 1 and 2, as version 3 has them.

They had each part of the spec in a field of its own; version 2 had the spec beside them. `assets/js/run/header.js` has
the same rule.
"""

from __future__ import annotations

from typing import Any

_PROMPT = {"prompt": "text", "system": "system", "thinking": "thinking", "image_sha256": "image_sha256"}
"""Field of the header -> the same in the spec's prompt."""
_SPEC = ("settings", "seed", "model", "revision")
_GONE = {*_PROMPT, *_SPEC, "way"}


def header_of(old: Any) -> Any:
    """Moves into the spec what is in it since version 3. What is malformed stays so, for the check that follows."""
    if not isinstance(old, dict) or not isinstance(old.get("spec", {}), dict):
        return old
    header = {name: value for name, value in old.items() if name not in _GONE}
    if old.get("source"):
        return {name: value for name, value in header.items() if name != "spec"}
    parts = {name: old[name] for name in _SPEC if name in old}
    prompt = {inner: old[name] for name, inner in _PROMPT.items() if name in old}
    spec = {"version": 1, "sampler_source": "", "start": None, **parts, "prompt": prompt, **old.get("spec", {})}
    spec |= {name: old[name] for name in ("model", "revision") if name in old}  # the spec may be for any
    if "way" in old and isinstance(spec.get("settings"), dict):
        spec["settings"] = {"way": old["way"], **spec["settings"]}
    return {**header, "spec": spec}
