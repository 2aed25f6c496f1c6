"""The page on a phone: what stays in sight, what a finger can press, and that nothing is too wide or moves."""

import page_holds as holds
import page_reader as reader
import pytest
from page_fixtures import load
from page_places import PHONE, TARGETS, boxes, cell_box, grid, middle_of, resized
from service_helpers import wait_until

UNCOVERED = """() => {
  const { top, bottom } = document.querySelector("[role=tabpanel]:not([hidden])").getBoundingClientRect();
  const covered = document.elementFromPoint(innerWidth / 2, top + 20)?.closest("[aria-label=Prompt], .tdp-bar");
  return top > 0 && top + 150 < innerHeight && !covered && (bottom <= innerHeight || top < innerHeight / 3);
}"""
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def kept_page(windows, address):
    page = windows[True].tab()
    load(page, address, viewport=PHONE, model=True)
    yield page
    assert not windows[True].give_back(page)


@pytest.fixture
def page(kept_page):
    """One page for all tests, which shows the first recorded run with nothing opened or chosen."""
    kept_page.set_viewport_size(PHONE)
    reader.alone(kept_page)
    reader.choose(kept_page, None)
    kept_page.evaluate("playground.player.pause(); playground.player.views.deck.open(null); scrollTo(0, 0)")
    reader.choose_run(kept_page, holds.LILY)
    return kept_page


def tap_cell(page, position):
    page.touchscreen.tap(*middle_of(page, position))
    reader.card(page, position)


def test_playback_and_the_way_to_generate_stay_in_sight_and_nothing_is_too_wide(page):
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("body.dark")
    reader.draw_curve(page)
    for name in ("curve", "overview", "table", "text", "blocks"):
        reader.open_detail(page, name)
        for mode in ("tune", "watch"):
            reader.set_mode(page, mode)
            reader.go(page, 9, 35)
            assert page.evaluate(WIDTH) <= 375, (name, mode)
    page.emulate_media(color_scheme="light")
    reader.go(page, 9)
    for down in (0, 400, 100_000):
        page.evaluate("down => scrollTo(0, down)", down)
        bar, way, play, slider = boxes(page, holds.BAR, holds.WAY, holds.PLAY, holds.SLIDER)
        assert way["whole"] and play["whole"] and slider["whole"], down
        assert bar["y"] < way["y"] and way["bottom"] < bar["bottom"], "it lies over no cell"
        page.tap(holds.PLAY, trial=True)
        page.tap(holds.WAY)
        page.wait_for_selector("#generate")
        assert all(place["whole"] for place in boxes(page, "#generate", "#prompt"))
        page.tap("#generate", trial=True)
        page.tap(holds.WAY)
        page.wait_for_selector("#generate", state="hidden")


