"""What the page fetches before its first picture, and what takes that picture's place."""

import pytest
from page_fixtures import PAINTED
from page_helpers import go, painted, set_mode, wait_until

from workshop.bench.page import KNOWN
from workshop.bench.page import PAINTED as FIRST_PICTURE

FIRST_PAINT = f"() => {FIRST_PICTURE}"
CANDIDATES = "playground.player.recording.frames[3].top_probs.length / playground.player.recording.header.canvas_length"


@pytest.fixture
def opened(browser):
    """Opens an address in a window that has kept nothing but who reads it; returns its page and the files it got."""
    contexts = []

    def opened(address, ready=PAINTED, before=lambda page: None):
        contexts.append(browser.new_context(viewport={"width": 1440, "height": 900}))
        contexts[-1].add_init_script(KNOWN)
        page, got = contexts[-1].new_page(), []
        page.on("request", lambda request: "/playground/" in request.url and got.append(request))
        before(page)
        page.goto(address)
        page.wait_for_function(ready)
        return page, got

    yield opened
    for context in contexts:
        context.close()


def names(requests):
    return [request.url.partition("/playground/")[2].partition("/")[2] for request in requests]


def test_the_first_picture_needs_one_script_one_style_sheet_and_one_run(opened, address):
    held = []
    page, got = opened(address, FIRST_PAINT, lambda page: page.route("**/lily.trace", lambda route: held.append(route)))
    first = ["css/main.css", "recorded/index.json", "recorded/lily.light", "dist/main.js"]
    assert sorted(names(got)[: len(first)]) == sorted(first)
    assert names(got).count("recorded/lily.light") == 1, "what is preloaded is used"
    assert sum(sum(request.sizes().values()) for request in got[: len(first)]) < 140_000
    assert page.evaluate("document.querySelectorAll('script[type=module][src*=\"playground/\"]').length") == 1


def test_a_run_that_comes_slowly_finds_the_page_standing_and_a_damaged_one_is_named(opened, address):
    held = []
    stands = "() => document.querySelector('#generate')?.getClientRects().length > 0"
    page, _ = opened(address, stands, lambda page: page.route("**/lily.light", lambda route: held.append(route)))
    assert held and not page.evaluate(FIRST_PICTURE)
    held[0].fulfill(body="not packed")
    page.wait_for_selector("text=The recorded run “Lily, a cat and a red ball” cannot be read from the server.")


def test_a_window_that_changes_never_shows_an_empty_canvas(opened, address):
    page, _ = opened(address)
    page.evaluate("""() => {
        const { port1, port2 } = new MessageChannel();
        const look = () => requestAnimationFrame(() => port1.postMessage("drawn"));
        window.seen = [];
        port2.onmessage = () => (seen.push([innerWidth, playground.player.painter.ids.length]), look());
        look(); }""")
    for width in (1300, 900):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"() => seen.filter(([width]) => width === {width}).length > 2")
    assert page.evaluate("seen.every(([, cells]) => cells > 0)")


def test_what_stands_beside_the_canvas_comes_when_its_mode_does(opened, address):
    page, got = opened(address)
    panels = {"tune": ["panels-gauge", "panels-supposed"], "compare": ["panels-lanes", "plugins-race"]}
    for mode, scripts in panels.items():
        assert {f"dist/{script}.js" for script in scripts}.isdisjoint(names(got)), mode
        set_mode(page, mode)
        wait_until(lambda scripts=scripts: {f"dist/{script}.js" for script in scripts} <= {*names(got)}, page=page)
    assert names(got).count("dist/drawer.js") == 1


def test_the_whole_run_takes_the_place_of_what_is_shown_first_where_the_reader_is(opened, address):
    held = []
    page, _ = opened(address, FIRST_PAINT, lambda page: page.route("**/lily.trace", lambda route: held.append(route)))
    go(page, 3)
    shown = page.evaluate("playground.player.painter.ids")
    assert page.evaluate(CANDIDATES) == 1
    wait_until(lambda: held, page=page)
    held[0].continue_()
    page.wait_for_function(f"() => {CANDIDATES} === 8")
    painted(page, "() => {}")
    assert page.evaluate("[playground.player.step, playground.player.painter.ids]") == [3, shown]
    assert page.evaluate("playground.runList.items[0].recording === playground.player.recording")


def test_a_page_that_shows_another_run_first_never_gets_the_one_it_does_not_show(opened, address):
    page, got = opened(address + "#run=france")
    page.wait_for_load_state("networkidle")
    assert "recorded/france.trace" in names(got) and "recorded/lily.trace" not in names(got)
