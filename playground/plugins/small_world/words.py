"""The words of stories: the first, small world's; those that got their own token later; and those that are spelled.

`assets/words.json` has all but the first, and names the sources. Tokens stand for its words: new ones need a training.
"""

import json
import re
from collections.abc import Sequence
from functools import cache

from playground.assets import ASSETS

GIRLS = ("Lily", "Mia", "Anna", "Emma", "Lucy", "Rosa", "Nora", "Ella", "Alice", "Ruby", "Clara", "Sara")
BOYS = ("Tom", "Ben", "Max", "Sam", "Leo", "Jack", "Tim", "Finn", "Bob", "Noah", "Hugo", "Paul")

# fmt: off
WORDS: dict[str, tuple[str, ...]] = {
    "hero": GIRLS + BOYS,
    "animal": ("cat", "dog", "rabbit", "duck", "pony", "fox", "goat", "hen",
               "mouse", "turtle", "parrot", "lamb", "pig", "frog", "puppy", "donkey"),
    "colour": ("red", "blue", "green", "yellow", "black", "white", "pink", "brown", "purple", "grey"),
    "object": ("ball", "kite", "drum", "boat", "doll", "hat", "bell", "robot",
               "flute", "train", "truck", "puppet", "crown", "rocket", "whistle", "teddy"),
    "place": ("park", "beach", "lake", "river", "farm", "market", "castle", "pond", "school", "mill", "zoo", "bridge"),
    "helper": ("farmer", "baker", "teacher", "doctor", "sailor", "king",
               "queen", "knight", "painter", "wizard", "pirate", "nurse"),
    "weather": ("sunny", "windy", "cloudy", "foggy", "frosty", "breezy"),
    "feeling": ("sad", "worried", "gloomy", "nervous", "tearful"),
}
"""Fact -> the words of the first, small world. They come first in the vocabulary."""
# fmt: on

_LISTS = json.loads((ASSETS / "words.json").read_text(encoding="utf-8"))
SOURCES: dict[str, str] = _LISTS["sources"]
"""Source of the lists -> what was taken from it, and its licence."""
NEW_GIRLS, NEW_BOYS = (tuple(_LISTS["known"][kind]) for kind in ("girl", "boy"))
NEW_WORDS: dict[str, tuple[str, ...]] = {
    fact: NEW_GIRLS + NEW_BOYS if fact == "hero" else tuple(_LISTS["known"][fact]) for fact in WORDS
}
"""Fact -> the words that got their own token later."""
KNOWN: dict[str, tuple[str, ...]] = {fact: WORDS[fact] + NEW_WORDS[fact] for fact in WORDS}
OPEN: dict[str, tuple[str, ...]] = {kind: tuple(words) for kind, words in _LISTS["open"].items()}
"""Kind (girl, boy, animal, object, place, helper) -> words that are spelled in pieces."""
PIECES: tuple[str, ...] = tuple(_LISTS["pieces"])
"""Pairs of letters. A spelled word is its first letter, then pairs, or single letters where no pair exists."""

CONSONANT = re.compile(r"(?:uni(?!n|m)|use|usu|uk|eu|one|once|ou[ij])", re.IGNORECASE)
VOWEL = re.compile(r"[aeiou]|hour|honest|honou?r|heir", re.IGNORECASE)
ARTICLE = re.compile(r"\b([Aa])n? (?=([A-Za-z]+))")


def article(word: str) -> str:
    """`a` or `an`, by the letters of `word`."""
    vowel = VOWEL.match(word) and not CONSONANT.match(word)
    return "an" if vowel else "a"


def with_articles(text: str) -> str:
    """Corrects every `a` and `an` in `text` to fit the next word."""
    return ARTICLE.sub(lambda match: match[1] + article(match[2])[1:] + " ", text)


def listed(things: Sequence[str], most: int = 8) -> str:
    """Things as a sentence has them, at least one: "a cat, a dog and 3 more"."""
    shown = [*things[:most], *([f"{more} more"] if (more := len(things) - most) > 0 else [])]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]


@cache
def kinds_of(word: str) -> frozenset[str]:
    """The facts that a known word can tell; empty for an unknown word."""
    return frozenset(fact for fact, words in KNOWN.items() if word in words)


@cache
def pronoun(name: str) -> str:
    """`she` or `he` for a known name, else ""."""
    if name in GIRLS or name in NEW_GIRLS:
        return "she"
    return "he" if name in BOYS or name in NEW_BOYS else ""
