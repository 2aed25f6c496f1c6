"""Draws a function that people ask for first, and writes a prompt for it.

There are few, so what is held out is not a function but some of its descriptions.
"""

import random
from functools import cache

from playground.plugins.small_world.common import COMMON, LISTS, Common, normal, written_out
from workshop.world.split import is_held_out

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


def _says(verb: str) -> str:
    return verb.removesuffix("y") + "ies" if verb == "multiply" else f"{verb}s"


@cache
def _descriptions() -> dict[bool, list[tuple[str, tuple[str, ...]]]]:
    """Side of the split -> the functions that it has, each with its descriptions."""
    sides: dict[bool, list[tuple[str, tuple[str, ...]]]] = {False: [], True: []}
    for name, common in COMMON.items():
        texts = [text for description in common.descriptions for text in written_out(description)]
        for side, listed in sides.items():
            if here := tuple(text for text in texts if is_held_out(normal(text), HELD_OUT_ONE_IN) == side):
                listed.append((name, here))
    return sides


def sample_common(rng: random.Random, held_out: bool) -> tuple[Common, str]:
    """Draws a function with one of its descriptions, from one side of the split."""
    name, texts = rng.choice(_descriptions()[held_out])
    return COMMON[name], rng.choice(texts)


def write_common_request(description: str, rng: random.Random) -> str:
    """Writes a prompt that asks for a function with this description."""
    if " list" in description and "string" not in description and rng.random() < 0.15:
        description = description.replace(" list", rng.choice(LISTS), 1)
    verb, _, rest = description.partition(" ")
    text = rng.choice(OPENERS).format(say=description, says=f"{_says(verb)} {rest}")
    if rng.random() < 0.2:
        text = text.removesuffix(".")
    return text[0].lower() + text[1:] if rng.random() < 0.25 else text
