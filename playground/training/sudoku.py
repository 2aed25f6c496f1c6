"""6x6 Sudoku: boxes of two rows by three columns, puzzles with exactly one solution, and a checker.

Grids are tuples of 36 ints, row by row, 0 for a gap. As text, one row per line, `.` for a gap.
"""

import hashlib
import random

SIZE = 6
CELLS = SIZE * SIZE
BOX_ROWS, BOX_COLUMNS = 2, 3
PROMPT = "Solve this Sudoku:\n"
HELD_OUT_ONE_IN = 20

Grid = tuple[int, ...]

_ALL = (1 << SIZE) - 1
_ROW = [cell // SIZE for cell in range(CELLS)]
_COLUMN = [cell % SIZE for cell in range(CELLS)]
_BOX = [(r // BOX_ROWS) * (SIZE // BOX_COLUMNS) + c // BOX_COLUMNS for r, c in zip(_ROW, _COLUMN, strict=True)]


def to_text(grid: Grid) -> str:
    """Six lines of six characters."""
    return "\n".join("".join(str(d) if d else "." for d in grid[r * SIZE : (r + 1) * SIZE]) for r in range(SIZE))


def from_text(text: str) -> Grid | None:
    """The grid that `text` spells, or None when it is not six lines of `1`-`6` and `.`."""
    lines = text.strip().split("\n")
    if len(lines) != SIZE or any(len(line) != SIZE or not set(line) <= set("123456.") for line in lines):
        return None
    return tuple(0 if ch == "." else int(ch) for line in lines for ch in line)


def solutions(puzzle: Grid, limit: int = 2, rng: random.Random | None = None) -> list[Grid]:
    """Up to `limit` solutions of `puzzle`, by search on the cell with the fewest candidates.

    With `rng`, digits are tried in random order, so that an empty puzzle gives a random grid. A puzzle that breaks the
    rules has none.
    """
    rows, columns, boxes = [_ALL] * SIZE, [_ALL] * SIZE, [_ALL] * SIZE  # bit d-1 set: digit d is still free there
    for cell, digit in enumerate(puzzle):
        if digit:
            bit = 1 << (digit - 1)
            if not rows[_ROW[cell]] & columns[_COLUMN[cell]] & boxes[_BOX[cell]] & bit:
                return []
            rows[_ROW[cell]] ^= bit
            columns[_COLUMN[cell]] ^= bit
            boxes[_BOX[cell]] ^= bit

    grid, found = list(puzzle), []

    def search(gaps: list[int]) -> bool:
        """Fill `gaps`; True once `limit` solutions are found."""
        if not gaps:
            found.append(tuple(grid))
            return len(found) >= limit
        best, best_free, best_count = -1, 0, SIZE + 1
        for cell in gaps:
            free = rows[_ROW[cell]] & columns[_COLUMN[cell]] & boxes[_BOX[cell]]
            count = free.bit_count()
            if count < best_count:
                best, best_free, best_count = cell, free, count
                if count <= 1:
                    break
        rest = [cell for cell in gaps if cell != best]
        bits = [1 << i for i in range(SIZE) if best_free >> i & 1]
        if rng is not None:
            rng.shuffle(bits)
        r, c, b = _ROW[best], _COLUMN[best], _BOX[best]
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

    search([cell for cell in range(CELLS) if not puzzle[cell]])
    return found


def minimal_puzzle(rng: random.Random) -> tuple[Grid, Grid]:
    """A random (puzzle, solution) in which every clue is needed: take one away and there are several solutions."""
    solution = solutions((0,) * CELLS, limit=1, rng=rng)[0]
    puzzle = list(solution)
    for cell in rng.sample(range(CELLS), CELLS):
        digit, puzzle[cell] = puzzle[cell], 0
        if len(solutions(tuple(puzzle))) > 1:
            puzzle[cell] = digit
    return tuple(puzzle), solution


def shuffled(puzzle: Grid, solution: Grid, rng: random.Random) -> tuple[Grid, Grid]:
    """The same puzzle under a random symmetry: digits renamed, rows and columns moved within and with their boxes.

    Uniqueness of the solution and the number of clues are kept.
    """
    digits = [0, *rng.sample(range(1, SIZE + 1), SIZE)]
    rows = [
        band * BOX_ROWS + r
        for band in rng.sample(range(SIZE // BOX_ROWS), SIZE // BOX_ROWS)
        for r in rng.sample(range(BOX_ROWS), BOX_ROWS)
    ]
    columns = [
        stack * BOX_COLUMNS + c
        for stack in rng.sample(range(SIZE // BOX_COLUMNS), SIZE // BOX_COLUMNS)
        for c in rng.sample(range(BOX_COLUMNS), BOX_COLUMNS)
    ]
    cells = [r * SIZE + c for r in rows for c in columns]
    return tuple(digits[puzzle[cell]] for cell in cells), tuple(digits[solution[cell]] for cell in cells)


def with_clues(puzzle: Grid, solution: Grid, clues: int, rng: random.Random) -> Grid:
    """`puzzle` with random cells of `solution` added up to `clues` clues; unchanged when it has as many already."""
    gaps = [cell for cell in range(CELLS) if not puzzle[cell]]
    missing = max(0, clues - (CELLS - len(gaps)))
    filled = set(rng.sample(gaps, min(missing, len(gaps))))
    return tuple(solution[cell] if cell in filled else puzzle[cell] for cell in range(CELLS))


def is_held_out(solution: Grid) -> bool:
    """True for one solved grid in twenty, by hash: training sees no puzzle with such a solution."""
    digest = hashlib.blake2b(bytes(solution), digest_size=8).digest()
    return int.from_bytes(digest, "big") % HELD_OUT_ONE_IN == 0


def is_solved(puzzle: Grid, answer: Grid) -> bool:
    """True when `answer` keeps the clues of `puzzle` and every row, column and box holds the digits 1 to 6."""
    if any(clue and clue != digit for clue, digit in zip(puzzle, answer, strict=True)):
        return False
    units: dict[tuple[str, int], set[int]] = {}
    for cell, digit in enumerate(answer):
        for unit in (("row", _ROW[cell]), ("column", _COLUMN[cell]), ("box", _BOX[cell])):
            units.setdefault(unit, set()).add(digit)
    return all(digits == set(range(1, SIZE + 1)) for digits in units.values())
