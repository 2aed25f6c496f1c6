"""From characters to tokens: what each token does to the states of an automaton.

Tokens that move every state alike are one *class*. There are few: all words without a digit are one for a date, and it
is dead. So a step adds up the probabilities of each class once, and everything after that is as small as the automaton,
whatever the vocabulary's size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from playground.errors import SpecError
from playground.plugins.constrain.automaton import automaton

MOST_EDGES = 20_000
"""The most edges of the automaton over tokens, and over what they begin with. A step looks at each edge for each
position, which takes half a second of a processor at that many, whoever else waits for the step."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The texts of a model's tokens."""

    texts: tuple[str, ...]
    """By id; "" for a token that is no text, such as a special one or part of a character."""
    ends: tuple[int, ...]
    """The ids that end a text."""
    blanks: tuple[int, ...]
    """The ids that stand after the end, besides these."""


@dataclass(frozen=True, eq=False)
class Machine:
    """An automaton over classes of tokens, with one state more, in which the text has ended.

    State 0 is the start; the last one is the end. The edges are sorted by the state that they leave.
    """

    tokens: np.ndarray
    """int64 (N,): the ids of all tokens that lead anywhere."""
    classes: np.ndarray
    """int64 (N,): the class of each."""
    source: np.ndarray
    """int64 (E,)."""
    label: np.ndarray
    """int64 (E,): the class that an edge reads."""
    target: np.ndarray
    """int64 (E,)."""
    accepts: np.ndarray
    """bool (S,): may a text stop here without an end, because there is no more room? The end itself is among them."""

    @cached_property
    def sizes(self) -> list[int]:
        """How many tokens each class has; they stand together in `tokens`."""
        return np.bincount(self.classes).tolist()


@lru_cache(maxsize=16)
def machine(patterns: tuple[str, ...], vocabulary: Vocabulary) -> Machine:
    """Makes the automaton of the texts that fit all of some regular expressions, over a model's tokens; the last ones
    are kept.

    Raises:
        SpecError, RecursionError: as `automaton`; or it has too many edges for this vocabulary.
    """
    rows, accepts, class_of = automaton(patterns, "".join(sorted({*"".join(vocabulary.texts)})))
    end = len(rows)
    # What the texts do, each once: the states after which something is accepted, and where they lead.
    moves: list[Sequence[tuple[int, int]]] = [tuple((state, state) for state in range(end))]
    numbers, longer = {moves[0]: 0}, dict[tuple[int, int], int]()
    tokens = defaultdict[int, list[int]](list)
    left = MOST_EDGES
    for token, text in enumerate(vocabulary.texts):
        move = 0
        for character in text:
            step = move, class_of[character]
            if step not in longer:
                moved = tuple((state, rows[at][step[1]]) for state, at in moves[move] if step[1] in rows[at])
                longer[step] = numbers.setdefault(moved, len(moves))
                if longer[step] == len(moves):
                    moves.append(moved)
                    left -= len(moved)
                if left < 0:
                    raise SpecError(
                        f"The regular expression is too large for this model: it has more than {MOST_EDGES:,} edges "
                        "over its tokens. Make it simpler."
                    )
            move = longer[step]
        if text:
            tokens[move].append(token)
    stops = [state for state, accepted in enumerate(accepts) if accepted]
    groups = [(tokens[move], moved) for move, moved in enumerate(moves)]
    groups += [([*vocabulary.ends], [(state, end) for state in (*stops, end)]), ([*vocabulary.blanks], [(end, end)])]
    groups = [(ids, moved) for ids, moved in groups if ids and moved]
    edges = sorted((state, label, at) for label, (_, moved) in enumerate(groups) for state, at in moved)
    source, label, target = np.array(edges, np.int64).T
    return Machine(
        tokens=np.array([token for ids, _ in groups for token in ids], np.int64),
        classes=np.repeat(np.arange(len(groups)), [len(ids) for ids, _ in groups]),
        source=source,
        label=label,
        target=target,
        accepts=np.array([*accepts, True]),
    )
