"""The rule's verdict on a text, for each kind of task; its sentences are in `tests/golden/judging`."""

import random
import time

import pytest

from playground.plugins.small_world.judge import judge
from workshop.world.cases import any_words_case, own_words_case

PUZZLE = "Solve this Sudoku:\n123.\n341.\n21..\n...."
LILY = "Write a story about Lily, a cat and a red ball."


def test_stories_with_any_words_are_right_whatever_phrasing_asked_for_them():
    rng = random.Random(7)
    judged = 0
    for number in range(24):
        for case in (any_words_case(rng, spelled=number % 2), own_words_case(rng, ending=number % 2 == 0)):
            found = judge(case.prompt, case.answer)
            assert found is None or found.right, (case.prompt, found)
            judged += found is not None
    assert judged > 32


def test_a_sentence_stays_one_short_line_whatever_is_asked_for_and_written():
    many = "Write a story about " + ", ".join(f"a {chr(97 + i)}{'x' * 50}" for i in range(20))
    assert len(judge(many, "").sentence) <= 200 and judge(many, "").sentence.endswith("…")
    named = "Write a story about " + ", ".join(f"a z{chr(97 + i)}g" for i in range(20))
    assert judge(named, "").sentence.endswith("a zhg and 12 more: not there")
    assert "\n" not in judge("Write a function that returns x plus 3.", "def f(x):\n  return\n\x00").sentence


@pytest.mark.parametrize("prompt", [LILY, PUZZLE, "9" + "." * 80, "Write a function that returns x plus 3."])
@pytest.mark.parametrize("text", ["a ", "Lily the red ball ", "[" * 9, "One sunny day, Lily and ", "\n", "{0}<b>"])
def test_odd_texts_are_judged_quickly_and_very_long_ones_not_at_all(prompt, text):
    began = time.thread_time()
    assert not judge(prompt, (text * 20_000)[:20_000]).right
    assert time.thread_time() - began < 2, "seconds"
    assert judge(prompt, text * 20_001) is None
