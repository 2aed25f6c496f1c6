"""Regular expressions as nondeterministic automata over characters (Thompson's construction).

Python's own parser reads them, so they mean what `re.fullmatch` says. Refused is what no finite automaton has, such as
a backreference, and what looks beside the text, such as `^` and `\\b`: the expression holds for the whole text anyway.
An expression may come from anybody, so its length, its nodes and its kinds of characters are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from re import _parser as parser  # type: ignore[attr-defined]  # no public module of Python's reads an expression
from typing import Any, cast

import numpy as np

from playground.errors import SpecError

MOST_CHARACTERS = 4_000
"""The longest expression."""
MOST_NODES = 4_000
"""The most nodes of its automaton: `a{100}` has 100 and more."""
MOST_KINDS = 400
"""The most different sets of characters in it, such as `[a-z]` and `x`."""

_WORDS = {
    "AT": "^, $ or \\b; the expression holds for the whole text",
    "ASSERT": "a lookahead or lookbehind",
    "ASSERT_NOT": "a lookahead or lookbehind",
    "GROUPREF": "a backreference",
    "GROUPREF_EXISTS": "a condition on a group",
    "ATOMIC_GROUP": "an atomic group",
    "POSSESSIVE_REPEAT": "a possessive repeat",
}
"""What an expression may not have, by the parser's name for it."""
_CATEGORIES = {
    f"CATEGORY_{'NOT_' * negated}{name}": re.compile(f"\\{letter.upper() if negated else letter}")
    for name, letter in (("DIGIT", "d"), ("SPACE", "s"), ("WORD", "w"))
    for negated in (False, True)
}

Kind = tuple[bool, tuple[tuple[int, int], ...], tuple[str, ...]]
"""A set of characters: is it all but these, the ranges of code points, the categories such as CATEGORY_DIGIT."""


@dataclass
class Automaton:
    """Nodes, of which each is left by one kind of character or by nothing read.

    It may have several parts, one for each of several expressions: a text is accepted if each part accepts it.
    """

    kinds: dict[Kind, int] = field(default_factory=dict)
    """Kind of character -> its number."""
    reads: list[int] = field(default_factory=list)
    """For each node, the kind that leads on from it; -1 for none."""
    target: list[int] = field(default_factory=list)
    """Where that leads to."""
    empty: list[list[int]] = field(default_factory=list)
    """For each node, the nodes that are reached without reading."""
    parts: list[tuple[int, int, int]] = field(default_factory=list)
    """The start of each part, the node at which it accepts a text, and its nodes as bits."""

    def node(self) -> int:
        if len(self.reads) >= MOST_NODES:
            raise SpecError(
                f"The regular expression is too large: written out it has more than {MOST_NODES:,} places. Let its "
                "parts repeat fewer times."
            )
        self.reads.append(-1)
        self.target.append(-1)
        self.empty.append([])
        return len(self.reads) - 1

    def read(self, kind: Kind, start: int) -> int:
        """Adds an edge from a node without one; returns where it leads."""
        if len(self.kinds) >= MOST_KINDS and kind not in self.kinds:
            raise SpecError(f"The regular expression has more than {MOST_KINDS} kinds of characters.")
        self.reads[start] = self.kinds.setdefault(kind, len(self.kinds))
        end = self.target[start] = self.node()
        return end


def automaton(patterns: Sequence[str]) -> Automaton:
    """Reads regular expressions, as Python's `re` has them.

    Raises:
        SpecError: they are too long or too large, no regular expressions, or have what no finite automaton has.
    """
    if (characters := sum(map(len, patterns))) > MOST_CHARACTERS:
        raise SpecError(
            f"The regular expression has {characters:,} characters; it may have at most {MOST_CHARACTERS:,}."
        )
    result = Automaton()
    for pattern in patterns:
        start = result.node()
        end = _sequence(result, _parsed(pattern), start)
        result.parts.append((start, end, (1 << len(result.reads)) - (1 << start)))
    return result


def _parsed(pattern: str) -> Sequence[Any]:
    try:
        parsed = parser.parse(pattern)
    except (re.error, OverflowError) as error:
        raise SpecError(f"This is no regular expression: {str(error).partition(chr(10))[0]}.") from error
    except RecursionError as error:
        raise SpecError("The regular expression is nested too deeply.") from error
    if parsed.state.flags & ~re.UNICODE.value:
        raise SpecError("The regular expression sets flags, such as (?i); write it without them.")
    return cast("Sequence[Any]", parsed)


def _sequence(result: Automaton, items: Sequence[Any], at: int) -> int:
    for item in items:
        at = _item(result, item, at)
    return at


def _item(result: Automaton, item: tuple[Any, Any], at: int) -> int:
    """Adds a part of the expression after the node `at`; returns the node after it, with which nothing is read yet."""
    operation, value = str(item[0]), item[1]
    match operation:
        case "LITERAL" | "NOT_LITERAL":
            return result.read((operation == "NOT_LITERAL", ((value, value),), ()), at)
        case "ANY":
            return result.read((True, ((10, 10),), ()), at)
        case "IN":
            return result.read(_kind(value), at)
        case "SUBPATTERN":
            _, added, taken, items = value
            if added or taken:
                raise SpecError("The regular expression sets flags, such as (?i); write it without them.")
            return _sequence(result, items, at)
        case "BRANCH":
            end = result.node()
            for items in value[1]:
                start = result.node()
                result.empty[at].append(start)
                result.empty[_sequence(result, items, start)].append(end)
            return end
        case "MAX_REPEAT" | "MIN_REPEAT":
            least, most, items = value
            return _repeat(result, (least, most), items, at)
    raise SpecError(
        f"The regular expression has {_WORDS.get(operation, operation)}, which cannot be here; leave it out."
    )


def _repeat(result: Automaton, times: tuple[int, int], items: Sequence[Any], at: int) -> int:
    least, most = times
    for _ in range(least):
        at = _sequence(result, items, at)
    end = result.node()
    if most == parser.MAXREPEAT:
        loop = result.node()  # of its own: whoever comes round again does not run into what stands before
        result.empty[at].append(loop)
        result.empty[_sequence(result, items, loop)].append(loop)
        result.empty[loop].append(end)
        return end
    for _ in range(most - least):
        result.empty[at].append(end)
        at = _sequence(result, items, at)
    result.empty[at].append(end)
    return end


def _kind(items: Sequence[tuple[Any, Any]]) -> Kind:
    negated, ranges, categories = False, [], []
    for operation, value in items:
        match str(operation):
            case "NEGATE":
                negated = True
            case "LITERAL":
                ranges.append((value, value))
            case "RANGE":
                ranges.append(value)
            case "CATEGORY":
                categories.append(str(value))
    return negated, tuple(ranges), tuple(categories)


def holds(kind: Kind, characters: np.ndarray) -> np.ndarray:
    """Which characters are of a kind: bool (n,), of code points (n,)."""
    negated, ranges, categories = kind
    inside = np.zeros(len(characters), bool)
    for low, high in ranges:
        inside |= (characters >= low) & (characters <= high)
    for name in categories:
        matches = _CATEGORIES[name].match
        inside |= np.fromiter((matches(chr(point)) is not None for point in characters), bool, len(characters))
    return inside ^ negated
