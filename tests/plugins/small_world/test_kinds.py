"""The small kinds of tasks: refusals and odd texts. What is read and what is right is in `tests/golden/judging`."""

import time

import pytest

from playground.plugins.small_world.judge import judge
from playground.plugins.small_world.kinds import OUTSIDE, kind_of
from playground.plugins.small_world.outside import SENTENCE

LILY = "Write as JSON: Lily is 7 years old and has a red ball."


@pytest.mark.parametrize("prompt", ["hello", "What is the capital of France?"])
def test_outside_of_all_tasks_nothing_is_right_or_wrong(prompt):
    assert judge(prompt, "Paris") is judge(prompt, SENTENCE) is judge(prompt, f" {SENTENCE}") is None
    assert OUTSIDE.fault(prompt, f" {SENTENCE}") == ""
    assert OUTSIDE.fault(prompt, "One sunny day") == f"The answer to this should be: {SENTENCE}"


@pytest.mark.parametrize("text", ["a ", "1", "[", "{", '"', ", ", "\n", "1 + ", "1+1\n", "= ", "json:", "hello "])
def test_odd_texts_are_read_quickly(text):
    began = time.thread_time()
    long = (text * 20_000)[:20_000]
    for prompt in (long, f"Sort: {long}", f"JSON: {long}", f"Add {long}"):
        kind_of(prompt)
        judge("Add 1 and 2.", long), judge("Sort: b, a", long), judge(LILY, long)
    assert time.thread_time() - began < 2, "seconds"
