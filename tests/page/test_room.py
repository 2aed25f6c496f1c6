"""How large letters are, and what stands in sight together: on a desk, for an audience, on a phone, in a low window."""

from page_helpers import GOLDEN, LAST_OF_LILY, go, go_to_moment, open_trace, rest, set_mode
from page_places import boxes, size

LETTERS = """() => {
  const { grid, letters: { fitted } } = playground.player.painter;
  const kept = [...fitted].filter(([key]) => key.startsWith('1'));
  return { usual: grid.font, kept: Math.min(...kept.map(([, { font }]) => parseFloat(font.split(' ')[1]))) }; }"""
"""The size of letters in the cells that are drawn, in pixels, and the least of kept words."""


def resized(page, width, height):
    page.set_viewport_size(size(width, height))
    rest(page)


def test_letters_are_as_large_as_their_cells_allow_and_an_audience_reads_words_of_22_pixels(visit, address):
    page = visit(address, viewport=size(1280, 720))
    for (width, height), least in {(1280, 720): 15, (1366, 768): 16, (1440, 900): 17.5, (1920, 1080): 25}.items():
        resized(page, width, height)
        assert page.evaluate(LETTERS)["usual"] >= least, (width, height)
        stage, canvas = boxes(page, ".tdp-stage", ".tdp-canvas")
        assert canvas["height"] <= stage["height"] and page.is_hidden(".tdp-more-below button"), (
            "all cells are in sight"
        )
    resized(page, 2560, 1440)
    assert page.evaluate(LETTERS)["usual"] == 30, "and no larger"
    for window in ((1366, 768), (2560, 1440)):
        page.set_viewport_size(size(*window))
        page.keyboard.press("f")
        page.wait_for_selector("#playground.tdp-presenting")
        rest(page)
        for step in range(LAST_OF_LILY + 1):
            go(page, step)
        letters = page.evaluate(LETTERS)
        assert letters["usual"] >= 22 and letters["kept"] >= 22, window
        stage, canvas, bar, caption = boxes(page, ".tdp-stage", ".tdp-canvas", ".tdp-bar", ".tdp-caption")
        assert canvas["height"] <= stage["height"] and bar["whole"] and caption["whole"], window
        page.keyboard.press("f")
        page.wait_for_selector("#playground:not(.tdp-presenting)")
        rest(page)
        assert page.evaluate("playground.player.painter.grid.columns") == 16


def test_the_drawer_of_a_run_of_another_program_leaves_its_room_too(visit, address):
    page = visit(address, viewport=size(1280, 720))
    (stage,) = boxes(page, ".tdp-stage")
    open_trace(page, GOLDEN.parent / "runs/elsewhere.trace")
    rest(page)
    wide, drawer = boxes(page, ".tdp-stage", ".tdp-drawer")
    assert wide["width"] > stage["width"] + 300 and drawer["whole"] and drawer["height"] < 80
    set_mode(page, "tune")
    page.wait_for_selector(".token-canvas:not(.tdp-silent)")


LOW = [(640, 360), (683, 384), (720, 450), (812, 375), (667, 375), (568, 320), (960, 480)]


def test_a_low_window_holds_canvas_sentence_play_and_timeline_together_and_explains_a_cell_beside_them(visit, address):
    """A page at twice its size, and a phone on its side."""
    page = visit(address, viewport=size(*LOW[0]), has_touch=True)
    for window in LOW:
        resized(page, *window)
        go(page, 7)
        stage, canvas, play, slider, sentence, prompt = boxes(
            page, ".tdp-stage", ".tdp-canvas", ".tdp-play", ".tdp-slider", ".tdp-sentence", ".tdp-open-prompt"
        )
        assert all(place["whole"] for place in (stage, play, slider, sentence, prompt)), window
        assert stage["height"] > 0.35 * window[1] and stage["bottom"] <= play["y"], window
        assert canvas["height"] <= stage["height"] or window == (568, 320), window
        assert slider["right"] <= prompt["x"] or slider["bottom"] <= prompt["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= window[0]
        page.tap(".tdp-open-prompt")
        page.tap("#generate", trial=True)
        page.tap(".tdp-open-prompt")
        page.wait_for_selector("#generate", state="hidden")
    for window in ((812, 375), (640, 360)):
        resized(page, *window)
        set_mode(page, "watch")
        go(page, 7, 20)
        page.wait_for_selector(".tdp-card:not([hidden])")
        stage, drawer, play = boxes(page, ".tdp-stage", ".tdp-drawer", ".tdp-play")
        assert stage["whole"] and drawer["whole"] and play["whole"] and stage["right"] <= drawer["x"], window
        go(page, 7, None)
        page.wait_for_selector(".tdp-drawer", state="hidden")
        set_mode(page, "tune")
        rest(page)
        drawer, prompt = boxes(page, ".tdp-drawer", ".tdp-open-prompt")
        assert drawer["whole"] and prompt["whole"] and prompt["right"] <= drawer["x"], window


def test_on_a_phone_the_sentence_stands_with_the_timeline_and_moves_nothing(visit, address):
    page = visit(address, viewport=size(375, 812), has_touch=True)
    header, ask = boxes(page, ".tdp-header", ".tdp-ask")
    assert header["width"] == 375 and ask["y"] >= header["bottom"], "the line below the header is whole"
    for run, window in ((None, (375, 812)), (None, (360, 640)), (GOLDEN / "hostile.trace", (375, 812))):
        resized(page, *window)
        if run:
            open_trace(page, run)
        where = set()
        for moment in range(page.evaluate("playground.player.clock.count")):
            go_to_moment(page, moment)
            sentence, bar = boxes(page, ".tdp-caption", ".tdp-bar")
            assert sentence["whole"] and bar["whole"] and sentence["bottom"] <= bar["y"], window
            finished = page.text_content(".tdp-prose")  # it stands above the timeline and takes room of its own
            where |= {("bar", bar["y"]), ("sentence", 0 if finished else sentence["y"])}
        assert len(where - {("sentence", 0)}) == 2
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert boxes(page, ".tdp-caption")[0]["whole"]
    set_mode(page, "compare")
    rest(page)
    page.tap(".tdp-play", trial=True)  # nothing lies over it
