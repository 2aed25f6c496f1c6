"""The drawer beside the canvas: card, short form, what the form supposes; and below it the details, as tabs."""

import pytest
from page_fixtures import PAINTED
from page_helpers import LAST_OF_LILY, LILY_RUN, card, go, open_trace, set_knob, set_mode

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
DESK = {"width": 1280, "height": 720}


@pytest.fixture
def page(used_page):
    used_page.set_viewport_size(DESK)
    go(used_page, STEP)
    return used_page


def cell(page, position):
    """Where a cell is on the screen."""
    return page.evaluate(
        """position => {
             const {left, top} = document.querySelector('.tdp-canvas').getBoundingClientRect();
             const {x, y, width, height} = playground.player.painter.grid.boxes[position];
             return {x: left + x, y: top + y, width, height}; }""",
        position,
    )


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_card_is_in_sight_with_the_cell_and_tells_its_story(page):
    assert not page.is_visible(".tdp-card") and "Press a token" in page.inner_text(".tdp-hint")
    page.evaluate("document.querySelector('.tdp-drawer').scrollTop = 9999")
    page.mouse.click(*middle(cell(page, CELL)))
    card(page, CELL)
    parts = [f".tdp-card:visible {part}" for part in ("h3", ".tdp-candidates", ".tdp-draw-strip", ".tdp-nats")]
    for box in (cell(page, CELL), *(page.locator(part).first.bounding_box() for part in parts)):
        assert box["y"] >= 0 and box["y"] + box["height"] <= DESK["height"]
    title = " ".join(page.inner_text(".tdp-card:visible h3").split())
    assert title.startswith(f"“{DRAWN[:8]}"), "a long word is cut"
    assert title.endswith(f" position {CELL} · step {STEP + 1}")
    story = page.inner_text(".tdp-card:visible .tdp-story")  # how it is worded: `position.test.ts`
    assert story.startswith(f"Kept at steps {FOUND.since + 1} ") and "reopened now" in story
    assert TEMPERATURE in page.inner_text(".tdp-card:visible h4 >> nth=1")
    cut = budget(LILY_RUN.columns["entropy"][STEP], LILY_RUN.header.settings["entropy_bound"])
    why = page.inner_text(".tdp-why")  # `why.test.ts`
    assert f"{cut.cut} are, " in why and f"; it comes {cut.order.tolist().index(CELL) + 1}" in why

    strip = page.locator(".tdp-history-panel .tdp-strip")
    pitch = strip.bounding_box()["width"] / LAST_OF_LILY
    strip.click(position={"x": (LAST_OF_LILY - 0.5) * pitch, "y": 20})
    page.wait_for_selector(f".tdp-story:visible:has-text('kept again since step {FOUND.again + 1}.')")
    assert page.evaluate("playground.player.step") == LAST_OF_LILY - 1

    about = page.locator(".tdp-watch > :is(.tdp-inspector-panel, .tdp-history-panel):visible")
    current = "document.querySelector('.tdp-history tbody [aria-current=step]')?.rowIndex"
    page.click(".tdp-history-panel summary")
    page.wait_for_function(f"step => {current} === step", arg=LAST_OF_LILY)
    go(page, STEP)
    assert about.count() == 0, "what is about a cell goes with it"
    go(page, STEP, CELL + 1)
    assert about.count() == 2 and page.evaluate(current) == STEP + 1, "and comes back as it was opened"


def test_a_cell_has_its_short_form_under_the_pointer_and_by_keyboard(page):
    parts = "document.querySelectorAll('.tdp-main > :not(.tdp-tip), .tdp-panel')"
    places = f"[...{parts}].map(one => one.getBoundingClientRect().top)"
    before = page.evaluate(places)
    page.mouse.move(*middle(cell(page, CELL)))
    page.wait_for_selector(".tdp-tip:visible")
    entropy = LILY_RUN.columns["entropy"][STEP, CELL]
    assert page.inner_text(".tdp-tip").split("\n") == [DRAWN, f"reopened · {entropy:.3g} nats {TEMPERATURE}"]
    assert page.evaluate(places) == before, "it moves nothing"
    page.mouse.move(*middle(cell(page, CELL + 16)))
    page.mouse.click(*middle(cell(page, CELL)))
    card(page, CELL)
    page.mouse.move(*middle(cell(page, CELL + 16)))
    page.wait_for_function("word => !document.querySelector('.tdp-tip').textContent.startsWith(word)", arg=DRAWN)
    tip, chosen = page.locator(".tdp-tip").bounding_box(), cell(page, CELL)
    assert tip["y"] >= chosen["y"] + chosen["height"], "the chosen cell stays in sight"
    page.mouse.move(0, 0)
    page.wait_for_selector(".tdp-tip", state="hidden")
    page.mouse.move(*middle(cell(page, 2)))
    page.wait_for_selector(".tdp-tip:visible")
    tip, toolbar = page.locator(".tdp-tip").bounding_box(), page.locator(".tdp-toolbar").bounding_box()
    assert tip["y"] >= toolbar["y"], "in the first row nothing cuts it"
    page.mouse.move(0, 0)
    page.focus(".tdp-canvas")
    page.keyboard.press("ArrowRight")
    card(page, CELL + 1)
    drawn = LILY_RUN.tokens[LILY_RUN.columns["sampled_ids"][STEP, CELL + 1]].strip()
    assert page.inner_text(".tdp-tip").split("\n")[0] == drawn


