"""The page on a phone: what stays in sight, what a finger can press, and that nothing is too wide or moves."""

import pytest
from page_fixtures import load
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    LILY,
    LILY_RUN,
    READY,
    card,
    cards,
    draw_curve,
    finish,
    go,
    go_to_moment,
    is_shown,
    open_detail,
    open_trace,
    rest,
    set_knob,
    set_mode,
)
from page_places import PHONE, TARGETS, boxes, resized
from page_scenes import whole

UNCOVERED = """name => {
  const { top, bottom } = document.querySelector(`.tdp-${name}-panel`).getBoundingClientRect();
  const covered = document.elementFromPoint(innerWidth / 2, top + 20)?.closest(".tdp-ask, .tdp-bar");
  return top > 0 && top + 150 < innerHeight && !covered && (bottom <= innerHeight || top < innerHeight / 3);
}"""
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def kept_page(windows, address):
    page = windows[True].tab()
    load(page, address, viewport=PHONE)
    page.wait_for_selector(READY, state="attached")
    yield page
    assert not windows[True].give_back(page)


@pytest.fixture
def page(kept_page):
    """One page for all tests, which shows the first recorded run with nothing opened or chosen."""
    kept_page.set_viewport_size(PHONE)
    kept_page.evaluate("""() => {
      document.activeElement.blur();
      const { player } = playground;
      player.pause();
      player.sideBySide.compare([]);
      player.views.choose(null);
      player.views.deck.open(null);
      playground.setMode('watch');
      playground.runList.choose(playground.runList.items[0]);
      scrollTo(0, 0); }""")
    is_shown(kept_page, LILY)
    return kept_page


def tap_cell(page, position):
    """As a finger does: in the middle of the cell, once all that was to be drawn is."""
    at = page.evaluate(
        """async position => { for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
             const { x, y, width, height } = playground.player.painter.grid.boxes[position];
             const box = document.querySelector('.tdp-canvas').getBoundingClientRect();
             return [box.x + x + width / 2, box.y + y + height / 2]; }""",
        position,
    )
    page.touchscreen.tap(*at)
    card(page, position)


def test_playback_and_the_way_to_generate_stay_in_sight_and_nothing_is_too_wide(page):
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => playground.player.painter.theme === 'dark'")
    draw_curve(page)
    for name in ("curve", "overview", "table", "text", "blocks"):
        open_detail(page, name)
        for mode in ("tune", "watch"):
            set_mode(page, mode)
            go(page, 9, 35)
            assert page.evaluate(WIDTH) <= 375, (name, mode)
    page.emulate_media(color_scheme="light")
    go(page, 9)
    for down in (0, 400, 100_000):
        page.evaluate("down => scrollTo(0, down)", down)
        bar, way, play, slider = boxes(page, ".tdp-bar", ".tdp-open-prompt", ".tdp-play", ".tdp-slider")
        assert way["whole"] and play["whole"] and slider["whole"], down
        assert bar["y"] < way["y"] and way["bottom"] < bar["bottom"], "it lies over no cell"
        page.tap(".tdp-play", trial=True)
        page.tap(".tdp-open-prompt")
        page.wait_for_selector("#generate")
        assert all(place["whole"] for place in boxes(page, "#generate", "#prompt"))
        page.tap("#generate", trial=True)
        page.tap(".tdp-open-prompt")
        page.wait_for_selector("#generate", state="hidden")


