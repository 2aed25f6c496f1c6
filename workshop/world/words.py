"""Draws words that have no token of their own: real ones, and made-up ones in which letters follow as in real ones."""

import random
from functools import cache

from playground.plugins.small_world.words import OPEN, kinds_of
from workshop.world.split import is_held_out as is_held_out_key


def is_held_out(word: str) -> bool:
    """True for one unknown word in twenty, by a hash of its lower case. Training never spells it."""
    return is_held_out_key(f"word {word.lower()}")


@cache
def _letters() -> dict[str, list[str]]:
    """Two letters (`^` before the first) -> the letters after them in the open words (`$` for the end)."""
    follow: dict[str, list[str]] = {}
    for words in OPEN.values():
        for word in words:
            letters = f"^^{word.lower()}$"
            for i in range(len(letters) - 2):
                follow.setdefault(letters[i : i + 2], []).append(letters[i + 2])
    return follow


def made_up_word(rng: random.Random) -> str:
    """Makes up a word of 3 to 10 lower-case letters, in which letters follow each other as in real words."""
    while True:
        word = "^^"
        while not word.endswith("$"):
            # Now and then any of some letters, so that unusual sequences occur too.
            word += rng.choice(_letters().get(word[-2:], "$")) if rng.random() < 0.9 else rng.choice("aeioubdgklmnrstz")
        word = word[2:-1]
        if (
            3 <= len(word) <= 10
            and word not in ("her", "his", "him", "she")
            and not any(kinds_of(form) for form in (word, word.capitalize()))
        ):
            return word


def sample_open_word(fact: str, rng: random.Random, *, held_out: bool) -> tuple[str, str]:
    """Draws a word without a token of its own for `fact`, and returns it with the pronoun of a hero, else "".

    Half of these words are real ones from the lists, and half are made up. All come from one side of the split.
    """
    while True:
        kind = rng.choice(("girl", "boy")) if fact == "hero" else fact
        word = rng.choice(OPEN[kind]) if kind in OPEN and rng.random() < 0.5 else made_up_word(rng)
        if is_held_out(word) == held_out:
            if fact != "hero":
                return word.lower(), ""
            return word.capitalize(), "she" if kind == "girl" else "he"
