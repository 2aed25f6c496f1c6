"""The player in a frame of another page, and on a phone: what stays in sight, and what a finger can press."""

import pytest
from page_fixtures import PAINTED
from page_helpers import LAST_OF_LILY, READY, go, rest, set_mode
from page_places import PHONE, TARGETS, boxes


@pytest.mark.thorough
def test_a_frame_holds_canvas_play_and_timeline_from_480x270_up(visit, address):
    sizes = [(480, 270), (640, 360), (800, 450), (1280, 720)]
    page = visit(f"{address}?embed", viewport={"width": 480, "height": 270}, ready=PAINTED)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        scrolled = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert scrolled == [width, height]
        stage, canvas, play, slider, sentence = boxes(
            page, ".tdp-stage", ".tdp-canvas", ".tdp-play", ".tdp-slider", ".tdp-sentence"
        )
        assert all(place["whole"] for place in (stage, play, slider, sentence)), (width, height)
        assert stage["bottom"] <= play["y"], "nothing lies over the cells"
        assert canvas["height"] <= stage["height"], "all words are there without scrolling"
        before = boxes(page, ".tdp-stage", ".tdp-bar")
        go(page, LAST_OF_LILY)
        assert boxes(page, ".tdp-stage", ".tdp-bar") == before, "nothing moves"


@pytest.mark.thorough
def test_on_a_phone_what_compares_lanes_stands_below_them(visit, address):
    page = visit(address, viewport=PHONE, has_touch=True)
    set_mode(page, "compare")
    page.evaluate("playground.player.sideBySide.compare([playground.player.recording, playground.player.recording])")
    rest(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    lanes, drawer = boxes(page, ".tdp-lanes", ".tdp-drawer")
    assert drawer["height"] > 100 and lanes["bottom"] <= drawer["y"]


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
    page.evaluate("playground.setMode('watch')")
    page.tap("[popovertarget=tdp-share]")
    page.wait_for_selector("#tdp-share [data-form=html]")
    measure("share", 35)
    page.keyboard.press("Escape")
    page.wait_for_selector("#tdp-share", state="hidden")
    page.tap("[aria-label='Words and keys']")
    page.wait_for_selector(".tdp-help-dialog[open]")
    measure("help", 30)
    assert small == []
