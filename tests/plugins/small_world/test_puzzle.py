"""Puzzles that the page draws, as the server answers."""

import time

import pytest

from playground.plugins.small_world.puzzles import drawn_puzzle
from playground.plugins.small_world.sudoku import from_text, solutions


@pytest.mark.parametrize("text", ["4 6", "6 16", "9 26", "9 30", "9 45"])
def test_it_draws_what_is_asked_for_in_the_form_of_a_prompt(text):
    size, clues = map(int, text.split())
    began = time.thread_time()
    grid = from_text(drawn_puzzle(text)["puzzle"])
    assert time.thread_time() - began < 2
    assert len(grid) == size * size and sum(map(bool, grid)) == clues and len(solutions(grid)) == 1


def test_two_puzzles_differ():
    assert drawn_puzzle("9 30") != drawn_puzzle("9 30")


@pytest.mark.parametrize(
    "text", ["", "9", "9 ", "9 30 1", "9  30", "9 30\n", "5 10", "9 -3", "९ ३०", "9 3e1", "x" * 64, "\x00"]
)
def test_anything_else_is_refused_in_one_sentence(text):
    sentence = 'A puzzle is asked for by its size (4, 6 or 9) and its number of clues, such as "9 30".'
    assert drawn_puzzle(text) == {"refused": sentence}


def test_a_number_of_clues_that_training_has_not_seen_is_refused():
    assert drawn_puzzle("9 25") == {"refused": "A 9x9 puzzle has 26 to 80 clues here, not 25."}
    assert drawn_puzzle("4 16") == {"refused": "A 4x4 puzzle has 4 to 15 clues here, not 16."}
