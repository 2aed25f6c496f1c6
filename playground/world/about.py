"""What the embedded checkpoint makes of a prompt, said before it runs."""

from dataclasses import dataclass

from playground.world.judge import MOST_CHARACTERS, task_of
from playground.world.kinds import KINDS
from playground.world.new_words import NewWords, new_words

EXPECT = (
    "This small model only knows short stories, Sudoku and small Python functions; it will write something like them."
)
_NOT_LEARNT = (None, *(kind.name for kind in KINDS))
"""The rules know these kinds, but the embedded checkpoint was trained before them."""


@dataclass(frozen=True, kw_only=True)
class About:
    """kind: as `task_of`. unknown: the first words that are new to the model. sentence: for the reader."""

    kind: str | None
    unknown: tuple[str, ...]
    sentence: str


def about_prompt(prompt: str, known: frozenset[str] | None) -> About:
    """Says what to expect of `prompt`.

    Args:
        known: the checkpoint's trained words; None for a checkpoint of which nothing is known, and nothing is said.
    """
    kind = task_of(prompt) if len(prompt) <= MOST_CHARACTERS else None
    if known is None or not prompt.strip():
        return About(kind=kind, unknown=(), sentence="")
    # Of a prompt with a Sudoku, the model reads nothing but the Sudoku.
    new = NewWords((), 0) if kind == "Sudoku" else new_words(prompt, known)
    if kind in _NOT_LEARNT:
        return About(kind=kind, unknown=new.named, sentence=EXPECT + (f" New to it: {new}." if new.named else ""))
    if not new.named:
        return About(kind=kind, unknown=(), sentence="")
    sentence = f"New to this small model: {new}. It copies such words in pieces, and may get them wrong."
    return About(kind=kind, unknown=new.named, sentence=sentence)
