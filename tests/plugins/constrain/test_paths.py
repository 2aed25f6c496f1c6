"""The texts of a canvas that are accepted, counted by hand: marginals, draws and the best one."""

import itertools
import math
import re

import numpy as np
import pytest

from playground.plugins.constrain.lexicon import Vocabulary, machine
from playground.plugins.constrain.paths import Paths

VOCABULARY = Vocabulary(("<end>", "<pad>", "a", "b", "ab", "ba", "c", ""), (0,), (1,))
LENGTH = 3


def figures(made, chances):
    """The logarithms of the sum and of the largest of each class's chances (L, V): (L, C) each."""
    parts = [chances[:, made.tokens[made.classes == label]] for label in range(made.classes.max() + 1)]
    with np.errstate(divide="ignore"):
        return np.log(np.stack([p.sum(1) for p in parts], 1)), np.log(np.stack([p.max(1) for p in parts], 1))


def classes_of(made):
    """Token -> its class."""
    return dict(zip(made.tokens.tolist(), made.classes.tolist(), strict=True))


def by_hand(pattern, chances, open_ended):
    """Canvas -> its chance, of all that are accepted."""
    accepted = {}
    for canvas in itertools.product(range(len(VOCABULARY.texts)), repeat=LENGTH):
        end = canvas.index(0) if 0 in canvas else LENGTH
        written, rest = canvas[:end], canvas[end:]
        if {1, 7} & {*written} or not {*rest} <= {0, 1} or not (rest or open_ended):
            continue
        if re.fullmatch(pattern, "".join(VOCABULARY.texts[token] for token in written)):
            accepted[canvas] = math.prod(chances[at, token] for at, token in enumerate(canvas))
    return accepted


@pytest.mark.parametrize("open_ended", [False, True])
@pytest.mark.parametrize("pattern", ["a|ba|c+", "[^c]{1,4}", ""])
def test_marginals_and_the_best_are_those_of_all_accepted_canvases(pattern, open_ended):
    made = machine((pattern,), VOCABULARY)
    chances = np.random.default_rng(1).dirichlet(np.ones(len(VOCABULARY.texts)), LENGTH)
    accepted = by_hand(pattern, chances, open_ended)
    total = sum(accepted.values())
    mass, most = figures(made, chances)
    paths = Paths(made, mass, open_ended)
    assert math.exp(paths.total) == pytest.approx(total)
    class_of = classes_of(made)
    for at, token in itertools.product(range(LENGTH), range(len(VOCABULARY.texts))):
        marginal = sum(chance for canvas, chance in accepted.items() if canvas[at] == token) / total
        weight = math.exp(paths.weight[at, class_of[token]]) if token in class_of else 0
        assert chances[at, token] * weight == pytest.approx(marginal)
    best = max(accepted, key=accepted.get)
    assert paths.best(most).tolist() == [class_of[token] for token in best]


def test_texts_are_drawn_as_often_as_they_are_probable():
    made = machine(("(a|b)*ab",), VOCABULARY)
    chances = np.random.default_rng(2).dirichlet(np.ones(len(VOCABULARY.texts)), LENGTH)
    paths = Paths(made, figures(made, chances)[0], False)
    class_of = classes_of(made)
    expected = {}
    for canvas, chance in by_hand("(a|b)*ab", chances, False).items():
        classes = tuple(class_of[token] for token in canvas)
        expected[classes] = expected.get(classes, 0) + chance / math.exp(paths.total)
    draws, rng = 4_000, np.random.default_rng(3)
    counted = {}
    for _ in range(draws):
        classes = paths.drawn(rng.random(LENGTH))
        counted[tuple(classes)] = counted.get(tuple(classes), 0) + 1
    assert {*counted} <= {*expected}
    for classes, share in expected.items():
        assert abs(counted.get(classes, 0) / draws - share) < 4 * math.sqrt(share * (1 - share) / draws) + 1e-9


def test_the_ends_of_the_unit_interval_draw_what_is_possible_and_what_does_not_fit_has_no_chance():
    chances = np.full((LENGTH, 8), 1 / 8)
    made = machine(("a?b?",), VOCABULARY)
    paths = Paths(made, figures(made, chances)[0], False)
    for uniform in (0.0, 1 - 2**-53):
        classes = paths.drawn(np.full(LENGTH, uniform))
        assert np.isfinite(paths.weight[np.arange(LENGTH), classes]).all()
    made = machine(("a{3}",), VOCABULARY)
    mass, _ = figures(made, chances)
    assert Paths(made, mass, False).total == -math.inf
    assert Paths(made, mass, True).total == pytest.approx(3 * math.log(1 / 8))
