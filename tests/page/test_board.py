"""A run that solves a Sudoku, shown as a board, in a real Chromium."""

import pytest
from page_helpers import RECORDED, go, pixel, said

import playground as pg
from playground.plugins.small_world.sudoku import conflicts_of, from_text

BOXES = "playground.player.painter.grid.boxes.map(({x, y, width, height}) => [x, y, width, height])"
RUN = pg.Trace.load(RECORDED / "wrong.trace")
GIVEN = RUN.header.prompt.partition("\n")[2]


def conflicts_at(row):
    """What breaks the rules in what was drawn, in cells of 9x9; None where that is no whole grid."""
    drawn = "".join(RUN.tokens[token] for token in RUN.columns["sampled_ids"][row, : len(GIVEN)].tolist())
    grid = from_text(drawn)
    return conflicts_of(grid) if grid and 0 not in grid else None


STEP = next(row for row in range(len(RUN)) if (found := conflicts_at(row)) and found.sentence)
"""The first one at which the board is full and breaks a rule."""
WRONG = f"#run=wrong&block=1&step={STEP + 1}"


def middle(page, position):
    x, y, width, height = page.evaluate(f"{BOXES}[{position}]")
    return {"x": x + width / 2, "y": y + height / 2}


def marks(page):
    """The marks of each position: 1 given, 2 in conflict, 4 miscopied."""
    return page.evaluate("playground.player.painter.looks.map((look) => look % 8)")


@pytest.fixture
def board(visit, address):
    page = visit(address + WRONG)
    page.wait_for_function("() => playground.player.recording.run.includes('goes wrong')")
    page.wait_for_function("() => playground.player.painter.grid.frame !== undefined")
    return page


def test_a_sudoku_is_a_board_and_says_what_is_wrong(board):
    go(board, STEP)
    boxes = board.evaluate(BOXES)
    cells = [boxes[row * 10 + column] for row in range(9) for column in range(9)]
    assert len({(x, y) for x, y, *_ in cells}) == 81 and all(width == height for *_, width, height in cells)
    assert len(boxes) == 128 and board.inner_text(".tdp-toolbar [data-value=grid]") == "board"
    found = marks(board)
    conflicts = conflicts_at(STEP)
    wrong = [at for at, mark in enumerate(found) if mark & 2]
    assert wrong == [cell // 9 * 10 + cell % 9 for cell in sorted(conflicts.cells)]
    assert [bool(mark & 1) for mark in found[: len(GIVEN)]] == [sign.isdigit() for sign in GIVEN]
    assert f"Wrong so far: {conflicts.sentence}, says the rule, not the model." in board.inner_text(".tdp-sentence")
    assert "given" in board.inner_text(".tdp-legend") and "breaks a rule" in board.inner_text(".tdp-legend")
    crimson = board.evaluate("playground.player.painter.inks.reopened")
    drawn = next(at for at in wrong if not found[at] & 1)
    width = boxes[drawn][2]
    red, green, blue, _ = pixel(board, ".tdp-canvas", drawn, -width * 0.13, width * 0.13)
    assert f"#{red:02x}{green:02x}{blue:02x}" == crimson, "a dot in the corner"

    board.evaluate("playground.player.seek(0)")
    board.wait_for_function("() => playground.player.painter.looks.every((look) => look % 8 < 2)")
    assert sum(marks(board)) == sum(sign.isdigit() for sign in GIVEN), "noise is only shaded"
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
    board.wait_for_function("() => playground.player.painter.grid.flows")
    board.click(".tdp-card-button:has-text('Sudoku 6×6')")
    board.wait_for_function("() => playground.player.recording.run.includes('6×6')")
    assert board.evaluate("playground.player.painter.grid.flows"), "the choice stays"
    board.keyboard.press("t")
    board.wait_for_function("() => playground.player.painter.grid.frame?.board.size === 6")
    board.click(".tdp-card-button:has-text('a story')")
    board.wait_for_function("() => playground.player.recording.run.startsWith('Lily')")
    board.wait_for_function("() => playground.player.painter.grid.frame === undefined")
    assert board.inner_text(".tdp-toolbar [data-value=grid]") == "grid"
    assert "breaks a rule" not in board.inner_text(".tdp-legend")
