"""Regular expressions as one deterministic automaton over characters.

Python's own parser reads them, and its own matcher says which characters a part such as `[^a-z]` takes, so they mean
what `re.fullmatch` says. Their parts become nodes, from the last one to the first. Sets of nodes are the states (Rabin
and Scott, 1959), and the sets of several expressions that must all fit are one state together. Refused is what no
finite automaton has, such as a backreference, and what looks beside the text, such as `^`.

An expression may come from anybody, so all that grows with it is bounded.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from re import _compiler as compiler  # type: ignore[attr-defined]  # no public module of Python's reads an expression
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import numpy as np

from playground.errors import SpecError

MOST_WORK = 500_000
"""The most that making it may take, in nodes looked at: about a second. Of some expressions the states double with each
character, such as `.*a.{20}`."""
PART_WORK, STATE_WORK, KIND_WORK = 10, 75, 1_000
"""What takes more of it: a part of an expression, as often as it repeats; a state; and a set of characters such as
`[a-z]`, which is looked for among all."""
_FLAGS = "The regular expression sets flags, such as (?i); write it without them."
_REFUSED = {
    "AT": "^, $ or \\b; the expression holds for the whole text",
    "GROUPREF": "a backreference",
    "GROUPREF_EXISTS": "a condition on a group",
    "ATOMIC_GROUP": "an atomic group",
    "POSSESSIVE_REPEAT": "a possessive repeat",
}
"""What an expression may not have, by the parser's name for it; the rest looks ahead or behind."""


@dataclass(eq=False, slots=True)
class Node:
    """Reads a character, or none, and leads on."""

    kind: int
    """The number of the set of characters; NO_KIND for none."""
    after: list[Node]


NO_KIND = -1
END = Node(NO_KIND, [])
"""Here a text may end."""


def automaton(patterns: Sequence[str], characters: str) -> tuple[list[dict[int, int]], list[bool], dict[str, int]]:
    """Makes the automaton of the texts that fit all of some regular expressions.

    Args:
        characters: those that may come up, each once.

    Returns:
        For each state, from the start on, the next one by the class of the character, as far as a text may go on; may a
        text end there? And the class of each character.

    Raises:
        SpecError: an expression cannot be read, is too large, or has what no finite automaton has; or nothing that
            these characters spell fits.
        RecursionError: it is nested too deeply.
    """
    made = _Making(characters)
    start = tuple(made.reading([made.first(pattern)]) for pattern in patterns)
    classes = made.classify()
    row_of, numbers, order, rows = cache(made.row), {start: 0}, [start], list[dict[int, int]]()
    for state in order:
        first, *others = map(row_of, state)
        made.spend(STATE_WORK + len(first) * len(state))
        row = {}
        for at in first:
            if all(at in other for other in others):
                after = (first[at], *(other[at] for other in others))
                if after not in numbers:
                    numbers[after] = len(order)
                    order.append(after)
                row[at] = numbers[after]
        rows.append(row)
    accepts = [all(END in nodes for nodes in state) for state in order]
    if not any(accepts):
        raise SpecError("No text that this model can write fits the regular expression.")
    return rows, accepts, classes


class _Making:
    """The nodes of expressions and the sets of characters that they read, within the work that they may take."""

    def __init__(self, characters: str) -> None:
        self._characters, self._left = characters, MOST_WORK
        self._kinds: dict[str, np.ndarray] = {}
        """The sets as the parser has them, and which characters they are: bool (characters,)."""
        self._classes: list[list[int]] = []
        """For each of them its classes of characters."""

    def first(self, pattern: str) -> Node:
        """The first node of an expression."""
        try:
            parsed = parser.parse(pattern)
        except (re.error, OverflowError) as error:
            raise SpecError(f"This is no regular expression: {str(error).partition(chr(10))[0]}.") from error
        if parsed.state.flags & ~re.UNICODE.value:
            raise SpecError(_FLAGS)
        return self._before(parsed, END)

    def classify(self) -> dict[str, int]:
        """The class of each character: those of one class are in the same sets."""
        kinds = np.array([*self._kinds.values(), np.zeros(len(self._characters), bool)])
        _, first, classes = np.unique(np.packbits(kinds, axis=0), axis=1, return_index=True, return_inverse=True)
        self._classes = [np.flatnonzero(kind).tolist() for kind in kinds[:, first]]  # the last one for NO_KIND
        return dict(zip(self._characters, classes.tolist(), strict=True))

    def reading(self, nodes: Iterable[Node]) -> frozenset[Node]:
        """Those among nodes, and among what they lead to without a character, that read one or are the end."""
        rest = [*nodes]
        seen = {*rest}
        for node in rest:
            if node.kind == NO_KIND:
                rest += {*node.after} - seen
                seen.update(node.after)
        self.spend(len(rest))
        return frozenset(node for node in rest if node.kind != NO_KIND or node is END)

    def row(self, nodes: frozenset[Node]) -> dict[int, frozenset[Node]]:
        """Where a set of nodes leads, by the class of the character."""
        reached = defaultdict[int, set[Node]](set)
        for node in nodes:
            for at in self._classes[node.kind]:
                reached[at].update(node.after)
        return {at: self.reading(reached[at]) for at in sorted(reached)}

    def spend(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise SpecError(
                "The regular expression is too large to be made an automaton. Let its parts repeat fewer times, or be "
                "told apart sooner."
            )

    def _before(self, items: Any, after: Node) -> Node:
        """The first node of what the parser has of a part; the last ones lead to `after`."""
        self.spend(PART_WORK * (1 + len(items)))
        for operation, value in reversed(items):
            match str(operation):
                case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                    after = Node(self._kind(parser.SubPattern(items.state, [(operation, value)])), [after])
                case "SUBPATTERN":
                    _, added, taken, part = value
                    if added or taken:
                        raise SpecError(_FLAGS)
                    after = self._before(part, after)
                case "BRANCH":
                    after = Node(NO_KIND, [self._before(part, after) for part in value[1]])
                case "MAX_REPEAT" | "MIN_REPEAT":
                    after = self._repeated(after, *value)
                case name:
                    word = _REFUSED.get(name, "a lookahead or lookbehind")
                    raise SpecError(f"The regular expression has {word}, which cannot be here; leave it out.")
        return after

    def _repeated(self, after: Node, least: int, most: int, part: Any) -> Node:
        first = after
        if most == parser.MAXREPEAT:
            first = Node(NO_KIND, [after])
            first.after.append(self._before(part, first))
        else:
            for _ in range(most - least):
                first = Node(NO_KIND, [self._before(part, first), after])
        for _ in range(least):
            first = self._before(part, first)
        return first

    def _kind(self, parsed: Any) -> int:
        name = str(parsed.data)
        if name not in self._kinds:
            self.spend(KIND_WORK)
            self._kinds[name] = np.zeros(len(self._characters), bool)
            self._kinds[name][[match.start() for match in compiler.compile(parsed).finditer(self._characters)]] = True
        return [*self._kinds].index(name)
