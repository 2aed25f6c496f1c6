"""The words of a prompt that a checkpoint was not trained with, by the list that ships beside its weights."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

WORDS_FILE = "trained_words.txt"
MOST_NAMED = 8
_READ = 64
"""The most characters of a word that are read: to put the accents of a longer one in order takes the square of it."""


@dataclass(frozen=True)
class NewWords:
    """named: the first new words, each once, in their order; long ones are cut. more: how many follow."""

    named: tuple[str, ...]
    more: int

    def __str__(self) -> str:
        return ", ".join(self.named) + (f" and {self.more} more" if self.more else "")


def read_words(folder: Path) -> frozenset[str] | None:
    """The trained words of the checkpoint in `folder`, in lower case; None if it ships no list."""
    try:
        return frozenset((folder / WORDS_FILE).read_text(encoding="utf-8").lower().split())
    except OSError:
        return None


def new_words(text: str, known: frozenset[str], most: int = MOST_NAMED) -> NewWords:
    """The words of `text` that are not in `known`, whether in upper or lower case; letters alone are no words.

    At most `most` of them are named.
    """
    new: dict[str, str] = {}
    for word in words_in(text):
        lower = word.lower()
        if lower not in known and lower not in new and not (len(word) == 1 and word.isascii()):
            new[lower] = shortened(word)
    return NewWords(tuple(new.values())[:most], max(len(new) - most, 0))


def shortened(text: str, longest: int = 24) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def words_in(text: str) -> list[str]:
    """Runs of letters of any script, with their accents; "Anna's" is "Anna"."""
    plain = text.replace("’s", " ").replace("'s", " ")
    words = "".join(mark if unicodedata.category(mark)[0] in "LM" else " " for mark in plain).split()
    return [unicodedata.normalize("NFC", word[:_READ]) for word in words]
