"""A run that solves a Sudoku, shown as a board, in a real Chromium."""

from page_helpers import RECORDED, go, grid, pixel, said

import playground as pg

RUN = pg.Trace.load(RECORDED / "wrong.trace")
GIVEN = RUN.header.prompt.partition("\n")[2]


def marks(page):
    """The marks of each position: 1 given, 2 in conflict, 4 miscopied."""
    return page.evaluate("playground.player.painter.looks.map((look) => look % 8)")


def test_a_sudoku_is_a_board_that_says_what_is_wrong_and_text_is_the_readers_choice(visit, address):
    """Which cells break a rule: `sudoku-conflicts` in `cases.test.ts`; where the marks are: `board.test.ts`."""
    board = visit(f"{address}#run=wrong&block=1&step=1")
    board.wait_for_function("() => playground.player.recording.run.includes('goes wrong')")
    board.wait_for_function("() => playground.player.painter.grid.frame !== undefined")
    assert "view" not in said(board), "a board is what grid means"
    for step in range(len(RUN)):
        go(board, step)
        if "Wrong so far: " in board.inner_text(".tdp-sentence"):
            break
    boxes = grid(board)
    cells = [boxes[row * 10 + column] for row in range(9) for column in range(9)]
    assert len({(x, y) for x, y, *_ in cells}) == 81 and all(width == height for *_, width, height in cells)
    assert len(boxes) == 128 and board.inner_text(".tdp-toolbar [data-value=grid]") == "board"
    found = marks(board)
    wrong = [at for at, mark in enumerate(found) if mark & 2]
    assert [bool(mark & 1) for mark in found[: len(GIVEN)]] == [sign.isdigit() for sign in GIVEN]
    assert ", says the rule, not the model." in board.inner_text(".tdp-sentence")
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

    go(board, step)
    for position in (0, 44, 88, 9, 127, 8):
        x, y, width, height = grid(board)[position]
        board.click(".tdp-canvas", position={"x": x + width / 2, "y": y + height / 2})
        board.wait_for_function("position => playground.player.views.chosen === position", arg=position)
    board.evaluate("new Promise(requestAnimationFrame)")
    for key, wanted in (("Right", 10), ("Down", 20), ("Left", 18), ("Up", 8)):
        board.keyboard.press(f"Arrow{key}")
        board.wait_for_function("wanted => playground.player.views.chosen === wanted", arg=wanted)

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
