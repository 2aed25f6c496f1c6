"""What the embedded checkpoint makes of a prompt, said before it runs."""

from dataclasses import dataclass

from playground.world.card import Card
from playground.world.check import read_story_request
from playground.world.judge import MOST_CHARACTERS, task_of
from playground.world.kinds import KINDS, kind_of
from playground.world.new_words import new_words
from playground.world.understanding import understand

EXPECT = (
    "This small model only knows short stories, Sudoku, small Python functions, sums, sorting and JSON; "
    "it will write something like them, or say so."
)
_SMALL = frozenset(kind.name for kind in KINDS)


@dataclass(frozen=True, kw_only=True)
class About:
    """kind: as `task_of`. unknown: the first words that are new to the model. sentence: for the reader."""

    kind: str | None
    unknown: tuple[str, ...]
    sentence: str


def about_prompt(prompt: str, known: frozenset[str] | None, card: Card | None = None) -> About:
    """Says what to expect of `prompt`.

    Args:
        known: the checkpoint's trained words; None for a checkpoint of which nothing is known, and nothing is said.
        card: what was measured of it; small kinds, of which it is not sure, get their figure.
    """
    kind = task_of(prompt) if len(prompt) <= MOST_CHARACTERS else None
    if known is None or not prompt.strip():
        return About(kind=kind, unknown=(), sentence="")
    new = new_words(_copied(prompt, kind), known)
    if kind is None:
        return About(kind=kind, unknown=new.named, sentence=EXPECT + (f" New to it: {new}." if new.named else ""))
    figure = card.figure(prompt) if card and kind in _SMALL else None
    sentences = []
    if figure:
        sentences.append(
            f"When this was measured, {figure.right} of {figure.cases} answers to such prompts were right."
        )
    if new.named:
        sentences.append(f"New to this small model: {new}. It copies such words in pieces, and may get them wrong.")
    return About(kind=kind, unknown=new.named, sentence=" ".join(sentences))


def _copied(prompt: str, kind: str | None) -> str:
    """The part of `prompt` whose words its answer copies. Of a prompt with a Sudoku or for a function it is none."""
    if kind in ("Sudoku", "function"):
        return ""
    if story := read_story_request(understand(prompt)) if kind == "story" else None:
        return story.opening or story.ending or prompt
    small = kind_of(understand(prompt)) if kind in _SMALL else None
    return small[0].copied(small[1]) if small else prompt
