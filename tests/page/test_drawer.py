"""The drawer beside the canvas: card, short form, what the form supposes; and below it the details, as tabs."""

import re

import pytest
from page_fixtures import PAINTED
from page_holds import CANVAS, DRAWER, LAST_OF_LILY, LILY_RUN, chosen_cell, moment_of, run_spec
from page_places import cell_box, middle_of
from page_reader import at, card, choose, finish, go, open_trace, set_knob, set_mode
from playwright.sync_api import expect
from service_helpers import wait_until

import playground as pg
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.trace.budget import budget
from playground.trace.corrections import corrections
from workshop.bench.page import KNOWN

LONG_ONES = [one for one in corrections(LILY_RUN) if len(LILY_RUN.tokens[one.before].strip()) > 1]
FOUND = max(LONG_ONES, key=lambda one: one.reopened - one.since)
"""A word of the first recorded run that was kept for some steps, reopened, and another one at the end."""
CELL, STEP = FOUND.position, FOUND.reopened
DRAWN = LILY_RUN.tokens[LILY_RUN.columns["sampled_ids"][STEP, CELL]].strip()
TEMPERATURE = f"at temperature {LILY_RUN.columns['temperature'][STEP]:.3g}"
CARD, TIP = ".tdp-card:visible", ".tdp-tip"
DESK = {"width": 1280, "height": 720}


@pytest.fixture
def page(used_page):
    used_page.set_viewport_size(DESK)
    go(used_page, STEP)
    return used_page


def test_the_card_is_in_sight_with_the_cell_and_tells_its_story(page):
    assert not page.is_visible(CARD) and "Press a token" in page.inner_text(DRAWER)
    page.locator(DRAWER).evaluate("drawer => (drawer.scrollTop = 9999)")
    page.mouse.click(*middle_of(page, CELL))
    card(page, CELL)
    parts = [f"{CARD} {part}" for part in ("h3", "[aria-label^='Most probable']", ".tdp-draw-strip", ".tdp-nats")]
    for box in (cell_box(page, CELL), *(page.locator(part).first.bounding_box() for part in parts)):
        assert box["y"] >= 0 and box["y"] + box["height"] <= DESK["height"]
    title = " ".join(page.inner_text(f"{CARD} h3").split())
    assert title.startswith(f"“{DRAWN[:8]}"), "a long word is cut"
    assert title.endswith(f" position {CELL} · step {STEP + 1}")
    story = page.inner_text(f"{CARD} p")  # how it is worded: `position.test.ts`
    assert story.startswith(f"Kept at steps {FOUND.since + 1} ") and "reopened now" in story
    assert TEMPERATURE in page.inner_text(f"{CARD} h4 >> nth=1")
    cut = budget(LILY_RUN.columns["entropy"][STEP], LILY_RUN.header.settings["entropy_bound"])
    why = page.inner_text(".tdp-why")  # `why.test.ts`
    assert f"{cut.cut} are, " in why and f"; it comes {cut.order.tolist().index(CELL) + 1}" in why

    strip = page.locator(".tdp-history-panel .tdp-strip")
    pitch = strip.bounding_box()["width"] / LAST_OF_LILY
    strip.click(position={"x": (LAST_OF_LILY - 0.5) * pitch, "y": 20})
    page.wait_for_selector(f"{CARD}:has-text('kept again since step {FOUND.again + 1}.')")
    at(page, LAST_OF_LILY)

    current = page.locator("[aria-label='History of the position'] [aria-current=step] th")
    page.click(".tdp-history-panel summary")
    expect(current).to_have_text(str(LAST_OF_LILY))
    go(page, STEP)
    assert not page.is_visible(CARD) and not current.is_visible(), "what is about a cell goes with it"
    go(page, STEP, CELL + 1)
    expect(current).to_have_text(str(STEP + 1))  # and comes back as it was opened
    assert page.is_visible(CARD)


