"""Writes what the page must know about traces: `python -m workshop.makers.trace_scripts`.

It makes two files in `assets/page/run`: `columns.ts`, the table of columns and the type of a step, and
`description.ts`, the types of the description beside them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playground.assets import ASSETS
from playground.trace.columns import COLUMNS, MAX_MIB, MAX_STEPS, TRACE_VERSION
from playground.trace.description import FORMAT, SCHEMA
from playground.trace.header import FOREIGN
from playground.trace.store import MAX_HEADER
from playground.trace.strict_json import MAX_BRACKETS, MAX_DEPTH

FOLDER = ASSETS / "page" / "run"

_COLUMNS = f"""\
/** The columns of a trace. `python -m workshop.makers.trace_scripts` writes this from playground/trace/columns.py. */

/** The version of the trace format, and the only one that is read. */
export const TRACE_VERSION = {TRACE_VERSION};

/** Refuse to unpack more than this, unless told otherwise. */
export const MAX_MIB = {MAX_MIB};

/** Refuse runs of more denoising steps. */
export const MAX_STEPS = {MAX_STEPS};

/** One figure of every step. */
export interface Column {{
  name: string;
  dtype: "bool" | "int32" | "float32";
  /** One figure for each step, position or candidate. */
  shape: "S" | "SL" | "SLk";
  /** How it comes over the wire; "" if it does not. */
  wire: "" | "number" | "token" | "half" | "bit";
  /** A trace may lack it, and a step that lacks it has NaN. */
  optional: boolean;
  least: number;
  most: number;
  /** None for counts, ids and pure numbers. */
  unit?: string;
  help: string;
}}

export const COLUMNS: Column[] = [
"""
_UNREAD = ("$defs", "description", "default", "title", "minItems")
"""What the page's check does not read."""
_FIELDS = ("name", "dtype", "shape", "wire", "optional", "least", "most")
_KINDS = ("Declaration", "Verdict", "Branched", "Header")
_TYPES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
_ARRAYS = {"bool": "Uint8Array", "int32": "Int32Array", "float32": "Float32Array"}

_DESCRIPTION = f"""\
/**
 * The description in a trace's file beside the columns. `python -m workshop.makers.trace_scripts` writes this from
 * playground/trace/description.py.
 */

import type {{ Schema }} from "./schema.ts";
import type {{ RunSpec as Spec }} from "./spec-schema.ts";

export const FORMAT = "{FORMAT}";

/** Refuse JSON of more bytes, with more brackets, or nested more deeply. */
export const MAX_HEADER = {MAX_HEADER};
export const MAX_BRACKETS = {MAX_BRACKETS};
export const MAX_DEPTH = {MAX_DEPTH};

/** Why a run of another program, which stands for the braces, can be neither made again nor branched from. */
export const FOREIGN =
  {json.dumps(FOREIGN)};

export const DESCRIPTION: Schema = """


def scripts() -> dict[Path, str]:
    """Each module's path and text."""
    schema = SCHEMA.json_schema()
    named = schema["$defs"]
    types = "".join(f"\nexport interface {name} {type_of(named[name], line=False)}\n" for name in _KINDS)
    description = f"{_DESCRIPTION}{written(inlined(schema, schema['$defs']))};\n{types}"
    return {FOLDER / "columns.ts": _columns(), FOLDER / "description.ts": description}


def _columns() -> str:
    entries, types = "", ""
    for column in COLUMNS.values():
        fields = ", ".join(f"{field}: {json.dumps(getattr(column, field))}" for field in _FIELDS)
        unit = f"unit: {json.dumps(column.unit)}, " if column.unit else ""
        entries += f"  {{ {fields},\n    {unit}help: {json.dumps(column.help)} }},\n"
        kind = "number" if column.shape == "S" else _ARRAYS[column.dtype]
        lacks = "?" if column.optional or not column.wire else ""
        types += f"  /** {column.help} */\n  {column.name}{lacks}: {kind};\n"
    return f"{_COLUMNS}{entries}];\n\n/** Of one step, by column. */\nexport interface Figures {{\n{types}}}\n"


def written(value: Any, indent: int = 0) -> str:
    """JSON with an object or a list on one line where it is short."""
    line = json.dumps(value)
    if not isinstance(value, dict | list) or indent + len(line) <= 100:
        return line
    margin, (start, end) = " " * indent, "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {written(part, indent + 2)}" for key, part in value.items()]
    else:
        parts = [written(part, indent + 2) for part in value]
    return f"{start}\n" + "".join(f"{margin}  {part},\n" for part in parts) + margin + end


def inlined(schema: Any, named: dict[str, Any]) -> Any:
    """A JSON schema with what `$ref` names in its place, and without what is for people."""
    if isinstance(schema, list):
        return [inlined(part, named) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return inlined(named[schema["$ref"].rpartition("/")[2]], named)
    fields = {key: part for key, part in schema.items() if key not in _UNREAD}
    if "properties" in fields:  # their names are free: one may be called `title`
        fields["properties"] = {name: inlined(part, named) for name, part in fields["properties"].items()}
    return {key: part if key == "properties" else inlined(part, named) for key, part in fields.items()}


def type_of(schema: dict[str, Any], line: bool = True) -> str:
    """A JSON schema as a type of TypeScript; what `$ref` names is a type of that name."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if schema["type"] == "array":
        return f"{type_of(schema['items'])}[]"
    if "properties" in schema:
        needed = schema.get("required", [])
        parts = schema["properties"].items()
        fields = [f"{name}{'' if name in needed else '?'}: {type_of(part)};" for name, part in parts]
        return f"{{ {' '.join(fields)} }}" if line else "\n  ".join(["{", *fields]) + "\n}"
    if schema["type"] == "object":
        (part,) = schema.get("patternProperties", {"": schema.get("additionalProperties")}).values()
        return f"Record<string, {'unknown' if part is True else type_of(part)}>"
    return _TYPES[schema["type"]]


if __name__ == "__main__":
    for path, text in scripts().items():
        path.write_text(text, encoding="utf-8")