def test_the_settings_say_what_this_step_would_keep_and_run_with_it(page):
    set_mode(page, "tune")
    assert not page.is_visible(".tdp-supposed-card")
    set_knob(page, "entropy_bound", 4)
    page.wait_for_selector(".tdp-supposed-card:visible")
    columns = LILY_RUN.columns
    would, kept = budget(columns["entropy"][STEP], 4).cut, columns["accepted"][STEP].sum()
    expected = f"SIMULATED: With a budget of 4 nats this step would keep {would} instead of {kept} positions."
    assert page.inner_text(".tdp-supposed") == expected
    page.evaluate("playground.player.views.choose(3)")
    page.fill("#prompt textarea", "hello")
    for name, value in {"max_new_tokens": 16, "max_denoising_steps": 4}.items():
        set_knob(page, name, value)
    page.click(".tdp-supposed-card >> text=Run with this")
    page.wait_for_function("() => playground.player.recording.header.spec.settings.entropy_bound === 4")
    page.wait_for_selector(".tdp-supposed-card", state="hidden")
    assert page.evaluate("playground.player.views.chosen") is None, "a cell is one of its text"
    page.wait_for_function("() => !playground.ask.busy")


SHOWN = {
    "overview": ".tdp-raster",
    "curve": ".js-plotly-plot .scatterlayer .point",
    "table": ".tdp-step-table tbody tr",
    "text": ".tdp-text",
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
        tab.wait_for_function(
            """name => { const { top } = document.querySelector(`.tdp-${name}-panel`).getBoundingClientRect();
                 return top > 0 && top + 150 < innerHeight; }""",
            arg=name,
        )
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
    step = tab.evaluate("playground.player.step")
    last = tab.locator("[role=tab]").last.get_attribute("data-panel")
    for key, wanted in (("ArrowRight", "overview"), ("ArrowLeft", "step"), ("ArrowLeft", last)):
        tab.keyboard.press(key)
        assert tab.evaluate(focused) == wanted
    assert tab.locator(OPEN).count() == 0 and tab.evaluate("playground.player.step") == step
    assert tab.locator("[role=tab][tabindex='0']").evaluate_all("tabs => tabs.map(t => t.dataset.panel)") == [last]
    tab.focus("[data-panel=blocks]")
    tab.keyboard.press("Enter")
    assert tab.inner_text(OPEN) == "Parts"
    tab.wait_for_selector(".tdp-blocks button")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.closest('[role=tabpanel]') !== null"), "what it opened comes next"
    set_mode(tab, "tune")
    for mode, name in (("terms", "Block"), ("plain", "Part")):  # one name everywhere
        tab.evaluate("mode => playground.player.views.speak(mode)", mode)
        tab.wait_for_selector(f".tdp-blocks button b:has-text('{name} 1')")
        assert [tab.inner_text(place) for place in (OPEN, ".tdp-blocks-panel h2")] == [f"{name}s"] * 2
        tab.wait_for_function(
            "name => document.querySelector('.tdp-gauge-verdict').textContent.startsWith(name)", arg=f"{name} 1 "
        )

    tab.route("**/panels-table.js", lambda route: route.abort())
    tab.click("[data-panel=table]")
    tab.wait_for_selector(f".tdp-table-panel:has-text('{HINT}')")
    tab.unroute("**/panels-table.js")
    tab.click("[data-panel=table]")
    tab.click("[data-panel=table]")
    tab.wait_for_selector(SHOWN["table"], state="attached")
    assert HINT not in tab.inner_text(".tdp-table-panel")
    tab.evaluate(
        """() => { for (const name of ['text', 'text', 'text', 'overview', 'blocks', 'text'])
             document.querySelector(`[data-panel=${name}]`).click(); }"""
    )
    tab.wait_for_selector(".tdp-text")
    tab.wait_for_load_state("networkidle")
    assert tab.locator(".tdp-text").count() == tab.locator(PANELS).count() == 1


def test_a_detail_is_not_offered_for_a_run_that_holds_nothing_of_it(used_page, endless_model):
    assert "Own text" not in used_page.locator(".tdp-tab:visible").all_inner_texts()
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    spec = RunSpec(prompt=Prompt(text="hello"), settings=settings, start=(7,) * 16, noise=0.5)
    open_trace(used_page, pg.record(endless_model, spec).to_bytes(), "own.trace")
    used_page.click("[data-panel=repair]")
    used_page.wait_for_selector(".tdp-repair-panel .tdp-tokens")
    open_trace(used_page, pg.record(endless_model, "hello", settings, seed=1).to_bytes(), "other.trace")
    used_page.wait_for_selector("[data-panel=repair]", state="hidden")
    assert used_page.locator(PANELS).count() == 0
