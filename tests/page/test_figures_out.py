"""Figures that a reader takes along: "How often?", the map and lanes as a file, and copied as a table."""

import csv
import io
from itertools import pairwise

import pytest
from page_helpers import READY, finish, set_mode, start
from page_scenes import measured

FORMULA = "=1+1"
"""A prompt that a spreadsheet would take for a formula."""
COPY = ["clipboard-read", "clipboard-write"]
STUDIED = "() => playground.measurements.studies?.results.size === 32 && !playground.measurements.studies.busy"


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


@pytest.fixture
def reader(visit, address):
    """A page that may copy."""
    page = visit(address, permissions=COPY)
    page.wait_for_selector(READY)
    return page


def test_how_often_gives_its_runs_and_its_settings_and_no_text_of_them_is_a_formula(reader):
    page, panel = reader, ".tdp-often-panel"
    start(page, FORMULA, 16, max_denoising_steps=3)
    finish(page)
    page.click("[data-panel=often]")
    page.wait_for_selector(f"{panel} .tdp-often-run")
    assert page.is_hidden(group(panel, "each run")), "there is nothing to take yet"
    page.select_option(f"{panel} [aria-label='What varies']", "max_denoising_steps")
    page.fill(f"{panel} [aria-label='Values that it takes, up to 8']", "3, 2")
    page.click(f"{panel} .tdp-often-run")
    page.wait_for_function(STUDIED)
    page.select_option(f"{panel} [aria-label='What counts as right']", "pattern")
    page.fill(f"{panel} label.tdp-often-row input[type=text]", "^")
    page.keyboard.press("Tab")
    page.wait_for_selector(f"{panel} .tdp-often-setting:nth-child(2) p:has-text('Right 16 of 16')")

    assert_apart(page, panel, "each run")
    name, runs = saved(page, panel, "each run")
    assert name == "how-often-runs.csv" and len(runs) == 32
    results = page.evaluate("[...playground.measurements.studies.results.values()]")
    results.sort(key=lambda result: (result["change"], result["seed"]))
    for row, result in zip(runs, results, strict=True):
        assert row["max_denoising_steps"] == str([3, 2][result["change"]]) and row["seed"] == str(result["seed"])
        assert row["passes"] == str(result["passes"]) and row["right"] == "True" and row["failed"] == ""
        assert row["right_means"] == "pattern: ^" and row["seeds"] == "same"
        assert row["prompt"] == f"'{FORMULA}" and row["text"].removeprefix("'") == result["text"]
    _, settings = saved(page, panel, "each setting")
    assert [(row["max_denoising_steps"], row["runs"], row["right"], row["share"]) for row in settings] == [
        ("3", "16", "16", "1"),
        ("2", "16", "16", "1"),
    ]
    assert float(settings[0]["low"]) == pytest.approx(0.806, abs=1e-3) and settings[0]["high"] == "1"

    rows, cells = copied(page, panel, "each run")
    assert len(rows) == 32 and {row["prompt"] for row in rows} == {f"'{FORMULA}"}
    assert len(cells) == 33 and cells[0] == list(rows[0]) and cells[1] == list(rows[0].values())


def test_the_map_gives_its_marks_with_their_settings(reader):
    page, panel = reader, ".tdp-map-panel"
    measured(page, (5, 4, 30), (0.02, 20, 46))
    set_mode(page, "tune")
    page.click(".tdp-open-map")
    page.wait_for_selector(f"{panel} .tdp-map-chart path.point")
    assert_apart(page, panel, "each mark")
    name, marks = saved(page, panel, "each mark")
    assert name == "map-Sudoku-4x4-6-clues.csv"
    assert [(row["entropy_bound"], row["right"], row["cases"], row["passes"]) for row in marks] == [
        ("5", "30", "48", "4"),
        ("0.02", "46", "48", "20"),
    ]
    assert {row["yours"] for row in marks} == {"False"} and marks[0]["t_max"] == "0.8"
    _, cells = copied(page, panel, "each mark")
    assert len(cells) == 3 and len({len(row) for row in cells}) == 1


def test_lanes_give_their_figures_and_adding_one_stands_first_in_compare(reader):
    page, panel = reader, ".tdp-lanes-panel"
    set_mode(page, "compare")
    page.wait_for_selector(".tdp-race")
    page.wait_for_selector("h3:has-text('Add a lane')")
    assert page.locator(".tdp-compare-drawer h2, .tdp-compare-drawer h3").all_inner_texts()[:2] == [
        "One run",
        "Add a lane",
    ]
    start(page, FORMULA, 16, max_denoising_steps=3)
    finish(page)
    assert page.is_hidden(group(panel, "each lane")), "one run alone is no table"
    page.click("[data-kind=seed]")
    page.wait_for_function("() => playground.player.lanes.length === 2 && !playground.ask.busy")
    page.wait_for_function(
        "() => playground.player.lanes.every(({ frames }) => frames.every((frame) => frame.top_ids))"
    )
    page.wait_for_selector(group(panel, "each lane"))
    assert_apart(page, panel, "each lane")
    name, lanes = saved(page, panel, "each lane")
    shown = page.evaluate(
        "playground.player.lanes.map(({ header, frames, text }) => [header.spec.seed, frames.length, text])"
    )
    assert name == "lanes.csv" and [row["lane"] for row in lanes] == ["A", "B"]
    assert [[int(row["seed"]), int(row["passes"]), row["text"].removeprefix("'")] for row in lanes] == shown
    assert {row["prompt"] for row in lanes} == {f"'{FORMULA}"}
    rows, _ = copied(page, panel, "each lane")
    assert [row["passes"] for row in rows] == [row["passes"] for row in lanes]
    page.evaluate(
        """() => { navigator.clipboard.write = navigator.clipboard.writeText = () => Promise.reject(new Error());
                   document.execCommand = () => false; }"""
    )
    page.click(f"{group(panel, 'each lane')} >> text=Copy as a table")
    page.wait_for_selector(f"{panel} [role=status]:has-text('This browser does not let the page copy; save the file.')")
