"""The details are tabs: one at a time, in sight, fetched when they are first opened. On a phone: `test_phone.py`."""

import pytest
from page_fixtures import PAINTED
from page_helpers import open_trace, set_mode

import playground as pg
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from workshop.bench.page import KNOWN

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
