"""The map in Tune: marks that were measured, a dot that sets the knobs, and runs of one's own."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from often_helpers import DONE, follow, measured
from page_holds import knob, moment_of
from page_reader import at, make, set_knob, set_mode
from taking_along import COPY, assert_apart, copied, saved

from playground.plugins import often_map

PANEL = ".tdp-map-panel"
DOT = f"{PANEL} .tdp-map-dot"
MARKS = f"{PANEL} .tdp-map-chart path.point"


def value(page):
    return page.get_attribute(DOT, "aria-valuetext")


def middle(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def page(visit, address):
    """A run whose text a rule judges, by a model of which nothing was measured."""
    page = visit(address, permissions=COPY, model=True)
    make(page, "Solve this Sudoku:\n12..\n..12\n21..\n....", 16, max_denoising_steps=2)
    set_mode(page, "tune")
    return page


@pytest.mark.thorough
def test_for_a_model_without_sweeps_the_map_is_empty_until_16_seeds_were_run(page):
    page.click(".tdp-tune > .tdp-pill")
    page.wait_for_selector(f"{PANEL} >> text=Nothing was measured of this model yet, so the map is empty.")
    assert page.locator(MARKS).count() == 0 and page.is_hidden(f"{PANEL} .tdp-panel-head select")
    follow(page)
    page.click(f"{PANEL} .tdp-map-run")
    page.wait_for_function(f"{DONE} && studies.results.size === 16")
    page.wait_for_selector(MARKS)
    results = page.evaluate("[...studies.results.values()].map(({ verdict }) => verdict.right)")
    assert f": {sum(results)} of 16 right (" in value(page) and page.locator(MARKS).count() == 1
    set_knob(page, "max_denoising_steps", 1)
    page.wait_for_function(f"() => document.querySelector('{DOT}').ariaValueText.includes('not measured yet')")
    assert page.locator(f"{DOT}.tdp-map-nowhere").count() == 1
    page.click(f"{PANEL} .tdp-map-run")  # at the form's setting, which no run has had
    page.wait_for_function(f"() => document.querySelectorAll('{MARKS}').length === 2")
    runs = page.evaluate("[...studies.results.values()].map(({ passes }) => passes)")
    assert runs == [1] * 16 and "at most 1 steps" in value(page)
    assert "Your 16 runs cannot tell this setting from the other mark" in page.inner_text(f"{PANEL} .tdp-map-side")


def test_the_dot_goes_from_mark_to_mark_and_sets_the_knobs_and_the_marks_are_taken_along(page):
    measured(page, (5, 4, 30), (0.5, 8, 48), (0.02, 20, 46))
    page.click(".tdp-tune > .tdp-pill")
    page.wait_for_selector(MARKS)
    page.wait_for_function(f"() => document.querySelector('{DOT}').ariaValueText?.includes('not measured yet')")
    page.focus(DOT)
    for key, bound, words in (
        ("ArrowRight", 5, "30 of 48 right (48% to 75%), 4.0 passes"),
        ("ArrowUp", 0.5, "48 of 48 right (93% to 100%), 8.0 passes"),
        ("End", 0.02, "46 of 48 right (86% to 99%), 20.0 passes"),
        ("Home", 5, "30 of 48"),
    ):
        page.keyboard.press(key)
        assert knob(page, "entropy_bound") == f"{bound:g}" and words in value(page), key
    assert "48 runs tell this setting from all of the other 2 marks" in page.inner_text(f"{PANEL} .tdp-map-side")
    moment = moment_of(page)
    page.keyboard.press("ArrowRight")
    at(page, moment)  # the clock stands still meanwhile

    page.locator(DOT).scroll_into_view_if_needed()
    box = page.locator(DOT).bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    page.mouse.move(*middle(page, DOT))
    page.mouse.down()
    page.mouse.move(*middle(page, MARKS))  # the first of the line has the least budget
    page.wait_for_selector(f"{PANEL} .tdp-map-mark >> text=budget 0.02,")
    assert knob(page, "entropy_bound") == "0.5", "not before it is let go"
    page.mouse.up()
    assert knob(page, "entropy_bound") == "0.02" and "46 of 48" in value(page)

    page.mouse.click(*middle(page, f"{MARKS} >> nth=1"))
    page.wait_for_selector(f"{PANEL} .tdp-map-mark >> text=48 of 48 right")
    page.click(f"{PANEL} >> text=Use this setting")
    assert knob(page, "entropy_bound") == "0.5" and page.is_hidden(f"{PANEL} .tdp-map-mark")
    page.click(f"{PANEL} >> text=All marks as a table")
    page.click(f"{PANEL} [title^='Use budget 0.02,']")
    assert knob(page, "entropy_bound") == "0.02"
    set_knob(page, "entropy_bound", 3)
    page.wait_for_selector(f"{PANEL} .tdp-map-side >> text=not measured yet")
    assert page.locator(f"{DOT}.tdp-map-nowhere").count() == 1
    found = Axe().run(page, context=PANEL)
    assert found.violations_count == 0, found.generate_report()
    assert_apart(page, PANEL, "each mark")
    name, marks = saved(page, PANEL, "each mark")
    assert name == "map-Sudoku-4x4-6-clues.csv"
    figures = [[row[name] for name in ("entropy_bound", "right", "cases", "passes")] for row in marks]
    assert figures == [["5", "30", "48", "4"], ["0.5", "48", "48", "8"], ["0.02", "46", "48", "20"]]
    assert {row["yours"] for row in marks} == {"False"} and marks[0]["t_max"] == "0.8"
    _, cells = copied(page, PANEL, "each mark")
    assert len(cells) == 4 and len({len(row) for row in cells}) == 1


def test_sweeps_come_as_one_list_and_others_make_another_page(tmp_path, monkeypatch):
    before = often_map.page_part()
    (tmp_path / "figures").mkdir()
    for name in ("sweep-b", "sweep-a", "passes"):
        (tmp_path / "figures" / f"{name}.json").write_text(json.dumps({"kind": name}))
    monkeypatch.setattr(often_map, "ASSETS", tmp_path)
    part = often_map.page_part()
    assert json.loads(part.files["figures/sweeps.json"]()) == [{"kind": "sweep-a"}, {"kind": "sweep-b"}]
    assert part.edition != before.edition


def test_without_a_server_it_has_what_was_measured(static):
    set_mode(static, "tune")
    static.click(".tdp-tune > .tdp-pill")
    static.wait_for_selector(MARKS)
    assert "Sudoku 9x9, 36 clues" in static.inner_text(f"{PANEL} select")
