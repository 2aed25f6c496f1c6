"""Runs small Python functions without `exec`: an interpreter of a harmless subset.

The subset is one function of one argument; numbers, truth values and lists of them; assignment, `if`, `for` over a
list, `return`, comprehensions, `sum`, `len`, `min`, `max`, `abs` and `list.append`. There are no other attributes, no
imports, no strings and no names from outside. Steps, numbers and lists are bounded, so no text can run for long or grow
large.
"""

import ast
import operator
from collections.abc import Callable, Iterator
from typing import Any

MOST_CHARACTERS = 2_000
MOST_STEPS = 20_000
LARGEST_NUMBER = 10**18
MOST_ITEMS = 1_000

_BINARY: dict[type, Callable] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARE: dict[type, Callable] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_UNARY: dict[type, Callable] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_}
_CALLS: dict[str, Callable] = {"sum": sum, "len": len, "min": min, "max": max, "abs": abs}


class Refused(Exception):
    """The text is not a function of the subset, or it failed or grew too large while it ran. The message says which."""


class _Return(Exception):
    def __init__(self, value: Any):
        self.value = value


def parse_function(text: str) -> ast.FunctionDef:
    """Parses the one function that `text` defines.

    Raises:
        Refused: the text is too long, not Python, or not a single plain function of one argument.
    """
    if len(text) > MOST_CHARACTERS:
        raise Refused(f"The text is {len(text):,} characters long; at most {MOST_CHARACTERS:,} are allowed.")
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refused(f"The text is not Python: {error}.") from error
    if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
        raise Refused("The text is not a single function.")
    function, given = body[0], body[0].args
    others = (given.posonlyargs, given.kwonlyargs, given.vararg, given.kwarg, given.defaults, function.decorator_list)
    if len(given.args) != 1 or any(others):
        raise Refused("The function must have one plain argument and no decorator.")
    return function


def run_function(function: ast.FunctionDef, argument: int | list[int]) -> Any:
    """Runs the function on `argument` and returns its result; None if it returns nothing.

    Raises:
        Refused: it uses something outside the subset, fails (by dividing by zero, say) or grows too large.
    """
    return _Run({function.args.args[0].arg: argument}).call(function.body)


class _Run:
    """One call: its names, and how many more steps it may take."""

    def __init__(self, names: dict[str, Any]):
        self.names, self.left = names, MOST_STEPS

    def call(self, body: list[ast.stmt]) -> Any:
        try:
            self.block(body)
        except _Return as returned:
            return returned.value
        except (ArithmeticError, TypeError, ValueError, RecursionError) as error:
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
                for item in list(self.items(items)):
                    self.names[name] = item
                    self.block(body)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.names[name] = self.value(value)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                self.names[name] = self.binary(op, self.name(name), self.value(value))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=into, attr="append"), args=[item], keywords=[])):
                items = self.value(into)
                if not isinstance(items, list):
                    raise Refused("The function appends to something that is not a list.")
                items.append(self.bounded(self.value(item)))
                self.bounded(items)
            case ast.Pass():
                pass
            case _:
                raise Refused(f"The function uses {type(node).__name__}, which is not allowed.")

    def value(self, node: ast.expr) -> Any:
        self.spend()
        match node:
            case ast.Constant(value=bool() | int() as value):
                return self.bounded(value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.List(elts=items):
                return self.bounded([self.value(item) for item in items])
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(op, self.value(left), self.value(right))
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _UNARY:
                return _UNARY[type(op)](self.value(operand))
            case ast.BoolOp(op=op, values=values):
                result = None
                for part in values:
                    result = self.value(part)
                    if bool(result) == isinstance(op, ast.Or):
                        break
                return result
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                before = self.value(left)
                for comparison, comparator in zip(ops, comparators, strict=True):
                    after = self.value(comparator)
                    if type(comparison) not in _COMPARE:
                        raise Refused(f"The function uses {type(comparison).__name__}, which is not allowed.")
                    if not _COMPARE[type(comparison)](before, after):
                        return False
                    before = after
                return True
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.value(test) else orelse)
            case ast.ListComp(elt=item, generators=[source]) | ast.GeneratorExp(elt=item, generators=[source]):
                return self.comprehension(item, source)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _CALLS:
                return self.bounded(_CALLS[name](*[self.value(argument) for argument in arguments]))
            case _:
                raise Refused(f"The function uses {type(node).__name__}, which is not allowed.")

    def comprehension(self, item: ast.expr, source: ast.comprehension) -> list:
        if not isinstance(source.target, ast.Name) or source.is_async:
            raise Refused("The function uses a comprehension that is not allowed.")
        outside = dict(self.names)
        results = []
        for value in list(self.items(source.iter)):
            self.names[source.target.id] = value
            if all(self.value(test) for test in source.ifs):
                results.append(self.value(item))
        self.names = outside
        return self.bounded(results)

    def items(self, node: ast.expr) -> Iterator:
        items = self.value(node)
        if not isinstance(items, list):
            raise Refused("The function goes through something that is not a list.")
        return iter(items)

    def binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        if type(op) not in _BINARY:
            raise Refused(f"The function uses {type(op).__name__}, which is not allowed.")
        if isinstance(left, list) or isinstance(right, list):
            raise Refused("The function calculates with a list.")
        return self.bounded(_BINARY[type(op)](left, right))

    def name(self, name: str) -> Any:
        if name not in self.names:
            raise Refused("The function uses a name that it does not define.")
        return self.names[name]

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Refused(f"The function takes more than {MOST_STEPS:,} steps.")

    def bounded(self, value: Any) -> Any:
        if isinstance(value, list):
            if len(value) > MOST_ITEMS or any(isinstance(item, list) for item in value):
                raise Refused("The function makes a list that is too long or holds lists.")
        elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            raise Refused("The function makes a number that is too large.")
        return value
