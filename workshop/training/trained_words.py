"""The list of words that a checkpoint was trained with, which ships beside its weights.

`python -m workshop.training.trained_words FOLDER` writes it for a checkpoint that lacks it.
"""

import re
import string
import sys
from collections.abc import Iterable
from pathlib import Path

from transformers import AutoTokenizer

from playground.plugins.small_world.new_words import WORDS_FILE
from playground.plugins.small_world.words import PIECES
from workshop.world.vocabulary import world_words

_WORD = re.compile(" ?[A-Za-z]+")


def trained_words(vocabulary: Iterable[str]) -> list[str]:
    """The words among the tokens of a tokenizer of `build_tokenizer`, in alphabetical order.

    The training data has every one of these words. Letters, and pairs of them, that only spell others are no words.
    """
    spelling = {*PIECES, *string.ascii_letters, *(f" {letter}" for letter in string.ascii_letters)} - {*world_words()}
    words = {token.strip() for token in vocabulary if _WORD.fullmatch(token) and token not in spelling}
    return sorted(words, key=lambda word: (word.lower(), word))


def write_trained_words(folder: Path, vocabulary: Iterable[str]) -> None:
    """Writes the list into a checkpoint's folder, a word a line."""
    (folder / WORDS_FILE).write_text("".join(f"{word}\n" for word in trained_words(vocabulary)), encoding="utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    write_trained_words(folder, AutoTokenizer.from_pretrained(folder).get_vocab())
