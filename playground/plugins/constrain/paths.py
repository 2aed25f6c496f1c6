"""The texts of a canvas that an automaton accepts, weighed by what a pass gives each position: dynamic programming.

A pass gives each position a distribution of its own, p_i. Of all canvases that are drawn from their product, those are
looked at whose text is accepted. One pass backward and one forward over the positions give, for these,

- the *marginal* of each position: q_i(v) is p_i(v) times a weight that depends only on the token's class;
- a canvas *drawn* among them, as often as the product has it;
- the *best* one, as in DINGO (arXiv 2505.23061), which is the most probable of them.

All three are of the product, which is a pass's own. They are not of the model's distribution over texts: nothing looks
ahead to later passes.

All of it runs in double precision on the host, in logarithms. Only figures of classes come here, none of tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from playground.plugins.constrain.lexicon import Machine

Gather = Callable[[np.ndarray, np.ndarray, int], np.ndarray]
"""Figures of edges, the place that each belongs to, and how many places there are, to the figures of these."""


@dataclass(frozen=True, eq=False)
class Paths:
    """What is accepted of n positions. C is classes of tokens, S states."""

    machine: Machine
    mass: np.ndarray
    """(n, C): the logarithm of each class's probability, perhaps up to a constant for each position."""
    open_ended: bool
    """May the text fill all positions and have no end?"""

    @property
    def total(self) -> float:
        """The logarithm of the probability that a canvas drawn freely would be accepted, up to the sum of these
        constants; -inf if none is."""
        return float(self.ahead[0, 0])

    @cached_property
    def ahead(self) -> np.ndarray:
        """(n + 1, S): the logarithm of what is accepted from each state on."""
        return self._ahead(self.mass, _sums)

    @cached_property
    def weight(self) -> np.ndarray:
        """(n, C): by how much, as a logarithm, a marginal is above what the pass gives a token of the class. Only for
        what has a total."""
        machine, weight, behind = self.machine, np.empty_like(self.mass), np.full(self.ahead.shape[1], -np.inf)
        behind[0] = 0.0
        for at, mass in enumerate(self.mass):
            reached = behind[machine.source]
            weight[at] = _sums(reached + self.ahead[at + 1, machine.target], machine.label, len(mass)) - self.total
            behind = _sums(reached + mass[machine.label], machine.target, len(behind))
        return weight

    def drawn(self, uniforms: np.ndarray) -> np.ndarray:
        """Draws an accepted text, by uniform numbers (n,) in [0, 1): its classes, int64 (n,)."""
        each = iter(uniforms)

        def draw(scores: np.ndarray) -> np.intp:
            stacked = np.exp(scores - scores.max()).cumsum()
            possible = np.searchsorted(stacked, stacked[-1])  # the last one that adds anything
            return min(np.searchsorted(stacked, next(each) * stacked[-1], side="right"), possible)

        return self._along(self.mass, self.ahead, draw)

    def best(self, most: np.ndarray) -> np.ndarray:
        """The classes of the most probable accepted text: int64 (n,).

        Args:
            most: (n, C): the logarithm of the probability of each class's most probable token.
        """
        return self._along(most, self._ahead(most, _highest), np.argmax)

    def _ahead(self, figures: np.ndarray, gather: Gather) -> np.ndarray:
        machine, n, count = self.machine, len(figures), len(self.machine.accepts)
        ahead = np.full((n + 1, count), -np.inf)
        ahead[n, machine.accepts if self.open_ended else -1] = 0.0
        for at in reversed(range(n)):
            ahead[at] = gather(figures[at, machine.label] + ahead[at + 1, machine.target], machine.source, count)
        return ahead

    def _along(self, figures: np.ndarray, ahead: np.ndarray, choose: Callable[[np.ndarray], np.intp]) -> np.ndarray:
        """The classes of a text, whose edge at a position is chosen by the figures of those that leave its state."""
        machine, classes, state = self.machine, np.empty(len(figures), np.int64), 0
        for at, figure in enumerate(figures):
            edges = slice(*np.searchsorted(machine.source, [state, state + 1]))
            place = choose(figure[machine.label[edges]] + ahead[at + 1, machine.target[edges]])
            classes[at], state = machine.label[edges][place], machine.target[edges][place]
        return classes


def _highest(figures: np.ndarray, places: np.ndarray, count: int) -> np.ndarray:
    """The largest figure of each place; -inf where there is none."""
    result = np.full(count, -np.inf)
    np.maximum.at(result, places, figures)
    return result


def _sums(figures: np.ndarray, places: np.ndarray, count: int) -> np.ndarray:
    """The sum of what figures are the logarithms of, of each place and as a logarithm."""
    highest = _highest(figures, places, count)
    base = np.where(np.isfinite(highest), highest, 0.0)
    with np.errstate(divide="ignore"):
        return base + np.log(np.bincount(places, np.exp(figures - base[places]), count))
