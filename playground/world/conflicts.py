"""What breaks the rules in a Sudoku grid, complete or not. `assets/js/rules/sudoku.js` has the same rule."""

from dataclasses import dataclass

from playground.world.sudoku import Grid, board_of

_UNITS = ("row", "column", "box")
_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, kw_only=True)
class Conflicts:
    """cells: every cell whose digit stands twice in its row, column or box. sentence: the first such pair, or ""."""

    cells: frozenset[int]
    sentence: str


def conflicts_of(grid: Grid) -> Conflicts:
    """Finds the digits of `grid` that stand twice; gaps break no rule.

    The sentence names the first row, else column, else box, and the smallest digit in it: "two 8s in row 1".
    """
    board = board_of(grid)
    cells: set[int] = set()
    sentence = ""
    for at, unit in enumerate(_UNITS):
        for which in range(board.size):
            members = [cell for cell, place in enumerate(board.places) if place[at] == which]
            for digit in range(1, board.size + 1):
                same = [cell for cell in members if grid[cell] == digit]
                if len(same) > 1:
                    cells.update(same)
                    sentence = sentence or f"{_COUNTS[len(same) - 2]} {digit}s in {unit} {which + 1}"
    return Conflicts(cells=frozenset(cells), sentence=sentence)
