"""The functions that people ask for first, and the ways in which they ask for them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from playground.assets import ASSETS
from playground.plugins.small_world.interpreter import parse_function, run_function

OPENER = re.compile(r".{0,40}?\b(?:function|code|program)\b(?: in python)?(?: that| which| to)? ", re.IGNORECASE)
SKIPPED = frozenset(("a", "an", "the", "of", "in", "from", "all", "given", "its"))
_CHOICE = re.compile(r"\{([^}]*)\}")
LISTS = (" list of numbers", " list of integers", " array of numbers", " array")


@dataclass(frozen=True, kw_only=True)
class Common:
    """A function that people often ask for.

    inputs: tuples of arguments to try it with. descriptions: what follows "a function to"; `{a|b}` is one of a and b.
    """

    name: str
    code: str
    inputs: tuple[tuple, ...]
    descriptions: tuple[str, ...]

    def __call__(self, *arguments: Any) -> Any:
        return run_function(parse_function(self.code), *arguments)


_LISTED = json.loads((ASSETS / "functions.json").read_text(encoding="utf-8"))
COMMON = {
    name: Common(
        name=name,
        code=entry["code"],
        inputs=tuple(tuple(arguments) for arguments in _LISTED["inputs"][entry["inputs"]]),
        descriptions=tuple(entry["asked"]),
    )
    for name, entry in _LISTED["functions"].items()
}
"""Name -> the function, from `assets/functions.json`."""


def normal(description: str) -> str:
    """A description without the words that do not matter, its verb in the form that follows "to"."""
    text = " " + description.lower()
    for form in LISTS:
        text = text.replace(form, " list")
    words = [word for word in re.findall(r"[a-z0-9]+", text) if word not in SKIPPED]
    return " ".join([_verb(words[0]), *words[1:]]) if words else ""


def _verb(says: str) -> str:
    """ "return" for "returns", "multiply" for "multiplies"; a verb without an s stays as it is."""
    return says.removesuffix("ies") + "y" if says.endswith("ies") else says.removesuffix("s")


def written_out(description: str) -> Iterator[str]:
    """Every text that a description stands for: `{a|b}` is one of a and b."""
    parts = _CHOICE.split(description)
    for chosen in product(*(part.split("|") if i % 2 else [part] for i, part in enumerate(parts))):
        yield "".join(chosen)


@cache
def meanings() -> dict[str, Common]:
    """Description in its normal form -> the function."""
    return {
        normal(text): common
        for common in COMMON.values()
        for description in common.descriptions
        for text in written_out(description)
    }


def read_common(prompt: str) -> Common | None:
    """The function that `prompt` asks for, or None if it is none of these."""
    opener = OPENER.match(prompt)
    return meanings().get(normal(prompt[opener.end() :])) if opener and len(prompt) < 300 else None
