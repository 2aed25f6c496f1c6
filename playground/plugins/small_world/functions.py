"""The world of small code: the Python functions that prompts ask for.

A `Spec` decides a function: a value computed from x, a test of x, a choice between two values, or a fold over a list.
Every spec can be called, and returns what the function must return. So any code that returns the same is right, however
it is written. `workshop/world/functions.py` writes the words and the code of a spec.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from playground.plugins.small_world.common import Common

Value = int | bool | list[int]

FUNCTION_OPENERS = ("Write a function that", "Write a Python function that", "Define a function that")
INFILL = "Fill in the gap. The function"
GAP = "___"
NUMBERS = (-9, -2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 21, 28)
LISTS: tuple[list[int], ...] = (
    [],
    [4],
    [7, 2],
    [1, 2, 3, 4, 5, 6],
    [9, -3, 8, 8, 0, 5, 12],
    [3, 15, 10, -4, 21, 6],
    [7, 8, 9, 28],
)


@dataclass(frozen=True)
class Term:
    """`x`, changed by at most two operations: pairs of plus, minus or times and a number, or of squared and 0."""

    operations: tuple[tuple[str, int], ...] = ()

    def __call__(self, x: int) -> int:
        for word, number in self.operations:
            x = {"plus": x + number, "minus": x - number, "times": x * number, "squared": x * x}[word]
        return x


@dataclass(frozen=True)
class Condition:
    """A test of a number. `kind` is even, odd, greater, less or multiple; the last three compare with `number`."""

    kind: str
    number: int = 2

    def __call__(self, x: int) -> bool:
        return {
            "even": x % 2 == 0,
            "odd": x % 2 == 1,
            "greater": x > self.number,
            "less": x < self.number,
            "multiple": x % self.number == 0,
        }[self.kind]


PLAIN = Term()


@dataclass(frozen=True)
class Compute:
    """The value of a term."""

    term: Term

    def __call__(self, x: int) -> int:
        return self.term(x)


@dataclass(frozen=True)
class Check:
    """Whether a condition holds."""

    condition: Condition

    def __call__(self, x: int) -> bool:
        return self.condition(x)


@dataclass(frozen=True)
class Choose:
    """One of two values."""

    condition: Condition
    then: Term
    otherwise: Term

    def __call__(self, x: int) -> int:
        return self.then(x) if self.condition(x) else self.otherwise(x)


@dataclass(frozen=True)
class Fold:
    """The sum, product, count or list of the items that meet `condition`, each changed by `term`.

    `loop` changes only how the code is written, not what the function does.
    """

    how: str
    condition: Condition | None
    term: Term = PLAIN
    loop: bool = False

    def __call__(self, numbers: list[int]) -> Value:
        items = [self.term(n) for n in numbers if self.condition is None or self.condition(n)]
        return items if self.how == "collect" else _FOLDS[self.how](items)


_FOLDS: dict[str, Callable[[list[int]], int]] = {"sum": sum, "product": math.prod, "count": len}
Spec = Compute | Check | Choose | Fold


@dataclass(frozen=True, kw_only=True)
class FunctionRequest:
    """A prompt for `spec`. For infilling, `before` and `after` are the code on both sides of the gap."""

    text: str
    spec: Spec | Common
    before: str = ""
    after: str = ""


def inputs_of(spec: Spec | Common) -> tuple[tuple, ...]:
    """The tuples of arguments to try a function for `spec` with."""
    if isinstance(spec, Common):
        return spec.inputs
    return tuple((value,) for value in (LISTS if isinstance(spec, Fold) else NUMBERS))
