"""What a first visit begins with, what ends it, who gets none of it, and how much room it leaves to the canvas."""

import page_holds as holds
import pytest
from axe_playwright_python.sync_playwright import Axe
from opening_helpers import ENDS, GO, HELD, OPENS, RESTING, RESTS, SAYS, SKIP, soon_at_rest
from page_fixtures import PAINTED
from page_places import boxes, middle_of, size
from page_reader import at, card, drawn, go, is_shown, plays, rest
from playwright.sync_api import expect
from service_helpers import wait_until

from playground.trace.corrections import corrections
from workshop.bench.page import KNOWN

BACK = max(corrections(holds.LILY_RUN), key=lambda one: one.reopened - one.since)
"""The word that was taken back after it had been kept for longest."""
BEFORE, NOW = (holds.LILY_RUN.tokens[token].strip() for token in (BACK.before, BACK.after))
STEP = BACK.reopened + 1
OPENED, FIGURES = "#playground.tdp-opens", ".tdp-in-figures"
TELLING = 4
"""The first step that keeps half of the text: where a page begins that plays nothing."""
DRAWN = """window.drawn = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    if (this.canvas.checkVisibility()) drawn.push(text);
    return fillText.call(this, text, ...rest);
  };"""
WITHHOLD = """Object.defineProperty(window, 'playground', { configurable: true, set(page) {
  Object.defineProperty(window, 'playground', { value: page });
  page.parts.opening = () => new Promise(() => {}); } })"""
"""Has the opening never arrive."""
MOVE_ON = "() => { const { moment } = playground.player; while (playground.player.moment === moment) goOn(soonest()); }"
"""Lets no more go on than what shows another moment."""
STAND = """step => {
  const { player } = playground;
  player.addEventListener('paint', () => player.playing && player.step === step && (player.clock.speed = 0)); }"""
"""Has what plays stay at a step."""
NATS = """() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const texts = [...drawn], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (seen(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const element of document.body.querySelectorAll('*'))
    if (seen(element)) for (const name of ['title', 'aria-label', 'aria-valuetext'])
      texts.push(element.getAttribute(name) ?? '');
  drawn.length = 0;
  return texts.filter((text) => /\\b(nats|bits)\\b/.test(text)); }"""


def test_a_first_visit_plays_from_the_noise_and_rests_on_the_word_that_was_taken_back(stranger, address):
    page = stranger(address, DRAWN, HELD)
    page.wait_for_function(OPENS)
    assert page.inner_text(f"{SAYS} h2") == "It starts as noise."
    page.get_by_text(f"“{holds.LILY_RUN.header.prompt}”").wait_for()
    for later in (holds.DRAWER, holds.BAR, "[aria-label=Examples]", holds.TOOLBAR, holds.TABS):
        assert not page.is_visible(f"{later} button >> nth=0"), later
    canvas = page.locator(holds.CANVAS).bounding_box()
    page.evaluate(f"{GO}; playground.player.clock.speed = 4")
    expect(page.locator(SAYS)).to_contain_text("It reads all of it at once, and keeps what it is sure of.")
    expect(page.locator(SAYS)).to_contain_text("It takes a word back.")
    back = f"“{BEFORE}” was kept at step {BACK.since + 1} and thrown back at step {STEP}."
    expect(page.locator(SAYS)).to_contain_text(back)
    page.wait_for_function(RESTS)
    told = f"“{BEFORE}” was kept at step {BACK.since + 1}, thrown back at step {STEP}, and is now “{NOW}”."
    assert page.inner_text(f"{RESTING} p") == told
    at(page, STEP + 1)
    plays(page, False)
    card(page, BACK.position)
    assert page.inner_text("[aria-label^='Most probable'] li").startswith(NOW)
    assert page.locator(holds.CANVAS).bounding_box() == canvas, "nothing has moved"
    ends = page.evaluate(ENDS)
    assert ends["cell"][:2] == [0, ends["cell"][2] + 1], "below its row, since others stand before it"
    assert 8 < ends["edge"] < 16 and 0 < ends["sentence"][0] < 16
    rest(page)
    assert "#" not in page.url and page.evaluate(NATS) == []
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"{RESTING}, .tdp-opening-line", state="detached")
    assert page.is_visible(holds.SENTENCE) and page.evaluate(NATS) == []


def test_where_a_slow_machine_leaves_the_step_out_it_rests_on_it_all_the_same(stranger, address):
    page = stranger(address, HELD)
    page.wait_for_function(OPENS)
    page.evaluate("playground.player.move(9)")
    page.wait_for_function(RESTS)
    at(page, STEP + 1)
    card(page, BACK.position)
    rest(page)
    assert "#" not in page.url, "nobody has gone anywhere yet"