def test_a_cell_has_its_short_form_under_the_pointer_and_by_keyboard(page):
    parts = "document.querySelectorAll('.tdp-main > :not(.tdp-tip), .tdp-panel')"
    places = f"[...{parts}].map(one => one.getBoundingClientRect().top)"
    before = page.evaluate(places)
    page.mouse.move(*middle_of(page, CELL))
    page.wait_for_selector(f"{TIP}:visible")
    entropy = LILY_RUN.columns["entropy"][STEP, CELL]
    assert page.inner_text(TIP).split("\n") == [DRAWN, f"reopened · {entropy:.3g} nats {TEMPERATURE}"]
    assert page.evaluate(places) == before, "it moves nothing"
    page.mouse.move(*middle_of(page, CELL + 16))
    page.mouse.click(*middle_of(page, CELL))
    card(page, CELL)
    page.mouse.move(*middle_of(page, CELL + 16))
    expect(page.locator(TIP)).not_to_have_text(re.compile(f"^{DRAWN}"))
    tip, chosen = page.locator(TIP).bounding_box(), cell_box(page, CELL)
    assert tip["y"] >= chosen["y"] + chosen["height"], "the chosen cell stays in sight"
    page.mouse.move(0, 0)
    page.wait_for_selector(TIP, state="hidden")
    page.mouse.move(*middle_of(page, 2))
    page.wait_for_selector(f"{TIP}:visible")
    toolbar = page.get_by_role("group", name="What the cells show").bounding_box()
    assert page.locator(TIP).bounding_box()["y"] >= toolbar["y"], "in the first row nothing cuts it"
    page.mouse.move(0, 0)
    page.focus(CANVAS)
    page.keyboard.press("ArrowRight")
    card(page, CELL + 1)
    drawn = LILY_RUN.tokens[LILY_RUN.columns["sampled_ids"][STEP, CELL + 1]].strip()
    assert page.inner_text(TIP).split("\n")[0] == drawn


def test_the_settings_say_what_this_step_would_keep_and_run_with_it(page):
    set_mode(page, "tune")
    supposed = page.locator(DRAWER).get_by_text("SIMULATED")
    assert not supposed.is_visible()
    set_knob(page, "entropy_bound", 4)
    columns = LILY_RUN.columns
    would, kept = budget(columns["entropy"][STEP], 4).cut, columns["accepted"][STEP].sum()
    expected = f"SIMULATED: With a budget of 4 nats this step would keep {would} instead of {kept} positions."
    expect(page.locator(DRAWER)).to_contain_text(expected)
    choose(page, 3)
    page.fill("#prompt textarea", "hello")
    for name, value in {"max_new_tokens": 16, "max_denoising_steps": 4}.items():
        set_knob(page, name, value)
    page.locator(DRAWER).get_by_role("button", name="Run with this").click()
    wait_until(lambda: run_spec(page)["settings"]["entropy_bound"] == 4, page=page)
    supposed.wait_for(state="hidden")
    assert chosen_cell(page) is None, "a cell is one of its text"
    finish(page)


SHOWN = {
    "overview": "[aria-label='Step of the run']",
    "curve": ".js-plotly-plot .scatterlayer .point",
    "table": "[aria-label='Table of the step'] tbody tr",
    "text": "[aria-label='Text so far']",
}
HINT = "This part of the page did not arrive; close it and open it again when the server answers."
OPEN = "[role=tab][aria-selected=true]"
PANELS = "[role=tabpanel]:visible"


