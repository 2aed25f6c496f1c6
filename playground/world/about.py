"""What the embedded checkpoint makes of a prompt, said before it runs."""

from dataclasses import dataclass

from playground.world.judge import MOST_CHARACTERS, task_of
from playground.world.kinds import OUTSIDE
from playground.world.new_words import NewWords, new_words

_KNOWS = "This small model only knows short stories, Sudoku, sums, sorting, JSON and small Python functions"
EXPECT = f"{_KNOWS}; it will write something like them."
EXPECT_SENTENCE = f"{_KNOWS}; it was trained to say so when asked for anything else."


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
    if kind == OUTSIDE.name:
        return About(kind=kind, unknown=new.named, sentence=EXPECT_SENTENCE)
    if kind is None:
        return About(kind=None, unknown=new.named, sentence=EXPECT + (f" New to it: {new}." if new.named else ""))
    if not new.named:
        return About(kind=kind, unknown=(), sentence="")
    sentence = f"New to this small model: {new}. It copies such words in pieces, and may get them wrong."
    return About(kind=kind, unknown=new.named, sentence=sentence)