def test_a_later_visit_has_none_and_names_units_once_something_was_opened(stranger, address):
    page = stranger(address, DRAWN, HELD)
    page.wait_for_function(OPENS)
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_function(PAINTED)
    assert page.query_selector(OPENED) is None and holds.row(page) == TELLING
    page.hover(holds.CANVAS, position={"x": 200, "y": 60})
    page.wait_for_selector(".tdp-tip:visible")
    page.keyboard.press("End")
    expect(page.locator(holds.SENTENCE)).to_contain_text("sure enough")
    assert page.evaluate(NATS) == []
    page.click(FIGURES)
    expect(page.locator(holds.SENTENCE)).to_contain_text(" nats")
    assert page.is_hidden(FIGURES) and page.is_visible(holds.CHART)
    page.reload()
    page.wait_for_function(PAINTED)
    assert len(page.evaluate(NATS)) > 3 and page.is_hidden(FIGURES)


def test_whoever_opens_something_sees_figures(stranger, address):
    page = stranger(address, DRAWN)
    ways = {
        "cell": lambda: page.click(holds.CANVAS, position={"x": 20, "y": 20}),
        "panel": lambda: page.click("[data-panel=overview]"),
        "mode": lambda: page.click("nav [data-mode=tune]"),
        "colour": lambda: page.select_option(holds.COLOURS, "probability"),
    }
    for opened, act in ways.items():
        page.wait_for_function(OPENS)
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight")
        assert page.evaluate(NATS) == [], opened
        act()
        page.click("nav [data-mode=watch]")
        wait_until(lambda: page.evaluate(NATS), page=page)
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_function(PAINTED)


@pytest.mark.parametrize("begun", [True, False], ids=["while it plays", "before it plays"])
def test_a_tap_on_the_canvas_ends_it_and_chooses_no_cell_and_the_next_one_does(stranger, address, begun):
    page = stranger(address, HELD, *([] if begun else [WITHHOLD]), has_touch=True)
    if begun:
        page.wait_for_function(OPENS)
        page.evaluate(STAND, 1)
        page.evaluate(GO)
        at(page, 2)
    told = holds.chosen_cell(page)  # by the opening itself
    page.touchscreen.tap(*middle_of(page, 37))
    page.wait_for_selector(OPENED, state="detached")
    rest(page)
    assert holds.chosen_cell(page) == told
    page.touchscreen.tap(*middle_of(page, 37))
    wait_until(lambda: holds.chosen_cell(page) == 37, page=page)


def test_what_skips_it_has_one_name_a_press_elsewhere_does_what_it_does_and_it_plays_again(stranger, address):
    page = stranger(address, HELD)
    page.wait_for_function(OPENS)
    options = {"runOnly": {"type": "rule", "values": ["label-content-name-mismatch"]}}
    assert not Axe().run(page, options=options).response["violations"]
    (skip,) = page.get_by_role("button", name="Skip", exact=True).all()
    box = skip.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".tdp-opening-captions, .tdp-opening-foot", state="detached")
    assert page.is_visible(holds.PLAY) and page.query_selector(RESTING) is None
    assert page.evaluate("playground.player.clock.speed") == 2, "the reader's own pace"
    page.evaluate("location.hash = '#run=sudoku&mode=tune&view=text'")
    is_shown(page, holds.SUDOKU)
    page.keyboard.press("?")
    page.click("text=Play the opening again")
    soon_at_rest(page)
    is_shown(page, holds.LILY)
    page.get_by_role("button", name="Watch", pressed=True).wait_for()
    page.get_by_role("radio", name="grid", checked=True).wait_for()
    page.click("text=Play the opening again")
    page.wait_for_function(OPENS)
    assert page.query_selector(RESTING) is None
    page.click("nav [data-mode=tune]")
    page.get_by_role("button", name="Tune", pressed=True).wait_for()
    page.wait_for_selector(OPENED, state="detached")


def test_whoever_follows_a_link_or_is_known_gets_none(stranger, address):
    page = stranger(address, KNOWN)
    assert page.query_selector(".tdp-opens, .tdp-newcomer") is None
    page = stranger(f"{address}?embed")
    for link in ("?embed", "#run=france", "#run=lily"):
        page.goto("about:blank")
        page.goto(address + link)
        page.wait_for_function(PAINTED)
        page.evaluate("playground.greeted.promise")
        assert page.query_selector(".tdp-opens, .tdp-newcomer") is None, link
        assert page.evaluate("localStorage.getItem('playground: reader')") is None


def test_who_wants_less_motion_gets_three_stills(stranger, address):
    page = stranger(address, HELD, reduced_motion="reduce")
    page.wait_for_function(OPENS)
    page.evaluate("void (playground.player.play = () => { throw new Error('it moves'); })")
    for caption, moment in enumerate((0, BACK.since + 1), 1):
        page.wait_for_selector(f"{SAYS}:nth-child({caption})")
        at(page, moment)
        plays(page, False)
        page.evaluate(MOVE_ON)
    page.wait_for_function(RESTS)
    at(page, BACK.again + 1)
    plays(page, False)


