"""The lines of a fenced block of a lesson, and what their values may be.

Each line is `key: value`; a line that is indented goes on with the value above it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from playground.plugins.learn.expression import evaluate
from playground.plugins.learn.inline import pieces
from playground.plugins.learn.problems import Wrong, on_line
from playground.plugins.learn.things import Cell, Step

T = TypeVar("T")


@dataclass(frozen=True)
class Entry:
    text: str
    line: int
    """Below the line that opens the block."""


def entries(content: str) -> list[tuple[str, Entry]]:
    """The lines of a block, in order. A line `- words: value` has the key `- words`.

    Raises:
        Wrong: a line has no key.
    """
    read: list[tuple[str, Entry]] = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        if line[0] in " \t" and read:
            key, before = read[-1]
            read[-1] = key, Entry(f"{before.text} {line.strip()}", before.line)
            continue
        split = re.fullmatch(r"(- .+|[a-z]+)\s*:(?:\s+(.*))?", line.rstrip())
        if split is None:
            raise Wrong(f"“{line.strip()}” has no key; a line has the form “key: value”.", number)
        read.append((split[1].strip(), Entry(split[2] or "", number)))
    return read


def step_of(entry: Entry, names: Mapping[str, Any]) -> dict[str, Any]:
    step = step_at(entry, names)
    return {"run": step.run.name, "row": step.row}


def step_at(entry: Entry, names: Mapping[str, Any]) -> Step:
    thing = value_of(entry, names)
    step = thing.at if isinstance(thing, Cell) else thing
    if not isinstance(step, Step) or step.noise:
        raise Wrong("this is no step and no cell.", entry.line)
    return step


def only(values: Mapping[str, Entry], allowed: tuple[str, ...]) -> None:
    for key, entry in values.items():
        if key not in allowed:
            raise Wrong(f"“{key}” means nothing here; allowed are {', '.join(allowed)}.", entry.line)


def needs(values: Mapping[str, Entry], *keys: str) -> None:
    for key in keys:
        if key not in values or not values[key].text:
            raise Wrong(f"“{key}” is missing.")


def choice(entry: Entry, key: str, allowed: tuple[str, ...]) -> str:
    if entry.text not in allowed:
        raise Wrong(f"{key} cannot be “{entry.text}”; allowed are {', '.join(allowed)}.", entry.line)
    return entry.text


def value_of(entry: Entry, names: Mapping[str, Any]) -> Any:
    with on_line(entry.line):
        return evaluate(entry.text, names)


def thing_of(entry: Entry, names: Mapping[str, Any], kind: type[T], wrong: str) -> T:
    """The value of an entry, which must be of a kind; `wrong` says that it is not."""
    value = value_of(entry, names)
    if not isinstance(value, kind):
        raise Wrong(wrong, entry.line)
    return value


def number_of(entry: Entry, names: Mapping[str, Any]) -> float:
    value = value_of(entry, names)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Wrong(f"“{entry.text}” is no number.", entry.line)
    return value


def pieces_of(entry: Entry, names: Mapping[str, Any]) -> Any:
    with on_line(entry.line):
        return pieces(entry.text, names)
