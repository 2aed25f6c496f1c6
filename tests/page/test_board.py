"""A run that solves a Sudoku, shown as a board, in a real Chromium."""

import pytest
from page_helpers import go, pixel, said

pytest_plugins = "page_fixtures"

BOXES = "playground.player.painter.grid.boxes.map(({x, y, width, height}) => [x, y, width, height])"
WRONG = "#run=wrong&block=1&step=7"


def middle(page, position):
    x, y, width, height = page.evaluate(f"{BOXES}[{position}]")
    return {"x": x + width / 2, "y": y + height / 2}


def marks(page):
    """The marks of each position: 1 given, 2 in conflict, 4 miscopied."""
    return page.evaluate("playground.player.painter.looks.map((look) => look % 8)")


@pytest.fixture
def board(visit, address):
    page = visit(address + WRONG)
    page.wait_for_function("playground.player.recording.run.includes('goes wrong')")
    page.wait_for_function("playground.player.painter.grid.frame !== undefined")
    return page


def test_a_sudoku_is_a_board_and_says_what_is_wrong(board):
    go(board, 6)
    boxes = board.evaluate(BOXES)
    cells = [boxes[row * 10 + column] for row in range(9) for column in range(9)]
    assert len({(x, y) for x, y, *_ in cells}) == 81 and all(width == height for *_, width, height in cells)
    assert len(boxes) == 128 and board.inner_text(".tdp-toolbar [data-value=grid]") == "board"
    found = marks(board)
    assert [at for at, mark in enumerate(found) if mark & 2] == [3, 7, 14, 34]
    given = "4....1...\n......9..\n1.82.5...\n9175..36.\n2..1...7.\n8.3.7.1..\n761..4.9.\n..4.....5\n..9..8643"
    assert [bool(mark & 1) for mark in found[: len(given)]] == [sign.isdigit() for sign in given]
    assert "Wrong so far: two 8s in row 1, says the rule, not the model." in board.inner_text(".tdp-sentence")
    crimson = board.evaluate("playground.player.painter.inks.reopened")
    width = boxes[7][2]
    red, green, blue, _ = pixel(board, ".tdp-canvas", 7, -width * 0.13, width * 0.13)
    assert f"#{red:02x}{green:02x}{blue:02x}" == crimson, "a dot in the corner"

    board.evaluate("playground.player.seek(0)")
    board.wait_for_function("playground.player.painter.looks.every((look) => look % 8 < 2)")
    assert sum(marks(board)) == sum(sign.isdigit() for sign in given), "noise is only shaded"
    assert "Wrong" not in board.inner_text(".tdp-sentence")


def test_every_position_can_be_chosen_by_pointer_and_keys(board):
    for position in (0, 44, 88, 9, 127, 8):
        board.click(".tdp-canvas", position=middle(board, position))
        board.wait_for_function("position => playground.player.views.chosen === position", arg=position)
    board.evaluate("new Promise(requestAnimationFrame)")
    for key, wanted in (("Right", 10), ("Down", 20), ("Left", 18), ("Up", 8)):
        board.keyboard.press(f"Arrow{key}")
        board.wait_for_function("wanted => playground.player.views.chosen === wanted", arg=wanted)


def test_the_board_is_what_grid_means_and_text_is_the_readers_choice(board):
    assert "view" not in said(board)
    board.click(".tdp-toolbar [data-value=text]")
    board.wait_for_function("playground.player.painter.grid.flows")
    board.click(".tdp-card-button:has-text('Sudoku 6×6')")
    board.wait_for_function("playground.player.recording.run.includes('6×6')")
    assert board.evaluate("playground.player.painter.grid.flows"), "the choice stays"
    board.keyboard.press("t")
    board.wait_for_function("playground.player.painter.grid.frame?.board.size === 6")
    board.click(".tdp-card-button:has-text('a story')")
    board.wait_for_function("playground.player.recording.run.startsWith('Lily')")
    board.wait_for_function("playground.player.painter.grid.frame === undefined")
    assert board.inner_text(".tdp-toolbar [data-value=grid]") == "grid"
