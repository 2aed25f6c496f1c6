"""What training batches are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field

TASKS = (
    "story", "sudoku4", "sudoku6", "sudoku9", "code", "repair", "wide", "tale", "own", "repeat",
    "sum", "sorting", "json", "outside", "common",
)  # fmt: skip
STORY, SUDOKU_4, SUDOKU_6, SUDOKU_9, CODE, REPAIRED, WIDE, TALE, OWN_WORDS, REPEATED = range(10)
SUM, SORTING, JSON, OUTSIDE, COMMON = range(10, len(TASKS))
"""wide: stories with any known words. tale: with spelled words. own: with an opening or ending in a visitor's words.
outside: prompts that are none of these. common: the functions that people ask for first."""
BOARDS = {SUDOKU_4: 4, SUDOKU_6: 6, SUDOKU_9: 9}
"""Task -> the size of its board."""


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """How the tasks and the ways of writing share the rows of a batch.

    A row begins with its task and is filled up with short segments. The rest of `shares` is 9x9 Sudoku; the rest of
    `masked` and `autoregressive` is diffusion.
    """

    shares: Mapping[int, float] = field(
        default_factory=lambda: {
            STORY: 0.18, WIDE: 0.17, TALE: 0.18, OWN_WORDS: 0.07, REPEATED: 0.01,
            SUDOKU_4: 0.01, SUDOKU_6: 0.05, CODE: 0.02, REPAIRED: 0.04,
            SUM: 0.02, SORTING: 0.03, JSON: 0.02, OUTSIDE: 0.02, COMMON: 0.01,
        }
    )  # fmt: skip
    excerpts: float = 0.6  # share of the small world's stories with a given opening or ending
    endings: float = 0.6  # share of these that give the ending, which decides the plot
    long_stories: float = 0.3  # share of them with two canvases
    names: float = 0.05  # share of tales whose hero has a name of any language
    held: float = 0.12  # share of whole stories and puzzles with fixed canvas tokens
    clue_exponent: float = 3.0  # above 1: more puzzles with few clues
    masked: float = 0.35
    autoregressive: float = 0.08
    pad_weight: float = 0.05
    hidden_fact: float = 0.35  # share of stories where a named fact is always noise, so that only the prompt tells it
    hidden_text: float = 0.45  # the same for an opening or ending that the prompt gives, which is more to copy
    board_temperature: float = 0.33
    """Diffusion learns softmax(logits / this) on boards, and softmax(logits) elsewhere. Sampling at a temperature below
    1 is then bold with stories, where it saves passes, and careful with puzzles, where one wrong digit spoils all."""
    masked_board_temperature: float = 1.2
    """The same for masked diffusion, which samples at 1, where boards want to be bolder than stories."""
    wrong_digits: float = 0.2  # share of Sudoku canvases where half of the noise is digits, to learn to fix mistakes
