"""The functions that people ask for first, and the ways in which they ask for them.

There are few, so what is held out is not a function but some of its descriptions.
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from playground.assets import ASSETS
from playground.world.interpreter import parse_function, run_function
from playground.world.split import is_held_out

HELD_OUT_ONE_IN = 10
OPENERS = (
    "Write a function that {says}.",
    "Write a function that {says}.",
    "Write a function to {say}.",
    "Write a Python function that {says}.",
    "Write a Python function to {say}.",
    "A function that {says}.",
    "A function that {says}",
    "A function to {say}",
    "Define a function that {says}.",
    "Make a function that {says}.",
    "Create a function to {say}.",
    "Give me a function that {says}.",
    "I need a function that {says}.",
    "Can you write a function that {says}?",
    "Please write a function to {say}.",
    "Function to {say}",
    "Function that {says}",
    "Python function to {say}",
    "Python code to {say}",
)
_OPENER = re.compile(r".{0,40}?\b(?:function|code|program)\b(?: in python)?(?: that| which| to)? ", re.IGNORECASE)
_SKIPPED = frozenset(("a", "an", "the", "of", "in", "from", "all", "given", "its"))
_CHOICE = re.compile(r"\{([^}]*)\}")
_LISTS = (" list of numbers", " list of integers", " array of numbers", " array")


@dataclass(frozen=True, kw_only=True)
class Common:
    """A function that people often ask for.

    inputs: tuples of arguments to try it with. asked: descriptions that follow "a function to"; `{a|b}` is one of a
    and b.
    """

    name: str
    code: str
    inputs: tuple[tuple, ...]
    asked: tuple[str, ...]

    def __call__(self, *given: Any) -> Any:
        return run_function(parse_function(self.code), *given)


_LISTED = json.loads((ASSETS / "functions.json").read_text(encoding="utf-8"))
COMMON = {
    name: Common(
        name=name,
        code=told["code"],
        inputs=tuple(tuple(given) for given in _LISTED["inputs"][told["inputs"]]),
        asked=tuple(told["asked"]),
    )
    for name, told in _LISTED["functions"].items()
}
"""Name -> the function, from `assets/functions.json`."""


def normal(description: str) -> str:
    """A description without the words that do not matter, its verb in the form that follows "to"."""
    text = " " + description.lower()
    for form in _LISTS:
        text = text.replace(form, " list")
    words = [word for word in re.findall(r"[a-z0-9]+", text) if word not in _SKIPPED]
    return " ".join([_verb(words[0]), *words[1:]]) if words else ""


def _verb(says: str) -> str:
    """ "return" for "returns", "multiply" for "multiplies"; a verb without an s stays as it is."""
    return says.removesuffix("ies") + "y" if says.endswith("ies") else says.removesuffix("s")


def _says(verb: str) -> str:
    return verb.removesuffix("y") + "ies" if verb == "multiply" else f"{verb}s"


def _written_out(description: str) -> Iterator[str]:
    """Every text that a description stands for: `{a|b}` is one of a and b."""
    parts = _CHOICE.split(description)
    for chosen in product(*(part.split("|") if i % 2 else [part] for i, part in enumerate(parts))):
        yield "".join(chosen)


@cache
def _descriptions() -> dict[bool, list[tuple[str, tuple[str, ...]]]]:
    """Side of the split -> the functions that it has, each with its descriptions."""
    sides: dict[bool, list[tuple[str, tuple[str, ...]]]] = {False: [], True: []}
    for name, common in COMMON.items():
        texts = [text for description in common.asked for text in _written_out(description)]
        for side, listed in sides.items():
            if here := tuple(text for text in texts if is_held_out(normal(text), HELD_OUT_ONE_IN) == side):
                listed.append((name, here))
    return sides


@cache
def _meanings() -> dict[str, Common]:
    """Description in its normal form -> the function."""
    return {normal(text): COMMON[name] for side in _descriptions().values() for name, texts in side for text in texts}


def sample_common(rng: random.Random, held_out: bool) -> tuple[Common, str]:
    """Draws a function with one of its descriptions, from one side of the split."""
    name, texts = rng.choice(_descriptions()[held_out])
    return COMMON[name], rng.choice(texts)


def write_common_request(description: str, rng: random.Random) -> str:
    """Writes a prompt that asks for a function with this description."""
    if " list" in description and "string" not in description and rng.random() < 0.15:
        description = description.replace(" list", rng.choice(_LISTS), 1)
    verb, _, rest = description.partition(" ")
    text = rng.choice(OPENERS).format(say=description, says=f"{_says(verb)} {rest}")
    if rng.random() < 0.2:
        text = text.removesuffix(".")
    return text[0].lower() + text[1:] if rng.random() < 0.25 else text


def read_common(prompt: str) -> Common | None:
    """The function that `prompt` asks for, or None if it is none of these."""
    opener = _OPENER.match(prompt)
    return _meanings().get(normal(prompt[opener.end() :])) if opener and len(prompt) < 300 else None
