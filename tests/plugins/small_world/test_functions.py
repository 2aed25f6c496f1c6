"""Small code, and the functions that people ask for first: descriptions, code and what it must do agree."""

import random

import pytest

from playground.plugins.small_world.common import COMMON, normal, read_common
from playground.plugins.small_world.function_check import check_function, read_description, read_function_request
from playground.plugins.small_world.functions import (
    GAP,
    PLAIN,
    Choose,
    Compute,
    Condition,
    Fold,
    FunctionRequest,
    Term,
)
from playground.plugins.small_world.interpreter import parse_function, run_function
from workshop.world.common import sample_common, write_common_request
from workshop.world.functions import describe, is_held_out, sample_function, write_function, write_function_request
from workshop.world.split import is_held_out as is_held_out_key

PLUS_4 = FunctionRequest(text="", spec=Compute(Term((("plus", 4),))))


@pytest.mark.parametrize(
    ("spec", "words", "code", "given", "result"),
    [
        (
            Choose(Condition("greater", 5), Term((("squared", 0),)), PLAIN),
            "returns x squared if x is greater than 5 and x otherwise",
            "def choose(x):\n    if x > 5:\n        return x * x\n    return x",
            6,
            36,
        ),
        (
            Fold("collect", Condition("odd"), Term((("plus", 2),)), loop=True),
            "collects the odd numbers in a list, each plus 2, using a loop",
            "def collect(numbers):\n    result = []\n    for n in numbers:\n        if n % 2 == 1:\n"
            "            result.append(n + 2)\n    return result",
            [1, 2, 3],
            [3, 5],
        ),
    ],
)
def test_a_function_says_itself_in_words_in_code_and_in_what_it_returns(spec, words, code, given, result):
    assert describe(spec) == words
    assert write_function(spec) == code
    assert spec(given) == result
    assert run_function(parse_function(code), given) == result
    assert read_description(words) == spec


@pytest.mark.parametrize("held_out", [False, True])
def test_every_function_is_right_by_its_own_rule_and_its_request_is_understood(held_out):
    rng = random.Random(1)
    for n in range(300):
        spec = sample_function(rng, held_out=held_out)
        assert is_held_out(spec) == held_out
        request = write_function_request(spec, rng, infill=n % 2 == 0)
        assert read_function_request(request.text) == request
        assert check_function(write_function(spec), request).is_right
        if n % 2 == 0:
            assert request.before + GAP + request.after in request.text
            assert write_function(spec).startswith(request.before)


def test_the_split_keeps_one_in_twenty_and_does_not_depend_on_the_loop():
    rng = random.Random(2)
    specs = {sample_function(rng, held_out=False) for _ in range(200)}
    for spec in specs:
        if isinstance(spec, Fold):
            assert not is_held_out(Fold(spec.how, spec.condition, spec.term, loop=not spec.loop))
    share = sum(is_held_out(Compute(Term((("times", a), ("plus", b))))) for a in range(40) for b in range(50)) / 2000
    assert 0.035 < share < 0.065


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        ("```python\n", "\n```", True),
        ("Here it is:\n```\n", "```\nIt adds four.", True),
        ("```", "```", False),
        ("```python\n", "", False),
        ("```\nf(2)\n```\n```python\n", "\n```", False),
    ],
)
def test_the_function_may_stand_in_one_code_block(before, after, right):
    assert check_function(f"{before}def f(x):\n    return x + 4{after}", PLUS_4).is_right is right


@pytest.mark.parametrize("common", COMMON.values(), ids=lambda common: common.name)
def test_the_checker_runs_the_code_as_python_does(common):
    names: dict = {}
    exec(common.code, names)  # these texts are ours
    for given in common.inputs:
        assert common(*given) == names[common.name](*given)


@pytest.mark.parametrize("held_out", [False, True])
def test_every_request_of_training_is_read_and_stays_on_its_side(held_out):
    rng = random.Random(1)
    seen = set()
    for _ in range(600):
        common, description = sample_common(rng, held_out)
        prompt = write_common_request(description, rng)
        assert read_common(prompt) is common, prompt
        assert is_held_out_key(normal(description), 10) == held_out
        assert check_function(common.code, read_function_request(prompt)).is_right
        seen.add(common.name)
    assert len(seen) > (30 if held_out else len(COMMON) - 1)


def test_other_code_is_judged_by_what_it_returns():
    request = read_function_request("A function that returns the average of a list")
    for code in ("sum(n) / len(n)", "(n[0] + sum(n[1:])) / len(n)"):
        assert check_function(f"def f(n):\n    return {code}", request).is_right
    wrong = check_function("def f(n):\n    return sum(n) // len(n)", request)
    assert wrong.reason == "For [3, 9, 4] the function returns 5; it should return 5.333333333333333."
    two = read_function_request("A function that adds two numbers")
    assert check_function("def f(a):\n    return a", two).reason.startswith(
        "The number of the function's arguments is 1"
    )
