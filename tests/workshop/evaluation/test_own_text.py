"""How much of a person's own text stays."""

import random

import pytest

from playground.engine.steering import tokens_of
from playground.plugins.small_world.new_words import new_words
from playground.plugins.small_world.stories import PLOTS
from workshop.evaluation.own_text import own_text
from workshop.world.own_texts import FOREIGN, foreign, told_anew


@pytest.mark.parametrize("write", [told_anew, foreign])
def test_texts_fit_a_canvas_and_are_none_that_a_generator_writes(embedded_model, write):
    rng = random.Random(1)
    for _ in range(20):
        text = write(rng)
        assert len(tokens_of(embedded_model, text)) < embedded_model.canvas_length
        assert text != write(rng)


def test_foreign_sentences_have_known_words_only_and_no_story_has_one():
    from playground.plugins.small_world.advice import embedded_words

    told = " ".join(sentence for plot in PLOTS.values() for sentence in plot)
    for sentence in FOREIGN:
        text = sentence.format(hero="Lily")
        assert not new_words(text, embedded_words()).named, text
        assert text not in told


def test_what_is_held_stays_and_what_is_free_is_counted_as_it_is(embedded_model):
    texts = [foreign(random.Random(seed)) for seed in range(3)]
    held, free = (own_text(embedded_model, "x", texts, embedded_model.settings, keep) for keep in ("held", "free"))
    assert held.stayed == 1 and held.texts == 3 and held.mended <= 1
    assert free.stayed < 0.5, "or nobody would have to hold or favour a text"
    assert held.all == pytest.approx(held.stayed, abs=0.3) and held.all < 1
