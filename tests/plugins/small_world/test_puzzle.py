"""Puzzles that the page draws, as the server answers."""

import random
import time

import pytest

from playground.errors import PromptError
from playground.plugins.small_world import puzzles, sudoku
from playground.plugins.small_world.puzzles import drawn_puzzle


@pytest.mark.parametrize(("text", "clues"), [("4 4", 4), ("6 10", 10), ("9 26", 26), ("9 80", 80)])
def test_a_drawn_puzzle_has_one_solution_that_training_has_not_seen(text, clues):
    for seed in range(5):
        began = time.thread_time()
        puzzle = puzzles.requested_puzzle(text, random.Random(seed))
        assert time.thread_time() - began < 2
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
