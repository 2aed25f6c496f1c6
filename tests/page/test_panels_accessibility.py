"""axe, the accessibility checker, on the page with every panel open; and what a screen reader is given."""

import io
import re
from collections import Counter

import pytest
from page_fixtures import load
from page_helpers import GOLDEN, LONG, READY, faults, finish, go, open_detail, open_trace, rest, set_mode, start
from PIL import Image

from workshop.bench.page import KNOWN


def cases(*every):
    """The first is tried each time, the others only if thorough."""
    return [every[0], *(pytest.param(*case, marks=pytest.mark.thorough) for case in every[1:])]


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
    open_detail(themed, "overview")
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


NAMED = re.compile(r'- (button|link|tab|combobox|slider|textbox|spinbutton)\b(?: "((?:[^"\\]|\\.)*)")?')
GLUED = re.compile(r"[a-z.!?”)][A-Z]|[.;,!?][A-Za-z“]")
"""Two words without a space between them."""


@pytest.mark.thorough
def test_buttons_have_names_of_their_own_and_names_have_their_spaces(visit, address):
    """As a screen reader has them, in each mode, at the first screen of a desk and of a phone."""
    page = visit(address)
    page.wait_for_selector(READY)
    for width in (1440, 375):
        page.set_viewport_size({"width": width, "height": 812})
        for mode in ("watch", "tune", "compare"):
            page.evaluate("mode => playground.setMode(mode)", mode)
            rest(page)
            names = NAMED.findall(page.locator("#playground").aria_snapshot())
            assert len(names) > 20 and all(name for _, name in names), mode
            twice = [name for name, times in Counter(names).items() if times > 1]
            assert not twice and not [name for _, name in names if GLUED.search(name)], (width, mode, twice)
            assert not GLUED.search(page.get_attribute(".tdp-canvas", "aria-label"))
    page.keyboard.press("?")
    page.wait_for_selector(".tdp-help-dialog[open]")
    assert "term: Home End" in page.locator(".tdp-help-dialog").aria_snapshot()


def test_a_step_is_announced_by_what_it_changed_and_a_chosen_cell_by_itself(visit, address):
    page = visit(address)
    page.wait_for_selector(READY)
    open_trace(page, GOLDEN / "story.trace")
    page.evaluate("() => { window.heard = []; }")
    page.evaluate(
        """() => { for (const place of document.querySelectorAll('.tdp-spoken'))
             new MutationObserver(() => place.textContent && heard.push(place.textContent))
               .observe(place, { childList: true, characterData: true, subtree: true }); }"""
    )
    go(page, 9)
    rest(page)
    step = page.evaluate("heard.splice(0)")
    assert len(step) == 1 and step[0].startswith("Step 10. ") and "just kept: " in step[0] and "Mean" not in step[0]
    assert len(step[0].split(". ")[1]) < 60
    go(page, 9, 3)
    rest(page)
    cell = page.evaluate("heard.splice(0)")
    assert len(cell) == 1 and cell[0].startswith("Position 3: "), "the step is not said again"
    go(page, 10, 3)
    rest(page)
    both = sorted(page.evaluate("heard.splice(0)"))
    assert [words.split()[0] for words in both] == ["Position", "Step"]


@pytest.mark.parametrize("themed", THEMES, indirect=True)
def test_a_sentence_too_long_for_its_place_is_scrolled_by_keys(themed):
    themed.set_viewport_size({"width": 1440, "height": 1000})
    open_everything(themed)
    caption = themed.locator(".tdp-caption")
    assert caption.get_attribute("tabindex") is None, "it fits, and no key needs to stop there"
    themed.evaluate("document.querySelector('.tdp-sentence span').textContent = 'Many words. '.repeat(200)")
    themed.wait_for_selector(".tdp-caption[tabindex='0']")
    assert not faults(themed, ".tdp-main")
    caption.focus()
    themed.keyboard.press("PageDown")
    themed.wait_for_function("() => document.querySelector('.tdp-caption').scrollTop > 0")
    go(themed, 11)
    assert caption.get_attribute("tabindex") is None


@pytest.mark.parametrize("themed", THEMES, indirect=True)
def test_axe_finds_no_serious_fault_while_a_run_is_live(themed):
    themed.set_viewport_size({"width": 1440, "height": 1000})
    set_mode(themed, "watch")
    # Every detail at every frame would leave axe no time; the details have a test of their own.
    themed.evaluate("playground.player.views.deck.open(null)")
    start(themed, **LONG)
    themed.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 4")
    go(themed, 1)  # axe sees the same step at each of its looks, whatever comes meanwhile
    found = faults(themed)
    live = themed.evaluate("playground.player.recording.live")
    themed.evaluate("playground.live.stop()")  # the pointer would wait for a picture that stands still
    finish(themed)
    assert live, "the run ended before axe did"
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_forced_colours_keep_legend_scale_timeline_progress_and_the_shape_of_buttons(browser, address):
    with browser.new_context(viewport={"width": 1280, "height": 720}, forced_colors="active") as window:
        window.add_init_script(KNOWN)
        page = window.new_page()
        load(page, address)
        go(page, 9)

        def colours(place):
            """Of each pixel of an element, as it is painted."""
            picture = Image.open(io.BytesIO(page.locator(place).first.screenshot())).convert("RGB")
            return picture, {colour for _, colour in picture.getcolors(picture.width * picture.height)}

        for status in ("kept", "just-kept", "reopened"):
            assert len(colours(f".tdp-legend .tdp-is-{status}")[1]) > 1, status
        thrown_back = colours(".tdp-legend .tdp-is-thrown-back")[0].getpixel((9, 7))
        assert max(thrown_back) - min(thrown_back) > 60, "it has its colour"
        assert len(colours(".tdp-gradient")[1]) > 50
        picture, _ = colours(".tdp-timeline-head")
        past, rest = (picture.getpixel((x, picture.height - 3)) for x in (4, picture.width - 4))
        assert len({past, rest, (255, 255, 255)}) == 3, "the track is filled up to the knob"
        picture, _ = colours("#generate")
        assert picture.getpixel((picture.width // 2, 0)) != picture.getpixel((picture.width // 2, 5)), "an edge"
        chosen, others = (colours(f".tdp-modes [data-mode={mode}]")[0].getpixel((4, 4)) for mode in ("watch", "tune"))
        assert chosen != others
