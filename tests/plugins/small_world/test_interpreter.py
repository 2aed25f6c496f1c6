"""The interpreter of small code: it runs the subset as Python does, and refuses everything else."""

import sys

import pytest

from playground.plugins.small_world.function_check import check_function
from playground.plugins.small_world.functions import Compute, FunctionRequest, Term, inputs_of
from playground.plugins.small_world.interpreter import (
    MOST_ITEMS,
    MOST_STEPS,
    Budget,
    Refused,
    parse_function,
    run_function,
)

PLUS_4 = FunctionRequest(text="", spec=Compute(Term((("plus", 4),))))


@pytest.mark.parametrize(
    "body",
    [
        "return -x if x < 0 else +x",
        "return 2 < x <= 7 and not x == 5 or x == -9",
        "return [n // 2 for n in [x, 3, 8] if n != 3 if n > 0]",
        "return sum(n for n in [1, x]) + len([x]) + min(x, 3) + max([x, 4]) + abs(x)",
        "for n in [1, 2, 3]:\n        x += n\n        if x >= 5:\n            return x\n    return 0",
        "if x > 3:\n        return 1\n    elif x == 0:\n        return 2\n    else:\n        x -= 1\n    return x % 4",
        "y = [x]\n    y.append(x * x)\n    return y",
        "n = 7\n    y = [n for n in [1, 2]]\n    return n",
        "return [1, 2, 3, x][::-1][1:3] + 0 if x > 99 else [x, 4][-1]",
        "a, b = 0, x\n    for i in range(3):\n        a, b = b, a + b\n    return a",
        "return x / 2 + x ** 2 + 1.5 + int(str(x * x))",
        "return 'Ab c' + str(x).upper() + 'Ab c'.lower()[x % 3]",
        "return [x in sorted([4, x, 0]), x not in [1], 'a' in 'bat', len('a b'.split())]",
    ],
)
def test_the_interpreter_does_what_python_does(body):
    code = f"def f(x):\n    {body}"
    names: dict = {}
    exec(code, names)  # these texts are ours
    for x in (-9, -1, 0, 2, 4, 5, 8):
        assert run_function(parse_function(code), x) == names["f"](x)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import os", "not a single function"),
        ("def f(x):\n    return 1\nf(1)", "not a single function"),
        ("def f():\n    return 1", "one or two plain arguments"),
        ("def f(x, y, z):\n    return 1", "one or two plain arguments"),
        ("def f(x=print(1)):\n    return 1", "one or two plain arguments"),
        ("def f(*x):\n    return 1", "one or two plain arguments"),
        ("@print\ndef f(x):\n    return 1", "one or two plain arguments"),
        ("def f(x):\n    " + "x += 1\n    " * 400 + "return x", "characters long"),
        ("def f(x):\n    return " + "(" * 300 + "x" + ")" * 300, "not Python"),
        ("def f(x):\n    return 'a\x00'", "not Python"),
        ("def f(x):\n    return '\ud800'", "not Python: 'utf-8' codec can't encode"),
    ],
)
def test_what_is_no_plain_function_is_refused(text, reason):
    with pytest.raises(Refused, match=reason):
        parse_function(text)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return __import__('os').system('true')", "uses Call"),
        ("return x.__class__", "uses Attribute"),
        ("return print", "does not define"),
        ("return 1j", "uses Constant"),
        ("return f'{x}'", "uses JoinedStr"),
        ("return 'a' * 9", "calculates with a string"),
        ("return '%9s' % x", "calculates with a string"),
        ("return 'a'.format(x)", "uses Call"),
        ("return x.upper()", "treats something as a string"),
        ("return 9 ** 99", "power"),
        ("return x ** 0.5", "power"),
        ("return 9 ** 64", "too large"),
        ("return 1e300", "too large"),
        ("return range(10 ** 12)", "too long"),
        ("return [x][7]", "fails: .* out of range"),
        ("return [x][::0]", "fails"),
        ("a, b = x", "uses Assign"),
        ("a, b[0] = x, x", "not a name"),
        (f"y = '{'a' * 600}'\n    return y + y", "string that is too long"),
        ("y = range(1000)\n    for i in y:\n        z = sorted(y)\n    return z", "more than 20,000 steps"),
        ("return x << 99", "uses LShift"),
        ("return x is 1", "uses Is"),
        ("while 1:\n        pass", "uses While"),
        ("y.z = 1", "uses Assign"),
        ("x()", "uses Expr"),
        ("return lambda: 1", "uses Lambda"),
        ("return [1 for a, b in [x]]", "comprehension"),
        ("return [1 for n in x]", "not a list"),
        ("for n in x:\n        pass", "not a list"),
        ("x.append(1)", "appends to something"),
        ("return [x] * 9", "calculates with a list"),
        ("return [[x]]", "holds lists"),
        ("return x // 0", "fails: .* by zero"),
        ("return sum(x)", "fails"),
        ("return [x] < 3", "fails"),
        ("return min([])", "fails"),
        ("y = 10\n    for n in [1, 2, 3, 4, 5, 6]:\n        y *= y\n    return y", "too large"),
        (
            "y = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n    z = []\n    for a in y:\n        for b in y:\n"
            "            for c in y:\n                for d in y:\n                    z.append(1)\n    return z",
            "too long",
        ),
        (
            "y = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n    for a in y:\n        for b in y:\n            for c in y:\n"
            "                for d in y:\n                    x = 1\n    return x",
            "more than 20,000 steps",
        ),
    ],
)
def test_what_is_outside_of_the_subset_is_refused(body, reason):
    with pytest.raises(Refused, match=reason):
        run_function(parse_function(f"def f(x):\n    {body}"), 3)


