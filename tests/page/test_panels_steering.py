"""Steering the panels in a real Chromium: pointer, keyboard, what-if, comparison, copy, every width."""

import math

import numpy as np
import pytest
from page_helpers import GOLDEN, card, cards, go, open_trace, rest

from playground.rules.ways import WAYS
from playground.trace.budget import budget
from playground.trace.status import status

LAYERS = ("input", "sampled", "argmax")


@pytest.fixture
def page(one_page):
    return one_page


def test_a_cell_a_bar_and_a_row_choose_the_same_position(page, open_run):
    trace = open_run("story")
    go(page, 10)
    page.click(".tdp-canvas", position={"x": 5, "y": 5})
    card(page, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    columns = page.evaluate("playground.player.painter.grid.columns")
    card(page, 1 + columns)
    assert page.evaluate("playground.player.step") == 10, "arrow keys in the grid do not move through time"

    order = budget(trace.columns["entropy"][10], 0.1).order
    page.focus(".tdp-decision-panel .tdp-step-chart")
    for key, at in (("Home", 0), ("ArrowRight", 1), ("End", len(order) - 1), ("PageDown", len(order) - 11)):
        page.keyboard.press(key)
        card(page, order[at])
        assert f"No. {at + 1} of {len(order)}: position {order[at]} " in page.get_attribute(
            ".tdp-decision-panel .tdp-step-chart", "aria-valuetext"
        )
    page.click(".tdp-decision-panel .tdp-step-chart", position={"x": 1, "y": 20})
    card(page, order[0])

    page.click("[data-panel=table]")
    page.click(".tdp-step-table [data-position='7'] button")
    card(page, 7)
    page.keyboard.press("Escape")
    page.wait_for_selector(".tdp-card", state="hidden")


def test_a_bar_under_the_pointer_frames_its_cell_and_a_cell_marks_its_bar(page, open_run):
    trace = open_run("story")
    go(page, 10)
    order = budget(trace.columns["entropy"][10], 0.1).order.tolist()
    page.hover(".tdp-decision-panel .tdp-step-chart", position={"x": 1, "y": 20})
    frame = page.locator(".tdp-cursor:not(.tdp-cursor-chosen)")
    x, y = page.evaluate(
        "position => ['x', 'y'].map((side) => playground.player.painter.grid.boxes[position][side])", order[0]
    )
    assert frame.evaluate("frame => frame.style.transform") == f"translate({x}px, {y}px)"
    page.hover(".tdp-canvas", position={"x": 5, "y": 5})
    assert (
        f"No. {order.index(0) + 1} of {len(order)}: position 0 "
        in page.locator(".tdp-decision-panel .tdp-readout").text_content()
    )


def test_two_positions_can_be_compared(page, open_run):
    open_run("story")
    go(page, 10, 3)
    page.click(".tdp-compare")
    go(page, 11, 40)
    assert cards(page) == [40, 3]
    page.click(".tdp-compare")
    page.wait_for_function("() => document.querySelectorAll('.tdp-card:not([hidden])').length === 1")
    assert cards(page) == [40]


def test_another_bound_shows_what_this_step_would_accept(page, open_run):
    trace = open_run("story")
    go(page, 10)
    entropy, accepted = trace.columns["entropy"][10], trace.columns["accepted"][10].sum()
    for notch in (0, 150, 400, 700, 1000):
        page.locator(".tdp-what-if input[type=range]").evaluate(
            "(input, notch) => { input.value = notch; input.dispatchEvent(new Event('input')); }", notch
        )
        bound = float(f"{5 * (notch / 1000) ** 3:.3g}")
        would = budget(entropy, bound).cut
        words = page.inner_text(".tdp-what-if-verdict")
        outcome = f"{would} positions, as it did" if would == accepted else f"{would} instead of {accepted} positions"
        assert f"this step would keep {outcome}." in words and "Later steps would differ." in words
        assert words.startswith("SIMULATED")
        assert float(page.input_value(".tdp-what-if input[type=number]")) == bound
    page.click(".tdp-what-if >> text=Reset")
    assert not page.is_visible(".tdp-what-if-verdict")
    assert page.input_value(".tdp-what-if input[type=number]") == "0.1"
    page.fill(".tdp-what-if input[type=number]", "0.3")
    assert f"keep {budget(entropy, 0.3).cut} " in page.inner_text(".tdp-what-if-verdict")

    go(page, 11)
    assert not page.is_visible(".tdp-what-if-verdict"), "a what-if is for its step only"


def test_the_overview_is_a_scrubber(page, open_run):
    trace = open_run("hostile")
    page.click("[data-panel=overview]")
    go(page, 5)  # now the panel has its height
    raster = page.locator(".tdp-raster")
    raster.scroll_into_view_if_needed()
    box = raster.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.01, box["y"] + 20)
    page.mouse.down()
    page.wait_for_function("() => playground.player.step === 0")
    page.mouse.move(box["x"] + box["width"] * 0.99, box["y"] + 20, steps=5)
    page.mouse.up()
    page.wait_for_function("step => playground.player.step === step", arg=len(trace) - 1)
    page.focus(".tdp-raster")
    page.keyboard.press("PageUp")
    second = int(np.flatnonzero(trace.columns["block"] == 2)[0])
    page.wait_for_function("step => playground.player.step === step", arg=second)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("step => playground.player.step === step", arg=second - 1)
    raster.dblclick(position={"x": box["width"] / 2, "y": 77})
    card(page, trace.header.canvas_length // 2)


def test_layers_and_units_by_key_and_button(page, open_run):
    trace = open_run("story")
    go(page, 5)
    for key, layer in zip("123", LAYERS, strict=True):
        page.keyboard.press(key)
        page.wait_for_function(
            "ids => String(playground.player.painter.ids) === ids",
            arg=",".join(map(str, trace.columns[f"{layer}_ids"][5])),
        )
        assert page.get_attribute(f".tdp-toolbar [data-value={layer}]", "aria-checked") == "true"
    mean = trace.columns["mean_entropy"][5] / math.log(2)
    page.click(".tdp-toolbar [data-value=bits]")
    page.wait_for_function(
        "text => document.querySelector('.tdp-aside').textContent.includes(text)",
        arg=f"positions: {mean:.3g} bits",
    )
    assert page.inner_text(".tdp-scale").endswith("bits\nunsure") and "≥ 8.7" in page.inner_text(".tdp-scale")
    assert "add up to at most 0.144 bits" in page.inner_text(".tdp-why")
    assert page.input_value(".tdp-what-if input[type=number]") == "0.144"


def test_a_status_in_the_legend_lets_only_its_cells_stand_out(page, open_run):
    trace = open_run("story")
    go(page, 10)
    codes_now = status(trace.columns["accepted"], trace.columns["block"])[10]
    for code, name in enumerate(WAYS["uniform"].statuses):
        page.locator(".tdp-legend button").nth(code).click()
        page.wait_for_function("() => playground.player.views.look.filter !== null")
        go(page, 10)
        faint = [look >> 3 & 1 for look in page.evaluate("playground.player.painter.looks")]
        assert faint == (codes_now != code).astype(int).tolist(), name
        page.locator(".tdp-legend button").nth(code).click()
        go(page, 10)
        assert not any(look >> 3 & 1 for look in page.evaluate("playground.player.painter.looks"))


def test_nothing_is_wider_than_the_screen_and_nothing_moves_while_playing(visit, address):
    page = visit(address)
    open_trace(page, GOLDEN / "story.trace")
    go(page, 10, 5)
    for part in (".tdp-hold input", ".tdp-card .tdp-candidates", ".tdp-history-panel .tdp-strip"):
        page.wait_for_selector(part, state="attached")  # each script comes with the first cell
    places = """() => [...document.querySelectorAll('.tdp-panel, .tdp-stage, .tdp-bar, .tdp-text')]
                     .map(place => Math.round(place.getBoundingClientRect().top + scrollY))"""
    for width in (375, 1024, 1440, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        go(page, 10, 5)
        rest(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        before = page.evaluate(places)
        for row in (0, 1, 24, 47):
            go(page, row, 5)
            assert page.evaluate(places) == before, (width, row)
