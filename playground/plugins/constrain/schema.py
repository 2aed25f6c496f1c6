"""JSON schemas as regular expressions: objects of known keys with strings, numbers, booleans and enums.

The keys are those of `properties`, each of them there, in the order of the schema. A space may follow a comma, a colon
or a brace. Any word of a schema that is not read here is refused: a constraint that holds for half of a schema would be
believed for all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from playground.errors import SpecError

_INTEGER = r"-?(?:0|[1-9][0-9]{0,15})"
_PATTERNS = {
    "string": r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"',
    "integer": _INTEGER,
    "number": rf"{_INTEGER}(?:\.[0-9]{{1,16}})?(?:[eE][+-]?[0-9]{{1,3}})?",
    "boolean": "(?:true|false)",
}
_REMARKS = {"title", "description", "default", "examples", "$schema", "$id", "$comment"}
"""Words that allow and forbid nothing."""


def patterns_of(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """The regular expressions of a constraint's settings, all of which must fit: {"regex": ...}, of one or a list of
    them, or {"schema": ...}.

    Raises:
        SpecError, RecursionError: they are neither; or as `pattern_of_schema`.
    """
    if set(settings) == {"regex"}:
        patterns = settings["regex"] if isinstance(settings["regex"], list) else [settings["regex"]]
        if patterns and all(isinstance(pattern, str) for pattern in patterns):
            return tuple(patterns)
    if set(settings) == {"schema"}:
        return (pattern_of_schema(settings["schema"]),)
    raise SpecError('A constraint is {"regex": one expression or a list of them} or {"schema": a JSON schema}.')


def pattern_of_schema(schema: Any) -> str:
    """The regular expression of the JSON texts that fit a schema.

    Raises:
        SpecError: it, or a part of it, is not what a regular expression says here.
        RecursionError: it is nested too deeply.
    """
    words = schema
    if isinstance(schema, Mapping):
        words = {word: value for word, value in schema.items() if word not in _REMARKS}
    match words:
        case {"enum": [_, *_] as values, **others} if others.keys() <= {"type"}:
            return f"(?:{'|'.join(map(_literal, values))})"
        case {"type": str(kind), **others} if kind in _PATTERNS and not others:
            return _PATTERNS[kind]
        case {"type": "object", **others} if others.keys() <= {"properties", "required", "additionalProperties"}:
            match {"properties": {}, "required": None, "additionalProperties": False} | others:
                case {"properties": {**parts}, "required": None | [*_] as required, "additionalProperties": False}:
                    if required is None or {*map(str, required)} == parts.keys():
                        pairs = [f"{_literal(name)}: ?{pattern_of_schema(part)}" for name, part in parts.items()]
                        return rf"\{{ ?{', ?'.join(pairs)} ?\}}"
    raise SpecError(
        f"A JSON schema cannot be {schema!r:.60} here. It is an enum with its values, a type {', '.join(_PATTERNS)}, "
        "or an object whose properties are all required, without additional ones."
    )


def _literal(value: Any) -> str:
    return re.escape(json.dumps(value, ensure_ascii=False))
