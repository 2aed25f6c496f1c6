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
            Compute(Term((("times", 3), ("minus", 2)))),
            "returns x times 3 minus 2",
            "def compute(x):\n    return x * 3 - 2",
            5,
            13,
        ),
        (
            Check(Condition("multiple", 4)),
            "checks if x is a multiple of 4",
            "def check(x):\n    return x % 4 == 0",
            6,
            False,
        ),
        (
            Choose(Condition("greater", 5), Term((("squared", 0),)), PLAIN),
            "returns x squared if x is greater than 5 and x otherwise",
            "def choose(x):\n    if x > 5:\n        return x * x\n    return x",
            6,
            36,
        ),
        (
            Fold("sum", Condition("even"), Term((("squared", 0),))),
            "returns the sum of the even numbers in a list, each squared",
            "def total(numbers):\n    return sum(n * n for n in numbers if n % 2 == 0)",
            [1, 2, 4],
            20,
        ),
        (
            Fold("count", Condition("less", 7)),
            "counts the numbers less than 7 in a list",
            "def count(numbers):\n    return sum(1 for n in numbers if n < 7)",
            [7, 6, -1],
            2,
        ),
        (
            Fold("product", None, loop=True),
            "returns the product of the numbers in a list using a loop",
            "def product(numbers):\n    result = 1\n    for n in numbers:\n        result *= n\n    return result",
            [2, 3, 7],
            42,
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


def test_other_code_that_does_the_same_is_right():
    assert check_function("def f(a):\n    b = a + 3\n    b += 1\n    return b\n", PLUS_4).is_right


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("def f(x):\n    return x + 3", "For -9 the function returns -6; it should return -5."),
        ("def f(x):\n    return [x + 4]", "For -9 the function returns [-5]; it should return -5."),
        ("def f(x):\n    pass", "For -9 the function returns None; it should return -5."),
        ("def f(x)\n    return x", "The text is not Python: expected ':', in line 1."),
        ("", "not a single function"),
    ],
)
def test_wrong_code_is_wrong_and_the_report_says_why(code, reason):
    report = check_function(code, PLUS_4)
    assert not report.is_right
    assert report.reason.startswith(reason) or reason in report.reason


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


def test_true_is_not_one():
    request = FunctionRequest(text="", spec=Check(Condition("even")))
    assert not check_function("def f(x):\n    return 1 - x % 2", request).is_right


def test_code_around_a_gap_must_stay():
    spec = Choose(Condition("even"), PLAIN, Term((("plus", 2),)))
    before, after = "def choose(x):\n    if ", ":\n        return x\n    return x + 2"
    request = FunctionRequest(text="", spec=spec, before=before, after=after)
    assert check_function(before + "not x % 2" + after, request).is_right
    other = "def choose(x):\n    return x if x % 2 == 0 else x + 2"
    assert check_function(other, request).reason == "The code around the gap was changed."
