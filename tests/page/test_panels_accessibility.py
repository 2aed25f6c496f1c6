"""axe, the accessibility checker, on the page with every panel open; and what a screen reader is given."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_fixtures import load
from page_helpers import GOLDEN, LONG, READY, draw_curve, finish, go, open_trace, start

pytest_plugins = "page_fixtures"

WIDTHS = (1440, 375)


@pytest.fixture(scope="module", params=("light", "dark"))
def themed(request, windows, address):
    """One page a theme, with the golden story in its middle and every panel open."""
    page = windows[False].tab()
    load(page, f"{address}?__theme={request.param}")
    draw_curve(page)
    page.wait_for_selector(READY)
    assert page.evaluate("document.body.classList.contains('dark')") == (request.param == "dark")
    yield page
    assert not windows[False].give_back(page)


def open_everything(page):
    open_trace(page, GOLDEN / "story.trace")
    page.evaluate("document.querySelector('.tdp-table').open = true")
    go(page, 10, 3)
    page.evaluate("playground.player.views.pinned === null && document.querySelector('.tdp-compare').click()")
    go(page, 10, 40)
    page.wait_for_selector(".tdp-step-table tbody tr")


def faults(page):
    violations = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in violations
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_no_serious_fault_with_all_panels_open(themed, width):
    themed.set_viewport_size({"width": width, "height": 1000})
    open_everything(themed)
    assert not faults(themed), "\n".join(faults(themed))


@pytest.mark.parametrize("figure", ["probability", "lock", "revisions", "status"])
def test_axe_finds_no_serious_fault_in_any_colouring_nor_with_a_filter_and_a_what_if(themed, figure):
    themed.set_viewport_size({"width": 1440, "height": 1000})
    open_everything(themed)
    themed.select_option(".tdp-figure", figure)
    themed.click(".tdp-panel:has(.tdp-raster) [data-value=status]")
    themed.click(".tdp-legend button:has-text('reopened')")
    themed.locator(".tdp-what-if input").press("ArrowRight")
    go(themed, 10, 40)
    assert not faults(themed), "\n".join(faults(themed))
    themed.click(".tdp-legend button:has-text('reopened')")
    themed.click(".tdp-panel:has(.tdp-raster) [data-value=entropy]")


def test_axe_finds_no_serious_fault_while_a_run_is_live(themed):
    themed.set_viewport_size({"width": 1440, "height": 1000})
    start(themed, **LONG)
    themed.wait_for_function("playground.player.recording.live && playground.player.recording.frames.length > 4")
    found = faults(themed)
    live = themed.evaluate("playground.player.recording.live")
    themed.click("#stop")
    finish(themed)
    assert live, "the run ended before axe did"
    assert not found, "\n".join(found)
