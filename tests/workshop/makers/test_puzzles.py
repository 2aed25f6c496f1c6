"""The puzzles of a page without a server: drawn as visitors of a server get them."""

import json

import pytest

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.puzzles import CLUES
from workshop.makers.puzzles import COUNTS, FILE, PORTABLE, puzzle

LIST = json.loads((PORTABLE / FILE).read_text("utf-8"))


@pytest.mark.parametrize("size", COUNTS)
def test_the_file_is_what_the_maker_draws(size):
    shipped = LIST["sizes"][str(size)]
    assert tuple(shipped["clues"]) == CLUES[size] and len(set(shipped["puzzles"])) == len(shipped["puzzles"]) > 300
    for number in range(0, COUNTS[size], 20):
        assert puzzle(size, number) in shipped["puzzles"], "run `python -m workshop.makers.puzzles`"


@pytest.mark.parametrize("size", COUNTS)
def test_each_has_the_fewest_clues_and_one_solution_which_training_has_not_seen(size):
    for cells in LIST["sizes"][str(size)]["puzzles"]:
        clues = tuple(int(cell) if cell.isdecimal() else 0 for cell in cells)
        solution = tuple(int(cell) if cell.isdecimal() else "_abcdefghi".index(cell) for cell in cells)
        assert len(clues) - clues.count(0) == CLUES[size][0]
        assert sudoku.solutions(clues) == [solution] and sudoku.is_held_out(solution)


def test_it_is_small():
    assert (PORTABLE / FILE).stat().st_size < 100_000
