"""Requests as people phrase them."""

import random

import pytest

from playground.plugins.small_world.words import WORDS
from workshop.world.phrasings import write_free_request
from workshop.world.stories import sample_wide_facts, with_plain_rest


def test_a_free_request_names_every_word_that_must_be_spelled():
    rng = random.Random(0)
    for spelled in (1, 2, 3) * 100:
        facts = sample_wide_facts(rng, held_out=False, spelled=spelled)
        request = write_free_request(facts, rng)
        assert len(facts.open_words) == spelled
        for fact, word in facts.open_words.items():
            assert request.named[fact] == word and word.lower() in request.text.lower()


@pytest.mark.parametrize("held_out", [True, False])
def test_what_nobody_asked_for_is_of_the_small_world(held_out):
    rng, plain = random.Random(1), 0
    for spelled in (0, 1, 2) * 60:
        facts = sample_wide_facts(rng, held_out=held_out, spelled=spelled)
        named = write_free_request(facts, rng).named
        told = with_plain_rest(facts, named, rng)
        assert told.is_held_out == held_out and told.subject == facts.subject
        assert {fact: told.slots[fact] for fact in named} == named
        plain += all(getattr(told, fact) in words for fact, words in WORDS.items() if fact not in named)
    # One combination in twenty is held out, so at times none of few free choices is.
    assert plain > (150 if held_out else 179)
