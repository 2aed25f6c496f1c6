"""A lesson in a frame of another page, and on a phone: what stays in sight, and what a finger can press."""

import html
import re

import pytest
from page_helpers import LAST_OF_LILY, rest
from page_places import CUT, PHONE, TARGETS, boxes, size
from plugins.learn.lesson_helpers import LESSON, learn


def test_a_frame_holds_canvas_play_and_timeline_and_the_part_that_is_read_from_480x270_up(visit, address):
    """It is a strip under the canvas, and the way on is there too."""
    page = visit(f"{address}?embed&lesson=5", viewport={"width": 480, "height": 270}, ready=LESSON)
    for width, height in [(480, 270), (640, 360), (800, 450), (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        scrolled = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert scrolled == [width, height]
        stage, play, slider = boxes(page, ".tdp-stage", ".tdp-play", ".tdp-slider")
        assert stage["whole"] and play["whole"] and slider["whole"], (width, height)
        assert stage["bottom"] <= play["y"], "nothing lies over the cells"
        prose, onwards = boxes(page, ".tdp-lesson", ".tdp-continue")
        assert prose["whole"] and onwards["whole"]
        assert width > 860 or prose["y"] >= play["bottom"], "a strip under the canvas"
        assert stage["height"] > 0.27 * height


def test_on_a_phone_targets_are_44_pixels_high_and_wide_words_can_be_read_and_the_end_of_a_run_takes_no_room(
    visit, address
):
    page = visit(f"{address}#lesson=4", viewport=PHONE, has_touch=True, ready=LESSON)
    targets = page.evaluate(TARGETS)
    assert len(targets) > 15 and not [one for one in targets if min(one["width"], one["height"]) < 43.5]
    learn(page, 1)
    for step in (-1, 0, 3, 8):
        assert [word for word in page.evaluate(CUT, step) if len(word.strip()) < 10] == []
    learn(page, 2)
    page.wait_for_function("last => playground.player.step === last", arg=LAST_OF_LILY - 1)
    for window in ((375, 812), (812, 375)):
        page.set_viewport_size(size(*window))
        rest(page)
        assert page.is_hidden(".tdp-prose") and page.locator(".tdp-caption").bounding_box()["height"] == 0
        assert page.locator(".tdp-stage").bounding_box()["height"] > 200


@pytest.mark.thorough
def test_a_frame_holds_cells_to_paint_and_the_bucket_from_480x270_up(visit, address):
    page = visit(f"{address}?embed&lesson=4", viewport={"width": 480, "height": 270}, ready=LESSON)
    for width, height in [(480, 270), (800, 450), (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        stage, bucket, prose, onwards = boxes(page, ".tdp-stage", ".tdp-bucket", ".tdp-lesson", ".tdp-continue")
        assert all(place["whole"] for place in (stage, bucket, prose, onwards)), (width, height)
        assert stage["bottom"] <= bucket["y"] and stage["height"] > 0.2 * height


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
    assert page.evaluate("playground.parts.modes.learn.lesson.at.part") == 2 and page.is_hidden(".tdp-header")


@pytest.mark.thorough
def test_on_a_phone_the_canvas_stays_above_a_lessons_text_and_question(visit, address):
    page = visit(f"{address}#lesson=4", viewport=PHONE, has_touch=True, ready=LESSON)
    for part in (".tdp-question", ".tdp-keep-show"):  # cells to paint are high enough for a finger, and are scrolled
        page.evaluate("part => document.querySelector(part).scrollIntoView({ block: 'end' })", part)
        rest(page)
        lanes, bucket, here = boxes(page, ".tdp-lanes", ".tdp-bucket", part)
        assert lanes["whole"] and lanes["height"] < 0.4 * PHONE["height"]
        assert lanes["bottom"] <= bucket["y"] and bucket["bottom"] <= here["y"] and here["whole"]
    page.evaluate("playground.parts.mode('learn').then((mode) => mode.learn({ lesson: 1, part: 1 }))")
    page.wait_for_function("() => location.hash === '#lesson=1&part=1' && playground.parts.modes.learn.lesson.shown")
    for part in (".tdp-question", ".tdp-continue"):
        page.evaluate("part => document.querySelector(part).scrollIntoView({ block: 'center' })", part)
        rest(page)
        lanes, canvas, here, bar = boxes(page, ".tdp-lanes", ".tdp-canvas", part, ".tdp-bar")
        assert lanes["whole"] and canvas["height"] <= lanes["height"] < 0.3 * PHONE["height"]
        assert here["whole"] and lanes["bottom"] <= here["y"] and here["bottom"] <= bar["y"]


PAINTED_CELLS = "() => document.querySelector('.tdp-paint-cell')?.style.width"
LEFT = "({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop"
MORE = ".tdp-more-below button"


@pytest.mark.parametrize(("query", "framed"), [("#game=3.budget", False), ("#lesson=4&part=1", True)])
def test_one_sees_that_cells_to_paint_go_on_below_where_they_do(visit, address, query, framed):
    sizes = [(800, 450)] if framed else [(375, 812), (360, 640), (812, 375)]
    embed = "?embed" if framed else ""
    page = visit(f"{address}{embed}{query}", viewport=size(*sizes[0]), has_touch=not framed, ready=PAINTED_CELLS)
    for window in sizes:
        page.set_viewport_size(size(*window))
        page.eval_on_selector(".tdp-stage", "stage => stage.scrollTo(0, 0)")
        rest(page)
        stage, more = boxes(page, ".tdp-stage", MORE)
        assert more["whole"] and more["height"] >= 44 and abs(more["bottom"] - stage["bottom"]) < 2, window
        for _ in range(20):
            if page.is_hidden(MORE):
                break
            top = page.eval_on_selector(".tdp-stage", "stage => stage.scrollTop")
            page.click(MORE)
            page.wait_for_function("top => document.querySelector('.tdp-stage').scrollTop > top", arg=top)
            rest(page)
        assert page.is_hidden(MORE) and page.eval_on_selector(".tdp-stage", LEFT) < 6, "the last row is reached"
    page.set_viewport_size(size(1280, 720))
    rest(page)
    stage, canvas = boxes(page, ".tdp-stage", ".tdp-canvas")
    assert canvas["height"] <= stage["height"] and page.is_hidden(MORE), "all cells are in sight"
