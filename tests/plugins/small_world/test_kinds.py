"""The small kinds of tasks: what is read from a prompt, what is right, and why a text is wrong."""

import time

import pytest

from playground.errors import PromptError
from playground.plugins.small_world.check import check_answer
from playground.plugins.small_world.judge import judge
from playground.plugins.small_world.kinds import JSON, OUTSIDE, SORTING, SUM, kind_of
from playground.plugins.small_world.outside import SENTENCE
from playground.plugins.small_world.sorting import Listed

LILY = "Write as JSON: Lily is 7 years old and has a red ball."
COUNTED = "Lily had 4 nice red balls and a happy cat. One sunny day, she and the cat took 2 to the park."


@pytest.mark.parametrize(
    ("prompt", "text", "task", "sentence"),
    [
        ("Add 478 and 256.", "   478\n+  256\n=  734", "sum", "adds up"),
        ("what is 2 + 2", "4", "sum", "adds up"),
        ("999+999=", "999 + 999 = 1,998", "sum", "adds up"),
        ("Add 478 and 256.", "734", "sum", "adds up"),
        ("Add 478 and 256.", "The answer is **734**.", "sum", "adds up"),
        ("Add 478 and 256.", "6 + 8 = 14 and 5 + 7 + 1 = 13 and 2 + 4 + 1 = 7, so 734", "sum", "adds up"),
        ("Add 478 and 256.", "The sum of 478 and 256 is 734, which has 3 digits.", "sum", "adds up"),
        ("Subtract 5 from 12.", "    12\n-    5\n=    7", "sum", "adds up"),
        ("12 \N{MINUS SIGN} 5 =", "7", "sum", "adds up"),
        ("What is the difference between 5 and 12?", "12 - 5 = 7", "sum", "adds up"),
        ("Sort from Z to A: ant, lion", "lion, ant", "sorting", "all there and in order"),
        ("Sort these words: pear, ant, lion.", " ant, lion, pear", "sorting", "all there and in order"),
        ("Sort: Zoe, anna and Ben", "In order: anna, Ben, Zoe.", "sorting", "all there and in order"),
        ("Sort: dog, ant, cat.", "The order is ant, cat, dog.", "sorting", "all there and in order"),
        ("Sort: dog, ant, cat.", "1. ant\n2. cat\n3. dog", "sorting", "all there and in order"),
        ("Sort the words: what, is, art.", "art, is, what", "sorting", "all there and in order"),
        ("sort the numbers: 10, 9, 30", "9, 10, 30", "sorting", "all there and in order"),
        ("sort the numbers: 10, 9, 3", "1) 3\n2) 9\n3) 10", "sorting", "all there and in order"),
        (LILY, '{"name": "Lily", "age": 7, "has": "a red ball"}', "JSON", "holds what was said"),
        (LILY, '{\n "age": 7, "thing": "red ball", "name": "Lily"\n}', "JSON", "holds what was said"),
        (LILY, 'Sure:\n```json\n{"name": "Lily", "age": 7, "has": "a red ball"}\n```', "JSON", "holds what was said"),
        ("As JSON: Bo is a boy with a dog", '{"name": "Bo", "has": "a dog"}', "JSON", "holds what was said"),
        ("JSON: A girl named Ivy has an owl.", '{"name": "Ivy", "has": "an owl"}', "JSON", "holds what was said"),
    ],
)
def test_a_right_text(prompt, text, task, sentence):
    found = judge(prompt, text)
    assert (found.task, found.right, found.sentence) == (task, True, sentence)
    assert check_answer(prompt, text).is_right


@pytest.mark.parametrize(
    ("prompt", "text", "reason"),
    [
        ("Add 478 and 256.", "   478\n+  256\n=  724", "478 + 256 is 734, not 724."),
        ("Add 478 and 256.", "   478\n+  255\n=  733", "The text has 478 and 255, not 478 and 256."),
        ("Add 478 and 256.", "724", "478 + 256 is 734, not 724."),
        ("Add 478 and 256.", "478 + 256 equals 1,724, said Lily.", "478 + 256 is 734, not 1724."),
        ("12 - 5", "    12\n-    5\n=    8", "12 - 5 is 7, not 8."),
        ("12 - 5", "    12\n-    4\n=    8", "The text has 12 and 4, not 12 and 5."),
        ("12 - 5", "17", "12 - 5 is 7, not 17."),
        ("Sort in descending order: 9, 10, 30", "9, 10, 30", "30 should come before 9."),
        ("Add 478 and 256.", "478\n+256\n724", "478 + 256 is 734, not 724."),
        ("Add 478 and 256.", "much", "The text holds no result."),
        ("Add 478 and 256.", COUNTED, "The text holds no result."),
        ("Add 478 and 256.", "432651\n156324\n345162", "The text holds no result."),
        ("Add 478 and 256.", "def f(x):\n    return x + 4", "The text holds no result."),
        ("Add 478 and 256.", '{"name": "Lily", "age": 4}', "The text holds no result."),
        ("Add 478 and 256.", "3, 4, 9", "The text holds no result."),
        ("Sort: pear, park, cat.", COUNTED, "The text is no list of these words."),
        ("Sort: 4, 2, 3.", COUNTED, "The text is no list of these numbers."),
        ("Sort: pear, ant, lion.", "ant, cat, dog, owl", "Lion is missing."),
        ("Sort: pear, ant, lion.", "ant, cat, dog, owl, fox", "The text is no list of these words."),
        (LILY, COUNTED, "The text is not JSON."),
        ("Sort: pear, ant, lion.", "ant, pear, lion", "Lion should come before pear."),
        ("Sort: pear, ant, lion.", "ant, pear", "Lion is missing."),
        ("Sort: pear, ant, lion.", "ant, cat, lion, pear", "Cat is there but was not asked for."),
        ("Sort: pear, ant.", "ant, ant, pear", "Ant is there too often."),
        ("Sort: dog, ant, cat.", "The order is ant, dog, cat.", "Cat should come before dog."),
        ("Sort: dog, ant, cat.", "1. ant\n2. dog\n3. cat", "Cat should come before dog."),
        ("Sort the numbers: 10, 9, 30", "10, 30, 9", "9 should come before 10."),
        (LILY, '{"name": "Lily"', "The text is not JSON."),
        (LILY, "[" * 15_000, "The text is not JSON."),
        (LILY, "7", "The text is not a JSON object."),
        (LILY, '{"name": "Lily", "has": "a red ball"}', 'The key "age" is missing.'),
        (LILY, '{"name": "Mia", "age": 7, "has": "a red ball"}', 'The value of "name" should be "Lily".'),
        (LILY, '{"name": "Lily", "age": "7", "has": "a red ball"}', 'The value of "age" should be 7.'),
        (LILY, '{"name": "Lily", "age": 7, "has": "a blue ball"}', 'No value is "a red ball".'),
    ],
)
def test_a_wrong_text_is_told_why(prompt, text, reason):
    assert check_answer(prompt, text).reasons == (reason,)


@pytest.mark.parametrize("prompt", ["hello", "What is the capital of France?"])
def test_outside_of_all_tasks_nothing_is_right_or_wrong(prompt):
    assert judge(prompt, "Paris") is judge(prompt, SENTENCE) is judge(prompt, f" {SENTENCE}") is None
    with pytest.raises(PromptError, match="There is no rule for this prompt"):
        check_answer(prompt, SENTENCE)
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
        ("Wie geht es dir?", OUTSIDE, "Wie geht es dir?"),
        ("你好", OUTSIDE, "你好"),
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
