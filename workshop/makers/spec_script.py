"""Writes what the page must know of a spec: `python -m workshop.makers.spec_script`.

It makes `assets/page/run/spec-schema.ts`: the types of the JSON that `RunSpec.from_dict` reads, and the schema that
checks it.
"""

from __future__ import annotations

import json
from typing import Any

from playground.assets import ASSETS
from playground.spec.run import MOST_BRANCHES, SPEC_VERSION, RunSpec
from playground.spec.settings import MAX_SEED
from workshop.makers.trace_scripts import inlined, written

PATH = ASSETS / "page" / "run" / "spec-schema.ts"

_HEAD = f"""\
/**
 * What a run is asked by, as JSON. `python -m workshop.makers.spec_script` writes this from playground/spec/run.py.
 * Settings have no bounds here: they come with the knobs, since a server may have samplers of its own.
 */

import type {{ Schema }} from "./schema.ts";

/** The newest version that is read, and the one that is written. */
export const SPEC_VERSION = {SPEC_VERSION};
export const MAX_SEED = {MAX_SEED};
/** The longest chain of runs that branch from each other. */
export const MOST_BRANCHES = {MOST_BRANCHES};

"""
_SETTINGS = {"type": "object", "additionalProperties": {"anyOf": [{"type": "number"}, {"type": "string"}]}}
_KINDS = ("Prompt", "Edit", "Branch", "RunSpec")
_TYPES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def script() -> str:
    """The text of the module."""
    schema = RunSpec.model_json_schema()
    named = schema["$defs"] | {"SamplerSettings": _SETTINGS}
    types = [f"export interface {_name(name)} {_type(named[name], line=False)}\n" for name in _KINDS]
    check = written(inlined({**named["RunSpec"]}, {**named, "RunSpec": {}}))
    check = check.replace('"parent": {}', "get parent() { return PARENT; }")
    return (
        f"{_HEAD}{''.join(types)}/** What is asked for. */\nexport interface RunSpec extends Parent {{\n"
        "  prompt: Prompt;\n}\n\n"
        f"export const PARENT: Schema = {check};\n"
        'export const SPEC: Schema = { ...PARENT, required: ["prompt"] };\n'
    )


def _name(kind: str) -> str:
    return "Parent" if kind == "RunSpec" else kind


def _type(schema: dict[str, Any], line: bool = True) -> str:
    """A JSON schema as a type of TypeScript."""
    if "$ref" in schema:
        name: str = schema["$ref"].rpartition("/")[2]
        return _type(_SETTINGS) if name == "SamplerSettings" else _name(name)
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if schema["type"] == "array":
        return f"{_type(schema['items'])}[]"
    if "properties" in schema:
        needed = schema.get("required", [])
        parts = schema["properties"].items()
        fields = [f"{name}{'' if name in needed else '?'}: {_type(part)};" for name, part in parts]
        return f"{{ {' '.join(fields)} }}" if line else "\n  ".join(["{", *fields]) + "\n}"
    if schema["type"] == "object":
        (part,) = schema.get("patternProperties", {"": schema.get("additionalProperties")}).values()
        return f"Record<string, {'unknown' if part is True else _type(part)}>"
    return _TYPES[schema["type"]]


if __name__ == "__main__":
    PATH.write_text(script(), encoding="utf-8")
