"""The player in a frame of another page, and on a phone: what stays in sight, and what a finger can press."""

import html
import re

import pytest
from page_fixtures import PAINTED
from page_helpers import LAST_OF_LILY, READY, go, rest, set_mode

PHONE = {"width": 375, "height": 812}
LESSON = "() => window.playground?.learning.lesson?.shown"
PLACES = """places => places.map((place) => {
  const { top, bottom, left, right, width, height } = document.querySelector(place).getBoundingClientRect();
  const within = top >= 0 && left >= 0 && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5;
  return { top, bottom, width, height, whole: within && width > 0 && height > 0 };
})"""
# What a finger can press. A word within a sentence has its line, and the slider lies in a timeline that can be pressed.
TARGETS = """() => [...document.querySelectorAll(
    "#playground :is(button:not(.tdp-lit-words), select, input, textarea, summary, canvas[tabindex='0'])")]
  .filter((target) => target.checkVisibility({ visibilityProperty: true }))
  .map((target) => [target, (target.closest(".tdp-timeline, label") ?? target).getBoundingClientRect()])
  .map(([target, { width, height }]) => ({ name: target.ariaLabel || target.textContent, width, height }))"""


def places(page, *selectors):
    return page.evaluate(PLACES, selectors)


@pytest.mark.parametrize("query", [pytest.param("?embed", marks=pytest.mark.thorough), "?embed&lesson=5"])
def test_a_frame_holds_canvas_play_and_timeline_from_480x270_up(visit, address, query):
    """In a lesson also the part that is read, as a strip under the canvas, and the way on."""
    sizes = [(480, 270), (640, 360), (800, 450), (1280, 720)]
    page = visit(
        f"{address}{query}", viewport={"width": 480, "height": 270}, ready=LESSON if "lesson" in query else PAINTED
    )
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        scrolled = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert scrolled == [width, height]
        stage, canvas, play, slider = places(page, ".tdp-stage", ".tdp-canvas", ".tdp-play", ".tdp-slider")
        assert stage["whole"] and play["whole"] and slider["whole"], (width, height)
        assert stage["bottom"] <= play["top"], "nothing lies over the cells"
        if "lesson" in query:
            prose, onwards = places(page, ".tdp-lesson", ".tdp-continue")
            assert prose["whole"] and onwards["whole"]
            assert width > 860 or prose["top"] >= play["bottom"], "a strip under the canvas"
            assert stage["height"] > 0.27 * height
        else:
            (sentence,) = places(page, ".tdp-sentence")
            assert sentence["whole"] and canvas["height"] <= stage["height"], "all words are there without scrolling"
            before = places(page, ".tdp-stage", ".tdp-bar")
            go(page, LAST_OF_LILY)
            assert places(page, ".tdp-stage", ".tdp-bar") == before, "nothing moves"


@pytest.mark.thorough
def test_a_frame_holds_cells_to_paint_and_the_bucket_from_480x270_up(visit, address):
    page = visit(f"{address}?embed&lesson=4", viewport={"width": 480, "height": 270}, ready=LESSON)
    for width, height in [(480, 270), (800, 450), (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        stage, bucket, prose, onwards = places(page, ".tdp-stage", ".tdp-bucket", ".tdp-lesson", ".tdp-continue")
        assert all(place["whole"] for place in (stage, bucket, prose, onwards)), (width, height)
        assert stage["bottom"] <= bucket["top"] and stage["height"] > 0.2 * height


def test_share_has_the_code_that_shows_this_in_a_frame(visit, address):
    page = visit(f"{address}#lesson=4&part=2", ready=LESSON, permissions=["clipboard-read", "clipboard-write"])
    page.click("[popovertarget=tdp-share]")
    page.click("#tdp-share [data-form=embed]")
    page.wait_for_function("() => document.querySelector('.tdp-share-said').textContent.startsWith('Copied')")
    code = page.input_value(".tdp-embed-code")
    assert code == page.evaluate("navigator.clipboard.readText()")
    source = html.unescape(re.search(r'^<iframe src="([^"]+)" width="800" height="450" title="The budget"', code)[1])
    assert source == f"{address}?embed#lesson=4&part=2"
    page = visit(source, ready=LESSON)
    assert page.evaluate("playground.learning.lesson.at.part") == 2 and page.is_hidden(".tdp-header")


@pytest.mark.thorough
def test_on_a_phone_the_canvas_stays_above_a_lessons_text_and_question(visit, address):
    page = visit(f"{address}#lesson=4", viewport=PHONE, has_touch=True, ready=LESSON)
    for part in (".tdp-question", ".tdp-keep-show"):  # cells to paint are high enough for a finger, and are scrolled
        page.evaluate("part => document.querySelector(part).scrollIntoView({ block: 'end' })", part)
        rest(page)
        lanes, bucket, here = places(page, ".tdp-lanes", ".tdp-bucket", part)
        assert lanes["whole"] and lanes["height"] < 0.4 * PHONE["height"]
        assert lanes["bottom"] <= bucket["top"] and bucket["bottom"] <= here["top"] and here["whole"]
    page.evaluate("playground.learn({ lesson: 1, part: 1 })")
    page.wait_for_function("() => location.hash === '#lesson=1&part=1' && playground.learning.lesson.shown")
    for part in (".tdp-question", ".tdp-continue"):
        page.evaluate("part => document.querySelector(part).scrollIntoView({ block: 'center' })", part)
        rest(page)
        lanes, canvas, here, bar = places(page, ".tdp-lanes", ".tdp-canvas", part, ".tdp-bar")
        assert lanes["whole"] and canvas["height"] <= lanes["height"] < 0.3 * PHONE["height"]
        assert here["whole"] and lanes["bottom"] <= here["top"] and here["bottom"] <= bar["top"]


@pytest.mark.thorough
def test_on_a_phone_what_compares_lanes_stands_below_them(visit, address):
    page = visit(address, viewport=PHONE, has_touch=True)
    set_mode(page, "compare")
    page.evaluate("playground.player.sideBySide.compare([playground.player.recording, playground.player.recording])")
    rest(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    lanes, drawer = places(page, ".tdp-lanes", ".tdp-drawer")
    assert drawer["height"] > 100 and lanes["bottom"] <= drawer["top"]


def test_on_a_phone_every_target_is_44_pixels_high_and_wide(visit, address):
    page = visit(address, viewport=PHONE, has_touch=True)
    page.wait_for_selector(READY, state="attached")
    small = []

    def measure(where, least):
        targets = page.evaluate(TARGETS)
        assert len(targets) > least, where
        small.extend((where, one) for one in targets if min(one["width"], one["height"]) < 43.5)

    measure("watch", 25)
    go(page, 9, 18)
    measure("cell", 30)
    page.tap(".tdp-open-prompt")
    measure("prompt", 35)
    page.tap(".tdp-open-prompt")
    for mode, least in (("tune", 50), ("compare", 25)):
        page.evaluate("mode => playground.setMode(mode)", mode)
        rest(page)
        measure(mode, least)
    page.evaluate("playground.learn({ lesson: 4, part: 1 })")
    page.wait_for_function(LESSON)
    measure("learn", 15)
    page.evaluate("playground.setMode('watch')")
    page.tap("[popovertarget=tdp-share]")
    page.wait_for_selector("#tdp-share [data-form=film]")
    measure("share", 35)
    page.keyboard.press("Escape")
    page.wait_for_selector("#tdp-share", state="hidden")
    page.tap("[aria-label='Words and keys']")
    page.wait_for_selector(".tdp-help-dialog[open]")
    measure("help", 30)
    assert small == []
