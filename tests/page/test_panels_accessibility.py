"""axe, the accessibility checker, on the page with every panel open; what a screen reader is given, the text last."""

import dataclasses
import io
import re
from collections import Counter
from threading import Semaphore

import pytest
from page_fixtures import load
from page_helpers import (
    GOLDEN,
    LILY_RUN,
    LONG,
    READY,
    PacedSlot,
    faults,
    finish,
    go,
    go_to_moment,
    open_detail,
    open_trace,
    rest,
    set_mode,
    start,
    text,
)
from page_places import size
from PIL import Image
from playwright.sync_api import expect
from serving import loaded

import playground as pg
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
    page.evaluate("playground.player.captions.plain.value = 'Many words. '.repeat(200)")
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


PROSE = ".tdp-prose"
SEEN = """() => {
  const prose = document.querySelector('.tdp-prose'), { lineHeight, maskImage } = getComputedStyle(prose);
  const { clientHeight, scrollHeight } = prose;
  return [clientHeight / parseFloat(lineHeight), scrollHeight > clientHeight, maskImage !== 'none']; }"""
"""How many of its lines are in sight, is there more of it, and does it fade?"""
SPOKEN = "text => document.querySelector('.tdp-spoken[data-of=text]').textContent === text"
HEARD_AGAIN = """() => {
  window.heardAgain = 0;
  new MutationObserver(() => (heardAgain += 1))
    .observe(document.querySelector('.tdp-spoken[data-of=text]'), { childList: true }); }"""
LISTEN = """() => {
  window.heard = [];
  window.settled = 0;
  playground.player.addEventListener('settle', () => (settled += 1));
  const place = document.querySelector('.tdp-spoken');
  new MutationObserver(() => heard.push(place.textContent))
    .observe(place, { childList: true, characterData: true, subtree: true }); }"""


class SteppedSlot(PacedSlot):
    """Each step waits until it is let through."""

    def __init__(self, folder):
        super().__init__(folder)
        self.passes = Semaphore(0)

    def session(self):
        return Stepped(super().session(), self.passes)


class Stepped:
    def __init__(self, session, passes):
        self.session, self.passes = session, passes

    def __getattr__(self, name):
        return getattr(self.session, name)

    def next(self, seconds):
        self.passes.acquire(timeout=60)
        return self.session.next(seconds)


def test_a_slow_run_is_not_told_step_by_step_and_a_part_is_named_once(visit, serve, endless_folder):
    slot = loaded(SteppedSlot(str(endless_folder)))
    page = visit(serve(slot))
    page.wait_for_selector(READY)
    page.evaluate(LISTEN)
    start(page, length=32, max_denoising_steps=2, confidence_threshold=0)
    for steps in (1, 2, 3, 4):
        settled = page.evaluate("settled")
        slot.passes.release()
        page.wait_for_function(
            "([steps, before]) => playground.player.recording.frames.length >= steps && settled > before",
            arg=[steps, settled],
        )
    slot.passes.release(10)  # its end, and what comes after it
    page.wait_for_function("() => !playground.ask.busy && playground.player.recording?.frames.at(-1)?.top_ids")
    rest(page)
    heard = [words for words in page.evaluate("heard") if "Part" in words or "step 1" in words]
    assert [words.split(". ")[0] for words in heard] == ["Part 1 of at most 2, step 2", "Part 2 of 2, step 2"]


def test_a_cell_of_the_noise_is_heard_as_it_stands_there_and_nothing_of_it_is_measured(used_page):
    go_to_moment(used_page, 0)
    used_page.evaluate("playground.player.views.choose(16)")
    noise, drawn = (LILY_RUN.tokens[LILY_RUN.columns[of][0, 16]] for of in ("input_ids", "sampled_ids"))
    cell = used_page.locator(".tdp-spoken >> nth=1")
    expect(cell).to_have_text(f"Position 16: {noise.strip()}. Nothing is measured yet.", timeout=20_000)
    nats = LILY_RUN.columns["entropy"][0, 16]
    assert noise != drawn
    assert not faults(used_page), "a drawer that shows nothing does not scroll"
    go_to_moment(used_page, 1)
    expect(cell).to_have_text(
        f"Position 16: {drawn.strip()}, uncertainty {nats:.3g} nats, thrown back.", timeout=20_000
    )


def test_at_the_end_of_a_run_its_text_is_one_paragraph_and_is_heard_last(used_page):
    page = used_page
    assert text(page, PROSE) == "", "it is not finished"
    canvas = page.locator(".tdp-canvas").bounding_box()
    go(page, len(LILY_RUN) - 1)
    assert text(page, PROSE) == LILY_RUN.text.strip()
    assert page.locator(".tdp-canvas").bounding_box() == canvas, "nothing above it moves"
    assert page.locator(PROSE).bounding_box()["y"] > canvas["y"] + canvas["height"]
    page.wait_for_function(SPOKEN, arg=LILY_RUN.text.strip())
    page.evaluate(HEARD_AGAIN)
    set_mode(page, "tune")
    set_mode(page, "watch")
    go(page, len(LILY_RUN) - 1)
    rest(page)
    assert page.evaluate("heardAgain") == 0, "in another mode it is not heard again"
    for window, lines, more in (((1920, 1080), 2, False), ((1280, 800), 2, True), ((1280, 720), 1, True)):
        page.set_viewport_size(size(*window))
        rest(page)
        seen, *goes_on = page.evaluate(SEEN)
        assert seen >= lines and goes_on == [more, more], "it is set closer, and fades where it goes on"
    go(page, 3)
    assert text(page, PROSE) == ""
    page.wait_for_function("() => document.querySelector('.tdp-spoken').textContent.startsWith('Step 4')")


def test_a_hostile_text_is_only_text_and_a_board_and_a_run_that_was_stopped_have_none(used_page, tmp_path):
    go(used_page, 3)
    hostile = "<img src=x onerror=alert(1)> ${alert(1)}\n<script>alert(1)</script> \u202egnp"
    used_page.evaluate("text => { playground.player.recording.text = text; }", hostile)
    go(used_page, len(LILY_RUN) - 1)
    assert text(used_page, PROSE) == hostile.replace("\u202e", "\ufffd")
    assert used_page.locator(f"{PROSE} *").count() == 0
    stopped = pg.Trace.load(GOLDEN / "story.trace")
    dataclasses.replace(stopped, finish_reason="stopped").save(tmp_path / "stopped.trace")
    for path in (GOLDEN / "sudoku.trace", tmp_path / "stopped.trace"):  # digits are no sentence
        open_trace(used_page, path)
        go(used_page, used_page.evaluate("playground.player.recording.frames.length") - 1)
        assert text(used_page, PROSE) == ""
