"""Draws prompts that are outside of the small world."""

import random

from playground.plugins.small_world.outside import LISTS
from playground.plugins.small_world.words import KNOWN, OPEN
from workshop.world.split import is_held_out
from workshop.world.words import made_up_word


def sample_prompt(rng: random.Random, held_out: bool) -> str:
    """Draws a prompt from one side of the split."""
    while True:
        prompt = _any_prompt(rng)
        if is_held_out(f"outside {prompt.lower()}") == held_out:
            return prompt


def _any_prompt(rng: random.Random) -> str:
    kind = rng.choices(("greetings", "questions", "orders", "foreign", "gibberish", "scripts"), (3, 6, 4, 3, 2, 1))[0]
    if kind == "scripts":
        return "".join(rng.choices(rng.choice(LISTS["scripts"]), k=rng.randint(2, 12))) + rng.choice(("", "?", "!"))
    if kind == "gibberish":
        return " ".join(_word(rng) for _ in range(rng.randint(3, 8))).capitalize() + rng.choice(("", ".", "?", "!"))
    if kind == "greetings":
        text = rng.choice(LISTS["greetings"]).capitalize() + rng.choice(("", "", " there", " you", f" {_name(rng)}"))
        text += rng.choice(("", "", "!", ".", "?"))
    else:
        text = rng.choice(LISTS[kind]).format(
            noun=_noun(rng),
            noun2=_noun(rng),
            name=_name(rng),
            word=_word(rng),
            word2=_word(rng),
            colour=rng.choice(KNOWN["colour"]),
        )
        if rng.random() < 0.25:
            text = text.rstrip(" ?.")
    return text.lower() if rng.random() < 0.3 else text


def _noun(rng: random.Random) -> str:
    return rng.choice(KNOWN[rng.choice(("animal", "object", "place", "helper"))])


def _name(rng: random.Random) -> str:
    return rng.choice(KNOWN["hero"]) if rng.random() < 0.5 else _word(rng).capitalize()


def _word(rng: random.Random) -> str:
    return rng.choice(OPEN[rng.choice(tuple(OPEN))]).lower() if rng.random() < 0.5 else made_up_word(rng)
