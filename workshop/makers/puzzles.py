"""Draws the Sudokus that a page without a server offers: `python -m workshop.makers.puzzles`, in about 15 seconds.

`assets/portable/puzzles.json` holds puzzles with as few clues as are asked for. Whoever asks for more gets some of the
gaps filled, which leaves the solution the only one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from playground.errors import PromptError
from playground.plugins.live.files import PORTABLE
from playground.plugins.small_world import sudoku
from playground.plugins.small_world.puzzles import CLUES, requested_puzzle

FILE = "puzzles.json"
COUNTS = {4: 400, 6: 400, 9: 600}
"""Board size -> how many puzzles are drawn. Some small ones come twice, and are left out."""
_GAPS = " abcdefghi"
"""By digit: what stands for a gap whose solution it is."""


def puzzle(size: int, number: int) -> str:
    """One of the puzzles, row by row: digits are clues, letters the digits of gaps."""
    rng = random.Random(f"{size} {number}")
    clues = requested_puzzle(f"{size} {CLUES[size][0]}", rng)
    (solution,) = sudoku.solutions(clues)
    return "".join(str(clue) if clue else _GAPS[digit] for clue, digit in zip(clues, solution, strict=True))


def puzzles() -> dict[str, Any]:
    """The file, ready for JSON."""
    try:
        requested_puzzle("", random.Random())
    except PromptError as error:
        refused = str(error)
    sizes = {
        size: {"clues": CLUES[size], "puzzles": list(dict.fromkeys(puzzle(size, number) for number in range(count)))}
        for size, count in COUNTS.items()
    }
    return {"refused": refused, "sizes": sizes}


def write_puzzles(into: Path) -> None:
    """Writes the file into a folder."""
    (into / FILE).write_text(json.dumps(puzzles()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_puzzles(PORTABLE)
