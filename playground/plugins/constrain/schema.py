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

DEEPEST = 16
"""How deep objects may stand in each other."""
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
        SpecError: they are neither, or the schema has what a regular expression cannot say.
    """
    if set(settings) == {"regex"}:
        patterns = settings["regex"] if isinstance(settings["regex"], list) else [settings["regex"]]
        if patterns and all(isinstance(pattern, str) for pattern in patterns):
            return tuple(patterns)
    if set(settings) == {"schema"}:
        return (pattern_of_schema(settings["schema"]),)
    raise SpecError('A constraint is {"regex": one expression or a list of them} or {"schema": a JSON schema}.')


def pattern_of_schema(schema: Any, depth: int = 0) -> str:
    """The regular expression of the JSON texts that fit a schema; raises as `patterns_of`."""
    if not isinstance(schema, Mapping):
        raise SpecError(f"A JSON schema here is an object, not {schema!r:.40}.")
    if depth > DEEPEST:
        raise SpecError(f"The JSON schema is nested more than {DEEPEST} deep.")
    kind = schema.get("type")
    if "enum" in schema:
        _check_words(schema, {"enum", "type"})
        if not isinstance(schema["enum"], list) or not schema["enum"]:
            raise SpecError("enum in a JSON schema must be a list of values.")
        return f"(?:{'|'.join(re.escape(json.dumps(value, ensure_ascii=False)) for value in schema['enum'])})"
    if kind == "object":
        return _object(schema, depth)
    if not isinstance(kind, str) or kind not in _PATTERNS:
        raise SpecError(f"The type in a JSON schema is {kind!r:.40}; allowed are object, {', '.join(_PATTERNS)}.")
    _check_words(schema, {"type"})
    return _PATTERNS[kind]


def _check_words(schema: Mapping[str, Any], known: set[str]) -> None:
    if unknown := sorted({str(word) for word in schema} - known - _REMARKS):
        raise SpecError(f"The JSON schema has {unknown[0]!r:.40} where only {', '.join(sorted(known))} can be held.")


def _object(schema: Mapping[str, Any], depth: int) -> str:
    _check_words(schema, {"type", "properties", "required", "additionalProperties"})
    properties = schema.get("properties", {})
    if not isinstance(properties, Mapping):
        raise SpecError("properties in a JSON schema must be an object.")
    required = schema.get("required", [*properties])
    whole = isinstance(required, list) and {*map(str, required)} == {*map(str, properties)}
    if not whole or schema.get("additionalProperties", False) is not False:
        raise SpecError("An object in a JSON schema must require all of its properties here, and allow no others.")
    pairs = (
        f"{re.escape(json.dumps(str(name), ensure_ascii=False))}: ?{pattern_of_schema(value, depth + 1)}"
        for name, value in properties.items()
    )
    return rf"\{{ ?{', ?'.join(pairs)} ?\}}"
