"""The description of a run beside a trace's columns: one JSON object, checked by its types.

`workshop.makers.trace_scripts` writes the types for the page, as a JSON schema.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import getitem
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import to_json

from playground.errors import TraceError
from playground.trace.columns import TRACE_VERSION
from playground.trace.frame import BlockEnd, RunEnd
from playground.trace.header import Header, Whole
from playground.trace.strict_json import read_json, whole

FORMAT = "text-diffusion-trace"

IdText = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,6})$")]
"""A token id as the name of a JSON field. No id has two names."""


@dataclass(frozen=True, kw_only=True)
class Description:
    """The JSON object; fields that it does not know are ignored."""

    version: Whole
    header: Header
    stop_reasons: list[BlockEnd]
    finish_reason: RunEnd
    tokens: dict[IdText, str]
    text: str
    thought: str = ""


SCHEMA = TypeAdapter(Description)


def describe(text: str, name: str) -> Description:
    """Reads a description.

    Args:
        text: the JSON.
        name: the file's name in messages.

    Raises:
        TraceError: it does not describe a trace, has another version, or a field is missing or has the wrong type.
    """
    try:
        values = read_json(text)
    except ValueError as error:
        raise TraceError(f"{name} is damaged: its description cannot be read as JSON ({error}).") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise TraceError(f"{name} is not a trace: its format is not {FORMAT!r}.")
    version = whole(values.get("version"))
    if version != TRACE_VERSION:
        newer = "; a newer release may read it" if type(version) is int and version > TRACE_VERSION else ""
        known = f"this playground reads version {TRACE_VERSION}{newer}"
        raise TraceError(f"{name} is a trace of version {reprlib.repr(version)}; {known}.")
    try:
        description = SCHEMA.validate_json(to_json(values), strict=True)
    except ValidationError as error:
        raise TraceError(f"{name} is damaged: {_sentence(error, values)}.") from error
    header = description.header
    if header.source:
        return description
    if not header.spec:
        raise TraceError(f"{name} is damaged: header.spec is missing.")
    bound = header.explanation.get("bound", "entropy_bound")
    if bound and type(header.settings.get(bound)) not in (int, float):
        raise TraceError(f"{name} is damaged: {reprlib.repr(bound)} is missing in its settings, or is not a number.")
    branch = header.spec.get("branch")
    while branch is not None:
        if not _is_branch(branch):
            raise TraceError(f"{name} is damaged: {reprlib.repr(branch)} in header.spec is no branch.")
        branch = branch["parent"].get("branch")
    return description


def _is_branch(value: Any) -> bool:
    """Has a value of JSON what readers need of where a run left its parent, as `Branch.to_dict` writes it?"""
    if not isinstance(value, dict) or not isinstance(value.get("parent"), dict):
        return False
    places = [whole(value.get(name)) for name in ("block", "step")]
    counted = all(type(at) is int and at >= least for at, least in zip(places, (1, 0), strict=True))
    return counted and isinstance(value["parent"].get("settings"), dict)


def _sentence(error: ValidationError, values: Any) -> str:
    """Names the first thing that is wrong with `values`, as the end of a sentence."""
    first: dict[str, Any] = dict(error.errors(include_url=False)[0])
    where = _place(values, first["loc"])
    value = reduce(getitem, first["loc"][: len(where)], values)
    shown = f"{'.'.join(where)} is {reprlib.repr(value)}"
    if first["type"] == "missing":
        return f"{'.'.join([*where, first['loc'][-1]])} is missing"
    if len(where) < len(first["loc"]):
        return f"{shown}, which it cannot be"
    return f"{shown}; {first['msg'][0].lower()}{first['msg'][1:]}"


def _place(value: Any, path: Iterable[str | int]) -> list[str]:
    """The names that lead to a place in JSON, as far as they do, ready to be shown: those of a file may be anything."""
    names = []
    for part in path:  # the last ones may be names of types rather than of fields
        if not ((isinstance(value, list) and isinstance(part, int)) or (isinstance(value, dict) and part in value)):
            break
        value = value[part]  # type: ignore[index]
        names.append(str(part) if str(part).isidentifier() else reprlib.repr(part))
    return names