@pytest.fixture
def tab(browser, address):
    """A page that has opened nothing yet, in a window of its own."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as window:
        window.add_init_script(KNOWN)
        page = window.new_page()
        page.goto(address)
        page.wait_for_function(PAINTED)
        yield page


def test_details_are_fetched_when_they_are_first_opened_and_the_last_one_stays(tab):
    fetched = "file => performance.getEntriesByType('resource').filter(({name}) => name.endsWith(file)).length"
    assert tab.locator(OPEN).count() == 0
    for name, shown in SHOWN.items():
        assert tab.evaluate(fetched, f"/panels-{name}.js") == 0
        tab.click(f"[data-panel={name}]")
        tab.wait_for_selector(shown, state="attached")
        assert tab.evaluate(fetched, f"/panels-{name}.js") == 1
        assert tab.locator(PANELS).count() == 1, "one at a time"
        panel = tab.get_by_role("tabpanel", name=tab.inner_text(OPEN))
        assert panel.bounding_box()["width"] == tab.locator(".tdp-tray").bounding_box()["width"]
        wait_until(lambda panel=panel: 0 < panel.bounding_box()["y"] < 750, page=tab)
    tab.reload()
    tab.wait_for_selector(SHOWN["text"])
    assert tab.locator(PANELS).count() == 1
    tab.click("[data-panel=text]")
    assert tab.locator(PANELS).count() == 0
    tab.reload()
    tab.wait_for_function(PAINTED)
    assert tab.locator(OPEN).count() == 0, "and so does that none is open"


def test_the_tabs_have_one_stop_and_what_does_not_arrive_or_is_pressed_fast_is_there_once(tab):
    focused = "document.activeElement.dataset.panel"
    tab.focus("[data-panel=step]")
    there = moment_of(tab)
    last = tab.locator("[role=tab]").last.get_attribute("data-panel")
    for key, wanted in (("ArrowRight", "overview"), ("ArrowLeft", "step"), ("ArrowLeft", last)):
        tab.keyboard.press(key)
        assert tab.evaluate(focused) == wanted
    assert tab.locator(OPEN).count() == 0
    at(tab, there)
    assert tab.locator("[role=tab][tabindex='0']").evaluate_all("tabs => tabs.map(t => t.dataset.panel)") == [last]
    tab.focus("[data-panel=blocks]")
    tab.keyboard.press("Enter")
    assert tab.inner_text(OPEN) == "Parts"
    tab.wait_for_selector(f"{PANELS} button")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.closest('[role=tabpanel]') !== null"), "what it opened comes next"
    set_mode(tab, "tune")
    for mode, name in (("terms", "Block"), ("plain", "Part")):  # one name everywhere
        tab.evaluate("mode => (playground.player.state.terms.value = mode)", mode)
        tab.wait_for_selector(f"{PANELS} button b:has-text('{name} 1')")
        assert [tab.inner_text(place) for place in (OPEN, f"{PANELS} >> h2")] == [f"{name}s"] * 2
        tab.locator(DRAWER).get_by_text(re.compile(f"^{name} 1 ")).wait_for()

    tab.route("**/panels-table.js", lambda route: route.abort())
    tab.click("[data-panel=table]")
    tab.wait_for_selector(f"{PANELS}:has-text('{HINT}')")
    tab.unroute("**/panels-table.js")
    tab.click("[data-panel=table]")
    tab.click("[data-panel=table]")
    tab.wait_for_selector(SHOWN["table"], state="attached")
    assert HINT not in tab.inner_text(PANELS)
    tab.evaluate(
        """() => { for (const name of ['text', 'text', 'text', 'overview', 'blocks', 'text'])
             document.querySelector(`[data-panel=${name}]`).click(); }"""
    )
    tab.wait_for_selector(SHOWN["text"])
    tab.wait_for_load_state("networkidle")
    assert tab.locator(SHOWN["text"]).count() == tab.locator(PANELS).count() == 1


def test_a_detail_is_not_offered_for_a_run_that_holds_nothing_of_it(used_page, endless_model):
    assert "Own text" not in used_page.get_by_role("tab").all_inner_texts()
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    spec = RunSpec(prompt=Prompt(text="hello"), settings=settings, start=(7,) * 16, noise=0.5)
    open_trace(used_page, pg.record(endless_model, spec).to_bytes(), "own.trace")
    used_page.click("[data-panel=repair]")
    used_page.get_by_role("group", name="Original").wait_for()
    open_trace(used_page, pg.record(endless_model, "hello", settings, seed=1).to_bytes(), "other.trace")
    used_page.wait_for_selector("[data-panel=repair]", state="hidden")
    assert used_page.locator(PANELS).count() == 0
