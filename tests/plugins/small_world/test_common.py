"""The functions that people ask for first: their code is right in Python, and their descriptions are understood."""

import random

import pytest

from playground.plugins.small_world.common import COMMON, normal, read_common
from playground.plugins.small_world.function_check import check_function, read_function_request
from workshop.world.common import sample_common, write_common_request
from workshop.world.split import is_held_out


@pytest.mark.parametrize("common", COMMON.values(), ids=lambda common: common.name)
def test_the_checker_runs_the_code_as_python_does(common):
    names: dict = {}
    exec(common.code, names)  # these texts are ours
    for given in common.inputs:
        assert common(*given) == names[common.name](*given)


def test_no_two_functions_do_the_same_on_their_inputs():
    done: dict = {}
    for common in COMMON.values():
        found = repr([(given, common(*given)) for given in common.inputs])
        assert done.setdefault(found, common) is common


@pytest.mark.parametrize("held_out", [False, True])
def test_every_request_of_training_is_read_and_stays_on_its_side(held_out):
    rng = random.Random(1)
    seen = set()
    for _ in range(600):
        common, description = sample_common(rng, held_out)
        prompt = write_common_request(description, rng)
        assert read_common(prompt) is common, prompt
        assert is_held_out(normal(description), 10) == held_out
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
