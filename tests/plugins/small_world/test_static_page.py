"""A page without a server: it says the same of prompts, and draws puzzles from those that came with it."""

import pytest
from page_helpers import READY, RECORDED, set_mode

from playground.export import export
from playground.plugins.small_world.sudoku import from_text, solutions
from playground.trace import Trace


def draws_a_sudoku(page):
    """Of those that came with the page."""
    grid = from_text(page.evaluate("playground.engine.call('puzzle', '9 30')")["puzzle"])
    assert sum(map(bool, grid)) == 30 and len(solutions(grid)) == 1


@pytest.mark.thorough
def test_a_page_without_a_server_draws_a_sudoku(static):
    draws_a_sudoku(static)


@pytest.mark.thorough
def test_a_page_of_one_file_has_it_too(stranger, tmp_path):
    pytest.importorskip("playground.plugins.live")  # which writes such a file
    (path,) = export([Trace.load(RECORDED / "json.trace")], tmp_path / "run.html", with_model=True)
    page = stranger(path.as_uri(), offline=True)
    page.wait_for_selector(READY, state="attached")
    page.fill("#prompt textarea", "Solve this Sudoku:\n123.\n341.\n21..\n....")
    page.wait_for_selector(".tdp-about-prompt:has-text('It will solve this 4×4 Sudoku.')")
    page.click(".tdp-edit-puzzle")
    assert page.locator(".tdp-puzzle input").count() == 16
    page.keyboard.press("Escape")
    set_mode(page, "compare")
    page.wait_for_selector("[data-race=example]")
    draws_a_sudoku(page)
