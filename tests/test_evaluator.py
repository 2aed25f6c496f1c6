"""The evaluator runs what a language lists, and hands everything else to that language, which refuses it."""

import ast

import pytest

from playground.evaluator import OPERATORS, Evaluator


class Toy(Evaluator):
    """Adds, compares and counts; it notes what each node costs."""

    operators = frozenset({ast.Add, ast.Lt})
    functions = {"len": len}  # noqa: RUF012 - nobody changes it

    def __init__(self):
        self.steps = 0

    def name(self, name):
        return {"x": "abc", "y": 4}[name]

    def more(self, node):
        raise ValueError(type(node).__name__)

    def refusal(self, node, sign):
        return ValueError(type(sign).__name__)

    def calculated(self, sign, *values):
        return OPERATORS[type(sign)](*values)

    def spend(self, steps=1):
        self.steps += steps


def read(text):
    return ast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    ("text", "value", "steps"),
    [("1 + y", 5, 3), ("len(x)", 3, 5), ("5 < y < nobody", False, 3),
     ("y < 9 and 3", 3, 5), ("0 or x", "abc", 3)],
)  # fmt: skip
def test_what_is_listed_is_evaluated_and_costs_a_step_for_each_node_and_item(text, value, steps):
    toy = Toy()
    assert (toy.value(read(text)), toy.steps) == (value, steps)


@pytest.mark.parametrize(
    ("text", "refused"),
    [("1 - 1", "Sub"), ("1 == 1", "Eq"), ("-y", "UnaryOp"), ("open(x)", "Call"), ("len(x, key=y)", "Call"),
     ("x.upper()", "Call"), ("x.__class__", "Attribute"), ("x[0]", "Subscript"), ("[x]", "List"), ("1j", "Constant"),
     ("None", "Constant"), ("lambda: 1", "Lambda"), ("f'{x}'", "JoinedStr"), ("(y := 1)", "NamedExpr")],
)  # fmt: skip
def test_everything_else_is_left_to_the_language_or_refused(text, refused):
    with pytest.raises(ValueError, match=refused):
        Toy().value(read(text))
