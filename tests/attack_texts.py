"""Texts on which a regular expression could go back and forth, made of what it repeats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as op  # type: ignore[attr-defined]
from typing import Any

Nodes = Any
"""A sequence of (operator, argument), as `re`'s own parser makes it."""

PROBES = " \t\nabAB19_,.;:?!-+=(){}<>\"'`|/@\x00"
"""Characters that stand for those of a class, and at the end one that patterns do not expect."""
_ONE = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)


def attacks(pattern: re.Pattern[str]) -> Iterator[Callable[[int], str]]:
    """Texts of any size on which a pattern could go back and forth: what it repeats, again and again, and a bad end."""
    nodes = _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    whole = _sample(nodes, pattern.flags)
    pairs = {("", whole), ("", whole + " "), *_repeated(nodes, "", pattern.flags)}
    for before, unit in sorted(pairs | {("", unit) for _, unit in pairs}):
        yield lambda size, before=before, unit=unit: before + unit * (size // max(len(unit), 1)) + "\x00"


def _repeated(nodes: Nodes, before: str, flags: int) -> Iterator[tuple[str, str]]:
    """(a text that leads to a repeat, a text that it repeats) of every repeat in a pattern."""
    for kind, value in nodes:
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            inner = value[2]
            if len(inner) == 1 and inner[0][0] in _ONE:
                yield from ((before, one) for one in _fitting(inner[0], flags, PROBES))
            else:
                yield before, _sample(inner, flags)
                yield from _repeated(inner, before, flags)
        elif kind is op.SUBPATTERN:
            yield from _repeated(value[3], before, flags)
        elif kind is op.BRANCH:
            for one in value[1]:
                yield from _repeated(one, before, flags)
        elif kind is op.ASSERT:
            yield from _repeated(value[1], before, flags)
        before += _sample([(kind, value)], flags)


def _sample(nodes: Nodes, flags: int) -> str:
    """A text that a part of a pattern matches."""
    parts = []
    for kind, value in nodes:
        if kind in _ONE:
            among = chr(value) if kind is op.LITERAL else PROBES + "".join(map(chr, range(1 << 16)))
            parts.append(next(_fitting((kind, value), flags, among)))
        elif kind is op.SUBPATTERN:
            parts.append(_sample(value[3], flags))
        elif kind is op.BRANCH:
            parts.append(_sample(value[1][0], flags))
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            parts.append(_sample(value[2], flags) * max(value[0], 1))
    return "".join(parts)


def _fitting(node: Any, flags: int, among: str) -> Iterator[str]:
    """The characters, of these, that one part of a pattern matches."""
    part = _compiler.compile(_parser.SubPattern(_parser.State(), [node]), flags)
    return filter(part.fullmatch, among)
