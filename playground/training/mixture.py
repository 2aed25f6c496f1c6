"""What the batches of a training are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field

TASKS = ("story", "sudoku4", "sudoku6", "sudoku9", "code", "repair", "wide", "tale", "own", "repeat")
STORY, SUDOKU_4, SUDOKU_6, SUDOKU_9, CODE, REPAIRED, WIDE, TALE, OWN, REPEATED = range(len(TASKS))
"""wide: stories with any known word. tale: with spelled ones. own: an opening or an ending in the visitor's words."""
BOARDS = {SUDOKU_4: 4, SUDOKU_6: 6, SUDOKU_9: 9}
"""Task -> the size of its board."""


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """How the rows of a batch are shared out among the tasks, and among the ways of writing.

    A row begins with its task and is filled up with whatever short segments still fit. What `shares` leaves open is 9x9
    Sudoku, what `masked` and `autoregressive` leave open is diffusion.
    """

    shares: Mapping[int, float] = field(
        default_factory=lambda: {
            STORY: 0.17, WIDE: 0.125, TALE: 0.21, OWN: 0.085, REPEATED: 0.042,
            SUDOKU_4: 0.042, SUDOKU_6: 0.085, CODE: 0.042, REPAIRED: 0.042,
        }
    )  # fmt: skip
    excerpts: float = 0.5  # of stories of the small world: the opening or the ending is given
    long_stories: float = 0.25  # of these: two canvases
    held: float = 0.12  # of whole stories and puzzles: tokens of the canvas are held
    clue_exponent: float = 3.0  # above 1: more puzzles with few clues
    masked: float = 0.12
    autoregressive: float = 0.08
    pad_weight: float = 0.05
    hidden_fact: float = 0.35  # of stories: a named fact is noise wherever it is told, so that only the prompt tells it
    wrong_digits: float = 0.2  # of Sudoku canvases: half of the noise is digits, so that mistakes are seen and mended
