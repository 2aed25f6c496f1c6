"""Regular expressions as a table: a deterministic automaton over the characters that a model can write."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from playground.errors import SpecError
from playground.plugins.constrain.pattern import Automaton, automaton, holds

MOST_STATES = 6_000
"""The most states of the table. Of some expressions it doubles with each character, such as `.*a.{20}`."""
MOST_WORK = 3_000_000
"""The most that making it may take, in nodes and classes of characters looked at: a second or two."""
DEAD = -1
"""The state from which no text is accepted any more."""


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
        SpecError: as `automaton`; the table is too large, or nothing that these characters spell is accepted.
    """
    nodes = automaton(patterns)
    kinds = np.stack([holds(kind, characters) for kind in nodes.kinds] or [np.zeros(len(characters), bool)])
    distinct, classes = np.unique(kinds, axis=1, return_inverse=True)
    table, accepts = _determined(nodes, [np.flatnonzero(row).tolist() for row in distinct])
    table, accepts = _living(table, accepts)
    return States(table, accepts, classes.reshape(-1).astype(np.int32))


class _Budget:
    """What making a table may take."""

    def __init__(self) -> None:
        self._left = MOST_WORK

    def spend(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise SpecError(
                "The regular expression takes too much work to be made an automaton. Let its parts repeat fewer times, "
                "or be told apart sooner."
            )


def _closures(nodes: Automaton, budget: _Budget) -> list[int]:
    """For each node, those that are reached without reading, itself included, as bits: those that read or accept."""
    ends = {end for _, end, _ in nodes.parts}
    telling = sum(1 << node for node, kind in enumerate(nodes.reads) if kind >= 0 or node in ends)
    closures = []
    for start in range(len(nodes.reads)):
        reached, rest = 1 << start, [start]
        while rest:
            before = nodes.empty[rest.pop()]
            budget.spend(1 + len(before))
            for node in before:
                if not reached >> node & 1:
                    reached |= 1 << node
                    rest.append(node)
        closures.append(reached & telling)
    return closures


def _bits(number: int) -> list[int]:
    bits = []
    while number:
        low = number & -number
        bits.append(low.bit_length() - 1)
        number ^= low
    return bits


def _determined(nodes: Automaton, classes_of: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """The subset construction: a state is a set of nodes, as bits, some of each part."""
    budget = _Budget()
    closures = _closures(nodes, budget)
    width = 1 + max((c for classes in classes_of for c in classes), default=0)
    start = functools.reduce(operator.or_, (closures[first] for first, _, _ in nodes.parts))
    numbers, rows = {start: 0}, list[list[int]]()
    for current in (order := [start]):
        targets = [0] * width
        for node in _bits(current):
            if nodes.reads[node] >= 0:
                classes = classes_of[nodes.reads[node]]
                budget.spend(1 + len(classes))
                for each in classes:
                    targets[each] |= closures[nodes.target[node]]
        budget.spend(width * len(nodes.parts))
        targets = [reached if all(reached & part for _, _, part in nodes.parts) else 0 for reached in targets]
        for reached in targets:
            if reached and reached not in numbers:
                numbers[reached] = len(order)
                order.append(reached)
        if len(order) > MOST_STATES:
            raise SpecError(
                f"The regular expression is too large: as an automaton it has more than {MOST_STATES:,} states. Let "
                "its parts repeat fewer times, or be told apart sooner."
            )
        rows.append([numbers[reached] if reached else DEAD for reached in targets])
    ends = sum(1 << end for _, end, _ in nodes.parts)
    return np.array(rows, np.int32), np.array([current & ends == ends for current in order], bool)


def _living(table: np.ndarray, accepts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Without the states from which nothing is accepted."""
    source, column = np.nonzero(table >= 0)
    target = table[source, column]
    order = np.argsort(target, kind="stable")
    bounds = np.searchsorted(target[order], np.arange(len(table) + 1))
    alive, rest = accepts.copy(), np.flatnonzero(accepts).tolist()
    while rest:
        state = rest.pop()
        before = source[order[bounds[state] : bounds[state + 1]]]
        fresh = np.unique(before[~alive[before]])
        alive[fresh] = True
        rest += fresh.tolist()
    if not alive[0]:
        raise SpecError("No text that this model can write fits the regular expression.")
    numbers = np.where(alive, np.cumsum(alive) - 1, DEAD).astype(np.int32)
    return np.where(table >= 0, numbers[table], DEAD)[alive], accepts[alive]
