"""Sudoku: solver and checker against naive ones, uniqueness, symmetries, the split."""

import itertools
import json
import random
from pathlib import Path

import numpy as np
import pytest

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.check import puzzle_in
from playground.plugins.small_world.judge import wrong_in_grid
from playground.plugins.small_world.understanding import understand
from workshop.world.puzzles import minimal_puzzle, sample_puzzle, with_clues

CASES = Path(__file__).parents[2] / "golden/rules"
"""The page's `rules/cases.test.ts` reads them too."""
SOLVED = tuple(map(int, "123456456123231564564231312645645312"))


def is_solved(puzzle, grid):
    return wrong_in_grid(puzzle, sudoku.to_text(grid)) == ""


def naive_solutions(puzzle):
    """Row by row over all 720 permutations: slow, and shares nothing with the solver."""
    rows = [puzzle[i : i + 6] for i in range(0, 36, 6)]
    fitting = [
        [p for p in itertools.permutations(range(1, 7)) if all(not c or c == d for c, d in zip(row, p, strict=True))]
        for row in rows
    ]
    found = []

    def extend(grid):
        r = len(grid)
        if r == 6:
            found.append(sum(grid, ()))
            return
        for row in fitting[r]:
            columns_fit = all(row[c] != above[c] for above in grid for c in range(6))
            boxes_fit = r % 2 == 0 or all(not set(row[c : c + 3]) & set(grid[-1][c : c + 3]) for c in (0, 3))
            if columns_fit and boxes_fit:
                extend([*grid, row])

    extend([])
    return found


def test_solver_agrees_with_the_naive_one():
    rng = random.Random(0)
    for clues in (12, 14, 17):  # random clues: sometimes one solution, mostly several
        cells = set(rng.sample(range(36), clues))
        puzzle = tuple(d if cell in cells else 0 for cell, d in enumerate(SOLVED))
        assert sorted(sudoku.solutions(puzzle, limit=100_000)) == sorted(naive_solutions(puzzle))
    assert sudoku.solutions((1, 1) + (0,) * 34) == []


def test_there_are_288_grids_of_4x4_and_symmetries_lead_from_each_to_one_that_is_held_out():
    grids, rng = sudoku.solutions((0,) * 16, limit=1000), random.Random(0)
    assert len(set(grids)) == len(grids) == 288
    for grid in grids:
        assert is_solved((0,) * 16, grid)
        assert any(sudoku.is_held_out(sudoku.shuffled(grid, grid, rng)[1]) for _ in range(2000))


def test_minimal_puzzles_are_unique_and_minimal():
    rng = random.Random(1)
    for size in [4] * 3 + [6] * 4 + [9]:
        puzzle, solution = minimal_puzzle(rng, size)
        assert sudoku.solutions(puzzle) == [solution]
        if size == 6:
            assert naive_solutions(puzzle) == [solution]
        for cell in range(size * size):
            if puzzle[cell]:
                assert len(sudoku.solutions((*puzzle[:cell], 0, *puzzle[cell + 1 :]))) == 2


@pytest.mark.parametrize("size", [4, 6, 9])
def test_symmetries_keep_clues_and_uniqueness(size):
    rng = random.Random(2)
    puzzle, solution = minimal_puzzle(rng, size)
    different = set()
    for _ in range(20):
        other, answer = sudoku.shuffled(puzzle, solution, rng)
        assert other.count(0) == puzzle.count(0)
        assert sudoku.solutions(other) == [answer]
        different.add(answer)
    assert len(different) > (10 if size == 4 else 19)


def test_clues_are_added_up_to_the_number_asked_for():
    rng = random.Random(3)
    puzzle, solution = minimal_puzzle(rng)
    fuller = with_clues(puzzle, solution, 20, rng)
    assert 36 - fuller.count(0) == 20
    assert all(d in (0, solution[cell]) for cell, d in enumerate(fuller))
    assert all(fuller[cell] == d for cell, d in enumerate(puzzle) if d)
    assert with_clues(puzzle, solution, 3, rng) == puzzle
    assert with_clues(puzzle, solution, 36, rng) == solution


def test_cells_of_no_board_are_refused():
    with pytest.raises(ValueError, match="16, 36 or 81 cells, not 25"):
        sudoku.solutions((0,) * 25)
    assert not is_solved((0,) * 16, SOLVED)


def test_the_split_follows_the_solved_grid_after_all_symmetries():
    rng = random.Random(4)
    bank = np.array([minimal_puzzle(rng) for _ in range(5)], dtype="uint8")
    share = sum(sudoku.is_held_out(sudoku.shuffled(SOLVED, SOLVED, rng)[1]) for _ in range(4000)) / 4000
    assert 0.035 < share < 0.065
    for side in (True, False):
        for _ in range(50):
            puzzle, solution = sample_puzzle(bank, 15, rng, held_out=side)
            assert sudoku.is_held_out(solution) == side
            assert sudoku.solutions(puzzle) == [solution]


def cases(name):
    return pytest.mark.parametrize("case", json.loads((CASES / f"{name}.json").read_text("utf-8")))


def grid_of(cells):
    return tuple(0 if cell == "." else int(cell) for cell in cells)


@cases("sudoku-conflicts")
def test_what_breaks_the_rules_of_a_sudoku(case):
    conflicts = sudoku.conflicts_of(grid_of(case["grid"]))
    assert (sorted(conflicts.cells), conflicts.sentence) == (case["cells"], case["sentence"])


@cases("sudoku-puzzle")
def test_the_puzzle_in_a_prompt(case):
    assert puzzle_in(understand(case["prompt"])) == (None if case["grid"] is None else grid_of(case["grid"]))
