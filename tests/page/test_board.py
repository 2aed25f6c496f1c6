"""A run that solves a Sudoku, shown as a board, in a real Chromium."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_helpers import READY, RECORDED, go, pixel, said

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


def entered(page):
    return "".join(page.eval_on_selector_all(".tdp-puzzle input", "cells => cells.map((cell) => cell.value || '.')"))


def paste(page, pasted):
    page.eval_on_selector(
        ".tdp-puzzle input",
        """(cell, text) => { const clipboardData = new DataTransfer();
             clipboardData.setData('text', text);
             cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })); }""",
        pasted,
    )


def test_a_puzzle_is_entered_by_typing_pasting_and_drawing(visit, address):
    page = visit(address)
    page.wait_for_selector(READY)
    edit = page.locator(".tdp-edit-puzzle")
    assert edit.is_hidden(), "a story is no puzzle"
    page.click(".tdp-card-button:has-text('Sudoku 6×6')")
    edit.click()
    assert entered(page) == ".32.5.1.6...3....2.61........5....3."
    page.click(".tdp-puzzle-dialog [data-value='4']")
    page.focus(".tdp-puzzle input")
    page.keyboard.type("10 24")  # digits go on to the next cell; 0 and a space leave one empty
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("5")
    assert page.inner_text(".tdp-puzzle-verdict") == "A cell holds one of the digits 1 to 4."
    page.keyboard.type("3")
    assert entered(page) == "1.324..........."
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    assert entered(page) == "1..24..........."
    page.keyboard.press("Escape")
    assert page.input_value("#prompt textarea").startswith("Solve this Sudoku:\n.32.5."), "nothing was used"

    edit.click()
    assert entered(page) == ".32.5.1.6...3....2.61........5....3."
    paste(page, "no puzzle")
    assert page.inner_text(".tdp-puzzle-verdict").startswith("What was pasted is no puzzle")
    paste(page, "1 1 . .\n. . 3 .\n. 4 . .\n. . . 2")
    assert entered(page) == "11....3..4.....2"
    assert page.inner_text(".tdp-puzzle-verdict") == "Two 1s in row 1: such a puzzle has no solution."
    assert page.locator(".tdp-puzzle input[aria-invalid=true]").count() == 2
    violations = Axe().run(page, ".tdp-puzzle-dialog").response["violations"]
    assert not [fault["id"] for fault in violations if fault["impact"] in ("serious", "critical")]
    page.click(".tdp-puzzle-dialog [data-value='9']")
    assert page.is_disabled(".tdp-use-puzzle")
    page.click(".tdp-draw button:has-text('hard')")
    page.wait_for_selector(".tdp-puzzle-verdict:text-is('30 clues.')")
    drawn = entered(page)
    page.click(".tdp-use-puzzle")
    rows = "\n".join(drawn[row * 9 : row * 9 + 9] for row in range(9))
    assert page.input_value("#prompt textarea") == f"Solve this Sudoku:\n{rows}"
    assert page.is_visible(".tdp-edited")
