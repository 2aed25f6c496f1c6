"""Queries: what a lesson names, and how a moment is found in a run.

lily = run lily
red = first reopening of lily where word and held >= 2
vague = cell with most entropy of red.at where text
many = count of cell of lily.start where kept
triple = 3 * lily.bound
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from playground.lessons.expression import evaluate
from playground.lessons.problems import BROKEN, Wrong
from playground.lessons.things import KINDS, Run, Thing, all_of, study

_NAMED = re.compile(r"([a-z][a-z0-9_]*)\s*=\s*(.+)")
_RUN = re.compile(r"run\s+([\w-]+)")
_STUDY = re.compile(r"study\s+([\w-]+)")
_QUERY = re.compile(
    rf"(?:(first|last|count\s+of)\s+)?({'|'.join(KINDS)})(?:\s+with\s+(most|least)\s+(\w+))?"
    r"\s+of\s+([\w.]+)(?:\s+where\s+(.+))?"
)
_ALLOWED = (
    "allowed are “first KIND of THING where CONDITION”, “last …”, “KIND with most FIELD of THING where …”, “… least …” "
    f"and “count of …”; KIND is one of {', '.join(KINDS)}"
)
_BEGINS = re.compile(r"(?:first|last|count|step|cell|reopening|correction|row|run|study)\s")


def name(line: str, names: dict[str, Any], run: Callable[[str], Run]) -> None:
    """Reads a line such as `red = first reopening of lily`, and adds what it names.

    Args:
        run: finds a run by name.

    Raises:
        Wrong: the line cannot be read, or there is no such thing.
    """
    read = _NAMED.fullmatch(line.strip())
    if read is None:
        raise Wrong(f"“{line.strip()}” names nothing; a line has the form “name = what it is”.")
    if read[1] in names:
        raise Wrong(f"“{read[1]}” is named twice.")
    names[read[1]] = BROKEN
    names[read[1]] = find(read[2], names, run)


def find(text: str, names: Mapping[str, Any], run: Callable[[str], Run]) -> Any:
    """What a query finds, or the value of an expression.

    Raises:
        Wrong: it cannot be read, or nothing fits.
    """
    text = text.strip()
    if asked := _RUN.fullmatch(text):
        return run(asked[1])
    if asked := _STUDY.fullmatch(text):
        return study(asked[1])
    query = _QUERY.fullmatch(text)
    if query is None:
        if _BEGINS.match(text):
            raise Wrong(f"“{text}” is no query; {_ALLOWED}.")
        return evaluate(text, names)
    which, kind, most, figure, of, where = query.groups()
    if (which is None) == (most is None):
        raise Wrong(f"“{text}” must say which one: first, last, or with most or least of a figure.")
    found = [thing for thing in all_of(kind, evaluate(of, names)) if where is None or evaluate(where, names, thing)]
    if which is not None and which.startswith("count"):
        return len(found)
    if not found:
        raise Wrong(f"no {kind} of {of} fits{'' if where is None else f' “{where}”'}.")
    if which is not None:
        return found[0 if which == "first" else -1]
    return (max if most == "most" else min)(found, key=lambda thing: _figure(thing, figure))


def _figure(thing: Thing, field: str) -> float:
    value = thing.get(field)
    if not isinstance(value, int | float):
        raise Wrong(f"“{field}” of a {thing.kind} is no number.")
    return value
