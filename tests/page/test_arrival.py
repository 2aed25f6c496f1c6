"""What the page fetches before its first picture, and what takes its place; a plugin's mode that fails, and none.

A mode with its addresses and its form: `tests/plugins/learn/`.
"""

from contextlib import ExitStack, contextmanager

import pytest
from page_fixtures import PAINTED
from page_holds import NOTE, cells_of, row
from page_reader import go, painted, set_mode
from service_helpers import wait_until
from serving import served

from playground.hooks import PagePart
from playground.plugin_loading import Plugins
from workshop.bench.page import KNOWN
from workshop.bench.page import PAINTED as FIRST_PICTURE

FIRST_PAINT = f"() => {FIRST_PICTURE}"
CANDIDATES = "playground.player.recording.frames[3].top_probs.length / playground.player.recording.header.canvas_length"


@pytest.fixture
def opened(browser):
    """Opens an address in a window that has kept nothing but who reads it, with a file held; returns its page, what it
    asked for, and the request that is held."""
    with ExitStack() as windows:

        def opened(address, ready=PAINTED, hold="nothing"):
            window = windows.enter_context(browser.new_context(viewport={"width": 1440, "height": 900}))
            window.add_init_script(KNOWN)
            page, got, held = window.new_page(), [], []
            page.on("request", lambda request: "/playground/" in request.url and got.append(request))
            page.route(f"**/{hold}", lambda route: held.append(route))
            page.goto(address)
            page.wait_for_function(ready)
            return page, got, held

        yield opened


def names(requests):
    return [request.url.partition("/playground/")[2].partition("/")[2] for request in requests]


def test_the_first_picture_needs_one_script_one_style_sheet_and_one_run_which_the_whole_one_replaces(opened, address):
    page, got, held = opened(address, FIRST_PAINT, "lily.trace")
    first = ["css/main.css", "recorded/index.json", "recorded/lily.light", "dist/main.js"]
    assert sorted(names(got)[: len(first)]) == sorted(first)
    assert names(got).count("recorded/lily.light") == 1, "what is preloaded is used"
    assert sum(sum(request.sizes().values()) for request in got[: len(first)]) < 145_000, "Preact comes with them"
    assert page.evaluate("document.querySelectorAll('script[type=module][src*=\"playground/\"]').length") == 1

    go(page, 3)
    shown = cells_of(page)
    assert page.evaluate(CANDIDATES) == 1
    wait_until(lambda: held, page=page)
    held[0].continue_()
    page.wait_for_function(f"() => {CANDIDATES} === 8")
    painted(page, "() => {}")
    assert [row(page), cells_of(page)] == [3, shown], "where the reader is"

    page.wait_for_function(PAINTED)
    panels = {"tune": ["panels-gauge", "panels-supposed"], "compare": ["panels-lanes", "plugins-race"]}
    for mode, scripts in panels.items():
        wanted = {f"dist/{script}.js" for script in scripts}
        assert wanted.isdisjoint(names(got)), "what stands beside the canvas comes when its mode does"
        set_mode(page, mode)
        wait_until(lambda wanted=wanted: wanted <= {*names(got)}, page=page)
    assert names(got).count("dist/drawer.js") == 1
    set_mode(page, "watch")

    page.evaluate("""() => {
        const { port1, port2 } = new MessageChannel();
        const look = () => requestAnimationFrame(() => port1.postMessage("drawn"));
        window.seen = [];
        port2.onmessage = () => (seen.push([innerWidth, playground.player.painter.ids.length]), look());
        look(); }""")
    for width in (1300, 900):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"() => seen.filter(([width]) => width === {width}).length > 2")
    assert page.evaluate("seen.every(([, cells]) => cells > 0)"), "no window that changes shows an empty canvas"


def test_a_run_that_comes_slowly_finds_the_page_standing_and_a_damaged_one_is_named(opened, address):
    stands = "() => document.querySelector('#generate')?.getClientRects().length > 0"
    page, _, held = opened(address, stands, "lily.light")
    assert held and not page.evaluate(FIRST_PICTURE)
    held[0].fulfill(body="not packed")
    page.wait_for_selector("text=The recorded run “Lily, a cat and a red ball” cannot be read from the server.")


def test_a_page_that_shows_another_run_first_never_gets_the_one_it_does_not_show(opened, address):
    page, got, _ = opened(address + "#run=france")
    page.wait_for_load_state("networkidle")
    assert "recorded/france.trace" in names(got) and "recorded/lily.trace" not in names(got)


@contextmanager
def toured(service, folder, script=None):
    """The page's address where this script is the only part of a plugin, or where there is none."""
    parts = {}
    if script is not None:
        (folder / "tour.js").write_text(script)
        part = PagePart(script=folder / "tour.js", mode="Tour", words=("stop",), config={"text": "All of it."})
        parts["tour"] = part
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Plugins, "by_plugin", lambda self, name, **_: parts if name == "page_part" else {})
        with served(service) as (_, address):
            yield address


def test_one_whose_script_fails_says_so_and_without_any_nothing_is_missed(visit, service, tmp_path):
    with toured(service, tmp_path, "throw new Error('It is broken.');") as address:
        page = visit(f"{address}#stop=3")
        page.wait_for_selector("#notice-text:has-text('It is broken.')")
        assert "“stop”, which means nothing here" in page.inner_text(NOTE)
        set_mode(page, "tour")
        set_mode(page, "tune")
        page.get_by_role("button", name="Tune", pressed=True).wait_for()
    with toured(service, tmp_path) as address:
        page = visit(f"{address}#stop=3")
        assert page.inner_text(NOTE) == "The address says “stop”, which means nothing here."
        assert page.locator("nav button").all_inner_texts() == ["Watch", "Tune", "Compare"]
