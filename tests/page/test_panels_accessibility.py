"""axe, the accessibility checker, on the page with every panel open; what a screen reader is given, the text last."""

import dataclasses
import io
import re
from collections import Counter
from threading import Semaphore

import page_reader as reader
import pytest
from page_fixtures import load
from page_holds import CANVAS, CAPTION, GOLDEN, HEARD, LEGEND, LILY_RUN, PROSE, faults, label, steps_of
from page_places import size
from PIL import Image
from playwright.sync_api import expect
from service_helpers import PacedSlot, wait_until
from serving import loaded

import playground as pg
from workshop.bench.page import KNOWN


@pytest.fixture
def page(used_page):
    """The golden story in its middle with two cells compared and a detail open, in the dark."""
    dark(used_page, True)
    reader.open_trace(used_page, GOLDEN / "story.trace")
    reader.open_detail(used_page, "table")
    reader.choose(used_page, 3)
    used_page.get_by_role("button", name="Compare with a cell").click()
    reader.go(used_page, 10, 40)
    used_page.wait_for_selector("[role=tabpanel] tbody tr")
    return used_page


def dark(page, on):
    page.evaluate("on => document.body.classList.toggle('dark', on)", on)
    reader.drawn(page)


@pytest.mark.parametrize("width, mode, theme", [(1440, "watch", "light"), (375, "tune", "dark")])
def test_axe_finds_no_serious_fault_with_all_panels_open(page, width, mode, theme):
    page.set_viewport_size({"width": width, "height": 1000})
    dark(page, theme == "dark")
    if mode == "watch":
        page.get_by_role("slider", name="Another").first.press("ArrowRight")
        page.click(f"{LEGEND} button:has-text('reopened')")
    reader.set_mode(page, mode)
    found = faults(page)
    for name in ("overview", "text", "blocks", "curve"):
        reader.open_detail(page, name)
        found += faults(page, ".tdp-tray")
    if mode == "watch":
        page.click(f"{LEGEND} button:has-text('reopened')")
    assert not found, "\n".join(found)


def test_axe_finds_no_serious_fault_in_the_help_the_menus_a_presentation_and_a_long_sentence(page):
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    found = faults(page, "dialog[open]")
    page.keyboard.press("Escape")
    page.click("text=Share")
    found += faults(page, "header")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Runs; shown is").click()
    page.click("[aria-label='More about story.trace']")
    names = page.eval_on_selector_all("[aria-label=Runs] button", "all => all.map(one => one.ariaLabel ?? one.title)")
    assert len(names) == len(set(names)) > 20, "each names its run"
    found += faults(page, "[aria-label=Runs]")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("f")
    page.wait_for_selector(".tdp-presenting")
    found += faults(page, ".tdp-main")
    page.keyboard.press("f")
    page.wait_for_selector("#playground:not(.tdp-presenting)")

    reader.go(page, 10)
    caption = page.locator(CAPTION)
    assert caption.get_attribute("tabindex") is None, "it fits, and no key needs to stop there"
    page.evaluate("playground.player.captions.plain.value = 'Many words. '.repeat(200)")
    page.wait_for_selector(f"{CAPTION}[tabindex='0']")
    found += faults(page, ".tdp-main")
    caption.focus()
    page.keyboard.press("PageDown")
    wait_until(lambda: caption.evaluate("caption => caption.scrollTop") > 0, page=page)
    reader.go(page, 11)
    assert caption.get_attribute("tabindex") is None
    assert not found, "\n".join(found)


NAMED = re.compile(r'- (button|link|tab|combobox|slider|textbox|spinbutton)\b(?: "((?:[^"\\]|\\.)*)")?')
GLUED = re.compile(r"[a-z.!?”)][A-Z]|[.;,!?][A-Za-z“]")
"""Two words without a space between them."""


@pytest.mark.thorough
def test_buttons_have_names_of_their_own_and_names_have_their_spaces(visit, address):
    """As a screen reader has them, in each mode, at the first screen of a desk and of a phone."""
    page = visit(address, model=True)
    for width in (1440, 375):
        page.set_viewport_size({"width": width, "height": 812})
        for mode in ("watch", "tune", "compare"):
            reader.set_mode(page, mode)
            reader.rest(page)
            names = NAMED.findall(page.locator("#playground").aria_snapshot())
            assert len(names) > 20 and all(name for _, name in names), mode
            twice = [name for name, times in Counter(names).items() if times > 1]
            assert not twice and not [name for _, name in names if GLUED.search(name)], (width, mode, twice)
            assert not GLUED.search(page.get_attribute(CANVAS, "aria-label"))
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert "term: Home End" in page.locator("dialog[open]").aria_snapshot()


