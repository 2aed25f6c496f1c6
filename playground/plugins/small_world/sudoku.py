"""Sudoku of 4x4, 6x6 and 9x9 cells: puzzles with exactly one solution, a checker, and what breaks the rules in a grid.

Grids are tuples of 16, 36 or 81 ints, row by row, with 0 for a gap; the number of cells gives the board. Boxes are 2x2,
two rows by three columns, and 3x3. As text, each row is a line, with `.` for a gap.
"""

import hashlib
import random
from dataclasses import dataclass
from functools import cached_property

PROMPT = "Solve this Sudoku:\n"
HELD_OUT_ONE_IN = 20
_UNITS = ("row", "column", "box")
_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")

Grid = tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """The geometry of grids of `size` x `size` cells with boxes of `box_rows` x `box_columns`."""

    size: int
    box_rows: int
    box_columns: int

    @property
    def cells(self) -> int:
        return self.size * self.size

    @cached_property
    def places(self) -> tuple[tuple[int, int, int], ...]:
        """The (row, column, box) of every cell."""
        boxes_across = self.size // self.box_columns
        return tuple(
            (r, c, (r // self.box_rows) * boxes_across + c // self.box_columns)
            for r in range(self.size)
            for c in range(self.size)
        )


BOARDS = {board.size: board for board in (Board(4, 2, 2), Board(6, 2, 3), Board(9, 3, 3))}
_BY_CELLS = {board.cells: board for board in BOARDS.values()}


def board_of(grid: Grid) -> Board:
    """The board of `grid`.

    Raises:
        ValueError: no board has that many cells.
    """
    if len(grid) not in _BY_CELLS:
        raise ValueError(f"a grid has 16, 36 or 81 cells, not {len(grid)}")
    return _BY_CELLS[len(grid)]


def to_text(grid: Grid) -> str:
    """Writes a grid, one line for each row."""
    size = board_of(grid).size
    return "\n".join("".join(str(d) if d else "." for d in grid[r * size : (r + 1) * size]) for r in range(size))


def from_text(text: str) -> Grid | None:
    """Reads a grid from `text`; None unless it is rows of the board's digits and `.`."""
    lines = text.strip().split("\n")
    size = len(lines)
    allowed = {".", *map(str, range(1, size + 1))}
    if size not in BOARDS or any(len(line) != size or not set(line) <= allowed for line in lines):
        return None
    return tuple(0 if ch == "." else int(ch) for line in lines for ch in line)


def solutions(puzzle: Grid, limit: int = 2, rng: random.Random | None = None) -> list[Grid]:
    """Finds up to `limit` solutions of `puzzle`, by searching the cell with the fewest candidates first.

    With `rng`, it tries digits in random order, so that an empty puzzle gives a random grid. A puzzle that breaks the
    rules has no solution.
    """
    board = board_of(puzzle)
    size, places = board.size, board.places
    every = (1 << size) - 1
    rows, columns, boxes = [every] * size, [every] * size, [every] * size  # bit d-1 set: digit d is still free there
    for cell, digit in enumerate(puzzle):
        if digit:
            bit = 1 << (digit - 1)
            r, c, b = places[cell]
            if not rows[r] & columns[c] & boxes[b] & bit:
                return []
            rows[r] ^= bit
            columns[c] ^= bit
            boxes[b] ^= bit

    grid, complete = list(puzzle), []

    def search(gaps: list[int]) -> bool:
        """Fills `gaps`; True once `limit` solutions are found."""
        if not gaps:
            complete.append(tuple(grid))
            return len(complete) >= limit
        best, best_free, best_count = -1, 0, size + 1
        for cell in gaps:
            r, c, b = places[cell]
            free = rows[r] & columns[c] & boxes[b]
            count = free.bit_count()
            if count < best_count:
                best, best_free, best_count = cell, free, count
                if count <= 1:
                    break
        rest = [cell for cell in gaps if cell != best]
        bits = [1 << i for i in range(size) if best_free >> i & 1]
        if rng is not None:
            rng.shuffle(bits)
        r, c, b = places[best]
        for bit in bits:
            rows[r] ^= bit
            columns[c] ^= bit
            boxes[b] ^= bit
            grid[best] = bit.bit_length()
            done = search(rest)
            rows[r] ^= bit
            columns[c] ^= bit
            boxes[b] ^= bit
            if done:
                return True
        grid[best] = 0
        return False

    search([cell for cell, digit in enumerate(puzzle) if not digit])
    return complete


def shuffled(puzzle: Grid, solution: Grid, rng: random.Random) -> tuple[Grid, Grid]:
    """Applies a random symmetry: it renames digits, and moves rows and columns within and with their boxes.

    The number of clues and the uniqueness of the solution stay the same.
    """
    board = board_of(solution)
    digits = [0, *rng.sample(range(1, board.size + 1), board.size)]
    rows, columns = _moved(board.size, board.box_rows, rng), _moved(board.size, board.box_columns, rng)
    cells = [r * board.size + c for r in rows for c in columns]
    return tuple(digits[puzzle[cell]] for cell in cells), tuple(digits[solution[cell]] for cell in cells)


def _moved(size: int, group: int, rng: random.Random) -> list[int]:
    """Shuffles 0 to `size` - 1 but keeps each group of `group` neighbours together."""
    groups = rng.sample(range(size // group), size // group)
    return [which * group + i for which in groups for i in rng.sample(range(group), group)]


def is_held_out(solution: Grid) -> bool:
    """True for one solved grid in twenty, by a hash. Training sees no puzzle with such a solution."""
    digest = hashlib.blake2b(bytes(solution), digest_size=8).digest()
    return int.from_bytes(digest, "big") % HELD_OUT_ONE_IN == 0


@dataclass(frozen=True, kw_only=True)
class Conflicts:
    """cells: every cell whose digit stands twice in its row, column or box. sentence: the first such pair, or ""."""

    cells: frozenset[int]
    sentence: str


def conflicts_of(grid: Grid) -> Conflicts:
    """Finds the digits of `grid` that stand twice; gaps break no rule. `assets/page/rules/sudoku.ts` has the same rule.

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
