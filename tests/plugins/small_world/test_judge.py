"""The rule's verdict on a text, in one sentence: made by hand, for each kind of task."""

import random
import time

import pytest
from training_helpers import STORY

from playground.plugins.small_world.judge import judge, task_of
from workshop.world.cases import (
    any_words_case,
    excerpt_case,
    function_case,
    long_story_case,
    own_words_case,
    story_case,
)

PUZZLE = "Solve this Sudoku:\n123.\n341.\n21..\n...."
LILY = "Write a story about Lily, a cat and a red ball."
TALE = (
    "One rainy morning, Erik and his lion went to the airport. Erik took a magical cup, and the lion felt glad. At the "
    'rainy airport, the magical cup got stuck in a tall tree. "Please help me, master!" called a scared Erik. The '
    "strong master found a ladder and got the cup. No longer scared, Erik held the magical cup tightly."
)
REST = TALE.partition("airport. ")[2]


@pytest.mark.parametrize(
    ("prompt", "text", "task", "sentence"),
    [
        (PUZZLE, "1234\n3412\n2143\n4321", "Sudoku", "solved"),
        ("1...\n....\n....\n....", "1234\n3412\n2143\n4321", "Sudoku", "solved"),  # one of several solutions
        (f"# Sudoku 4x4\n{PUZZLE}\nand explain each step", "1234\n3412\n2143\n4321", "Sudoku", "solved"),
        (LILY, STORY, "story", "asked for Lily, a cat and a red ball: there"),
        ("Write a story about cats.", STORY, "story", "asked for cats: there"),
        ("write a story about a girl named lily", STORY, "story", "asked for Lily: there"),
        ("Write a story about a red ball.", STORY, "story", "asked for a red ball: there"),
        ("Write a story.", STORY, "story", "a whole story"),
        ("Continue this story: One sunny day, Lily and her cat went to the park.", STORY, "story", "begins as asked"),
        (
            "Write a story that ends: No longer sad, Lily carried the red ball home.",
            STORY,
            "story",
            "ends as asked",
        ),
        ("Please write a short story with a cat.", STORY, "story", "asked for a cat: there"),
        ("once there was a girl named Lily who had a ball", STORY, "story", "asked for Lily and a ball: there"),
        ("Begin with: One sunny day, Lily and her cat went to the park.", STORY, "story", "begins as asked"),
        (
            "Continue this story: It rained. A dog ran by.",
            f"It rained. A dog ran by. {REST}",
            "story",
            "begins as asked",
        ),
        ("continue: It rained.", f"It rained. {REST}", "story", "begins as asked"),
        (
            "The story ends: Nobody cried.",
            f"{TALE.rpartition(' No longer')[0]} Nobody cried.",
            "story",
            "ends as asked",
        ),
        ("Write a function that returns x plus 3.", "def f(x):\n    return 3 + x", "function", "does what was asked"),
    ],
)
def test_a_right_text(prompt, text, task, sentence):
    found = judge(prompt, text)
    assert (found.task, found.right, found.sentence) == (task, True, sentence)


@pytest.mark.parametrize(
    ("prompt", "text", "sentence"),
    [
        (PUZZLE, "1234\n3412\n2143\n4312", "wrong: two 1s in column 3"),
        (PUZZLE, "1234\n3412\n2341\n4123", "wrong: 1 of the clues was changed"),
        (PUZZLE, "1234\n3412\n2143\n432.", "wrong: 1 cell is empty"),
        (PUZZLE, "Lily", "wrong: not a grid of 4 rows of 4 digits"),
        ("11..\n....\n....\n....", "1234\n3412\n2143\n4321", "wrong: the puzzle itself has two 1s in row 1"),
        (
            "Write a story about Lily, a dragon and a golden ball.",
            STORY,
            "asked for a dragon and golden: not there; Lily and a ball: there",
        ),
        ("Write a story about a zog.", STORY, "asked for a zog: not there"),
        ("Write a story about dragons.", STORY, "asked for dragons: not there"),
        ("Write a story. A wizard helps.", STORY, "asked for a wizard: not there"),
        (
            LILY,
            STORY.replace("every bush", "every every"),
            "wrong: 1 of the 8 sentences of its plot is missing; asked for Lily, a cat and a red ball: there",
        ),
        ("Write a story.", "", "wrong: 6 of the 6 sentences of its plot are missing"),
        ("Begin with: It rained.", f"It snowed. {REST}", "wrong: the story does not begin as the prompt asks"),
        ("Begin with: It rained.", "It rained. It snowed.", "wrong: 5 of the 6 sentences of its plot are missing"),
        (
            "Write a story that ends: Everyone cheered.",
            STORY,
            "wrong: the story does not end as the prompt asks",
        ),
        (
            "Write a function that returns x plus 3.",
            "def f(x):\n    return x",
            "wrong: for -9 the function returns -9; it should return -6",
        ),
        ("Write a function that returns x plus 3.", "x", "wrong: the text is not a single function"),
    ],
)
def test_a_wrong_text_is_told_why(prompt, text, sentence):
    found = judge(prompt, text)
    assert (found.right, found.sentence) == (False, sentence)


@pytest.mark.parametrize(
    "prompt",
    ["What is the capital of France?", "Hello", "", "Repair this:\nOne sunny day", "123", "Tell me about the moon.",
     "Write about my cat.", "Write about a red castle.", "Words: porter, castle"],
)  # fmt: skip
def test_no_rule_judges_what_it_does_not_know(prompt):
    assert judge(prompt, STORY) is None


def test_stories_with_any_words_are_right_whatever_phrasing_asked_for_them():
    rng = random.Random(7)
    judged = 0
    for number in range(60):
        for case in (any_words_case(rng, spelled=number % 2), own_words_case(rng, ending=number % 2 == 0)):
            found = judge(case.prompt, case.answer)
            assert found is None or found.right, (case.prompt, found)
            judged += found is not None
    assert judged > 80


def test_right_answers_of_the_world_are_right():
    rng = random.Random(6)
    judged = 0
    for _ in range(30):
        for case in (
            story_case(rng), long_story_case(rng), excerpt_case(rng, ending=True), excerpt_case(rng, ending=False),
            function_case(rng, infill=True), function_case(rng, infill=False),
        ):  # fmt: skip
            found = judge(case.prompt, case.answer)
            if found and not found.right:  # only a name that is made up, and that the story is free to leave out
                assert "not there" in found.sentence, (case.prompt, found)
            judged += bool(found and found.right)
    assert judged > 150


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


def test_the_task_is_told_from_the_prompt():
    prompts = [
        PUZZLE,
        "sudoku 1230 3410 2100 0000",
        LILY,
        "Write a function that returns x.",
        "Repair this:\nx",
        "Blue",
    ]
    assert [task_of(prompt) for prompt in prompts] == ["Sudoku", "Sudoku", "story", "function", "repair", None]


@pytest.mark.parametrize(
    "prompt",
    ["Write about Tom, his dog and a yellow kite at the park.", "please write something about an owl and a baker",
     "tell me about ruby and her cat", "Words: Ruby, dog, kite."],
)  # fmt: skip
def test_who_lists_what_a_story_may_tell_of_asks_for_one(prompt):
    assert task_of(prompt) == "story"
