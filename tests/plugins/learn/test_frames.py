"""A lesson in a frame of another page, and on a phone: what stays in sight, and what a finger can press."""

import pytest
from page_holds import BAR, CANVAS, CAPTION, LAST_OF_LILY, PLAY, SLIDER, STAGE
from page_places import CUT, PHONE, TARGETS, boxes, resized, size
from page_reader import at, rest
from plugins.learn.lesson_helpers import GO_ON, LESSON, SHOW, learn
from service_helpers import wait_until


def test_a_frame_holds_the_canvas_and_what_one_does_there_and_the_part_that_is_read_from_480x270_up(visit, address):
    """It is a strip under the canvas, and the way on is there too."""
    page = visit(f"{address}?embed&lesson=5", viewport=size(480, 270), ready=LESSON)
    for width, height in [(480, 270), (640, 360), (800, 450), (1280, 720)]:
        resized(page, width, height)
        scrolled = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert scrolled == [width, height]
        places = (STAGE, PLAY, SLIDER, "article", GO_ON)
        stage, play, _, prose, _ = places = boxes(page, *places)
        assert all(place["whole"] for place in places), (width, height)
        assert stage["bottom"] <= play["y"], "nothing lies over the cells"
        assert width > 860 or prose["y"] >= play["bottom"], "a strip under the canvas"
        assert stage["height"] > 0.27 * height
    learn(page, 4)
    for width, height in [(480, 270), (1280, 720)]:  # cells to paint, and the bucket
        resized(page, width, height)
        stage, bucket, *_ = places = boxes(page, STAGE, ".tdp-bucket", "article", GO_ON)
        assert all(place["whole"] for place in places), (width, height)
        assert stage["bottom"] <= bucket["y"] and stage["height"] > 0.2 * height


def test_on_a_phone_targets_are_44_pixels_high_and_wide_words_can_be_read_and_the_end_of_a_run_takes_no_room(
    visit, address
):
    page = visit(f"{address}#lesson=4", viewport=PHONE, has_touch=True, ready=LESSON)
    targets = page.evaluate(TARGETS)
    assert len(targets) > 15 and not [one for one in targets if min(one["width"], one["height"]) < 43.5]
    page.evaluate(f"document.querySelector('{SHOW}').scrollIntoView({{ block: 'end' }})")
    rest(page)
    # Cells to paint are high enough for a finger, and are scrolled.
    lanes, bucket, here = boxes(page, ".tdp-lanes", ".tdp-bucket", SHOW)
    assert lanes["whole"] and here["whole"] and lanes["height"] < 0.4 * PHONE["height"]
    assert lanes["bottom"] <= bucket["y"] and bucket["bottom"] <= here["y"]
    learn(page, 1)
    for step in (-1, 0, 3, 8):
        assert [word for word in page.evaluate(CUT, step) if len(word.strip()) < 10] == []
    page.evaluate("document.querySelector('.tdp-question').scrollIntoView({ block: 'center' })")
    rest(page)
    lanes, canvas, here, bar = boxes(page, ".tdp-lanes", CANVAS, ".tdp-question", BAR)
    assert lanes["whole"] and canvas["height"] <= lanes["height"] < 0.3 * PHONE["height"]
    assert here["whole"] and lanes["bottom"] <= here["y"] and here["bottom"] <= bar["y"]
    learn(page, 2)
    at(page, LAST_OF_LILY)
    for window in ((375, 812), (812, 375)):
        resized(page, *window)
        assert page.is_hidden(".tdp-prose") and page.locator(CAPTION).bounding_box()["height"] == 0
        assert page.locator(STAGE).bounding_box()["height"] > 200


PAINTED_CELLS = "() => document.querySelector('[role=option]')?.style.width"
LEFT = "({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop"
MORE = ".tdp-more-below button"


@pytest.mark.parametrize(
    ("link", "sizes"),
    [("#game=3.budget", [(375, 812), (812, 375)]), ("?embed#lesson=4&part=1", [(800, 450)])],
)
def test_one_sees_that_cells_to_paint_go_on_below_where_they_do(visit, address, link, sizes):
    touch = "embed" not in link
    page = visit(address + link, viewport=size(*sizes[0]), has_touch=touch, ready=PAINTED_CELLS)
    for window in sizes:
        page.eval_on_selector(STAGE, "stage => stage.scrollTo(0, 0)")
        resized(page, *window)
        stage, more = boxes(page, STAGE, MORE)
        assert more["whole"] and more["height"] >= 44 and abs(more["bottom"] - stage["bottom"]) < 2, window
        while not page.is_hidden(MORE):
            top = page.eval_on_selector(STAGE, "stage => stage.scrollTop")
            page.click(MORE)
            wait_until(lambda top=top: page.locator(STAGE).first.evaluate("stage => stage.scrollTop") > top, page=page)
            rest(page)
        assert page.eval_on_selector(STAGE, LEFT) < 6, "the last row is reached"
    resized(page, 1280, 720)
    stage, canvas = boxes(page, STAGE, CANVAS)
    assert canvas["height"] <= stage["height"] and page.is_hidden(MORE), "all cells are in sight"