def test_every_target_is_44_pixels_high_and_wide_and_what_compares_lanes_stands_below_them(page):
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
    page.tap(".tdp-play", trial=True)  # nothing lies over it
    page.evaluate("playground.player.sideBySide.compare([playground.player.recording, playground.player.recording])")
    rest(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    lanes, drawer = boxes(page, ".tdp-lanes", ".tdp-drawer")
    assert drawer["height"] > 100 and lanes["bottom"] <= drawer["y"]
    page.evaluate("playground.setMode('watch')")
    page.tap("[popovertarget=tdp-share]")
    page.wait_for_selector("#tdp-share [data-form=html]")
    measure("share", 35)
    page.keyboard.press("Escape")
    page.wait_for_selector("#tdp-share", state="hidden")
    page.tap("[aria-label='Words and keys']")
    page.wait_for_selector(".tdp-help-dialog[open]")
    measure("help", 30)
    page.keyboard.press("Escape")
    assert small == []


def test_the_sentence_stands_with_the_timeline_moves_nothing_and_fades_where_the_text_goes_on(page):
    header, ask = boxes(page, ".tdp-header", ".tdp-ask")
    assert header["width"] == 375 and ask["y"] >= header["bottom"], "the line below the header is whole"
    fades = "place => getComputedStyle(document.querySelector(place)).maskImage !== 'none'"
    for run, window in ((None, (360, 640)), (GOLDEN / "hostile.trace", (375, 812))):
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
            if run is None and moment in (1, len(LILY_RUN)):
                rest(page)
                assert page.evaluate(fades, ".tdp-caption") == bool(finished)
        assert len(where - {("sentence", 0)}) == 2
        prose = page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.tdp-prose'))"
        )
        assert prose <= 0 and not page.evaluate(fades, ".tdp-prose"), "sentence and text scroll as one"
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert boxes(page, ".tdp-caption")[0]["whole"]
        tabs, dock = (page.locator(place).bounding_box() for place in (".tdp-tabs", ".tdp-dock"))
        assert dock is None or tabs["y"] + tabs["height"] <= dock["y"], "no tab of the details stays below"


LOW = [(640, 360), (720, 450), (812, 375), (568, 320), (960, 480)]


def test_a_low_window_holds_canvas_sentence_play_and_timeline_together_and_explains_a_cell_beside_them(page):
    """A page at twice its size, and a phone on its side."""
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
        assert page.evaluate(WIDTH) <= window[0]
        page.tap(".tdp-open-prompt")
        page.tap("#generate", trial=True)
        page.tap(".tdp-open-prompt")
        page.wait_for_selector("#generate", state="hidden")
    for window in ((812, 375), (640, 360)):
        resized(page, *window)
        set_mode(page, "watch")
        go(page, 7, 20)
        card(page, 20)
        stage, drawer, play = boxes(page, ".tdp-stage", ".tdp-drawer", ".tdp-play")
        assert stage["whole"] and drawer["whole"] and play["whole"] and stage["right"] <= drawer["x"], window
        go(page, 7, None)
        page.wait_for_selector(".tdp-drawer", state="hidden")
        set_mode(page, "tune")
        rest(page)
        drawer, prompt = boxes(page, ".tdp-drawer", ".tdp-open-prompt")
        assert drawer["whole"] and prompt["whole"] and prompt["right"] <= drawer["x"], window