def test_on_a_phone_captions_stand_below_the_canvas_and_the_sentence_in_the_sheet(stranger, address):
    page = stranger(address, HELD, viewport={"width": 375, "height": 812}, has_touch=True)
    page.wait_for_function(OPENS)
    caption = page.locator(SAYS).bounding_box()
    assert caption["y"] > 500 and caption["y"] + caption["height"] < 760
    assert page.locator(SKIP).bounding_box()["height"] >= 44
    assert not page.is_visible(holds.WAY) and not page.is_visible(holds.BAR)
    soon_at_rest(page)
    page.wait_for_selector(f".tdp-sheet {RESTING} h2")
    page.wait_for_selector(".tdp-sheet .tdp-candidates")
    page.wait_for_function(
        f"() => {{ const ends = ({ENDS})(); return ends?.above && ends.cell[1] === ends.cell[2] + 1; }}"
    )
    ends = page.evaluate(ENDS)
    assert ends["window"][0] < ends["window"][1] and ends["sentence"][1] == ends["sentence"][2] / 2


def test_on_a_phones_side_no_cell_moves_and_the_line_crosses_none(stranger, address):
    page = stranger(address, HELD, viewport={"width": 812, "height": 375}, has_touch=True)
    page.wait_for_function(OPENS)
    cells = "JSON.stringify(playground.player.painter.grid.boxes)"
    shape = page.evaluate(cells)
    page.evaluate(f"window.shapes = []; playground.player.addEventListener('paint', () => shapes.push({cells}))")
    soon_at_rest(page)
    page.wait_for_selector(f".tdp-sheet {RESTING} h2")
    rest(page)
    assert {*page.evaluate("shapes")} == {shape}, "the card of the cell is as wide as the captions were"
    heading, sheet = (page.locator(place).bounding_box() for place in (f"{RESTING} h2", ".tdp-sheet"))
    assert heading["width"] > 0.8 * sheet["width"] and heading["height"] < 30, "nothing stands beside it"
    page.wait_for_function(f"() => {{ const ends = ({ENDS})(); return ends?.cell[1] === ends?.cell[2] + 1; }}")
    ends = page.evaluate(ENDS)
    assert ends["cell"][0] > 0 > ends["edge"] and ends["sentence"][0] > 0


def test_it_begins_only_once_its_styles_are_there(browser, address):
    held = []
    with browser.new_context(viewport={"width": 375, "height": 812}, has_touch=True) as window:
        page = window.new_page()
        page.route("**/plugins-opening.css", lambda route: held.append(route))
        with page.expect_response("**/plugins-opening.js"):
            page.goto(address)
        page.wait_for_function(PAINTED)
        wait_until(lambda: held, page=page)
        drawn(page)
        assert page.query_selector(SAYS) is None
        held.pop().continue_()
        page.wait_for_function(OPENS)
        assert 500 < page.locator(SAYS).bounding_box()["y"] < 760


def test_a_script_that_does_not_come_leaves_the_page_as_on_any_visit(browser, address):
    with browser.new_context() as window:
        page = window.new_page()
        page.route("**/plugins-opening.js", lambda route: route.abort())
        page.goto(address)
        at(page, TELLING + 1)
        page.get_by_role("button", name="Watch it from the noise").wait_for()
        assert page.query_selector(OPENED) is None


PAUSES = """() => { const { player } = playground;
  player.addEventListener('paint', () => player.playing && !player.noise && player.pause()); }"""
"""Has what plays stand still after its noise."""


def test_a_drawer_with_nothing_to_say_leaves_its_room_to_the_canvas(stranger, address):
    page = stranger(address, viewport=size(1280, 720))
    page.wait_for_function(OPENS)
    before = boxes(page, holds.STAGE)
    page.keyboard.press("Escape")
    page.wait_for_selector(".tdp-silent")
    rest(page)
    stage, caption = boxes(page, holds.STAGE, holds.CAPTION)
    assert stage["width"] > 1200 > 900 > before[0]["width"]
    assert page.evaluate("document.documentElement.scrollHeight") == 720
    where = boxes(page, holds.STAGE, holds.BAR, holds.TABS)
    go(page, 4)
    assert boxes(page, holds.STAGE, holds.BAR, holds.TABS) == where, "the noise and a step have the same room"
    (why,) = boxes(page, FIGURES)
    assert why["whole"] and caption["y"] <= why["y"] and why["bottom"] <= caption["bottom"] + 2
    page.mouse.click(*middle_of(page, 0))
    card(page, 0)
    assert boxes(page, holds.DRAWER)[0]["height"] > 400, "it has something to say"
    go(page, 5, None)
    assert boxes(page, holds.DRAWER)[0]["height"] > 400, "to a reader who has opened something it always has"


def test_the_opening_shows_its_canvas(stranger, address):
    page = stranger(address, HELD, viewport=size(375, 812))
    page.wait_for_function(OPENS)
    places = (holds.STAGE, SAYS, SKIP)
    for part in (1, 2):
        page.wait_for_selector(f"{SAYS}:nth-child({part})")
        for window in ((360, 640), (640, 360), (720, 450)):
            page.set_viewport_size(size(*window))
            rest(page)
            stage, caption, skip = boxes(page, *places)
            assert caption["whole"] and skip["whole"], window
            beside = stage["right"] <= caption["x"]
            below = min(stage["bottom"], window[1] if beside else caption["y"], skip["y"]) - stage["y"]
            assert below >= 0.25 * window[1], "at least a quarter of the window shows cells"
        page.evaluate(PAUSES)
        page.evaluate(GO)
