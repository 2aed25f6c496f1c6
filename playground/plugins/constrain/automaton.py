"""Regular expressions as deterministic automata over characters, by their derivatives (Brzozowski, 1964).

The derivative of an expression by a character is the expression of what may follow: of `ab|ac` by `a` it is `b|c`. So
expressions are the states, and several that must all fit are one state together. Python's own parser reads them, and
its own matcher says which characters a part such as `[^a-z]` takes, so they mean what `re.fullmatch` says. Refused is
what no finite automaton has, such as a backreference, and what looks beside the text, such as `^`.

An expression may come from anybody, so all that grows with it is bounded.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from re import _compiler as compiler  # type: ignore[attr-defined]  # no public module of Python's reads an expression
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import numpy as np

from playground.errors import SpecError

MOST_CHARACTERS = 4_000
"""The longest expression."""
MOST_KINDS = 400
"""The most different sets of characters in it, such as `[a-z]` and `x`."""
MOST_STATES = 6_000
"""The most states. Of some expressions they double with each character, such as `.*a.{20}`."""
MOST_WORK = 500_000
"""The most that making it may take, in derivatives and alternatives looked at: a second or two."""
DEAD = -1
"""The state from which no text is accepted any more."""
NOTHING, EMPTY = 0, 1
"""The numbers of the expressions that no text fits, and the empty text alone."""
_FLAGS = "The regular expression sets flags, such as (?i); write it without them."
_REFUSED = {
    "AT": "^, $ or \\b; the expression holds for the whole text",
    "GROUPREF": "a backreference",
    "GROUPREF_EXISTS": "a condition on a group",
    "ATOMIC_GROUP": "an atomic group",
    "POSSESSIVE_REPEAT": "a possessive repeat",
}
"""What an expression may not have, by the parser's name for it; the rest looks ahead or behind."""


@dataclass(frozen=True)
class States:
    """A deterministic automaton; state 0 is the start. From each state an accepted text can be reached."""

    table: np.ndarray
    """int32 (S, classes of characters): the next state, or DEAD."""
    accepts: np.ndarray
    """bool (S,): is a text accepted that ends here?"""
    classes: np.ndarray
    """int32 (characters,): the class of each."""


def states(patterns: Sequence[str], characters: np.ndarray) -> States:
    """Makes the automaton of the texts that fit all of some regular expressions.

    Args:
        characters: code points (n,), those that may come up.

    Raises:
        SpecError: an expression cannot be read, is too large, or has what no finite automaton has; or nothing that
            these characters spell fits.
    """
    if (length := sum(map(len, patterns))) > MOST_CHARACTERS:
        raise SpecError(f"The regular expression has {length:,} characters; it may have at most {MOST_CHARACTERS:,}.")
    terms = _Terms("".join(map(chr, characters)))
    try:
        start = tuple(terms.read(pattern) for pattern in patterns)
        kinds = np.array([np.zeros(len(characters), bool), *terms.kinds.values()])
        packed = np.ascontiguousarray(np.packbits(kinds, axis=0).T)
        _, first, classes = np.unique(packed.view(f"V{packed.shape[1]}")[:, 0], return_index=True, return_inverse=True)
        terms.classes = [np.flatnonzero(row).tolist() for row in kinds[1:, first]]
        rows, accepts = _determined(terms, start)
    except RecursionError as error:
        raise SpecError("The regular expression is nested too deeply.") from error
    table = np.full((len(rows), len(first)), DEAD, np.int32)
    for state, row in enumerate(rows):
        table[state, [*row]] = [*row.values()]
    return States(*_living(table, np.array(accepts)), classes.reshape(-1).astype(np.int32))


