"""Expressions in lessons: names, fields, arithmetic, comparisons and a few functions. Nothing else is understood.

Python's own grammar reads them, and `playground.evaluator` evaluates them, so that no lesson can run code.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from playground.evaluator import OPERATORS, Evaluator
from playground.plugins.learn.looks import entropy_at, weight
from playground.plugins.learn.measured import against
from playground.plugins.learn.problems import BROKEN, Follows, Wrong
from playground.plugins.learn.things import Step, Thing, budget_of, field_of
from playground.trace import Trace

MOST_CHARACTERS = 300
MOST = 1e100
"""The largest number that is calculated with: no figure comes near it, and products stay short."""


def bits(nats: float) -> float:
    """Turns nats into bits."""
    return nats / math.log(2)


def kept_if(step: object, bound: float) -> int:
    """How many positions the step would keep with another bound, in nats."""
    if not isinstance(step, Step):
        raise Wrong("kept_if takes a step and a bound in nats.")
    return budget_of(step.run, step.row, bound).cut


def differing(first: object, second: object) -> int:
    """At how many positions the tokens that two steps drew differ, counted place by place."""
    if not isinstance(first, Step) or not isinstance(second, Step) or first.drawn.shape != second.drawn.shape:
        raise Wrong("differing takes two steps, whose canvases are of one length.")
    return int((first.drawn != second.drawn).sum())


def percent(share: float) -> str:
    """A share as a percentage, as the page writes it."""
    if 0 < share < 0.001:
        return "< 0.1%"
    if 0.999 < share < 1:
        return "> 99.9%"
    return f"{100 * share:.1f}".rstrip("0").rstrip(".") + "%" if share < 0.1 else f"{100 * share:.0f}%"


def points(difference: float) -> str:
    """A difference of two shares in percentage points."""
    whole = round(100 * difference)
    return f"{'−' if whole < 0 else ''}{abs(whole)} points"


def rounded(number: float, digits: int = 0) -> float:
    """As `round`, but with at most 20 digits: `round` itself would calculate with any number of them."""
    if abs(digits) > 20:
        raise Wrong(f"round takes up to 20 digits, not {digits}.")
    return round(number, digits) if digits else round(number)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "against": against,
    "bits": bits,
    "differing": differing,
    "entropy_at": entropy_at,
    "kept_if": kept_if,
    "max": max,
    "min": min,
    "percent": percent,
    "points": points,
    "round": rounded,
    "weight": weight,
}


def evaluate(text: str, names: Mapping[str, Any], candidate: Thing | None = None) -> Any:
    """Evaluates an expression.

    Args:
        names: what the lesson has named so far.
        candidate: of a query; its fields are names too, and come first.

    Raises:
        Wrong: the expression cannot be read, or has no value.
    """
    if len(text) > MOST_CHARACTERS:
        raise Wrong(f"an expression has at most {MOST_CHARACTERS} characters; this one has {len(text)}.")
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Wrong(f"“{text.strip()}” cannot be read as an expression.") from None
    try:
        return _Expression(names, candidate).value(node)
    except Wrong:
        raise
    except (TypeError, ValueError, ArithmeticError) as error:
        raise Wrong(f"“{text.strip()}” has no value: {error}.") from None


class _Expression(Evaluator):
    """One evaluation: the names, and the candidate whose fields come before them."""

    operators = frozenset(OPERATORS) - {ast.Pow, ast.FloorDiv, ast.Mod, ast.UAdd, ast.NotIn}
    functions = FUNCTIONS

    def __init__(self, names: Mapping[str, Any], candidate: Thing | None):
        self.names, self._candidate = names, candidate

    def name(self, name: str) -> Any:
        if self._candidate is not None and name in self._candidate.fields:
            return self._candidate.get(name)
        if name in ("true", "false"):
            return name == "true"
        if name not in self.names:
            known = ", ".join(sorted(self.names)) or "nothing yet"
            raise Wrong(f"“{name}” has not been named before; what has is {known}.")
        if self.names[name] is BROKEN:
            raise Follows
        return self.names[name]

    def more(self, node: ast.AST) -> Any:
        match node:
            case ast.Attribute(value=owner, attr=name):
                thing = self.value(owner)
                if not isinstance(thing, Thing | Trace):
                    raise Wrong(f"“{ast.unparse(owner)}” is no run, step or cell, so it has no “{name}”.")
                return field_of(thing, name)
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                raise Wrong(f"there is no function “{name}”; there are {', '.join(sorted(FUNCTIONS))}.")
        raise self.refusal(node)

    def refusal(self, node: ast.AST, sign: ast.AST | None = None) -> Wrong:
        return Wrong(f"“{ast.unparse(node)[:80]}” is not allowed in an expression.")

    def calculated(self, sign: ast.AST, *values: Any) -> Any:
        numbers = values if isinstance(sign, ast.Not) else map(_number, values)
        return OPERATORS[type(sign)](*numbers)

    def sides(self, node: ast.Compare) -> Iterator[Any]:
        """All sides at once, so that a mistake in any of them is named."""
        for sign in node.ops:
            self.allow(node, sign)
        return iter([self.value(side) for side in (node.left, *node.comparators)])

    def decided(self, value: Any) -> bool:
        return bool(value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Wrong(f"only numbers can be added or multiplied, not {_shown(value)}.")
    if not abs(value) <= MOST:
        raise Wrong(f"a number that is added or multiplied lies between {-MOST:g} and {MOST:g}.")
    return value


def written(value: Any) -> str:
    """A figure as the page writes it: numbers with three significant digits, texts as they are.

    Raises:
        Wrong: it is no number and no text.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, float) and math.isfinite(value):
        if value != 0 and abs(value) < 1e-4:
            return "less than 0.0001" if value > 0 else "about 0"
        return f"{float(f'{value:.3g}'):,.10g}"
    raise Wrong(f"a figure is a number or a text, and this is {_shown(value)}.")


def _shown(value: Any) -> str:
    if isinstance(value, Thing | Trace):
        return "a run" if isinstance(value, Trace) else f"a {value.kind}"
    return "yes or no" if isinstance(value, bool) else f"“{value}”"
