"""Draws small functions, and writes them and the prompts that ask for them."""

import random

from playground.plugins.small_world.common import Common
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
)
from workshop.world.split import is_held_out as is_held_out_key

DIGITS = tuple(range(2, 10))


_SIGNS = {"plus": "+", "minus": "-", "times": "*"}
_NAMES = {"sum": "total", "product": "product", "count": "count", "collect": "collect"}


def describe(spec: Spec) -> str:
    """The words of a function, such as "returns x times 3 plus 2"."""
    match spec:
        case Compute(term):
            return f"returns {_term_in_words(term, 'x')}"
        case Check(condition):
            return f"checks if x is {_condition_in_words(condition)}"
        case Choose(condition, then, otherwise):
            test, value, default = (
                _condition_in_words(condition),
                _term_in_words(then, "x"),
                _term_in_words(otherwise, "x"),
            )
            return f"returns {value} if x is {test} and {default} otherwise"
        case Fold(how, condition, term, loop):
            items = _items(condition) if condition else "numbers"
            start = {"sum": "returns the sum of", "product": "returns the product of"}.get(how, f"{how}s")
            each = f", each {_term_in_words(term, '')}," if term.operations else ""
            return f"{start} the {items} in a list{each}{' using a loop' if loop else ''}".rstrip(",")


def parts_of(spec: Spec) -> list[str]:
    """The code of a function; the odd parts are its expressions."""
    match spec:
        case Compute(term):
            return ["def compute(x):\n    return ", _term_in_code(term, "x"), ""]
        case Check(condition):
            return ["def check(x):\n    return ", _condition_in_code(condition, "x"), ""]
        case Choose(condition, then, otherwise):
            test, value, default = (
                _condition_in_code(condition, "x"),
                _term_in_code(then, "x"),
                _term_in_code(otherwise, "x"),
            )
            start, end = "def choose(x):\n    if ", ":\n        return "
            return [start, test, end, value, "\n    return ", default, ""]
        case Fold():
            return _parts_of_fold(spec)


def _parts_of_fold(fold: Fold) -> list[str]:
    item = "1" if fold.how == "count" else _term_in_code(fold.term, "n")
    test = _condition_in_code(fold.condition, "n") if fold.condition else ""
    start = f"def {_NAMES[fold.how]}(numbers):\n    "
    if not fold.loop:
        left, right = ("[", "]") if fold.how == "collect" else ("sum(", ")")
        start = f"{start}return {left}"
        return (
            [start, item, " for n in numbers if ", test, right] if test else [start, item, f" for n in numbers{right}"]
        )
    first = {"sum": "0", "count": "0", "product": "1", "collect": "[]"}[fold.how]
    add = {"product": "result *= ", "collect": "result.append("}.get(fold.how, "result += ")
    end = f"{')' if fold.how == 'collect' else ''}\n    return result"
    loop = "\n    for n in numbers:\n        "
    if not test:
        return [f"{start}result = ", first, f"{loop}{add}", item, end]
    return [f"{start}result = ", first, f"{loop}if ", test, f":\n            {add}", item, end]


def _term_in_words(term: Term, name: str) -> str:
    """Such as "x times 3 plus 2"; without a name, "times 3 plus 2"."""
    operations = [word if word == "squared" else f"{word} {number}" for word, number in term.operations]
    return " ".join([name, *operations]).strip()


def _term_in_code(term: Term, name: str) -> str:
    text = name
    for word, number in term.operations:
        text = f"{name} * {name}" if word == "squared" else f"{text} {_SIGNS[word]} {number}"
    return text


def _condition_in_words(condition: Condition) -> str:
    return {
        "even": "even",
        "odd": "odd",
        "greater": f"greater than {condition.number}",
        "less": f"less than {condition.number}",
        "multiple": f"a multiple of {condition.number}",
    }[condition.kind]


def _condition_in_code(condition: Condition, name: str) -> str:
    return {
        "even": f"{name} % 2 == 0",
        "odd": f"{name} % 2 == 1",
        "greater": f"{name} > {condition.number}",
        "less": f"{name} < {condition.number}",
        "multiple": f"{name} % {condition.number} == 0",
    }[condition.kind]


def _items(condition: Condition) -> str:
    """The numbers that pass a test, in words."""
    if condition.kind in ("even", "odd"):
        return f"{condition.kind} numbers"
    if condition.kind == "multiple":
        return f"multiples of {condition.number}"
    return f"numbers {_condition_in_words(condition)}"


def write_function(spec: Spec | Common) -> str:
    """Writes the function as this world does."""
    return spec.code if isinstance(spec, Common) else "".join(parts_of(spec))


def is_held_out(spec: Spec) -> bool:
    """True for one function in twenty, by a hash of what it does. Training never sees it in any wording."""
    return is_held_out_key(repr(Fold(spec.how, spec.condition, spec.term) if isinstance(spec, Fold) else spec))


def _term(rng: random.Random, *, two: bool) -> Term:
    last = (rng.choice(("plus", "minus")), rng.choice(DIGITS))
    first = rng.choice((("squared", 0), ("times", rng.choice(DIGITS))))
    return Term((first, last)) if two else Term((rng.choice((first, last)),))


def _condition(rng: random.Random) -> Condition:
    kind = rng.choice(("even", "odd", "greater", "less", "multiple"))
    # "a multiple of 2" would be "even" under another name, perhaps on the other side of the split.
    digits = DIGITS[1:] if kind == "multiple" else DIGITS
    return Condition(kind) if kind in ("even", "odd") else Condition(kind, rng.choice(digits))


def _sample_any(rng: random.Random) -> Spec:
    kind = rng.choices(("compute", "check", "choose", "fold"), (2, 1, 4, 5))[0]
    if kind == "compute":
        return Compute(_term(rng, two=rng.random() < 0.8))
    if kind == "check":
        return Check(_condition(rng))
    if kind == "choose":
        then, otherwise = rng.sample((PLAIN, _term(rng, two=False), _term(rng, two=False)), 2)
        return Choose(_condition(rng), then, otherwise) if then != otherwise else _sample_any(rng)
    how = rng.choice(("sum", "product", "count", "collect"))
    condition = _condition(rng) if how == "count" or rng.random() < 0.8 else None
    term = PLAIN if how == "count" or rng.random() < 0.25 else _term(rng, two=False)
    return Fold(how, condition, term, loop=how == "product" or rng.random() < 0.4)


def sample_function(rng: random.Random, *, held_out: bool) -> Spec:
    """Draws a function from one side of the held-out split."""
    while True:
        spec = _sample_any(rng)
        if is_held_out(spec) == held_out:
            return spec


def write_function_request(spec: Spec, rng: random.Random, *, infill: bool) -> FunctionRequest:
    """Writes a prompt for `spec`: a description and, with `infill`, the code with `GAP` in place of one expression."""
    if not infill:
        opener = rng.choice(FUNCTION_OPENERS)
        return FunctionRequest(text=f"{opener} {describe(spec)}.", spec=spec)
    parts = parts_of(spec)
    gap = rng.randrange(1, len(parts), 2)
    before, after = "".join(parts[:gap]), "".join(parts[gap + 1 :])
    text = f"{INFILL} {describe(spec)}.\n{before}{GAP}{after}"
    return FunctionRequest(text=text, spec=spec, before=before, after=after)
