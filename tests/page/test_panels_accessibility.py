"""axe, the accessibility checker, on the page with every panel open; and what a screen reader is given."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_fixtures import load
from page_helpers import GOLDEN, LONG, READY, finish, go, open_detail, open_trace, set_mode, start

pytest_plugins = "page_fixtures"


def cases(*every):
    """The first two are tried each time, the others only if thorough."""
    return [*every[:2], *(pytest.param(*case, marks=pytest.mark.thorough) for case in every[2:])]


THEMES = [pytest.param("light", marks=pytest.mark.thorough), "dark"]


@pytest.fixture(scope="module")
def themed(request, windows, address):
    """One page a theme, with the golden story in its middle and every panel open."""
    page = windows[False].tab()
    load(page, f"{address}?__theme={request.param}")
    page.wait_for_selector(READY)
    assert page.evaluate("document.body.classList.contains('dark')") == (request.param == "dark")
    yield page
    assert not windows[False].give_back(page)


def open_everything(page):
    open_trace(page, GOLDEN / "story.trace")
    open_detail(page, "table")
    page.evaluate("playground.player.views.choosePair(3, 3)")
    go(page, 10, 40)
    page.wait_for_selector(".tdp-step-table tbody tr")


def faults(page, part=None):
    """On the whole page, or in a part of it."""
    violations = Axe().run(page, context=part).response["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in violations
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize(
    "themed, width, mode",
    cases(
        ("light", 1440, "watch"),
        ("dark", 375, "tune"),
        ("light", 1440, "tune"),
        ("light", 375, "watch"),
        ("light", 375, "tune"),
        ("dark", 1440, "watch"),
        ("dark", 1440, "tune"),
        ("dark", 375, "watch"),
    ),
    indirect=["themed"],
)
def test_axe_finds_no_serious_fault_with_all_panels_open(themed, width, mode):
    themed.set_viewport_size({"width": width, "height": 1000})
    open_everything(themed)
    set_mode(themed, mode)
    found = faults(themed)
    for name in ("overview", "text", "blocks", "curve"):
        open_detail(themed, name)
        found += faults(themed, ".tdp-tray")
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("themed", THEMES, indirect=True)
def test_axe_finds_no_serious_fault_in_any_colouring_nor_with_a_filter_and_a_what_if(themed):
    themed.set_viewport_size({"width": 1440, "height": 1000})
    open_everything(themed)
    themed.click(".tdp-panel:has(.tdp-raster) [data-value=status]")
    themed.locator(".tdp-what-if input").first.press("ArrowRight")
    found = faults(themed, ".tdp-drawer")
    for figure in ("probability", "lock", "revisions", "status"):
        themed.select_option(".tdp-figure", figure)
        themed.click(".tdp-legend button:has-text('reopened')")
        go(themed, 10, 40)
        found += faults(themed, ".tdp-main")
        themed.click(".tdp-legend button:has-text('reopened')")
    found += faults(themed, ".tdp-panel:has(.tdp-raster)")
    themed.click(".tdp-panel:has(.tdp-raster) [data-value=entropy]")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "themed, width", cases(("dark", 1440), ("light", 375), ("dark", 375), ("light", 1440)), indirect=["themed"]
)
def test_axe_finds_no_serious_fault_in_the_help_the_menus_and_a_presentation(themed, width):
    themed.set_viewport_size({"width": width, "height": 1000})
    open_everything(themed)
    themed.keyboard.press("?")
    themed.wait_for_selector(".tdp-help-dialog[open]")
    found = faults(themed, ".tdp-help-dialog")
    themed.keyboard.press("Escape")
    themed.click("text=Share")
    found += faults(themed, ".tdp-header")
    themed.keyboard.press("Escape")
    themed.evaluate("document.activeElement.blur()")
    themed.keyboard.press("f")
    themed.wait_for_selector(".tdp-presenting")
    found += faults(themed, ".tdp-main")
    themed.keyboard.press("f")
    themed.wait_for_selector("#playground:not(.tdp-presenting)")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("themed", THEMES, indirect=True)
def test_axe_finds_no_serious_fault_while_a_run_is_live(themed):
    themed.set_viewport_size({"width": 1440, "height": 1000})
    set_mode(themed, "watch")
    # Every detail at every frame would leave axe no time; the details have a test of their own.
    themed.evaluate("playground.player.views.deck.open(null)")
    start(themed, **LONG | {"max_denoising_steps": 200})
    themed.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 4")
    found = faults(themed)
    live = themed.evaluate("playground.player.recording.live")
    themed.evaluate("playground.live.stop()")  # the pointer would wait for a picture that stands still
    finish(themed)
    assert live, "the run ended before axe did"
    assert not found, "\n".join(found)