def test_what_nests_deeper_than_python_goes_is_refused():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)  # packages that other tests import raise it
    try:
        with pytest.raises(Refused, match=r"fails|not Python"):
            run_function(parse_function("def f(x):\n    return " + "-" * 1800 + "x"), 3)
    finally:
        sys.setrecursionlimit(limit)


def test_a_list_that_grows_while_it_is_gone_through_does_not_run_on():
    code = "def f(x):\n    y = [1]\n    for n in y:\n        y.append(n)\n    return y"
    assert run_function(parse_function(code), 1) == [1, 1]


def test_the_longest_list_is_allowed_and_one_more_is_not():
    code = "def f(x):\n    x.append(1)\n    return len(x)"
    assert run_function(parse_function(code), [0] * (MOST_ITEMS - 1)) == MOST_ITEMS
    with pytest.raises(Refused, match="too long"):
        run_function(parse_function(code), [0] * MOST_ITEMS)


def steps(body, *given):
    """How many steps a function takes."""
    budget = Budget()
    run_function(parse_function(f"def f(x):\n    {body}"), *given, budget=budget)
    return MOST_STEPS - budget.left


@pytest.mark.parametrize(
    ("body", "item"),
    [
        ("return range(len(x))", [3]),
        ("return x[::-1]", [3]),
        ("return x[1:]", [3]),
        ("return sorted(x)", [3]),
        ("return sum(x)", [3]),
        ("return len(x)", [3]),
        ("return 7 in x", [3]),
        ("return x == x", [3]),
        ("return [n for n in x]", [3]),
        ("y = 0\n    for n in x:\n        pass", [3]),
        ("return x + 'b'", "a"),
        ("return x.upper()", "a"),
        ("return len(x.split())", "a"),
    ],
)
def test_what_is_built_or_gone_through_costs_its_items_or_characters(body, item):
    assert steps(body, item * 400) - steps(body, item * 100) >= 300


def test_to_append_to_a_long_list_costs_no_more_than_to_a_short_one():
    assert steps("x.append(1)", [3] * 400) == steps("x.append(1)", [3] * 100)


def test_a_budget_is_enough_to_its_last_step():
    function = parse_function("def f(x):\n    return [n for n in x]")
    needed = steps("return [n for n in x]", [1, 2])
    assert run_function(function, [1, 2], budget=Budget(needed)) == [1, 2]
    with pytest.raises(Refused, match="more than 20,000 steps"):
        run_function(function, [1, 2], budget=Budget(needed - 1))


def test_all_inputs_of_a_check_share_one_budget():
    """A right function with a useless loop cost as much again for each input, and its lists cost nothing."""
    code = "def f(x):\n    for i in range({}):\n        y = x\n    return x + 4"
    once = steps(code.format(1).partition("\n    ")[2], 3) - steps(code.format(0).partition("\n    ")[2], 3)
    most = MOST_STEPS // len(inputs_of(PLUS_4.spec)) // once
    assert check_function(code.format(most - 5), PLUS_4).is_right
    report = check_function(code.format(most + 5), PLUS_4)
    assert report.reason == "The function takes more than 20,000 steps."
    lists = "def f(x):\n    for i in range(100):\n        y = range(1000)\n    return x + 4"
    assert check_function(lists, PLUS_4).reason == "The function takes more than 20,000 steps."
