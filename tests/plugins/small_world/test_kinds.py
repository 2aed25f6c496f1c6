"""The small kinds of tasks: what is read from a prompt; what is right, and why not, is in `tests/golden/judging`."""

import time

import pytest

from playground.plugins.small_world.judge import judge
from playground.plugins.small_world.kinds import JSON, OUTSIDE, SORTING, SUM, kind_of
from playground.plugins.small_world.outside import SENTENCE
from playground.plugins.small_world.sorting import Listed

LILY = "Write as JSON: Lily is 7 years old and has a red ball."


@pytest.mark.parametrize("prompt", ["hello", "What is the capital of France?"])
def test_outside_of_all_tasks_nothing_is_right_or_wrong(prompt):
    assert judge(prompt, "Paris") is judge(prompt, SENTENCE) is judge(prompt, f" {SENTENCE}") is None
    assert OUTSIDE.fault(prompt, f" {SENTENCE}") == ""
    assert OUTSIDE.fault(prompt, "One sunny day") == f"The answer to this should be: {SENTENCE}"


def test_a_refusal_of_a_task_is_wrong():
    assert not judge("Add 478 and 256.", SENTENCE).right and not judge(LILY, SENTENCE).right


@pytest.mark.parametrize(
    ("prompt", "kind", "task"),
    [
        ("Add 7 to 12", SUM, (7, 12)),
        ("How much is 12 plus 30?", SUM, (12, 30)),
        ("12+30", SUM, (12, 30)),
        ("12-30", None, None),
        ("30 minus 12", SUM, (30, -12)),
        ("take 12 away from 30", SUM, (30, -12)),
        ("12 - 12", SUM, (12, -12)),
        ("Put these words in alphabetical order: owl, bat.", SORTING, Listed(("owl", "bat"))),
        ("sort owl, bat", SORTING, Listed(("owl", "bat"))),
        ("Sort largest first: 2, 10", SORTING, Listed(("2", "10"), falling=True)),
        ("Sort: largest first, last", SORTING, Listed(("largest", "first", "last"))),
        ("Write a poem about dragons.", OUTSIDE, "Write a poem about dragons."),
    ],
)
def test_a_prompt_is_read(prompt, kind, task):
    assert kind_of(prompt) == (kind and (kind, task))


@pytest.mark.parametrize(
    "prompt",
    ["2 + 2 = 1?", "Add 7", "1 and 2", "Sort", "Sort of a story", "JSON: nothing", "Jack and his rabbit", "", "Dragon",
     "Will and his dog", "Can you write a story about a cat?", "A story: Emma, zebra", "cat, dog and a hat"],
)  # fmt: skip
def test_other_prompts_are_none_of_these(prompt):
    assert kind_of(prompt) is None


def test_json_is_read_in_any_order_of_the_sentence():
    for said in ("Lily has a red ball and is 7 years old.", "Lily, 7, has a red ball."):
        assert JSON.read(f"JSON: {said}") == JSON.read(LILY)


@pytest.mark.parametrize("text", ["a ", "1", "[", "{", '"', ", ", "\n", "1 + ", "1+1\n", "= ", "json:", "hello "])
def test_odd_texts_are_read_quickly(text):
    began = time.thread_time()
    long = (text * 20_000)[:20_000]
    for prompt in (long, f"Sort: {long}", f"JSON: {long}", f"Add {long}"):
        kind_of(prompt)
        judge("Add 1 and 2.", long), judge("Sort: b, a", long), judge(LILY, long)
    assert time.thread_time() - began < 2, "seconds"
