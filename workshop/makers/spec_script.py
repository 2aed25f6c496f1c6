"""Writes what the page must know of a spec: `python -m workshop.makers.spec_script`.

It makes `assets/page/run/spec-schema.ts`: the types of the JSON that `RunSpec.from_dict` reads, and the schema that
checks it.
"""

from __future__ import annotations

from playground.assets import ASSETS
from playground.spec.run import MOST_BRANCHES, SPEC_VERSION, RunSpec
from playground.spec.settings import MAX_SEED
from playground.spec.steering import FIELDS
from workshop.makers.trace_scripts import inlined, type_of, written

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
/** The fields that steer a run. */
export const FIELDS = {list(FIELDS)} as const;

"""
_SETTINGS = {"type": "object", "additionalProperties": {"anyOf": [{"type": "number"}, {"type": "string"}]}}
_KINDS = ("Prompt", "Edit", "Branch", "RunSpec")


def script() -> str:
    """The text of the module."""
    schema = RunSpec.model_json_schema()
    named = schema["$defs"] | {"SamplerSettings": _SETTINGS}
    types = "".join(f"export interface {name} {type_of(named[name], line=False)}\n" for name in _KINDS)
    types = types.replace("SamplerSettings", type_of(_SETTINGS)).replace("RunSpec", "Parent")
    check = written(inlined({**named["RunSpec"]}, {**named, "RunSpec": {}}))
    check = check.replace('"parent": {}', "get parent() { return PARENT; }")
    return (
        f"{_HEAD}{types}/** What is asked for. */\nexport interface RunSpec extends Parent {{\n"
        "  prompt: Prompt;\n}\n\n"
        f"export const PARENT: Schema = {check};\n"
        'export const SPEC: Schema = { ...PARENT, required: ["prompt"] };\n'
    )


if __name__ == "__main__":
    PATH.write_text(script(), encoding="utf-8")
