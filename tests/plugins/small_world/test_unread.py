"""What of a prompt no rule reads, worked out by hand."""

import random

import pytest

from playground.plugins.small_world.unread import unread
from workshop.world import cases
from workshop.world.kinds import WRITERS

PUZZLE = "123.\n341.\n21..\n...."


@pytest.mark.parametrize(
    ("prompt", "left"),
    [
        ("Write a story about a tree, a happy bird and a cat.", ("tree", "happy", "bird")),
        ("Write a story about Lily, a cat and a red ball.", ()),
        ("Write a story about a girl named Priya who had a red ball at the park on a sunny day.", ()),
        ("Write a story. A wizard helps. Somebody is sad. It gets dark. It ends with a hug.", ()),
        ("Write a story. A ninja helps.", ("ninja", "helps")),  # the check of stories knows no ninja
        (
            "Write a story about a ball. The ball gets lost. It starts to rain.",
            ("gets", "lost"),
        ),
        ("Write a story about a girl.", ("girl",)),
        ("Tell me a long story about Tom.", ("long",)),
        ("Write a long story about Tom.", ()),
        ("Write a story about Tom in French, in 50 words 🐉.", ("French", "words", "50", "🐉")),
        ("Write a story about a cat but no dog", ("but", "no")),
        ("Write a story about Tom who loves old cake", ("loves", "old", "cake")),
        ("Continue this story: It rained in French.", ()),
        ("Write a function that returns x plus 3.", ()),
        ("Write a function that returns x plus 3.\nMake it quick!", ("Make", "it", "quick")),
        ("Fill in the gap. The function returns x plus 3.\ndef f(x):\n    ___", ()),
        ("Write a JavaScript function that returns the largest number in a list.", ("JavaScript",)),
        ("Python code to reverse a list", ()),
        ("Add 1 and 2.", ()),
        ("Sort these words: pear, ant and lion.", ()),
        ("Sort from far to near: 3, 1, 2", ("far", "near")),
        ("Sort: -3, 2.5, Zoë", ("-", "2.5", "ë")),
        ("Write as JSON: Mia is 7 years old and has a red ball.", ()),
        ("Write as JSON: Mia is 7 and 120 cm, and has a red ball.", ("cm", "120")),
        ("JSON: Bo, 0, has a dog", ()),
        (f"Solve this Sudoku:\n{PUZZLE}", ()),
        (f"Can you solve this?\n{PUZZLE.replace('.', '*')}", ()),
        (f"# Sudoku 4x4\nExplain this 🐉, 0 marks an empty cell:\n{PUZZLE}", ()),
        ("What is the capital of France?", ()),
        ("Repair this:\nOne sunny dxy", ()),
        ("My day in French", ()),
    ],
)
def test_what_no_rule_reads_is_named(prompt, left):
    assert unread(prompt) == left


def test_at_most_eight_are_named_and_long_ones_are_cut():
    left = unread("Write a story. " + " ".join(f"b{letter}{'x' * 40}" for letter in "abcdefghijk"))
    assert len(left) == 8 and all(len(word) == 24 and word.endswith("…") for word in left)


def test_all_of_what_training_asks_for_is_read_but_in_stories():
    rng = random.Random(2)
    stories = 0
    for _ in range(60):
        made = [cases.function_case(rng, infill=True), cases.function_case(rng, infill=False), cases.common_case(rng)]
        for case in made + [cases.small_case(rng, writer) for writer in WRITERS] + [cases.long_story_case(rng)]:
            assert unread(case.prompt) == (), case.prompt
        stories += unread(cases.story_case(rng).prompt) == ()
    assert stories >= 58, "now and then a made-up word stands for a helper"
