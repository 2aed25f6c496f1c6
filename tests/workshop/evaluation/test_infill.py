"""Infilling is measured: what is hidden, what is pinned, and what counts as right."""

import random

import pytest

from workshop.evaluation.infill import _open_cells, infill, stretches
from workshop.world.cases import Case


def test_about_half_of_a_text_is_hidden_in_stretches():
    away = stretches(100, (4, 12), random.Random(3))
    assert len(away) == 50 and away <= {*range(100)}
    runs = sum(place - 1 not in away for place in away)
    assert 2 <= runs <= 13
    hole = stretches(23, (11, 11), random.Random(1))
    assert len(hole) == 11 and max(hole) - min(hole) == 10, "one hole"


def test_a_sudoku_loses_its_open_cells_and_its_prompt_the_clues():
    prompt, away = _open_cells(
        "Solve this Sudoku:\n1..4\n..3.\n.2..\n4..1", [*"1234", "\n", *"4132", "\n", *"3214", "\n", *"4321"]
    )
    assert prompt == "Solve this Sudoku:\n....\n....\n....\n...."
    assert away == {1, 2, 5, 6, 8, 10, 12, 13, 16, 17}


@pytest.mark.slow
@pytest.mark.parametrize("way", ["uniform", "masked"])
def test_what_is_not_hidden_is_in_the_text(embedded_model, way):
    answer = "def double(x):\n    return x * 2"
    case = Case(
        prompt="Write a function that doubles a number.", judge=lambda text: text.startswith("d"), answer=answer
    )
    settings = embedded_model.settings.replace(way=way, max_denoising_steps=4)
    found = infill(embedded_model, "function", [case, case], settings)
    assert (found.way, found.cases) == (way, 2) and 0.4 < found.hidden <= 0.5 and 0 <= found.same <= 1
    assert 0 < found.steps <= 13
