"""The figures of a panel that a reader takes along: saved as a file, and copied as a table."""

import csv
import io
from itertools import pairwise

FORMULA = "=1+1"
"""A prompt that a spreadsheet would take for a formula."""
COPY = ["clipboard-read", "clipboard-write"]


def group(panel, of):
    return f"{panel} .tdp-take-along[aria-label='A row for {of}']"


def assert_apart(page, panel, of):
    """Its words and its buttons do not touch."""
    parts = page.locator(f"{group(panel, of)} > :not([role=status])").all()
    boxes = [part.bounding_box() for part in parts]
    assert len(boxes) == 3
    for box, after in pairwise(boxes):
        right, below = after["x"] - box["x"] - box["width"], after["y"] - box["y"] - box["height"]
        assert max(right, below) >= 6


def saved(page, panel, of):
    """The file's name, and its rows."""
    assert page.eval_on_selector(group(panel, of), "group => getComputedStyle(group).display") == "flex", "it has room"
    with page.expect_download() as download:
        page.click(f"{group(panel, of)} >> text=Save as CSV")
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        return download.value.suggested_filename, list(csv.DictReader(file))


def copied(page, panel, of):
    """The rows in the clipboard as lines with tabs, and as the cells of a table."""
    page.click(f"{group(panel, of)} >> text=Copy as a table")
    page.wait_for_selector(f"{group(panel, of)} [role=status]:has-text('Copied.')")
    text, cells = page.evaluate(
        """async () => { const [item] = await navigator.clipboard.read();
             const read = async (kind) => (await item.getType(kind)).text();
             const page = new DOMParser().parseFromString(await read('text/html'), 'text/html');
             const table = page.querySelector('table');
             return [await read('text/plain'),
                     [...table.rows].map(({ cells }) => [...cells].map((cell) => cell.textContent))]; }"""
    )
    return list(csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)), cells
