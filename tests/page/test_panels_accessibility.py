"""axe, the accessibility checker, on the page with every panel open; and what a screen reader is given."""

import io
import re
from collections import Counter

import pytest
from page_fixtures import load
from page_helpers import GOLDEN, LONG, READY, faults, finish, go, open_detail, open_trace, rest, set_mode, start
from PIL import Image

from workshop.bench.page import KNOWN


@pytest.fixture
def page(used_page):
    """The golden story in its middle with two cells compared and a detail open, in the dark."""
    used_page.wait_for_selector(READY)
    dark(used_page, True)
    open_trace(used_page, GOLDEN / "story.trace")
    open_detail(used_page, "table")
    used_page.evaluate("playground.player.views.choosePair(3, 3)")
    go(used_page, 10, 40)
    used_page.wait_for_selector(".tdp-step-table tbody tr")
    return used_page


def dark(page, on):
    page.evaluate("on => document.body.classList.toggle('dark', on)", on)
    page.wait_for_function("theme => playground.player.painter.theme === theme", arg="dark" if on else "light")


@pytest.mark.parametrize("width, mode, theme", [(1440, "watch", "light"), (375, "tune", "dark")])
def test_axe_finds_no_serious_fault_with_all_panels_open(page, width, mode, theme):
    page.set_viewport_size({"width": width, "height": 1000})
    dark(page, theme == "dark")
    if mode == "watch":
        page.locator(".tdp-what-if input").first.press("ArrowRight")
        page.click(".tdp-legend button:has-text('reopened')")
    set_mode(page, mode)
    found = faults(page)
    for name in ("overview", "text", "blocks", "curve"):
        open_detail(page, name)
        found += faults(page, ".tdp-tray")
    if mode == "watch":
        page.click(".tdp-legend button:has-text('reopened')")
    assert not found, "\n".join(found)


def test_axe_finds_no_serious_fault_in_the_help_the_menus_a_presentation_and_a_long_sentence(page):
    page.keyboard.press("?")
    page.wait_for_selector(".tdp-help-dialog[open]")
    found = faults(page, ".tdp-help-dialog")
    page.keyboard.press("Escape")
    page.click("text=Share")
    found += faults(page, ".tdp-header")
    page.keyboard.press("Escape")
    page.click(".tdp-runs-button")
    page.click("[aria-label='More about story.trace']")
    names = page.eval_on_selector_all(".tdp-library button", "all => all.map(one => one.ariaLabel ?? one.title)")
    assert len(names) == len(set(names)) > 20, "each names its run"
    found += faults(page, ".tdp-library")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("f")
    page.wait_for_selector(".tdp-presenting")
    found += faults(page, ".tdp-main")
    page.keyboard.press("f")
    page.wait_for_selector("#playground:not(.tdp-presenting)")

    go(page, 10)
    caption = page.locator(".tdp-caption")
    assert caption.get_attribute("tabindex") is None, "it fits, and no key needs to stop there"
    page.evaluate("document.querySelector('.tdp-sentence span').textContent = 'Many words. '.repeat(200)")
    page.wait_for_selector(".tdp-caption[tabindex='0']")
    found += faults(page, ".tdp-main")
    caption.focus()
    page.keyboard.press("PageDown")
    page.wait_for_function("() => document.querySelector('.tdp-caption').scrollTop > 0")
    go(page, 11)
    assert caption.get_attribute("tabindex") is None
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


def test_a_step_is_announced_by_what_it_changed_and_a_chosen_cell_by_itself(page):
    go(page, 8)
    rest(page)
    page.evaluate(
        """() => { window.heard = [];
             for (const place of document.querySelectorAll('.tdp-spoken'))
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


def test_axe_finds_no_serious_fault_while_a_run_is_live(page):
    # Every detail at every frame would leave axe no time; the details have a test of their own.
    page.evaluate("playground.player.views.deck.open(null)")
    start(page, **LONG)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 4")
    go(page, 1)  # axe sees the same step at each of its looks, whatever comes meanwhile
    found = faults(page)
    live = page.evaluate("playground.player.recording.live")
    page.evaluate("playground.live.stop()")  # the pointer would wait for a picture that stands still
    finish(page)
    assert live, "the run ended before axe did"
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_forced_colours_keep_legend_scale_timeline_progress_and_the_shape_of_buttons(browser, address):
    with browser.new_context(forced_colors="active") as window:
        window.add_init_script(KNOWN)
        page = window.new_page()
        load(page, address, viewport={"width": 1280, "height": 720})
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