def test_the_card_and_the_settings_are_a_sheet_above_playback(page):
    go(page, LAST_OF_LILY // 2)
    drawer = page.locator(".tdp-drawer")
    assert not drawer.is_visible()
    page.evaluate("scrollTo(0, 0)")
    tap_cell(page, 4)
    sheet, bar, canvas = boxes(page, ".tdp-drawer", ".tdp-bar", ".tdp-canvas")
    assert sheet["height"] <= 0.6 * PHONE["height"] + 1 and sheet["bottom"] <= bar["y"] + 1
    cell = page.evaluate("playground.player.painter.grid.boxes[4]")
    assert canvas["y"] + cell["y"] + cell["height"] <= sheet["y"], "the sheet does not cover the cell"
    page.keyboard.press("Escape")
    drawer.wait_for(state="hidden")
    assert cards(page) == []
    page.evaluate("playground.player.views.choose(3)")
    drawer.wait_for()
    page.click(".tdp-sheet-close")
    drawer.wait_for(state="hidden")
    set_mode(page, "tune")
    drawer.wait_for()
    assert page.is_visible("#knob-sampler")
    page.evaluate(
        """() => { const drawer = document.querySelector('.tdp-drawer');
             const touch = y => new Touch({identifier: 1, target: drawer, clientX: 100, clientY: y});
             drawer.dispatchEvent(new TouchEvent('touchstart', {touches: [touch(400)], changedTouches: [touch(400)]}));
             drawer.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: [touch(520)]})); }"""
    )
    drawer.wait_for(state="hidden")
    set_mode(page, "tune")
    drawer.wait_for()


def test_a_detail_is_in_sight_when_it_is_opened_and_a_step_stands_in_one_column(page):
    for name, shown in (("table", ".tdp-step-table tbody tr"), ("overview", ".tdp-raster")):
        page.tap(f"[data-panel={name}]")
        page.wait_for_selector(shown, state="attached")
        page.wait_for_function(UNCOVERED, arg=name)
    open_detail(page, "step")
    tops = page.evaluate(
        "[...document.querySelectorAll('.tdp-step-panel .tdp-part')].map(part => part.getBoundingClientRect().top)"
    )
    assert len(tops) == 6 and tops == sorted(tops) and len(set(tops)) == 6
    assert page.is_hidden(".tdp-step-lines") and page.evaluate(WIDTH) <= 375


def test_the_text_fits_and_takes_touches(page):
    page.tap(".tdp-toolbar [data-value=text]")
    page.wait_for_function("() => playground.player.painter.grid.flows")
    assert page.evaluate(WIDTH) <= 375
    right = page.evaluate("Math.max(...playground.player.painter.grid.boxes.map(({ x, width }) => x + width))")
    assert right <= page.locator(".tdp-stage").bounding_box()["width"]
    tap_cell(page, 20)
    page.keyboard.press("Escape")
    page.tap(".tdp-toolbar [data-value=grid]")


def test_a_finger_generates_pins_branches_and_looks_inside(page):
    page.evaluate("scrollTo(0, 500)")
    page.tap(".tdp-open-prompt")
    page.fill("#prompt textarea", "hello")
    set_knob(page, "max_new_tokens", 256)
    page.tap("#generate")
    page.wait_for_selector("#notice-text:has-text('max_new_tokens is 256')")
    assert boxes(page, "#notice-text")[0]["whole"], "what is wrong is in sight too"
    page.tap(".tdp-open-prompt")
    for name, value in {"max_new_tokens": 16, "max_denoising_steps": 4, "confidence_threshold": 0}.items():
        set_knob(page, name, value)
    page.tap("#generate")
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'hello'")
    assert page.is_hidden("#generate"), "the sheet has gone"
    assert -100 < page.locator(".tdp-canvas").bounding_box()["y"] < 300, "the run is in sight"
    finish(page)
    tap_cell(page, 5)
    page.locator(".tdp-hold input").fill("b")
    page.wait_for_selector(".tdp-hold p:has-text('token')")
    page.locator(".tdp-hold").get_by_role("button", name="Pin", exact=True).tap()
    page.keyboard.press("Escape")
    page.tap(".tdp-open-prompt")
    page.tap("#generate")
    page.wait_for_function("() => !playground.ask.busy && playground.player.recording.header.spec.pins")
    page.evaluate("playground.player.move(1)")
    page.locator(".tdp-branch").tap()
    page.get_by_role("button", name="other luck").tap()
    page.locator(".tdp-branch-go").tap()
    whole(page, 2)
    assert page.evaluate("playground.player.lanes[1].frames.every(({ pinned }) => pinned[5] === 1)"), "it goes along"
    page.evaluate("playground.player.sideBySide.compare([]); playground.setMode('watch')")
    tap_cell(page, 3)
    page.locator(".tdp-look-inside").tap()
    page.wait_for_selector(".tdp-inside-list li")
    assert page.is_visible(".tdp-inside-lines")
