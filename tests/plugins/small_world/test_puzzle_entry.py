"""Entering a Sudoku: by typing, pasting and drawing, in a real Chromium."""

from axe_playwright_python.sync_playwright import Axe
from page_holds import EDITED

VERDICT, DIALOG, USE = ".tdp-puzzle-verdict", ".tdp-puzzle-dialog", ".tdp-use-puzzle"


def entered(page):
    return "".join(
        page.eval_on_selector_all("[aria-label=Puzzle] input", "cells => cells.map((cell) => cell.value || '.')")
    )


def paste(page, pasted):
    page.eval_on_selector(
        "[aria-label=Puzzle] input",
        """(cell, text) => { const clipboardData = new DataTransfer();
             clipboardData.setData('text', text);
             cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })); }""",
        pasted,
    )


def test_a_puzzle_is_entered_by_typing_pasting_and_drawing(visit, address):
    page = visit(address, model=True)
    edit = page.locator(".tdp-edit-puzzle")
    assert edit.is_hidden(), "a story is no puzzle"
    page.click("[aria-label=Examples] button:has-text('Sudoku 6×6')")
    edit.click()
    assert entered(page) == ".32.5.1.6...3....2.61........5....3."
    page.click(f"{DIALOG} [data-value='4']")
    page.focus("[aria-label=Puzzle] input")
    page.keyboard.type("10 24")  # digits go on to the next cell; 0 and a space leave one empty
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("3")
    assert entered(page) == "1.324..........."
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    assert entered(page) == "1..24..........."
    page.keyboard.press("Escape")
    assert page.input_value("#prompt textarea").startswith("Solve this Sudoku:\n.32.5."), "nothing was used"

    edit.click()
    assert entered(page) == ".32.5.1.6...3....2.61........5....3."
    paste(page, "1 1 . .\n. . 3 .\n. 4 . .\n. . . 2")
    assert entered(page) == "11....3..4.....2"
    assert page.inner_text(VERDICT) == "Two 1s in row 1: such a puzzle has no solution."
    assert page.locator("[aria-label=Puzzle] input[aria-invalid=true]").count() == 2
    violations = Axe().run(page, DIALOG).response["violations"]
    assert not [fault["id"] for fault in violations if fault["impact"] in ("serious", "critical")]
    page.click(f"{DIALOG} [data-value='9']")
    assert page.is_disabled(USE)
    page.click("[aria-label='Draw a puzzle'] button:has-text('hard')")
    page.wait_for_selector(f"{VERDICT}:text-is('30 clues.')")
    drawn = entered(page)
    page.click(USE)
    rows = "\n".join(drawn[row * 9 : row * 9 + 9] for row in range(9))
    assert page.input_value("#prompt textarea") == f"Solve this Sudoku:\n{rows}"
    assert page.is_visible(EDITED)
