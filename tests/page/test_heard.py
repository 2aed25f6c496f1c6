"""What a screen reader is told of runs that come slowly and have several parts; and the finished text, as prose too."""

import dataclasses
from threading import Semaphore

from page_helpers import (
    GOLDEN,
    LILY_RUN,
    READY,
    PacedSlot,
    faults,
    go,
    go_to_moment,
    open_trace,
    rest,
    set_mode,
    start,
    text,
)
from page_places import size
from playwright.sync_api import expect
from serving import loaded

import playground as pg

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
