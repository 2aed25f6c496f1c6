"""JSON schemas as regular expressions: objects of known keys in their order, and what is flat enough for no stack.

The keys are those of `properties`, each of them there, in the order of the schema. A space may follow a comma, a colon
or a brace. What a regular expression cannot say, such as `$ref` to itself, is refused, and so is any word of a schema
that is not read here: a constraint that holds for half of a schema would be believed for all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from playground.errors import SpecError

DEEPEST = 16
"""How deep schemas may stand in each other."""
MOST_ITEMS = 64
"""The most items of an array, or characters of a string, that a schema may demand or allow by number."""
STRING = r'(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})'
INTEGER = r"-?(?:0|[1-9][0-9]{0,15})"
_WORDS: Mapping[str, tuple[str, ...]] = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "minItems", "maxItems"),
    "string": ("minLength", "maxLength", "pattern"),
    "integer": (), "number": (), "boolean": (), "null": (),
}  # fmt: skip
"""Type -> the words that a schema of it may have."""
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
    words = {str(word) for word in schema} - _REMARKS
    for word, values in (("const", [schema.get("const")]), ("enum", schema.get("enum"))):
        if word in words:
            _check_words(words, {word, "type"})
            if not isinstance(values, list) or not values:
                raise SpecError("enum in a JSON schema must be a list of values.")
            return _any(re.escape(json.dumps(value, ensure_ascii=False)) for value in values)
    for word in ("anyOf", "oneOf"):
        if word in words:
            _check_words(words, {word})
            if not isinstance(schema[word], list) or not schema[word]:
                raise SpecError(f"{word} in a JSON schema must be a list of schemas.")
            return _any(pattern_of_schema(each, depth + 1) for each in schema[word])
    kinds = schema.get("type")
    if isinstance(kinds, list) and kinds:
        return _any(pattern_of_schema({**schema, "type": kind}, depth + 1) for kind in kinds)
    if not isinstance(kinds, str) or kinds not in _WORDS:
        raise SpecError(f"The type in a JSON schema is {kinds!r:.40}; allowed are {', '.join(_WORDS)}.")
    _check_words(words, {"type", *_WORDS[kinds]})
    return _PATTERNS[kinds](schema, depth)


def _check_words(words: set[str], known: set[str]) -> None:
    if unknown := sorted(words - known):
        raise SpecError(f"The JSON schema has {unknown[0]!r:.40} where only {', '.join(sorted(known))} can be held.")


def _any(patterns: Any) -> str:
    return f"(?:{'|'.join(patterns)})"


def _object(schema: Mapping[str, Any], depth: int) -> str:
    properties = schema.get("properties", {})
    if not isinstance(properties, Mapping):
        raise SpecError("properties in a JSON schema must be an object.")
    lacking = {*map(str, schema.get("required", properties))} ^ {*map(str, properties)}
    if lacking or schema.get("additionalProperties", False) is not False:
        raise SpecError("An object in a JSON schema must require all of its properties here, and allow no others.")
    pairs = (
        f"{re.escape(json.dumps(str(name), ensure_ascii=False))}: ?{pattern_of_schema(value, depth + 1)}"
        for name, value in properties.items()
    )
    return rf"\{{ ?{', ?'.join(pairs)} ?\}}"


def _array(schema: Mapping[str, Any], depth: int) -> str:
    item = pattern_of_schema(schema.get("items"), depth + 1)
    least, most = _bounds(schema, "Items")
    if most == 0:
        return r"\[ ?\]"
    more = "" if most is None else most - 1
    listed = rf"{item}(?:, ?{item}){{{max(least - 1, 0)},{more}}}"
    return rf"\[{listed if least else f'(?:{listed})?'}\]"


def _string(schema: Mapping[str, Any], _: int) -> str:
    least, most = _bounds(schema, "Length")
    pattern = schema.get("pattern")
    if pattern is None:
        return f'"{STRING}{{{least},{"" if most is None else most}}}"'
    if not isinstance(pattern, str) or {"minLength", "maxLength"} & {*schema}:
        raise SpecError("pattern in a JSON schema must be text, without minLength and maxLength beside it.")
    return f'"(?:{pattern.removeprefix("^").removesuffix("$")})"'


def _bounds(schema: Mapping[str, Any], name: str) -> tuple[int, int | None]:
    least, most = schema.get(f"min{name}", 0), schema.get(f"max{name}")
    numbers = [least, *([] if most is None else [most])]
    whole = all(type(number) is int and 0 <= number <= MOST_ITEMS for number in numbers)
    if not whole or numbers != sorted(numbers):
        raise SpecError(
            f"min{name} and max{name} in a JSON schema must be whole numbers from 0 to {MOST_ITEMS}, in order."
        )
    return least, most


_PATTERNS: Mapping[str, Callable[[Mapping[str, Any], int], str]] = {
    "object": _object,
    "array": _array,
    "string": _string,
    "integer": lambda schema, depth: INTEGER,
    "number": lambda schema, depth: rf"{INTEGER}(?:\.[0-9]{{1,16}})?(?:[eE][+-]?[0-9]{{1,3}})?",
    "boolean": lambda schema, depth: "(?:true|false)",
    "null": lambda schema, depth: "null",
}
