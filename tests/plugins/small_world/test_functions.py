"""Small code: descriptions, code and what it must do agree, and the check tells which text does it."""

import random

import pytest

from playground.plugins.small_world.function_check import check_function, read_description, read_function_request
from playground.plugins.small_world.functions import (
    GAP,
    PLAIN,
    Check,
    Choose,
    Compute,
    Condition,
    Fold,
    FunctionRequest,
    Term,
    inputs_of,
)
from playground.plugins.small_world.interpreter import parse_function, run_function
from workshop.world.functions import describe, is_held_out, sample_function, write_function, write_function_request

PLUS_4 = FunctionRequest(text="", spec=Compute(Term((("plus", 4),))))

# --- the world, written out by hand


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


def test_no_two_descriptions_of_the_world_mean_the_same():
    rng = random.Random(3)
    behaviours: dict = {}
    for _ in range(2000):
        spec = sample_function(rng, held_out=False)
        if isinstance(spec, Compute | Check):
            results = tuple(spec(*given) for given in inputs_of(spec))
            assert behaviours.setdefault(results, spec) == spec


# --- the check


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
