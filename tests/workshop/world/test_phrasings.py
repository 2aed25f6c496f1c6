"""Requests as people phrase them."""

import random

from workshop.world.phrasings import write_free_request
from workshop.world.stories import sample_wide_facts


def test_a_free_request_names_every_word_that_must_be_spelled():
    rng = random.Random(0)
    for spelled in (1, 2, 3) * 100:
        facts = sample_wide_facts(rng, held_out=False, spelled=spelled)
        request = write_free_request(facts, rng)
        assert len(facts.open_words) == spelled
        for fact, word in facts.open_words.items():
            assert request.named[fact] == word and word.lower() in request.text.lower()
