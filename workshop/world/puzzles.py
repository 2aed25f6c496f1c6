"""Endless puzzles: a folder keeps banks of minimal ones; symmetries and extra clues multiply them."""

import itertools
import random
from collections.abc import Iterator, Mapping
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from playground.export.whole import writing
from playground.plugins.small_world import sudoku
from playground.plugins.small_world.puzzles import with_gaps
from playground.plugins.small_world.sudoku import BOARDS, Grid, solutions
from workshop.processes import leave_signals

PART = 300
"""The scale of what one process makes from one seed. The banks of cases are no larger, and so what they always were."""


def minimal_puzzle(rng: random.Random, size: int = 6) -> tuple[Grid, Grid]:
    """Makes a random (puzzle, solution) that needs every clue: without any one of them it has several solutions."""
    solution = solutions((0,) * BOARDS[size].cells, limit=1, rng=rng)[0]
    return with_gaps(solution, 0, rng), solution


def with_clues(puzzle: Grid, solution: Grid, clues: int, rng: random.Random) -> Grid:
    """Adds random cells of `solution` to `puzzle` until it has `clues` clues; does nothing if it has that many."""
    gaps = [cell for cell, digit in enumerate(puzzle) if not digit]
    missing = max(0, clues - (len(puzzle) - len(gaps)))
    filled = set(rng.sample(gaps, min(missing, len(gaps))))
    return tuple(solution[cell] if cell in filled else digit for cell, digit in enumerate(puzzle))


def puzzle_bank(size: int, count: int, seed: int, folder: Path, workers: int) -> np.ndarray:
    """Makes `count` minimal puzzles with their solutions, (count, 2, cells) uint8, and keeps them in `folder`."""
    path = folder / f"puzzles-{size}-{seed}-{count}.npy"
    if not path.exists():
        part = bank_sizes(PART)[size]
        parts = [
            (size, min(part, count - i), f"puzzles {size} {seed}" + f" {i}" * bool(i)) for i in range(0, count, part)
        ]
        if workers and len(parts) > 1:
            with Pool(workers, leave_signals) as pool:
                made = pool.starmap(_puzzles, parts, chunksize=1)
        else:
            made = list(itertools.starmap(_puzzles, parts))
        bank = np.array([puzzle for puzzles in made for puzzle in puzzles], dtype=np.uint8)
        folder.mkdir(parents=True, exist_ok=True)
        with writing(path) as fresh:
            np.save(fresh, bank)
    return np.load(path)


def _puzzles(size: int, count: int, seed: str) -> list[tuple[Grid, Grid]]:
    rng = random.Random(seed)
    return [minimal_puzzle(rng, size) for _ in range(count)]


class PuzzleBanks(Mapping[int, np.ndarray]):
    """Board size -> bank: `scale` puzzles of 9x9, four times as many of 6x6, at most 200 of 4x4.

    Each is made when it is first asked for, by `workers` processes: 5,000 9x9 puzzles take a core two minutes or three,
    and stories need none.
    """

    def __init__(self, scale: int, seed: int, folder: Path, workers: int = 0) -> None:
        self._sizes, self._seed, self._folder, self._workers = bank_sizes(scale), seed, folder, workers
        self._banks: dict[int, np.ndarray] = {}

    def __getitem__(self, size: int) -> np.ndarray:
        if size not in self._banks:
            self._banks[size] = puzzle_bank(size, self._sizes[size], self._seed, self._folder, self._workers)
        return self._banks[size]

    def __iter__(self) -> Iterator[int]:
        return iter(self._sizes)

    def __len__(self) -> int:
        return len(self._sizes)


def bank_sizes(scale: int) -> dict[int, int]:
    """Board size -> number of puzzles; symmetries multiply them by thousands (4x4) to billions (9x9)."""
    return {4: min(200, scale), 6: 4 * scale, 9: scale}


def sample_puzzle(
    bank: np.ndarray, clues: int, rng: random.Random, *, held_out: bool
) -> tuple[sudoku.Grid, sudoku.Grid]:
    """Draws a (puzzle, solution) from one side of the split. It has more than `clues` clues only if it needs them."""
    while True:
        puzzle, solution = bank[rng.randrange(len(bank))].tolist()
        puzzle, solution = sudoku.shuffled(tuple(puzzle), tuple(solution), rng)
        if sudoku.is_held_out(solution) == held_out:
            return with_clues(puzzle, solution, clues, rng), solution
