"""Sudoku: solver and checker, uniqueness, symmetries, the split, and puzzles that the page draws."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from playground.errors import PromptError
from playground.plugins.small_world import puzzles, sudoku
from playground.plugins.small_world.check import puzzle_in
from playground.plugins.small_world.judge import wrong_in_grid
from playground.plugins.small_world.puzzles import drawn_puzzle
from playground.plugins.small_world.understanding import understand
from workshop.world.puzzles import minimal_puzzle, sample_puzzle, with_clues

CASES = Path(__file__).parents[2] / "golden/rules"
"""The page's `rules/cases.test.ts` reads them too."""
SOLVED = tuple(map(int, "123456456123231564564231312645645312"))


def is_solved(puzzle, grid):
    return wrong_in_grid(puzzle, sudoku.to_text(grid)) == ""


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
        assert sudoku.solutions(puzzle) == [solution] and is_solved(puzzle, solution)
        for cell in range(size * size):
            if puzzle[cell]:
                assert len(sudoku.solutions((*puzzle[:cell], 0, *puzzle[cell + 1 :]))) == 2


@pytest.mark.parametrize("size", [4, 6, 9])
def test_symmetries_keep_clues_and_uniqueness(size):
    rng = random.Random(2)
    puzzle, solution = minimal_puzzle(rng, size)
    others = [sudoku.shuffled(puzzle, solution, rng) for _ in range(20)]
    assert all(other.count(0) == puzzle.count(0) and sudoku.solutions(other) == [answer] for other, answer in others)
    assert len({answer for _, answer in others}) > (10 if size == 4 else 19)


def test_clues_are_added_up_to_the_number_asked_for():
    rng = random.Random(3)
    puzzle, solution = minimal_puzzle(rng)
    fuller = with_clues(puzzle, solution, 20, rng)
    assert 36 - fuller.count(0) == 20
    assert all(d in (0, solution[cell]) for cell, d in enumerate(fuller))
    assert all(fuller[cell] == d for cell, d in enumerate(puzzle) if d)
    assert with_clues(puzzle, solution, 3, rng) == puzzle
    assert with_clues(puzzle, solution, 36, rng) == solution


def test_cells_of_no_board_are_refused_and_two_alike_have_no_solution():
    with pytest.raises(ValueError, match="16, 36 or 81 cells, not 25"):
        sudoku.solutions((0,) * 25)
    assert sudoku.solutions((1, 1) + (0,) * 34) == []
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


@pytest.mark.parametrize(("text", "clues"), [("4 4", 4), ("6 10", 10), ("9 26", 26), ("9 80", 80)])
def test_a_drawn_puzzle_has_one_solution_that_training_has_not_seen(text, clues):
    for seed in range(5):
        puzzle = puzzles.requested_puzzle(text, random.Random(seed))
        (solution,) = sudoku.solutions(puzzle)
        assert sum(map(bool, puzzle)) == clues and sudoku.is_held_out(solution)


def test_two_puzzles_differ_and_have_the_form_of_a_prompt():
    one, two = (drawn_puzzle("9 30")["puzzle"] for _ in range(2))
    assert one != two and len(sudoku.from_text(one)) == 81


@pytest.mark.parametrize(
    "text", ["", "9", "9 ", "9 30 1", "9  30", "9 30\n", "5 10", "9 -3", "९ ३०", "9 3e1", "x" * 64, "\x00"]
)
def test_anything_else_is_refused_in_one_sentence(text):
    sentence = 'A puzzle is asked for by its size (4, 6 or 9) and its number of clues, such as "9 30".'
    assert drawn_puzzle(text) == {"refused": sentence}


def test_a_number_of_clues_that_training_has_not_seen_is_refused():
    assert drawn_puzzle("9 25") == {"refused": "A 9x9 puzzle has 26 to 80 clues here, not 25."}
    assert drawn_puzzle("4 16") == {"refused": "A 4x4 puzzle has 4 to 15 clues here, not 16."}


def test_it_gives_up_rather_than_search_on(monkeypatch):
    monkeypatch.setattr(puzzles, "CLUES", {4: (1, 15)})  # a grid of 4x4 needs four clues
    with pytest.raises(PromptError, match="No 4x4 puzzle with 3 clues was found"):
        puzzles.requested_puzzle("4 3", random.Random(0))
