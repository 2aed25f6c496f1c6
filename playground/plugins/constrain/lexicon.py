"""From characters to tokens: what each token does to the states of an automaton.

Tokens that move every state alike are one *class*. There are few: all words without a digit are one for a date, and it
is dead. So a step adds up the probabilities of each class once, and everything after that is as small as the automaton,
whatever the vocabulary's size.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from playground.errors import SpecError
from playground.plugins.constrain.automaton import DEAD, States, states

MOST_CELLS = 50_000_000
"""The most entries of the table of tokens and states while it is made: 100 MB."""
MOST_EDGES = 200_000
"""The most edges of the automaton over tokens: a step looks at each of them for each position."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The texts of a model's tokens."""

    texts: tuple[str, ...]
    """By id; "" for a token that is no text, such as a special one or part of a character."""
    ends: tuple[int, ...]
    """The ids that end a text."""
    blanks: tuple[int, ...]
    """The ids that stand after the end."""

    @cached_property
    def characters(self) -> np.ndarray:
        """The code points in them, in order."""
        return np.unique(np.frombuffer("".join(self.texts).encode("utf-32-le", "surrogatepass"), np.uint32))

    @cached_property
    def spelled(self) -> tuple[np.ndarray, np.ndarray]:
        """The tokens that are text: their ids (n,), and their characters as places in `characters`, (n, longest); -1
        after the last one."""
        ids = np.array([token for token, text in enumerate(self.texts) if text], np.int64)
        lengths = np.array([len(self.texts[token]) for token in ids], np.int64)
        points = np.frombuffer("".join(self.texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        places = np.full((len(ids), lengths.max(initial=1)), -1, np.int32)
        places[np.arange(places.shape[1]) < lengths[:, None]] = np.searchsorted(self.characters, points)
        return ids, places


@dataclass(frozen=True, eq=False)
class Machine:
    """An automaton over classes of tokens, with one state more, in which the text has ended.

    State 0 is the start; the last one is the end. The edges are sorted by the state that they leave.
    """

    tokens: np.ndarray
    """int64 (N,): the ids of all tokens that lead anywhere, class by class."""
    sizes: np.ndarray
    """int64 (C,): how many tokens each class has."""
    source: np.ndarray
    """int64 (E,)."""
    label: np.ndarray
    """int64 (E,): the class that an edge reads."""
    target: np.ndarray
    """int64 (E,)."""
    accepts: np.ndarray
    """bool (S,): may a text stop here without an end, because there is no more room? The end itself is among them."""

    @property
    def end(self) -> int:
        return len(self.accepts) - 1


def machine(patterns: Sequence[str], vocabulary: Vocabulary) -> Machine:
    """Makes the automaton of the texts that fit all of some regular expressions, over a model's tokens.

    Raises:
        SpecError: as `states`; or it has too many states and edges for this vocabulary.
    """
    characters = states(patterns, vocabulary.characters)
    count = len(characters.accepts)
    leading, behaviour, behaviours = _moves(characters, *vocabulary.spelled)
    classes = [leading[group] for group in _groups(behaviour, len(behaviours))]
    label, source = np.nonzero(behaviours.T >= 0)[::-1]
    target = behaviours[label, source]
    stops = np.flatnonzero(characters.accepts)
    closing, blank = len(classes), len(classes) + 1
    blanks = [token for token in vocabulary.blanks if token not in vocabulary.ends]
    classes += [np.array(vocabulary.ends, np.int64), *([np.array(blanks, np.int64)] if blanks else [])]
    after = [closing, *([blank] if blanks else [])]
    source = np.concatenate([source, stops, [count] * len(after)])
    label = np.concatenate([label, [closing] * len(stops), after])
    target = np.concatenate([target, [count] * len(stops), [count] * len(after)])
    if len(source) > MOST_EDGES:
        raise SpecError(
            f"The regular expression is too large for this model: its automaton has {len(source):,} edges; at most "
            f"{MOST_EDGES:,} are followed. Make it simpler."
        )
    order = np.argsort(source, kind="stable")
    return Machine(
        tokens=np.concatenate(classes),
        sizes=np.array([len(each) for each in classes], np.int64),
        source=source[order].astype(np.int64),
        label=label[order].astype(np.int64),
        target=target[order].astype(np.int64),
        accepts=np.append(characters.accepts, True),
    )


def _moves(characters: States, ids: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Follows all tokens at once, character by character, beginnings in common once; what is dead is dropped.

    Args:
        ids, places: as `Vocabulary.spelled`.

    Returns:
        The tokens that lead anywhere from any state, which class each is of, and where the classes (C, S) lead.
    """
    count, width = characters.table.shape
    # From the dead state everything leads there.
    table = np.vstack([characters.table, np.full((1, width), DEAD)]).astype(np.int16)
    moved, node = np.arange(count, dtype=np.int16)[None], np.zeros(len(ids), np.int64)
    ended, rows = list[tuple[np.ndarray, np.ndarray]](), list[np.ndarray]()
    for column in range(places.shape[1] + 1):
        ends = places[:, column] < 0 if column < places.shape[1] else np.ones(len(ids), bool)
        if ends.any():
            reached, number = np.unique(node[ends], return_inverse=True)
            ended.append((ids[ends], number.reshape(-1) + sum(map(len, rows))))
            rows.append(moved[reached])
            ids, places, node = ids[~ends], places[~ends], node[~ends]
        if not len(ids):
            break
        pairs, node = np.unique(node * width + characters.classes[places[:, column]], return_inverse=True)
        if (sum(map(len, rows)) + len(pairs)) * count > MOST_CELLS:
            raise SpecError(
                f"The regular expression is too large for this model: it has {count:,} states and tells apart too many "
                "of its tokens. Make it simpler."
            )
        moved = table[moved[pairs // width], (pairs % width)[:, None]]
        alive = (moved != DEAD).any(axis=1)
        goes = alive[node.reshape(-1)]
        ids, places, node = ids[goes], places[goes], (np.cumsum(alive) - 1)[node.reshape(-1)][goes]
        moved = moved[alive]
    every = np.ascontiguousarray(np.concatenate([*rows, np.empty((0, count), np.int16)]))
    _, first, behaviour = np.unique(every.view(np.dtype((np.void, every.itemsize * count)))[:, 0], return_index=True,
                                    return_inverse=True)  # fmt: skip
    tokens = np.concatenate([part for part, _ in ended] or [ids])
    numbers = np.concatenate([number for _, number in ended] or [node])
    return tokens, behaviour.reshape(-1)[numbers], every[first]


def _groups(numbers: np.ndarray, count: int) -> list[np.ndarray]:
    """For each number from 0, where it stands."""
    order = np.argsort(numbers, kind="stable")
    bounds = np.searchsorted(numbers[order], np.arange(count + 1))
    return [order[first:last] for first, last in itertools.pairwise(bounds)]
