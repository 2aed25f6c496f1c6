"""Steering the panels in a real Chromium: pointer, keyboard, comparison, and what-ifs as each sampler declares them."""

import base64
import math

import numpy as np
import pytest
from page_holds import CAPTION, CHART, DRAWER, LEGEND, cards, cells_of
from page_places import grid, middle_of
from page_reader import at, card, go, look, open_trace
from playwright.sync_api import expect
from service_helpers import wait_until

import playground as pg
from playground.rules.samplers import SAMPLERS
from playground.trace.budget import budget
from playground.trace.status import status
from workshop.page.sources import evaluate


@pytest.fixture
def page(one_page):
    return one_page


NUMBER, VERDICT = f"{DRAWER} .tdp-what-if input[type=number]", f"{DRAWER} .tdp-what-if-verdict"


def suppose(page, notch):
    page.fill(f"{DRAWER} [aria-label^=Another][type=range]", str(notch))
    return page.inner_text(VERDICT)


def test_a_cell_a_bar_and_a_row_choose_the_same_position_and_two_can_be_compared(page, open_run):
    trace = open_run("story")
    go(page, 10)
    page.mouse.click(*middle_of(page, 0))
    card(page, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    card(page, 1 + len({x for x, *_ in grid(page)}))
    at(page, 11)  # arrow keys in the grid do not move through time

    order = budget(trace.columns["entropy"][10], 0.1).order.tolist()
    page.focus(CHART)
    for key, place in (("Home", 0), ("ArrowRight", 1), ("End", len(order) - 1), ("PageDown", len(order) - 11)):
        page.keyboard.press(key)
        card(page, order[place])
        assert f"No. {place + 1} of {len(order)}: position {order[place]} " in page.get_attribute(
            CHART, "aria-valuetext"
        )
        ends = [page.get_attribute(CHART, f"aria-value{end}") for end in ("now", "max")]
        assert ends == [str(place + 1), str(len(order))]
    page.click(CHART, position={"x": 1, "y": 20})
    card(page, order[0])
    page.click("[data-panel=table]")
    page.click("[role=tabpanel] [data-position='7'] button")
    card(page, 7)
    page.keyboard.press("Escape")
    wait_until(lambda: cards(page) == [], page=page)

    page.hover(CHART, position={"x": 1, "y": 20})
    x, y, *_ = grid(page)[order[0]]
    frame = page.locator(".tdp-cursor:not(.tdp-cursor-chosen)").evaluate("frame => frame.style.transform")
    assert frame == f"translate({x}px, {y}px)", "a bar under the pointer frames its cell"
    page.mouse.move(*middle_of(page, 0))
    marked = f"No. {order.index(0) + 1} of {len(order)}: position 0 "
    expect(page.locator(DRAWER)).to_contain_text(marked)  # and a cell marks its bar

    go(page, 10, 3)
    page.get_by_role("button", name="Compare with a cell").click()
    go(page, 11, 40)
    assert cards(page) == [40, 3]
    page.get_by_role("button", name="Compare with a cell").click()
    wait_until(lambda: cards(page) == [40], page=page)


def test_another_bound_shows_what_this_step_would_accept(page, open_run):
    trace = open_run("story")
    go(page, 10)
    entropy, accepted = trace.columns["entropy"][10], trace.columns["accepted"][10].sum()
    for bound, notch in ((0, 0), (5, 1000)):
        words, would = suppose(page, notch), budget(entropy, bound).cut
        assert f"this step would keep {would} instead of {accepted} positions." in words
        assert words.startswith("SIMULATED") and "Later steps would differ." in words
        assert float(page.input_value(NUMBER)) == bound
    page.get_by_role("button", name="Reset").click()
    assert not page.is_visible(VERDICT) and page.input_value(NUMBER) == "0.1"
    page.fill(NUMBER, "0.3")
    assert f"keep {budget(entropy, 0.3).cut} " in page.inner_text(VERDICT)
    page.fill(NUMBER, "0.1")
    assert f"keep {accepted} positions, as it did." in page.inner_text(VERDICT)
    go(page, 11)
    assert not page.is_visible(VERDICT), "a what-if is for its step only"


def test_the_overview_is_a_scrubber(page, open_run):
    trace = open_run("hostile")
    page.click("[data-panel=overview]")
    go(page, 5)  # now the panel has its height
    raster = page.get_by_role("slider", name="Step of the run")
    raster.scroll_into_view_if_needed()
    box = raster.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.01, box["y"] + 20)
    page.mouse.down()
    at(page, 1)
    page.mouse.move(box["x"] + box["width"] * 0.99, box["y"] + 20, steps=5)
    page.mouse.up()
    at(page, len(trace) + 1)
    raster.focus()
    second = int(np.flatnonzero(trace.columns["block"] == 2)[0])
    for key, moment in (("PageUp", second + 2), ("ArrowLeft", second)):
        page.keyboard.press(key)
        at(page, moment)
    raster.dblclick(position={"x": box["width"] / 2, "y": 77})
    card(page, trace.header.canvas_length // 2)


def test_layers_units_and_a_filter_of_the_legend(page, open_run):
    trace = open_run("story")
    go(page, 5)
    for key, layer in zip("123", ("input", "sampled", "argmax"), strict=True):
        page.keyboard.press(key)
        page.wait_for_selector(f"[role=radio][data-value={layer}][aria-checked=true]")
        wait_until(lambda of=f"{layer}_ids": cells_of(page) == trace.columns[of][5].tolist(), page=page)
    mean = trace.columns["mean_entropy"][5] / math.log(2)
    look(page, "bits")
    page.locator(CAPTION).get_by_text(f"positions: {mean:.3g} bits").wait_for()
    scale = page.get_by_role("group", name="What the cells show").inner_text()
    assert "bits\nunsure" in scale and "≥ 8.7" in scale and "add up to at most 0.144 bits" in page.inner_text(DRAWER)
    assert page.input_value(NUMBER) == "0.144"

    looks = "playground.player.painter.looks.map((look) => look >> 3 & 1)"
    codes = status(trace.columns["accepted"], trace.columns["block"])[10]
    for code in (0, 3):
        page.locator(f"{LEGEND} button").nth(code).click()
        go(page, 10)
        assert page.evaluate(looks) == (codes != code).astype(int).tolist(), "only its cells stand out"
        page.locator(f"{LEGEND} button").nth(code).click()
        go(page, 10)
        assert not any(page.evaluate(looks))


WAYS = {"uniform": {}, "masked": {"t_max": 1.0, "t_min": 1.0, "draw": "greedy", "self_conditioning": "off"}}
READ = """async ([name, file]) => {
  const {readTrace, decisionOf} = sources
  const recording = await readTrace(Uint8Array.from(atob(file), character => character.charCodeAt(0)), name)
  return recording.frames.map(frame => {
    const decision = decisionOf(frame, recording.header)
    return decision && [decision.agrees, [...decision.order.subarray(0, decision.cut)].sort((a, b) => a - b)]
  })
}"""


@pytest.fixture(scope="module")
def record(endless_model, embedded_model):
    """A short run with any sampler, in any way of writing that it is for."""
    models = {"uniform": endless_model, "masked": embedded_model}  # which has a mask token

    def record(sampler, way="uniform", **changes):
        settings = pg.SamplerSettings(
            sampler=sampler, way=way, max_denoising_steps=6, max_new_tokens=16, confidence_threshold=0.0,
            **(WAYS[way] | changes),
        )  # fmt: skip
        return pg.record(models[way], "hello", settings, seed=1)

    return record


@pytest.fixture
def show(one_page, record):
    """Opens such a run in the one page."""

    def show(sampler, **changes):
        trace = record(sampler, **changes)
        open_trace(one_page, trace.to_bytes(), f"{sampler}.trace")
        return trace

    return show


@pytest.mark.parametrize(
    ("sampler", "way"), [(name, way) for name, rule in SAMPLERS.items() for way in rule.ways if way in WAYS]
)
def test_the_page_derives_each_samplers_masks_from_what_it_declares(one_page, record, sampler, way):
    trace = record(sampler, way)
    found = evaluate(one_page, READ, [sampler, base64.b64encode(trace.to_bytes()).decode()])
    if trace.header.explanation["cut"] == "draw":
        assert found == [None] * len(trace)
    else:
        assert found == [[True, accepted.nonzero()[0].tolist()] for accepted in trace.columns["accepted"]]


def test_a_bound_on_the_figure_itself_has_its_what_if(one_page, record, show):
    first = record("top-k").columns["key"][0]  # the first step of any rule
    bound = float(np.median(first))
    trace = show("confidence", min_confidence=bound)
    go(one_page, 0)
    confidence, count = trace.columns["key"][0], trace.header.canvas_length
    kept = (confidence > np.float32(bound)).sum()
    assert np.array_equal(confidence, first) and 1 < kept < count
    assert f"its confidence is above {bound:.3g}: {kept} are" in one_page.inner_text(DRAWER)
    assert f": {kept} of {count} kept." in one_page.text_content(DRAWER)
    assert float(one_page.input_value(NUMBER)) == pytest.approx(bound, rel=0.005)
    assert not one_page.is_visible(VERDICT), "nothing is supposed yet"
    for notch, would in ((0, count), (round(1000 * bound), kept), (1000, 1)):
        outcome = f"{would} positions, as it did" if would == kept else f"{would} instead of {kept} positions"
        assert f"this step would keep {outcome}." in suppose(one_page, notch)
    last = (-confidence).argsort(kind="stable")[kept - 1]
    words = one_page.get_attribute(CHART, "aria-valuetext")
    assert words.startswith(f"No. {kept} of {count}: position {last} ")
    assert f", confidence {confidence[last]:.3g}, " in words


def test_a_quota_has_its_what_if_and_nothing_is_supposed_where_nothing_is_measured(one_page, show):
    trace = show("lowest-entropy")
    go(one_page, 2)
    kept, count = trace.columns["accepted"][2].sum(), trace.header.canvas_length
    assert f"In the order of entropy, the first {kept} of {count} are kept" in one_page.text_content(DRAWER)
    assert f"By now {kept} are kept" in one_page.inner_text(DRAWER)
    assert one_page.input_value(NUMBER) == str(kept)
    for notch, quota in ((1000, count), (0, 0)):
        words = f"With a quota of {quota} this step would keep {quota} instead of {kept} "
        assert words in suppose(one_page, notch)
    assert not one_page.is_visible("text=Run with this"), "a quota is no setting"
    for sampler in ("ancestral", "left-to-right"):
        trace = show(sampler)
        go(one_page, 2)
        said, kept = trace.header.explanation, trace.columns["accepted"][2].sum()
        rule = one_page.inner_text(DRAWER)
        assert said["rule"] in rule and str(kept) in rule and said["accepted"] in rule
        assert not one_page.is_visible(NUMBER) and one_page.is_visible(CHART) == (sampler == "left-to-right")
