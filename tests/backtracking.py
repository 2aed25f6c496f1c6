"""Counts the work of a regular expression, which a clock could not: a backtracking matcher in Python, as `re` is one.

Each step tries one part of the pattern at one place of the text. `re` may take fewer, but no other order of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

Nodes = Any
"""A sequence of (operator, argument), as `re`'s own parser makes it."""
Then = Callable[[int], int | None]

PROBES = " \t\nabAB19_,.;:?!-+=(){}<>\"'`|/@\x00"
"""Characters that stand for those of a class, and at the end one that patterns do not expect."""
_ONE = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_NOT_DIGIT: lambda one: not one.isdecimal(),
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_NOT_SPACE: lambda one: not one.isspace(),
    op.CATEGORY_WORD: lambda one: one.isalnum() or one == "_",
    op.CATEGORY_NOT_WORD: lambda one: not (one.isalnum() or one == "_"),
}


def work(pattern: re.Pattern[str], method: str, text: str) -> int:
    """How many steps a method of `pattern` takes over `text`."""
    return _run(pattern, method, text)[0]


def ends(pattern: re.Pattern[str], text: str) -> list[int]:
    """Where each match in `text` ends."""
    return _run(pattern, "finditer", text)[1]


def _run(pattern: re.Pattern[str], method: str, text: str) -> tuple[int, list[int]]:
    matcher, nodes = _Matcher(text, pattern.flags), _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    if method in ("match", "fullmatch"):
        matcher.sequence(nodes, 0, lambda at: at if method == "match" or at == len(text) else None)
        return matcher.steps, []
    start, found = 0, []
    while start <= len(text):
        end = matcher.sequence(nodes, start, lambda at: at)
        found += [] if end is None else [end]
        if end is not None and method == "search":
            break
        start = start + 1 if end is None or end == start else end
    return matcher.steps, found


class _Matcher:
    def __init__(self, text: str, flags: int) -> None:
        self.text, self.flags, self.steps = text, flags, 0
        self._groups: dict[int, tuple[int, int]] = {}

    def sequence(self, nodes: Nodes, at: int, then: Then) -> int | None:
        """Where the match ends that begins at `at` and that `then` accepts; None if there is none."""
        self.steps += 1
        if not len(nodes):
            return then(at)
        (kind, value), rest = nodes[0], nodes[1:]

        def on(end: int) -> int | None:
            return self.sequence(rest, end, then)

        if kind in _ONE:
            return on(at + 1) if at < len(self.text) and fits(kind, value, self.text[at], self.flags) else None
        if kind is op.SUBPATTERN:
            group, added, removed, inner = value

            def grouped(end: int) -> int | None:
                if group is not None:
                    self._groups[group] = (at, end)
                return on(end)

            before, self.flags = self.flags, (self.flags | added) & ~removed
            try:
                return self.sequence(inner, at, grouped)
            finally:
                self.flags = before
        if kind is op.BRANCH:
            return next((end for one in value[1] if (end := self.sequence(one, at, on)) is not None), None)
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            least, most, inner = value
            repeat = self._repeat_one if len(inner) == 1 and inner[0][0] in _ONE else self._repeat
            return repeat(inner, least, most, kind is op.MAX_REPEAT, at, on)
        if kind is op.AT:
            return on(at) if self._at(value, at) else None
        if kind in (op.ASSERT, op.ASSERT_NOT):
            direction, inner = value
            start = at if direction > 0 else at - inner.getwidth()[0]
            found = start >= 0 and self.sequence(inner, start, lambda end: end) is not None
            return on(at) if found == (kind is op.ASSERT) else None
        if kind is op.GROUPREF:
            start, end = self._groups.get(value, (0, 0))
            return on(at + end - start) if self.text.startswith(self.text[start:end], at) else None
        raise NotImplementedError(kind)

    def _repeat_one(self, inner: Nodes, least: int, most: Any, greedy: bool, at: int, on: Then) -> int | None:
        kind, value = inner[0]
        room, count = min(len(self.text) - at, most), 0
        while count < room and fits(kind, value, self.text[at + count], self.flags):
            count, self.steps = count + 1, self.steps + 1
        counts = range(count, least - 1, -1) if greedy else range(least, count + 1)
        return next((end for number in counts if (end := on(at + number)) is not None), None)

    def _repeat(self, inner: Nodes, least: int, most: Any, greedy: bool, at: int, on: Then) -> int | None:
        def once_more() -> int | None:
            def again(end: int) -> int | None:
                return None if end == at and least <= 0 else self._repeat(inner, least - 1, most - 1, greedy, end, on)

            return self.sequence(inner, at, again) if most > 0 else None

        if least > 0:
            return once_more()
        first, second = (once_more, lambda: on(at)) if greedy else (lambda: on(at), once_more)
        end = first()
        return second() if end is None else end

    def _at(self, where: Any, at: int) -> bool:
        text, lines = self.text, self.flags & re.MULTILINE
        if where in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            return at == 0 or bool(lines and where is op.AT_BEGINNING and text[at - 1] == "\n")
        if where in (op.AT_END, op.AT_END_STRING):
            return at == len(text) or (where is op.AT_END and text[at] == "\n" and bool(lines or at == len(text) - 1))
        inside = [0 <= place < len(text) and _CATEGORIES[op.CATEGORY_WORD](text[place]) for place in (at - 1, at)]
        return (inside[0] != inside[1]) == (where is op.AT_BOUNDARY)


def fits(kind: Any, value: Any, one: str, flags: int) -> bool:
    """Does one character match one part of a pattern?"""
    if flags & re.IGNORECASE and one.lower() != one.upper():
        return any(_fits(kind, value, form, flags) for form in (one.lower(), one.upper()))
    return _fits(kind, value, one, flags)


def _fits(kind: Any, value: Any, one: str, flags: int) -> bool:
    if kind is op.LITERAL:
        return ord(one) == value
    if kind is op.NOT_LITERAL:
        return ord(one) != value
    if kind is op.ANY:
        return one != "\n" or bool(flags & re.DOTALL)
    negated = value[0][0] is op.NEGATE
    for part, what in value[negated:]:
        if (
            (part is op.LITERAL and ord(one) == what)
            or (part is op.RANGE and what[0] <= ord(one) <= what[1])
            or (part is op.CATEGORY and _CATEGORIES[what](one))
        ):
            return not negated
    return negated


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
                yield from ((before, one) for one in PROBES if fits(*inner[0], one, flags))
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
            parts.append(chr(value) if kind is op.LITERAL else _one(kind, value, flags))
        elif kind is op.SUBPATTERN:
            parts.append(_sample(value[3], flags))
        elif kind is op.BRANCH:
            parts.append(_sample(value[1][0], flags))
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            parts.append(_sample(value[2], flags) * max(value[0], 1))
    return "".join(parts)


def _one(kind: Any, value: Any, flags: int) -> str:
    return next(one for one in (*PROBES, *map(chr, range(1 << 16))) if fits(kind, value, one, flags))
