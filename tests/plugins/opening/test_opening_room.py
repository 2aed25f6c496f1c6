"""How much room the opening leaves to the canvas, and what takes its room afterwards."""

from opening_helpers import GO, HELD, OPENS
from page_helpers import go, rest
from page_places import boxes, size

PAUSES = """() => { const { player } = playground;
  player.addEventListener('paint', () => player.playing && !player.noise && player.pause()); }"""
"""Has what plays stand still after its noise."""


def resized(page, width, height):
    page.set_viewport_size(size(width, height))
    rest(page)


def test_a_drawer_with_nothing_to_say_leaves_its_room_to_the_canvas(stranger, address):
    page = stranger(address, viewport=size(1280, 720))
    page.wait_for_function(OPENS)
    before = boxes(page, ".tdp-stage")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tdp-silent")
    rest(page)
    stage, caption = boxes(page, ".tdp-stage", ".tdp-caption")
    assert stage["width"] > 1200 > 900 > before[0]["width"]
    assert page.evaluate("document.documentElement.scrollHeight") == 720
    where = boxes(page, ".tdp-stage", ".tdp-bar", ".tdp-tray-head")
    go(page, 4)
    assert boxes(page, ".tdp-stage", ".tdp-bar", ".tdp-tray-head") == where, "the noise and a step have the same room"
    (why,) = boxes(page, ".tdp-in-figures")
    assert why["whole"] and caption["y"] <= why["y"] and why["bottom"] <= caption["bottom"] + 2
    page.click(".tdp-canvas", position={"x": 20, "y": 20})
    page.wait_for_selector(".tdp-card:not([hidden])")
    assert boxes(page, ".tdp-drawer")[0]["height"] > 400, "it has something to say"
    go(page, 5, None)
    assert boxes(page, ".tdp-drawer")[0]["height"] > 400, "to a reader who has opened something it always has"


def test_the_opening_shows_its_canvas(stranger, address):
    page = stranger(address, HELD, viewport=size(375, 812))
    page.wait_for_function(OPENS)
    for part in (0, 1):
        page.wait_for_function(
            "part => document.querySelectorAll('.tdp-opening-captions > *')[part]?.className === 'tdp-opening-now'",
            arg=part,
        )
        for window in ((375, 812), (360, 640), (812, 375), (640, 360), (720, 450), (800, 450)):
            resized(page, *window)
            stage, caption, skip = boxes(
                page, ".tdp-stage", ".tdp-opening-captions .tdp-opening-now", ".tdp-opening-foot button"
            )
            assert caption["whole"] and skip["whole"], window
            beside = stage["right"] <= caption["x"]
            below = min(stage["bottom"], window[1] if beside else caption["y"], skip["y"]) - stage["y"]
            assert below >= 0.25 * window[1], "at least a quarter of the window shows cells"
        page.evaluate(PAUSES)
        page.evaluate(GO)
    page.set_viewport_size(size(375, 812))
    left, right = page.evaluate(
        """() => { const button = document.querySelector('.tdp-opening-foot button'), range = document.createRange();
             range.selectNodeContents([...button.childNodes].find(({ data }) => data?.trim()));
             const [outer, inner] = [button.getBoundingClientRect(), range.getBoundingClientRect()];
             return [inner.left - outer.left, outer.right - inner.right]; }"""
    )
    assert left > 10 and abs(left - right) < 6, "Skip stands in the middle of its button"
