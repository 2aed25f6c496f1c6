"""The world of small code: a one-line description, and the Python function that it asks for.

A `Spec` decides a function: a value computed from x, a test of x, a choice between two values, or a fold over a list.
Every spec can give its English words, its code, and what the function must return. So any code that returns the same is
right, however it is written.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from playground.world.common import Common

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

    def words(self, name: str) -> str:
        """The term in words, such as "x times 3 plus 2"; without a name, "times 3 plus 2"."""
        operations = [word if word == "squared" else f"{word} {number}" for word, number in self.operations]
        return " ".join([name, *operations]).strip()

    def code(self, name: str) -> str:
        text = name
        for word, number in self.operations:
            text = f"{name} * {name}" if word == "squared" else f"{text} {_SIGNS[word]} {number}"
        return text

    def __call__(self, x: int) -> int:
        for word, number in self.operations:
            x = {"plus": x + number, "minus": x - number, "times": x * number, "squared": x * x}[word]
        return x


@dataclass(frozen=True)
class Condition:
    """A test of a number. `kind` is even, odd, greater, less or multiple; the last three compare with `number`."""

    kind: str
    number: int = 2

    def words(self) -> str:
        return {
            "even": "even",
            "odd": "odd",
            "greater": f"greater than {self.number}",
            "less": f"less than {self.number}",
            "multiple": f"a multiple of {self.number}",
        }[self.kind]

    def items(self) -> str:
        """The numbers that pass the test, in words."""
        if self.kind in ("even", "odd"):
            return f"{self.kind} numbers"
        return f"multiples of {self.number}" if self.kind == "multiple" else f"numbers {self.words()}"

    def code(self, name: str) -> str:
        return {
            "even": f"{name} % 2 == 0",
            "odd": f"{name} % 2 == 1",
            "greater": f"{name} > {self.number}",
            "less": f"{name} < {self.number}",
            "multiple": f"{name} % {self.number} == 0",
        }[self.kind]

    def __call__(self, x: int) -> bool:
        return {
            "even": x % 2 == 0,
            "odd": x % 2 == 1,
            "greater": x > self.number,
            "less": x < self.number,
            "multiple": x % self.number == 0,
        }[self.kind]


_SIGNS = {"plus": "+", "minus": "-", "times": "*"}
PLAIN = Term()


@dataclass(frozen=True)
class Compute:
    """The value of a term."""

    term: Term

    def words(self) -> str:
        return f"returns {self.term.words('x')}"

    def parts(self) -> list[str]:
        return ["def compute(x):\n    return ", self.term.code("x"), ""]

    def __call__(self, x: int) -> int:
        return self.term(x)


@dataclass(frozen=True)
class Check:
    """Whether a condition holds."""

    condition: Condition

    def words(self) -> str:
        return f"checks if x is {self.condition.words()}"

    def parts(self) -> list[str]:
        return ["def check(x):\n    return ", self.condition.code("x"), ""]

    def __call__(self, x: int) -> bool:
        return self.condition(x)


@dataclass(frozen=True)
class Choose:
    """One of two values."""

    condition: Condition
    then: Term
    otherwise: Term

    def words(self) -> str:
        return (
            f"returns {self.then.words('x')} if x is {self.condition.words()} and {self.otherwise.words('x')} otherwise"
        )

    def parts(self) -> list[str]:
        return [
            "def choose(x):\n    if ",
            self.condition.code("x"),
            ":\n        return ",
            self.then.code("x"),
            "\n    return ",
            self.otherwise.code("x"),
            "",
        ]

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

    def words(self) -> str:
        items = self.condition.items() if self.condition else "numbers"
        start = {"sum": "returns the sum of", "product": "returns the product of"}.get(self.how, f"{self.how}s")
        each = f", each {self.term.words('')}," if self.term.operations else ""
        return f"{start} the {items} in a list{each}{' using a loop' if self.loop else ''}".rstrip(",")

    def parts(self) -> list[str]:
        item = "1" if self.how == "count" else self.term.code("n")
        if not self.loop:
            left, right = ("[", "]") if self.how == "collect" else ("sum(", ")")
            start = f"def {_NAMES[self.how]}(numbers):\n    return {left}"
            if not self.condition:
                return [start, item, f" for n in numbers{right}"]
            return [start, item, " for n in numbers if ", self.condition.code("n"), right]
        first = {"sum": "0", "count": "0", "product": "1", "collect": "[]"}[self.how]
        start = f"def {_NAMES[self.how]}(numbers):\n    result = "
        indent = "    " * (3 if self.condition else 2)
        add = {"product": "result *= ", "collect": "result.append("}.get(self.how, "result += ")
        end = f"{')' if self.how == 'collect' else ''}\n    return result"
        if not self.condition:
            return [start, first, f"\n    for n in numbers:\n{indent}{add}", item, end]
        test = "\n    for n in numbers:\n        if "
        return [start, first, test, self.condition.code("n"), f":\n{indent}{add}", item, end]

    def __call__(self, numbers: list[int]) -> Value:
        items = [self.term(n) for n in numbers if self.condition is None or self.condition(n)]
        return items if self.how == "collect" else _FOLDS[self.how](items)


_FOLDS: dict[str, Callable[[list[int]], int]] = {"sum": sum, "product": math.prod, "count": len}
_NAMES = {"sum": "total", "product": "product", "count": "count", "collect": "collect"}
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
