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

import numpy as np

from playground.plugins.constrain.lexicon import Machine

Reduce = Callable[[np.ndarray], np.ndarray]
"""Figures of the edges, (E,), to those of the states or classes that they belong to."""


@dataclass(frozen=True)
class Paths:
    """What is accepted of n positions.

    C is classes of tokens, S states. Nothing is accepted if `total` is -inf.
    """

    machine: Machine
    mass: np.ndarray
    """(n, C): the logarithm of each class's probability."""
    ahead: np.ndarray
    """(n + 1, S): the logarithm of what is accepted from each state on."""
    weight: np.ndarray
    """(n, C): by how much, as a logarithm, a marginal is above what the pass gives a token of the class."""

    @property
    def total(self) -> float:
        """The logarithm of the probability that a canvas drawn freely would be accepted."""
        return float(self.ahead[0, 0])

    @classmethod
    def of(cls, machine: Machine, mass: np.ndarray, *, open_ended: bool) -> Paths:
        """Counts all accepted texts.

        Args:
            mass: (n, C), as the attribute.
            open_ended: may the text fill all positions and have no end?
        """
        n, count = len(mass), len(machine.accepts)
        by_source, by_target, by_label = (
            _sums(places, size)
            for places, size in ((machine.source, count), (machine.target, count), (machine.label, mass.shape[1]))
        )
        ahead = np.full((n + 1, count), -np.inf)
        ahead[n, machine.accepts if open_ended else machine.end] = 0.0
        for at in range(n - 1, -1, -1):
            ahead[at] = by_source(mass[at, machine.label] + ahead[at + 1, machine.target])
        weight = np.empty_like(mass)
        behind = np.full(count, -np.inf)
        behind[0] = 0.0
        with np.errstate(invalid="ignore"):  # what is impossible, of what is impossible
            for at in range(n):
                weight[at] = by_label(behind[machine.source] + ahead[at + 1, machine.target]) - ahead[0, 0]
                behind = by_target(behind[machine.source] + mass[at, machine.label])
        return cls(machine, mass, ahead, weight)

    def drawn(self, uniforms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Draws an accepted text.

        Args:
            uniforms: (n,), in [0, 1).

        Returns:
            For each position the class, int64 (n,), and a uniform number that is left for the choice within it.
        """
        classes, rest, state = np.empty(len(self.mass), np.int64), np.empty(len(self.mass)), 0
        for at, uniform in enumerate(uniforms):
            edges = self._leaving(state)
            scores = self.mass[at, self.machine.label[edges]] + self.ahead[at + 1, self.machine.target[edges]]
            chances = np.exp(scores - scores.max())
            stacked = chances.cumsum()
            reached = uniform * stacked[-1]
            place = min(int(np.searchsorted(stacked, reached, side="right")), len(stacked) - 1)
            rest[at] = np.clip((reached - (stacked[place] - chances[place])) / chances[place], 0, 1 - 2**-53)
            classes[at], state = self.machine.label[edges][place], self.machine.target[edges][place]
        return classes, rest

    def best(self, most: np.ndarray, *, open_ended: bool) -> np.ndarray:
        """The classes of the most probable accepted text: int64 (n,).

        Args:
            most: (n, C): the logarithm of the probability of each class's most probable token.
            open_ended: as in `of`.
        """
        machine, n = self.machine, len(most)
        highest = _highest(machine.source, len(machine.accepts))
        ahead = np.full((n + 1, len(machine.accepts)), -np.inf)
        ahead[n, machine.accepts if open_ended else machine.end] = 0.0
        for at in range(n - 1, -1, -1):
            ahead[at] = highest(most[at, machine.label] + ahead[at + 1, machine.target])
        classes, state = np.empty(n, np.int64), 0
        for at in range(n):
            edges = self._leaving(state)
            place = int(np.argmax(most[at, machine.label[edges]] + ahead[at + 1, machine.target[edges]]))
            classes[at], state = machine.label[edges][place], machine.target[edges][place]
        return classes

    def _leaving(self, state: int) -> slice:
        """The edges from a state."""
        return slice(*np.searchsorted(self.machine.source, [state, state + 1]))


def _highest(places: np.ndarray, count: int) -> Reduce:
    """What finds the largest figure of each place; -inf where there is none."""
    order = np.argsort(places, kind="stable")
    present, starts = np.unique(places[order], return_index=True)

    def reduce(figures: np.ndarray) -> np.ndarray:
        result = np.full(count, -np.inf)
        result[present] = np.maximum.reduceat(figures[order], starts)
        return result

    return reduce


def _sums(places: np.ndarray, count: int) -> Reduce:
    """What adds up the figures of each place, which are logarithms; -inf where there is none."""
    order = np.argsort(places, kind="stable")
    present, starts = np.unique(places[order], return_index=True)
    lengths = np.diff(np.append(starts, len(order)))

    def reduce(figures: np.ndarray) -> np.ndarray:
        result, figures = np.full(count, -np.inf), figures[order]
        peak = np.maximum.reduceat(figures, starts)
        base = np.where(np.isfinite(peak), peak, 0.0)
        with np.errstate(divide="ignore"):
            result[present] = base + np.log(np.add.reduceat(np.exp(figures - np.repeat(base, lengths)), starts))
        return result

    return reduce
