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
    "question marks": GRID.replace("0", "?"),
    "81 signs": "".join(ROWS),
    "cells of a table": "\n".join(table("\t", "")),
    "cells with hard spaces": "\n".join(table("\t", "\xa0")),
    "Markdown": "\n".join([MARKDOWN[0], "|" + "---|" * 9, *MARKDOWN[1:]]),
    "bars": boxed("|", "+", "-", "0"),
    "drawn lines": boxed("│", "┼", "─", "."),
    "blank lines": GRID.replace("\n", "\n\n"),
}
HEADS = (
    "", "Solve this Sudoku:\n", "Can you solve this?\n", "# Sudoku 9x9\n", "Sudoku 12\r\n\r\n",
    "Solve this Sudoku puzzle. 0 marks an empty cell. Reply with the completed 9x9 grid.\n",
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_puzzle_is_read_in_every_form_that_people_paste(form):
    for head in HEADS:
        assert understand(head + FORMS[form]) == READ, head
        assert understand(f"{head}{FORMS[form]}\n\n2. Please explain.") == READ, head
