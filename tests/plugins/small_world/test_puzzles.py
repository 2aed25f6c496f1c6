"""Puzzles drawn for the page."""

import random

import pytest

from playground.errors import PromptError
from playground.plugins.small_world import puzzles, sudoku


@pytest.mark.parametrize(("asked", "clues"), [("4 4", 4), ("6 10", 10), ("9 26", 26), ("9 80", 80)])
def test_a_drawn_puzzle_has_one_solution_that_training_has_not_seen(asked, clues):
    for seed in range(5):
        puzzle = puzzles.requested_puzzle(asked, random.Random(seed))
        (solution,) = sudoku.solutions(puzzle)
        assert sum(map(bool, puzzle)) == clues and sudoku.is_held_out(solution)


def test_symmetries_lead_from_every_4x4_grid_to_one_that_is_held_out():
    rng = random.Random(0)
    grids = sudoku.solutions((0,) * 16, limit=1000)
    assert len(grids) == 288
    for grid in grids:
        assert any(sudoku.is_held_out(sudoku.shuffled(grid, grid, rng)[1]) for _ in range(2000))


def test_it_gives_up_rather_than_search_on(monkeypatch):
    monkeypatch.setattr(puzzles, "CLUES", {4: (1, 15)})  # a grid of 4x4 needs four clues
    with pytest.raises(PromptError, match="No 4x4 puzzle with 3 clues was found"):
        puzzles.requested_puzzle("4 3", random.Random(0))
