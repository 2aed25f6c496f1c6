"""Draws small functions, and writes them and the prompts that ask for them."""

import hashlib
import random

from playground.world.common import Common
from playground.world.functions import (
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

HELD_OUT_ONE_IN = 20

DIGITS = tuple(range(2, 10))


def write_function(spec: Spec | Common) -> str:
    """Writes the function as this world does. The odd parts of `spec.parts()` are the expressions."""
    return spec.code if isinstance(spec, Common) else "".join(spec.parts())


def is_held_out(spec: Spec) -> bool:
    """True for one function in twenty, by a hash of what it does. Training never sees it in any wording."""
    key = repr(Fold(spec.how, spec.condition, spec.term) if isinstance(spec, Fold) else spec)
    digest = hashlib.blake2b(key.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % HELD_OUT_ONE_IN == 0


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
        return FunctionRequest(text=f"{opener} {spec.words()}.", spec=spec)
    parts = spec.parts()
    gap = rng.randrange(1, len(parts), 2)
    before, after = "".join(parts[:gap]), "".join(parts[gap + 1 :])
    text = f"{INFILL} {spec.words()}.\n{before}{GAP}{after}"
    return FunctionRequest(text=text, spec=spec, before=before, after=after)
