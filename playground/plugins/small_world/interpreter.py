"""Runs small Python functions without `exec`: an interpreter of a harmless subset.

The subset is one function of one or two arguments; numbers, truth values, strings and lists of them; assignment, `if`,
`for`, `return`, comprehensions, indices, slices, a few functions and methods of strings, and `list.append`. There
are no other attributes, no imports and no names from outside. Steps, numbers, strings and lists are bounded, and what
is built or gone through costs a step for each item or character, so no text can run for long or grow large.
"""

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.evaluator import OPERATORS, Evaluator, length

MOST_CHARACTERS = 2_000
MOST_STEPS = 20_000
"""In all calls that share a budget."""
LARGEST_NUMBER = 10**18
MOST_ITEMS = 1_000
"""In a list, and characters in a string."""
MOST_EXPONENT = 64


class Refused(Exception):
    """The text is not a function of the subset, or it failed or grew too large while it ran. The message says which."""


@dataclass
class Budget:
    """How many more steps may be taken, in one call or in several."""

    left: int = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Takes steps.

        Raises:
            Refused: there are not as many left.
        """
        self.left -= steps
        if self.left < 0:
            raise Refused(f"The function takes more than {MOST_STEPS:,} steps.")


class _Return(Exception):
    def __init__(self, value: Any):
        self.value = value


def _range(*bounds: int) -> list[int]:
    numbers = range(*bounds)
    if len(numbers) > MOST_ITEMS:
        raise Refused("The function goes through a range that is too long.")
    return list(numbers)


_LIST = "The function makes a list that is too long or holds lists."


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sum": sum, "len": len, "min": min, "max": max, "abs": abs, "sorted": sorted, "range": _range, "int": int,
    "str": str,
}  # fmt: skip
_METHODS: dict[str, Callable[[str], Any]] = {"lower": str.lower, "upper": str.upper, "split": str.split}


def parse_function(text: str) -> ast.FunctionDef:
    """Parses the one function that `text` defines.

    Raises:
        Refused: the text is too long, not Python, or not a single plain function of one or two arguments.
    """
    if len(text) > MOST_CHARACTERS:
        raise Refused(f"The text is {len(text):,} characters long; at most {MOST_CHARACTERS:,} are allowed.")
    try:
        body = ast.parse(text).body
    except SyntaxError as error:
        raise Refused(f"The text is not Python: {error.msg}, in line {error.lineno}.") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise Refused(f"The text is not Python: {error}.") from error
    if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
        raise Refused("The text is not a single function.")
    function, parameters = body[0], body[0].args
    extras = (
        parameters.posonlyargs,
        parameters.kwonlyargs,
        parameters.vararg,
        parameters.kwarg,
        parameters.defaults,
        function.decorator_list,
    )
    if len(parameters.args) not in (1, 2) or any(extras):
        raise Refused("The function must have one or two plain arguments and no decorator.")
    return function


def run_function(function: ast.FunctionDef, *arguments: int | str | list[int], budget: Budget | None = None) -> Any:
    """Runs the function on `arguments` and returns its result; None if it returns nothing.

    Args:
        budget: what it shares with other calls; by default it has one of its own.

    Raises:
        Refused: it takes another number of arguments, uses something outside the subset, fails (by dividing by zero,
            say) or grows too large.
    """
    names = [argument.arg for argument in function.args.args]
    if len(names) != len(arguments):
        raise Refused(f"The number of the function's arguments is {len(names)}; it should be {len(arguments)}.")
    return _Run(dict(zip(names, arguments, strict=True)), budget or Budget()).call(function.body)


class _Run(Evaluator):
    """One call: its names, and the steps that it may take."""

    operators = frozenset(OPERATORS)
    functions = _FUNCTIONS

    def __init__(self, names: dict[str, Any], budget: Budget):
        self.names, self._budget = names, budget

    def call(self, body: list[ast.stmt]) -> Any:
        try:
            self.block(body)
        except _Return as returned:
            return returned.value
        except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise Refused(f"The function fails: {error}.") from error
        return None

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        self.spend()
        match node:
            case ast.Return(value=value):
                raise _Return(None if value is None else self.value(value))
            case ast.If(test=test, body=body, orelse=orelse):
                self.block(body if self.value(test) else orelse)
            case ast.For(target=ast.Name(id=name), iter=items, body=body, orelse=[]):
                for item in self.items(items):
                    self.names[name] = item
                    self.block(body)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.names[name] = self.value(value)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(
                values
            ):
                for target, item in zip(targets, [self.value(value) for value in values], strict=True):
                    if not isinstance(target, ast.Name):
                        raise Refused("The function assigns to something that is not a name.")
                    self.names[target.id] = item
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                before, after = self.name(name), self.value(value)
                self.allow(node, op)
                self.names[name] = self.calculated(op, before, after)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=into, attr="append"), args=[item], keywords=[])):
                items = self.value(into)
                if not isinstance(items, list):
                    raise Refused("The function appends to something that is not a list.")
                new = self.value(item)
                if isinstance(new, list) or len(items) == MOST_ITEMS:
                    raise Refused(_LIST)
                items.append(new)
            case ast.Pass():
                pass
            case _:
                raise self.refusal(node)

    def more(self, node: ast.AST) -> Any:
        match node:
            case ast.List(elts=items):
                return self.bounded([self.value(item) for item in items])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.value(test) else orelse)
            case ast.ListComp(elt=item, generators=[source]) | ast.GeneratorExp(elt=item, generators=[source]):
                return self.comprehension(item, source)
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[], keywords=[]) if name in _METHODS:
                text = self.value(owner)
                if not isinstance(text, str):
                    raise Refused("The function treats something as a string that is none.")
                self.spend(len(text))
                return self.bounded(_METHODS[name](text))
            case ast.Subscript(value=items, slice=ast.Slice(lower=lower, upper=upper, step=step)):
                bounds = [None if bound is None else self.value(bound) for bound in (lower, upper, step)]
                return self.bounded(self.value(items)[slice(*bounds)])
            case ast.Subscript(value=items, slice=place):
                return self.value(items)[self.value(place)]
        raise self.refusal(node)

    def refusal(self, node: ast.AST, sign: ast.AST | None = None) -> Refused:
        return Refused(f"The function uses {type(sign or node).__name__}, which is not allowed.")

    def comprehension(self, item: ast.expr, source: ast.comprehension) -> list:
        if not isinstance(source.target, ast.Name) or source.is_async:
            raise Refused("The function uses a comprehension that is not allowed.")
        outside = dict(self.names)
        results = []
        for value in self.items(source.iter):
            self.names[source.target.id] = value
            if all(self.value(test) for test in source.ifs):
                results.append(self.value(item))
        self.names = outside
        return self.bounded(results)

    def items(self, node: ast.expr) -> list:
        """What is gone through, as it stood at first."""
        items = self.value(node)
        if not isinstance(items, (list, str)):
            raise Refused("The function goes through something that is not a list or a string.")
        self.spend(len(items))
        return list(items)

    def calculated(self, sign: ast.AST, *values: Any) -> Any:
        calculate = OPERATORS[type(sign)]
        if len(values) == 1:
            return calculate(*values)
        if any(isinstance(value, list) for value in values):
            raise Refused("The function calculates with a list.")
        # Strings can only be joined: `*` would make long ones, and `%` formats.
        if any(isinstance(value, str) for value in values) and calculate is not operator.add:
            raise Refused("The function calculates with a string.")
        exponent = values[1]
        if calculate is operator.pow and not (isinstance(exponent, int) and 0 <= exponent <= MOST_EXPONENT):
            raise Refused(f"The function uses a power that is not a whole number from 0 to {MOST_EXPONENT}.")
        return self.bounded(calculate(*values))

    def name(self, name: str) -> Any:
        if name not in self.names:
            raise Refused("The function uses a name that it does not define.")
        return self.names[name]

    def spend(self, steps: int = 1) -> None:
        self._budget.spend(steps)

    def bounded(self, value: Any) -> Any:
        """A value that was built, if it is not too large."""
        self.spend(length(value))
        if isinstance(value, list):
            if len(value) > MOST_ITEMS or any(isinstance(item, list) for item in value):
                raise Refused(_LIST)
        elif isinstance(value, str):
            if len(value) > MOST_ITEMS:
                raise Refused("The function makes a string that is too long.")
        elif isinstance(value, (int, float)) and not abs(value) <= LARGEST_NUMBER:
            raise Refused("The function makes a number that is too large.")
        return value
