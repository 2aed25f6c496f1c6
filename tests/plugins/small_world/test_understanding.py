"""Puzzles as people paste them: the chat template, Python and (by the golden cases) the page read the same grid."""

import pytest

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.understanding import understand

ROWS = (
    "490673028", "160805003", "087001500", "010400037", "006908050", "530160000", "908014276", "000709300", "270580914",
)  # fmt: skip
GRID = "\n".join(ROWS)
READ = sudoku.PROMPT + GRID.replace("0", ".")


def table(between, gap, edge=""):
    return [f"{edge}{between.join(cell if cell != '0' else gap for cell in row)}{edge}" for row in ROWS]


def boxed(bar, cross, line, gap):
    rule = cross + cross.join([line * 7] * 3) + cross
    drawn = []
    for number, row in enumerate(ROWS):
        boxes = (" ".join(row[start : start + 3]).replace("0", gap) for start in (0, 3, 6))
        drawn += [*([rule] if number % 3 == 0 else []), f"{bar} " + f" {bar} ".join(boxes) + f" {bar}"]
    return "\n".join([*drawn, rule])


MARKDOWN = table(" | ", " ", "|")
FORMS = {
    "lines": GRID,
    "points": GRID.replace("0", "."),
    "question marks": GRID.replace("0", "?"),
    "81 signs": "".join(ROWS),
    "cells of a table": "\n".join(table("\t", "")),
    "cells with hard spaces": "\n".join(table("\t", "\xa0")),
    "Markdown": "\n".join([MARKDOWN[0], "|" + "---|" * 9, *MARKDOWN[1:]]),
    "bars": boxed("|", "+", "-", "0"),
    "drawn lines": boxed("│", "┼", "─", "."),
    "Windows": GRID.replace("\n", "\r\n"),
    "blank lines": GRID.replace("\n", "\n\n"),
}
HEADS = (
    "", "Solve this Sudoku:\n", "Solve this Sudoku\n", "Solve this Sudoku.\n", "Can you solve this?\n",
    "# Sudoku 9x9\n",
    "Solve this Sudoku puzzle. 0 marks an empty cell. Reply with the completed 9x9 grid.\n", "Sudoku 12\n\n",
)  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("form", FORMS)
def test_a_puzzle_is_read_in_every_form_that_people_paste(form, head):
    assert understand(head + FORMS[form]) == READ
    assert understand(f"{head}{FORMS[form]}\n\n2. Please explain.") == READ


@pytest.mark.parametrize("form", ["lines", "81 signs", "cells of a table", "bars"])
@pytest.mark.parametrize("end", [".", "?", " please", "\nThanks!"])
def test_what_ends_the_sentence_is_no_cell(form, end):
    assert understand(f"Solve this Sudoku.\n{FORMS[form]}{end}") == READ


@pytest.mark.parametrize(
    "text",
    [
        GRID.replace("490673028", "49067302"),
        GRID.replace("490673028", "4906730281"),
        f"{GRID}\n270580914",
        "\n".join(ROWS[:8]),
        "\n".join(["...9", "....", "....", "...."]),
        "\n".join(["........."] * 9),
        "Numbers: 2024\n1999\n1066\n1789",
    ],
)
def test_what_is_no_grid_stays_text(text):
    assert understand(f"Solve this Sudoku.\n{text}") == f"Solve this Sudoku.\n{text}"


def test_smaller_boards_are_read_alike():
    assert understand("Solve this 4x4.\n1034\n0400\n0010\n4003") == sudoku.PROMPT + "1.34\n.4..\n..1.\n4..3"
    assert understand("Solve.\n1\t\t3\t4\n\t4\t\t\n\t\t1\t\n4\t\t\t3") == sudoku.PROMPT + "1.34\n.4..\n..1.\n4..3"
