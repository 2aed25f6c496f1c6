"""What of a prompt no rule reads: the longest list, and what training asks for; more is in `tests/golden/judging`."""

import random

from playground.plugins.small_world.unread import unread
from workshop.world import cases
from workshop.world.kinds import WRITERS


def test_at_most_eight_are_named_and_long_ones_are_cut():
    left = unread("Write a story. " + " ".join(f"b{letter}{'x' * 40}" for letter in "abcdefghijk"))
    assert len(left) == 8 and all(len(word) == 24 and word.endswith("…") for word in left)


def test_all_of_what_training_asks_for_is_read_but_in_stories():
    rng = random.Random(2)
    stories = 0
    for _ in range(20):
        made = [cases.function_case(rng, infill=True), cases.function_case(rng, infill=False), cases.common_case(rng)]
        for case in made + [cases.small_case(rng, writer) for writer in WRITERS] + [cases.long_story_case(rng)]:
            assert unread(case.prompt) == (), case.prompt
        stories += unread(cases.story_case(rng).prompt) == ()
    assert stories >= 19, "now and then a made-up word stands for a helper"
