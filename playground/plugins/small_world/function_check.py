"""Checks whether a function does what was asked. An interpreter of its own tries it; Python never executes it."""

import copy
import math
import re
from dataclasses import dataclass
from typing import Any

from playground.plugins.small_world.common import read_common
from playground.plugins.small_world.fence import unfenced
from playground.plugins.small_world.functions import (
    FUNCTION_OPENERS,
    GAP,
    INFILL,
    PLAIN,
    Check,
    Choose,
    Compute,
    Condition,
    Fold,
    FunctionRequest,
    Spec,
    Term,
    inputs_of,
)
from playground.plugins.small_world.interpreter import Budget, Refused, parse_function, run_function

_TERM = r"x(?P<%s>(?: squared| (?:plus|minus|times) [2-9])*)"
_CONDITION = r"(?P<condition>even|odd|greater than [2-9]|less than [2-9]|a multiple of [3-9])"
_ITEMS = (
    r"(?P<items>even numbers|odd numbers|numbers greater than [2-9]|numbers less than [2-9]|multiples of [3-9]|numbers)"
)
_EACH = r"(?:, each(?P<each> squared| (?:plus|minus|times) [2-9]))?"
CHOOSE = re.compile(rf"returns {_TERM % 'then'} if x is {_CONDITION} and {_TERM % 'otherwise'} otherwise")
COMPUTE = re.compile(rf"returns {_TERM % 'term'}")
CHECK = re.compile(rf"checks if x is {_CONDITION}")
FOLD = re.compile(
    rf"(?P<how>returns the sum of|returns the product of|counts|collects) the {_ITEMS} in a list{_EACH}"
    r"(?:,? (?P<loop>using a loop))?"
)
_HOWS = {"returns the sum of": "sum", "returns the product of": "product", "counts": "count", "collects": "collect"}


@dataclass(frozen=True, kw_only=True)
class FunctionReport:
    """is_right: the code does what was asked and keeps the code around a gap. reason: why not; empty if it is right."""

    is_right: bool
    reason: str


def check_function(text: str, request: FunctionRequest) -> FunctionReport:
    """Tries the function that `text` defines, perhaps in a code block, on all `inputs_of` the request's spec.

    All of them share one budget of steps.
    """
    spec, text = request.spec, unfenced(text)
    if not (text.startswith(request.before) and text.rstrip().endswith(request.after.rstrip())):
        return FunctionReport(is_right=False, reason="The code around the gap was changed.")
    try:
        function, budget = parse_function(text), Budget()
        for arguments in inputs_of(spec):
            expected = spec(*copy.deepcopy(arguments))
            got = run_function(function, *copy.deepcopy(arguments), budget=budget)
            if not _same(got, expected):
                shown = ", ".join(map(repr, arguments))
                reason = f"For {shown} the function returns {got!r}; it should return {expected!r}."
                return FunctionReport(is_right=False, reason=reason)
    except Refused as refusal:
        return FunctionReport(is_right=False, reason=str(refusal))
    return FunctionReport(is_right=True, reason="")


def _same(got: Any, expected: Any) -> bool:
    """Are the values equal and of one type? A number for a fraction may be off by what rounding does."""
    if isinstance(expected, float):
        return isinstance(got, int | float) and not isinstance(got, bool) and math.isclose(got, expected, abs_tol=1e-9)
    return type(got) is type(expected) and got == expected


def read_function_request(prompt: str) -> FunctionRequest | None:
    """The request in `prompt`, or None if it does not ask for a function of this world."""
    first, _, code = prompt.strip().partition("\n")
    head = next((opener for opener in (*FUNCTION_OPENERS, INFILL) if first.startswith(opener)), None)
    if head is None or (spec := read_description(first.removeprefix(head).strip(" ."))) is None:
        common = read_common(prompt.strip())
        return None if common is None else FunctionRequest(text=prompt, spec=common)
    if head != INFILL:
        return FunctionRequest(text=prompt, spec=spec)
    before, gap, after = code.partition(GAP)
    return FunctionRequest(text=prompt, spec=spec, before=before, after=after) if gap else None


def read_description(words: str) -> Spec | None:
    """The spec that these words describe; `workshop/world/functions.py` writes such words."""
    if match := CHOOSE.fullmatch(words):
        return Choose(_condition(match["condition"]), _term(match["then"]), _term(match["otherwise"]))
    if match := COMPUTE.fullmatch(words):
        return Compute(_term(match["term"]))
    if match := CHECK.fullmatch(words):
        return Check(_condition(match["condition"]))
    if match := FOLD.fullmatch(words):
        items = match["items"]
        condition = None if items == "numbers" else _condition(items)
        term = _term(match["each"]) if match["each"] else PLAIN
        return Fold(_HOWS[match["how"]], condition, term, loop=match["loop"] is not None)
    return None


def _term(words: str) -> Term:
    return Term(
        tuple(
            (word, int(number or 0)) for word, number in re.findall(r"(squared|plus|minus|times)(?: ([2-9]))?", words)
        )
    )


def _condition(words: str) -> Condition:
    kind = next(kind for kind in ("even", "odd", "greater", "less", "multiple") if kind in words)
    number = re.search("[2-9]", words)
    return Condition(kind, int(number[0])) if number else Condition(kind)
