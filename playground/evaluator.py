"""Evaluates expressions of Python's grammar without `eval`: constants, names, operators and calls of listed functions.

A language is a subclass, such as one of small functions that a model writes. It lists its operators and
functions, adds kinds of nodes, and says what a name means, what is too large, what a step costs and how it refuses.
Whatever neither this file nor the language knows is refused.
"""

import ast
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}


class Evaluator(ABC):
    operators: ClassVar[frozenset[type]]
    """The kinds of `OPERATORS` that are allowed."""
    functions: ClassVar[Mapping[str, Callable[..., Any]]]

    @abstractmethod
    def name(self, name: str) -> Any:
        """The value of a name."""

    @abstractmethod
    def more(self, node: ast.AST) -> Any:
        """The value of a node that only this language has, or that none has."""

    @abstractmethod
    def refusal(self, node: ast.AST, sign: ast.AST) -> Exception:
        """The error for a node with an operator that is not allowed."""

    @abstractmethod
    def calculated(self, sign: ast.AST, *values: Any) -> Any:
        """What an operator makes of one value or two, if they and their result may be."""

    def decided(self, value: Any) -> Any:
        """What `and` and `or` make of the value that decides them."""
        return value

    def spend(self, steps: int = 1) -> None:
        """Pays for steps: one for each node, and for each item or character that is built or gone through."""
        return

    def bounded(self, value: Any) -> Any:
        """A value that stands there or that a function made, if it is not too large."""
        return value

    def value(self, node: ast.AST) -> Any:
        self.spend()
        match node:
            case ast.Constant(value=bool() | int() | float() | str() as value):
                return self.bounded(value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.BinOp(left=left, op=sign, right=right):
                values = [self.value(left), self.value(right)]
                self.allow(node, sign)
                return self.calculated(sign, *values)
            case ast.UnaryOp(op=sign, operand=operand) if type(sign) in self.operators:
                return self.calculated(sign, self.value(operand))
            case ast.BoolOp(op=sign, values=parts):
                result = None
                for part in parts:
                    result = self.value(part)
                    if bool(result) == isinstance(sign, ast.Or):
                        break
                return self.decided(result)
            case ast.Compare(ops=signs):
                sides = self.sides(node)
                before = next(sides)
                for comparison in signs:
                    after = next(sides)
                    self.allow(node, comparison)
                    self.spend(length(after))
                    if not OPERATORS[type(comparison)](before, after):
                        return False
                    before = after
                return True
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in self.functions:
                values = [self.value(argument) for argument in arguments]
                self.spend(sum(map(length, values)))
                return self.bounded(self.functions[name](*values))
        return self.more(node)

    def sides(self, node: ast.Compare) -> Iterator[Any]:
        """The values of the sides of a comparison, each when it is needed."""
        return map(self.value, (node.left, *node.comparators))

    def allow(self, node: ast.AST, sign: ast.AST) -> None:
        """Refuses a node if its operator is not allowed."""
        if type(sign) not in self.operators:
            raise self.refusal(node, sign)


def length(value: Any) -> int:
    """How many items or characters a value has."""
    return len(value) if isinstance(value, (list, str)) else 0