class _Terms:
    """Expressions, each once, by number: a set of characters, a sequence of two, alternatives, or a repetition."""

    def __init__(self, characters: str) -> None:
        self.kinds: dict[str, np.ndarray] = {}
        """The sets of characters as the parser has them, and which they are: bool (characters,)."""
        self.classes: list[list[int]] = []
        """For each of them its classes of characters."""
        self._characters, self._left = characters, MOST_WORK
        self._numbers: dict[tuple[Any, ...], int] = {("nothing",): NOTHING, ("empty",): EMPTY}
        self._terms: list[tuple[Any, ...]] = [*self._numbers]
        self.nullable = [False, True]
        """Does the empty text fit it?"""
        self._rows: dict[int, dict[int, int]] = {}

    def read(self, pattern: str) -> int:
        try:
            parsed = parser.parse(pattern)
        except (re.error, OverflowError) as error:
            raise SpecError(f"This is no regular expression: {str(error).partition(chr(10))[0]}.") from error
        if parsed.state.flags & ~re.UNICODE.value:
            raise SpecError(_FLAGS)
        return self._sequence(parsed)

    def row(self, term: int) -> dict[int, int]:
        """Its derivatives that are something, by the class of the character."""
        chain = [term]  # a loop, because a sequence may be longer than Python recurses
        while self._terms[chain[-1]][0] == "then" and self.nullable[self._terms[chain[-1]][1]]:
            chain.append(self._terms[chain[-1]][2])
        for each in reversed(chain):
            if each not in self._rows:
                row = {at: after for at, after in self._derived(each).items() if after != NOTHING}
                self.spend(1 + len(row))
                self._rows[each] = row
        return self._rows[term]

    def spend(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise SpecError(
                "The regular expression takes too much work to be made an automaton. Let its parts repeat fewer times, "
                "or be told apart sooner."
            )

    def _sequence(self, items: Any) -> int:
        term = EMPTY
        for item in reversed(items):
            term = self._then(self._item(items.state, item), term)
        return term

    def _item(self, state: Any, item: tuple[Any, Any]) -> int:
        operation, value = str(item[0]), item[1]
        if operation in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            return self._set(str(item), parser.SubPattern(state, [item]))
        if operation == "SUBPATTERN":
            _, added, taken, items = value
            if added or taken:
                raise SpecError(_FLAGS)
            return self._sequence(items)
        if operation == "BRANCH":
            return self._either(self._sequence(items) for items in value[1])
        if operation in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, items = value
            return self._times(self._sequence(items), least, math.inf if most == parser.MAXREPEAT else most)
        word = _REFUSED.get(operation, "a lookahead or lookbehind")
        raise SpecError(f"The regular expression has {word}, which cannot be here; leave it out.")

    def _set(self, kind: str, parsed: Any) -> int:
        if kind not in self.kinds:
            if len(self.kinds) == MOST_KINDS:
                raise SpecError(f"The regular expression has more than {MOST_KINDS} kinds of characters.")
            self.kinds[kind] = np.zeros(len(self._characters), bool)
            self.kinds[kind][[match.start() for match in compiler.compile(parsed).finditer(self._characters)]] = True
        return self._term(("set", list(self.kinds).index(kind)), False)

    def _term(self, term: tuple[Any, ...], nullable: bool) -> int:
        if term not in self._numbers:
            self._numbers[term] = len(self._terms)
            self._terms.append(term)
            self.nullable.append(nullable)
        return self._numbers[term]

    def _then(self, head: int, tail: int) -> int:
        if NOTHING in (head, tail):
            return NOTHING
        if EMPTY in (head, tail):
            return tail if head == EMPTY else head
        return self._term(("then", head, tail), self.nullable[head] and self.nullable[tail])

    def _either(self, terms: Iterable[int]) -> int:
        parts: set[int] = set()
        for term in terms:
            parts |= self._terms[term][1] if self._terms[term][0] == "or" else {term}
        parts.discard(NOTHING)
        self.spend(len(parts))
        if len(parts) < 2:
            return parts.pop() if parts else NOTHING
        return self._term(("or", frozenset(parts)), any(self.nullable[part] for part in parts))

    def _times(self, item: int, least: int, most: float) -> int:
        if most == 0 or item == EMPTY:
            return EMPTY
        return self._term(("times", item, least, most), least == 0 or self.nullable[item])

    def _derived(self, number: int) -> dict[int, int]:
        match self._terms[number]:
            case "set", kind:
                return dict.fromkeys(self.classes[kind], EMPTY)
            case "then", head, tail:
                row = {at: self._then(after, tail) for at, after in self.row(head).items()}
                for at, after in self.row(tail).items() if self.nullable[head] else ():
                    row[at] = self._either((row.get(at, NOTHING), after))
                return row
            case "or", parts:
                gathered = defaultdict[int, list[int]](list)
                for part in parts:
                    for at, after in self.row(part).items():
                        gathered[at].append(after)
                return {at: self._either(afters) for at, afters in gathered.items()}
            case "times", item, least, most:
                rest = self._times(item, max(least - 1, 0), most - 1)
                return {at: self._then(after, rest) for at, after in self.row(item).items()}
        return {}


def _determined(terms: _Terms, start: tuple[int, ...]) -> tuple[list[dict[int, int]], list[bool]]:
    """For each state where the classes of characters lead, and whether it accepts."""
    numbers, rows = {start: 0}, list[dict[int, int]]()
    for state in (order := [start]):
        first, *others = (terms.row(term) for term in state)
        row = {}
        for at in first:
            if all(at in other for other in others):
                after = (first[at], *(other[at] for other in others))
                if after not in numbers:
                    numbers[after] = len(order)
                    order.append(after)
                row[at] = numbers[after]
        terms.spend(len(first) * len(state))
        rows.append(row)
        if len(order) > MOST_STATES:
            raise SpecError(
                f"The regular expression is too large: as an automaton it has more than {MOST_STATES:,} states. Let "
                "its parts repeat fewer times, or be told apart sooner."
            )
    return rows, [all(terms.nullable[term] for term in state) for state in order]


def _living(table: np.ndarray, accepts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Without the states from which nothing is accepted."""
    before = defaultdict[int, set[int]](set)
    for state, column in np.argwhere(table >= 0).tolist():
        before[int(table[state, column])].add(state)
    alive, rest = accepts.copy(), np.flatnonzero(accepts).tolist()
    while rest:
        fresh = [state for state in before[rest.pop()] if not alive[state]]
        alive[fresh] = True
        rest += fresh
    if not alive[0]:
        raise SpecError("No text that this model can write fits the regular expression.")
    numbers = np.where(alive, np.cumsum(alive) - 1, DEAD).astype(np.int32)
    return np.where(table >= 0, numbers[table], DEAD)[alive], accepts[alive]
