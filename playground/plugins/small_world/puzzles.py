"""Draws the puzzles that visitors ask for."""

import random
import re

from playground.errors import PromptError
from playground.plugins.small_world import sudoku

CLUES = {4: (4, 15), 6: (10, 35), 9: (26, 80)}
"""Board size -> the fewest and most clues that the embedded checkpoint was trained with."""
TRIES = 12
"""How many solved grids to try: from some, no puzzle with so few clues and one solution can be reached."""


def requested_puzzle(text: str, rng: random.Random) -> sudoku.Grid:
    """Draws the puzzle that `text` asks for: a board size and a number of clues, such as "9 30".

    It has exactly one solution, which training has not seen. A 9x9 puzzle takes 30 ms, at worst half a second.

    Raises:
        PromptError: `text` asks for something else, or no such puzzle was found in a reasonable time.
    """
    match = re.fullmatch(r"([469]) ([0-9]{1,2})", text)
    if match is None:
        raise PromptError('A puzzle is asked for by its size (4, 6 or 9) and its number of clues, such as "9 30".')
    size, clues = int(match[1]), int(match[2])
    fewest, most = CLUES[size]
    if not fewest <= clues <= most:
        raise PromptError(f"A {size}x{size} puzzle has {fewest} to {most} clues here, not {clues}.")
    for _ in range(TRIES):
        puzzle = with_gaps(_held_out_grid(size, rng), clues, rng)
        if len(puzzle) - puzzle.count(0) == clues:
            return puzzle
    raise PromptError(f"No {size}x{size} puzzle with {clues} clues was found; try again, or ask for more clues.")


def drawn_puzzle(text: str) -> dict[str, str]:
    """Draws what `text` asks for.

    Returns it under `puzzle`, as rows of digits and points, or one sentence under `refused`.
    """
    try:
        return {"puzzle": sudoku.to_text(requested_puzzle(text, random.Random()))}
    except PromptError as error:
        return {"refused": str(error)}


def _held_out_grid(size: int, rng: random.Random) -> sudoku.Grid:
    """A solved grid that training has not seen."""
    grid = sudoku.solutions((0,) * (size * size), limit=1, rng=rng)[0]
    while not sudoku.is_held_out(grid):
        _, grid = sudoku.shuffled(grid, grid, rng)
    return grid


def with_gaps(solution: sudoku.Grid, clues: int, rng: random.Random) -> sudoku.Grid:
    """Removes cells of `solution` at random until `clues` are left, as far as it stays the only solution."""
    puzzle, left = list(solution), len(solution)
    for cell in rng.sample(range(len(solution)), len(solution)):
        if left == clues:
            break
        puzzle[cell] = 0
        if len(sudoku.solutions(tuple(puzzle))) > 1:
            puzzle[cell] = solution[cell]
        else:
            left -= 1
    return tuple(puzzle)