def test_every_target_is_44_pixels_high_and_wide_and_what_compares_lanes_stands_below_them(page):
    small = []

    def measure(where, least):
        targets = page.evaluate(TARGETS)
        assert len(targets) > least, where
        small.extend((where, one) for one in targets if min(one["width"], one["height"]) < 43.5)

    measure("watch", 25)
    reader.go(page, 9, 18)
    measure("cell", 30)
    page.tap(holds.WAY)
    measure("prompt", 35)
    page.tap(holds.WAY)
    for mode, least in (("tune", 50), ("compare", 25)):
        reader.set_mode(page, mode)
        reader.rest(page)
        measure(mode, least)
    page.tap(holds.PLAY, trial=True)  # nothing lies over it
    page.set_input_files("input[aria-label='Trace file for a lane']", holds.GOLDEN / "story.trace")
    reader.side_by_side(page, 2)
    reader.rest(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    lanes, drawer = boxes(page, ".tdp-lanes", holds.DRAWER)
    assert drawer["height"] > 100 and lanes["bottom"] <= drawer["y"]
    reader.set_mode(page, "watch")
    page.tap("text=Share")
    page.wait_for_selector("[data-form=html]")
    measure("share", 35)
    page.keyboard.press("Escape")
    page.wait_for_selector("#tdp-share", state="hidden")
    page.tap("[aria-label='Words and keys']")
    page.wait_for_selector("dialog[open]")
    measure("help", 30)
    page.keyboard.press("Escape")
    assert small == []


def test_the_sentence_stands_with_the_timeline_moves_nothing_and_fades_where_the_text_goes_on(page):
    header, ask = boxes(page, "header", "section[aria-label=Prompt]")
    assert header["width"] == 375 and ask["y"] >= header["bottom"], "the line below the header is whole"
    fades = "place => getComputedStyle(document.querySelector(place)).maskImage !== 'none'"
    for run, window in ((None, (360, 640)), (holds.GOLDEN / "hostile.trace", (375, 812))):
        resized(page, *window)
        if run:
            reader.open_trace(page, run)
        where = set()
        for moment in range(holds.moments_of(page)):
            reader.go_to_moment(page, moment)
            sentence, bar = boxes(page, holds.CAPTION, holds.BAR)
            assert sentence["whole"] and bar["whole"] and sentence["bottom"] <= bar["y"], window
            finished = page.text_content(holds.PROSE)  # it stands above the timeline and takes room of its own
            where |= {("bar", bar["y"]), ("sentence", 0 if finished else sentence["y"])}
            if run is None and moment in (1, len(holds.LILY_RUN)):
                reader.rest(page)
                assert page.evaluate(fades, holds.CAPTION) == bool(finished)
        assert len(where - {("sentence", 0)}) == 2
        prose = page.locator(holds.PROSE).evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight")
        assert prose <= 0 and not page.evaluate(fades, holds.PROSE), "sentence and text scroll as one"
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert boxes(page, holds.CAPTION)[0]["whole"]
        tabs, dock = (page.locator(place).bounding_box() for place in ("[aria-label=Details]", holds.BAR))
        assert dock is None or tabs["y"] + tabs["height"] <= dock["y"], "no tab of the details stays below"


LOW = [(640, 360), (720, 450), (812, 375), (568, 320), (960, 480)]


def test_a_low_window_holds_canvas_sentence_play_and_timeline_together_and_explains_a_cell_beside_them(page):
    """A page at twice its size, and a phone on its side."""
    for window in LOW:
        resized(page, *window)
        reader.go(page, 7)
        places = (holds.STAGE, holds.CANVAS, holds.PLAY, holds.SLIDER, holds.SENTENCE, holds.WAY)
        stage, canvas, play, slider, sentence, prompt = boxes(page, *places)
        assert all(place["whole"] for place in (stage, play, slider, sentence, prompt)), window
        assert stage["height"] > 0.35 * window[1] and stage["bottom"] <= play["y"], window
        assert canvas["height"] <= stage["height"] or window == (568, 320), window
        assert slider["right"] <= prompt["x"] or slider["bottom"] <= prompt["y"]
        assert page.evaluate(WIDTH) <= window[0]
        page.tap(holds.WAY)
        page.tap("#generate", trial=True)
        page.tap(holds.WAY)
        page.wait_for_selector("#generate", state="hidden")
    for window in ((812, 375), (640, 360)):
        resized(page, *window)
        reader.set_mode(page, "watch")
        reader.go(page, 7, 20)
        reader.card(page, 20)
        stage, drawer, play = boxes(page, holds.STAGE, holds.DRAWER, holds.PLAY)
        assert stage["whole"] and drawer["whole"] and play["whole"] and stage["right"] <= drawer["x"], window
        reader.go(page, 7, None)
        page.wait_for_selector(holds.DRAWER, state="hidden")
        reader.set_mode(page, "tune")
        reader.rest(page)
        drawer, prompt = boxes(page, holds.DRAWER, holds.WAY)
        assert drawer["whole"] and prompt["whole"] and prompt["right"] <= drawer["x"], window


def test_the_card_and_the_settings_are_a_sheet_above_playback(page):
    reader.go(page, holds.LAST_OF_LILY // 2)
    drawer = page.locator(holds.DRAWER)
    assert not drawer.is_visible()
    page.evaluate("scrollTo(0, 0)")
    tap_cell(page, 4)
    sheet, bar = boxes(page, holds.DRAWER, holds.BAR)
    assert sheet["height"] <= 0.6 * PHONE["height"] + 1 and sheet["bottom"] <= bar["y"] + 1
    cell = cell_box(page, 4)
    assert cell["y"] + cell["height"] <= sheet["y"], "the sheet does not cover the cell"
    reader.set_mode(page, "compare")
    page.evaluate("playground.player.views.sheet.since = -Infinity; scrollTo(0, 0)")  # long after it was chosen
    reader.set_mode(page, "watch")
    reader.drawn(page)
    cell = cell_box(page, 4)
    assert cell["y"] + cell["height"] <= boxes(page, holds.DRAWER)[0]["y"], "nor when it comes back with its mode"
    page.keyboard.press("Escape")
    drawer.wait_for(state="hidden")
    assert holds.cards(page) == []
    reader.choose(page, 3)
    drawer.wait_for()
    page.click(".tdp-sheet-close")
    drawer.wait_for(state="hidden")
    reader.set_mode(page, "tune")
    drawer.wait_for()
    assert page.is_visible("#knob-sampler")
    drawer.evaluate(
        """drawer => {
             const touch = y => new Touch({identifier: 1, target: drawer, clientX: 100, clientY: y});
             drawer.dispatchEvent(new TouchEvent('touchstart', {touches: [touch(400)], changedTouches: [touch(400)]}));
             drawer.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: [touch(520)]})); }"""
    )
    drawer.wait_for(state="hidden")
    reader.set_mode(page, "tune")
    drawer.wait_for()


def test_a_detail_is_in_sight_when_it_is_opened_and_a_step_stands_in_one_column(page):
    for name, shown in (("table", "[role=tabpanel] tbody tr"), ("overview", "[aria-label='Step of the run']")):
        page.tap(f"[data-panel={name}]")
        page.wait_for_selector(shown, state="attached")
        page.wait_for_function(UNCOVERED)
    reader.open_detail(page, "step")
    tops = [part.bounding_box()["y"] for part in page.locator(".tdp-step-panel .tdp-part").all()]
    assert len(tops) == 6 and tops == sorted(tops) and len(set(tops)) == 6
    assert page.is_hidden(".tdp-step-lines") and page.evaluate(WIDTH) <= 375


def test_the_text_fits_and_takes_touches(page):
    page.tap("[role=radio][data-value=text]")
    reader.flows(page)
    assert page.evaluate(WIDTH) <= 375
    right = max(x + width for x, _, width, _ in grid(page))
    assert right <= page.locator(holds.STAGE).bounding_box()["width"]
    tap_cell(page, 20)
    page.keyboard.press("Escape")
    page.tap("[role=radio][data-value=grid]")


def test_a_finger_generates_pins_branches_and_looks_inside(page):
    page.evaluate("scrollTo(0, 500)")
    page.tap(holds.WAY)
    page.fill("#prompt textarea", "hello")
    reader.set_knob(page, "max_new_tokens", 256)
    page.tap("#generate")
    page.wait_for_selector("#notice-text:has-text('max_new_tokens is 256')")
    assert boxes(page, "#notice-text")[0]["whole"], "what is wrong is in sight too"
    page.tap(holds.WAY)
    for name, value in {"max_new_tokens": 16, "max_denoising_steps": 4, "confidence_threshold": 0}.items():
        reader.set_knob(page, name, value)
    page.tap("#generate")
    reader.is_made(page, prompt="hello")
    assert page.is_hidden("#generate"), "the sheet has gone"
    assert -100 < page.locator(holds.CANVAS).bounding_box()["y"] < 300, "the run is in sight"
    reader.finish(page)
    tap_cell(page, 5)
    page.get_by_label("Text to hold here").fill("b")
    page.get_by_role("button", name="Pin", exact=True).tap()
    page.keyboard.press("Escape")
    page.tap(holds.WAY)
    page.tap("#generate")
    wait_until(lambda: "pins" in holds.run_spec(page), page=page)
    reader.finish(page)
    reader.go(page, 1, 5)
    page.get_by_role("button", name="Branch from here").tap()
    page.get_by_role("button", name="other luck").tap()
    page.get_by_role("button", name="Branch", exact=True).tap()
    reader.whole(page, 2)
    assert holds.columns(page, "pinned", lane=1)[0][:, 5].all(), "it goes along"
    reader.alone(page)
    tap_cell(page, 3)
    page.get_by_role("button", name="Look inside").tap()
    page.wait_for_selector(".tdp-inside li")
    assert page.is_visible(".tdp-inside-lines")