def test_a_step_is_announced_by_what_it_changed_and_a_chosen_cell_by_itself(page):
    reader.go(page, 8)
    reader.rest(page)
    page.evaluate(
        """() => { window.heard = [];
             for (const place of document.querySelectorAll('p[aria-live=polite]'))
               new MutationObserver(() => place.textContent && heard.push(place.textContent))
                 .observe(place, { childList: true, characterData: true, subtree: true }); }"""
    )
    reader.go(page, 9)
    reader.rest(page)
    step = page.evaluate("heard.splice(0)")
    assert len(step) == 1 and step[0].startswith("Step 10. ") and "just kept: " in step[0] and "Mean" not in step[0]
    assert len(step[0].split(". ")[1]) < 60
    reader.go(page, 9, 3)
    reader.rest(page)
    cell = page.evaluate("heard.splice(0)")
    assert len(cell) == 1 and cell[0].startswith("Position 3: "), "the step is not said again"
    reader.go(page, 10, 3)
    reader.rest(page)
    both = sorted(page.evaluate("heard.splice(0)"))
    assert [words.split()[0] for words in both] == ["Position", "Step"]


def test_axe_finds_no_serious_fault_while_a_run_is_live(page):
    # Every detail at every frame would leave axe no time; the details have a test of their own.
    page.get_by_role("tab", selected=True).click()
    reader.start(page, **reader.LONG)
    reader.goes_on(page, 4)
    reader.go(page, 1)  # axe sees the same step at each of its looks, whatever comes meanwhile
    found = faults(page)
    assert label(page) == "LIVE", "the run ended before axe did"
    reader.stop(page)
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_forced_colours_keep_legend_scale_timeline_progress_and_the_shape_of_buttons(browser, address):
    with browser.new_context(forced_colors="active") as window:
        window.add_init_script(KNOWN)
        page = window.new_page()
        load(page, address, viewport={"width": 1280, "height": 720})
        reader.go(page, 9)

        def colours(place):
            """Of each pixel of an element, as it is painted."""
            picture = Image.open(io.BytesIO(page.locator(place).first.screenshot())).convert("RGB")
            return picture, {colour for _, colour in picture.getcolors(picture.width * picture.height)}

        for status in ("kept", "just-kept", "reopened"):
            assert len(colours(f"{LEGEND} .tdp-is-{status}")[1]) > 1, status
        thrown_back = colours(f"{LEGEND} .tdp-is-thrown-back")[0].getpixel((9, 7))
        assert max(thrown_back) - min(thrown_back) > 60, "it has its colour"
        assert len(colours(".tdp-gradient")[1]) > 50
        picture, _ = colours(".tdp-timeline-head")
        past, rest = (picture.getpixel((x, picture.height - 3)) for x in (4, picture.width - 4))
        assert len({past, rest, (255, 255, 255)}) == 3, "the track is filled up to the knob"
        picture, _ = colours("#generate")
        assert picture.getpixel((picture.width // 2, 0)) != picture.getpixel((picture.width // 2, 5)), "an edge"
        chosen, others = (colours(f"nav [data-mode={mode}]")[0].getpixel((4, 4)) for mode in ("watch", "tune"))
        assert chosen != others


SEEN = """prose => {
  const { clientHeight, scrollHeight } = prose, { lineHeight, maskImage } = getComputedStyle(prose);
  return [clientHeight / parseFloat(lineHeight), scrollHeight > clientHeight, maskImage !== 'none']; }"""
"""How many of its lines are in sight, is there more of it, and does it fade?"""
HEARD_AGAIN = """place => {
  window.heardAgain = 0;
  new MutationObserver(() => (heardAgain += 1)).observe(place, { childList: true }); }"""
LISTEN = """() => {
  window.heard = [];
  window.settled = 0;
  playground.player.addEventListener('settle', () => (settled += 1));
  const place = document.querySelector('p[aria-live=polite]');
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
    page = visit(serve(slot), model=True)
    page.evaluate(LISTEN)
    reader.start(page, length=32, max_denoising_steps=2, confidence_threshold=0)
    for steps in (1, 2, 3, 4):
        settled = page.evaluate("settled")
        slot.passes.release()
        wait_until(lambda n=steps, s=settled: steps_of(page) >= n and page.evaluate("settled") > s, page=page)
    slot.passes.release(10)  # its end, and what comes after it
    reader.finish(page)
    reader.whole(page, 1)
    reader.rest(page)
    heard = [words for words in page.evaluate("heard") if "Part" in words or "step 1" in words]
    assert [words.split(". ")[0] for words in heard] == ["Part 1 of at most 2, step 2", "Part 2 of 2, step 2"]


def test_a_cell_of_the_noise_is_heard_as_it_stands_there_and_nothing_of_it_is_measured(used_page):
    reader.go_to_moment(used_page, 0)
    reader.choose(used_page, 16)
    noise, drawn = (LILY_RUN.tokens[LILY_RUN.columns[of][0, 16]] for of in ("input_ids", "sampled_ids"))
    cell = used_page.locator(HEARD).nth(1)
    expect(cell).to_have_text(f"Position 16: {noise.strip()}. Nothing is measured yet.", timeout=20_000)
    nats = LILY_RUN.columns["entropy"][0, 16]
    assert noise != drawn
    assert not faults(used_page), "a drawer that shows nothing does not scroll"
    reader.go_to_moment(used_page, 1)
    expect(cell).to_have_text(f"Position 16: {drawn.strip()}, uncertainty {nats:.3g} nats, thrown back.")


def test_at_the_end_of_a_run_its_text_is_one_paragraph_and_is_heard_last(used_page):
    page = used_page
    assert page.inner_text(PROSE) == "", "it is not finished"
    canvas = page.locator(CANVAS).bounding_box()
    reader.go(page, len(LILY_RUN) - 1)
    assert page.inner_text(PROSE) == LILY_RUN.text.strip()
    assert page.locator(CANVAS).bounding_box() == canvas, "nothing above it moves"
    assert page.locator(PROSE).bounding_box()["y"] > canvas["y"] + canvas["height"]
    expect(page.locator(HEARD).nth(2)).to_have_text(LILY_RUN.text.strip())
    page.locator(HEARD).nth(2).evaluate(HEARD_AGAIN)
    reader.set_mode(page, "tune")
    reader.set_mode(page, "watch")
    reader.go(page, len(LILY_RUN) - 1)
    reader.rest(page)
    assert page.evaluate("heardAgain") == 0, "in another mode it is not heard again"
    for window, lines, more in (((1920, 1080), 2, False), ((1280, 800), 2, True), ((1280, 720), 1, True)):
        page.set_viewport_size(size(*window))
        reader.rest(page)
        seen, *goes_on = page.locator(PROSE).evaluate(SEEN)
        assert seen >= lines and goes_on == [more, more], "it is set closer, and fades where it goes on"
    reader.go(page, 3)
    assert page.inner_text(PROSE) == ""
    expect(page.locator(HEARD).first).to_contain_text(re.compile("^Step 4"))


def test_a_hostile_text_is_only_text_and_a_board_and_a_run_that_was_stopped_have_none(used_page, tmp_path):
    reader.go(used_page, 3)
    hostile = "<img src=x onerror=alert(1)> ${alert(1)}\n<script>alert(1)</script> \u202egnp"
    used_page.evaluate("text => { playground.player.recording.text = text; }", hostile)
    reader.go(used_page, len(LILY_RUN) - 1)
    assert used_page.inner_text(PROSE) == hostile.replace("\u202e", "\ufffd")
    assert used_page.locator(f"{PROSE} *").count() == 0
    stopped = pg.Trace.load(GOLDEN / "story.trace")
    dataclasses.replace(stopped, finish_reason="stopped").save(tmp_path / "stopped.trace")
    for path in (GOLDEN / "sudoku.trace", tmp_path / "stopped.trace"):  # digits are no sentence
        reader.open_trace(used_page, path)
        reader.go(used_page, steps_of(used_page) - 1)
        assert used_page.inner_text(PROSE) == ""
