"""The finished text stands as prose under the canvas, and is what a screen reader hears last."""

import dataclasses

from page_helpers import GOLDEN, LILY_RUN, go, open_trace, rest, set_mode, text
from page_places import size

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
    go(page, 3)
    assert text(page, PROSE) == ""
    page.wait_for_function("() => document.querySelector('.tdp-spoken').textContent.startsWith('Step 4')")


def test_a_text_is_set_closer_to_be_seen_whole_and_fades_where_it_goes_on(visit, address):
    page = visit(address)
    go(page, len(LILY_RUN) - 1)
    for window, lines, more in (((1920, 1080), 2, False), ((1280, 800), 2, True), ((1280, 720), 1, True)):
        page.set_viewport_size(size(*window))
        rest(page)
        seen, *goes_on = page.evaluate(SEEN)
        assert seen >= lines and goes_on == [more, more], window


def test_on_a_phone_sentence_and_text_scroll_as_one_and_fade_where_they_go_on(visit, address):
    page = visit(address, has_touch=True)
    mask = "getComputedStyle(document.querySelector('.tdp-caption')).maskImage"
    for window in ((360, 640), (812, 375)):
        page.set_viewport_size(size(*window))
        go(page, 0)
        rest(page)
        assert page.evaluate(mask) == "none"
        go(page, len(LILY_RUN) - 1)
        rest(page)
        assert page.evaluate(mask) != "none"
        assert page.evaluate(SEEN)[1:] == [False, False]
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        tabs, dock = (page.locator(place).bounding_box() for place in (".tdp-tabs", ".tdp-dock"))
        assert dock is None or tabs["y"] + tabs["height"] <= dock["y"], "no tab of the details stays below"


def test_a_board_and_a_run_that_was_stopped_have_no_prose(used_page, tmp_path):
    open_trace(used_page, GOLDEN / "sudoku.trace")
    go(used_page, len(pg.Trace.load(GOLDEN / "sudoku.trace")) - 1)
    assert text(used_page, PROSE) == "", "digits are no sentence"
    stopped = pg.Trace.load(GOLDEN / "story.trace")
    dataclasses.replace(stopped, finish_reason="stopped").save(tmp_path / "stopped.trace")
    open_trace(used_page, tmp_path / "stopped.trace")
    go(used_page, len(stopped) - 1)
    assert text(used_page, PROSE) == ""


def test_a_hostile_text_is_only_text(used_page):
    go(used_page, 3)
    hostile = "<img src=x onerror=alert(1)> ${alert(1)}\\n<script>alert(1)</script> \\u202egnp"
    used_page.evaluate(f"playground.player.recording.text = `{hostile.replace('$', chr(92) + '$')}`")
    go(used_page, len(LILY_RUN) - 1)
    assert text(used_page, PROSE) == ("<img src=x onerror=alert(1)> ${alert(1)}\n<script>alert(1)</script> \ufffdgnp")
    assert used_page.locator(f"{PROSE} *").count() == 0
