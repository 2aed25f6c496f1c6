"""A step as flowing text, and a slow step in its two halves: what was drawn, and then what is kept of it."""

import dataclasses
import json

import numpy as np
import page_holds as holds
import pytest
from page_places import CUT, boxes, colour, grid, middle_of, pixel, size
from page_reader import card, choose_run, flows, go, go_to_moment, look, open_detail, open_trace, rest
from service_helpers import wait_until
from trace_helpers import trace_of

from playground.trace import Trace
from playground.trace.status import status
from workshop.page.sources import evaluate

FILLER = "() => sources.WORDS.filler.line"
PLACES = (holds.CANVAS, holds.BAR, holds.SLIDER, holds.CAPTION, "[role=tabpanel]:not([hidden])")


@pytest.fixture
def page(one_page, open_run):
    """The one page, as a fresh one would show a story."""
    open_run("story")
    return one_page


def as_text(page, name=None):
    if name:
        open_trace(page, holds.GOLDEN / f"{name}.trace")
    look(page, "text")
    flows(page)


def test_noise_and_drawn_words_can_be_read_and_of_letters_nothing_stays_between_the_boxes(page):
    """There and back, a picture is the same, at a ratio at which the edges of boxes lie within pixels too."""
    choose_run(page, holds.LILY)
    as_text(page)
    for window in ((375, 812), (1280, 720)):
        page.set_viewport_size(size(*window))
        for step in (-1, 0, 3, 8, holds.LAST_OF_LILY - 1):
            assert page.evaluate(CUT, step) == [], window
    for ratio in (1, 1.25):
        page.evaluate(
            """ratio => { const { painter, places } = playground.player.views;
                 painter.prepare(places, 'light', ratio); }""",
            ratio,
        )
        pictures = []
        for moment in (1, 6, 12, 3, 1):
            go_to_moment(page, moment)
            pictures.append(page.locator(holds.CANVAS).evaluate("canvas => canvas.toDataURL()"))
        assert pictures[0] == pictures[-1], ratio


def test_blocks_have_places_of_their_own_but_neither_their_steps_nor_the_page_move(page):
    as_text(page, "hostile")
    for detail in ("text", "overview"):
        open_detail(page, detail)
        blocks, pages = {}, []
        for step in (0, 2, 5, 6, 9, 11):
            go(page, step)
            blocks.setdefault(step // 6, set()).add(json.dumps(grid(page)))
            pages.append(boxes(page, *PLACES))
        assert [len(places) for places in blocks.values()] == [1, 1] and blocks[0] != blocks[1]
        assert all(places == pages[0] for places in pages), detail


def test_a_filler_within_the_text_is_called_so_and_is_no_end(page):
    """What is said of it: `sentences.test.ts`."""
    run = trace_of([(1, [4, 2, 2, 5, 1, 0, 0, 0], [1] * 8)], special_ids=[0, 1, 2])
    run = dataclasses.replace(run, tokens={**run.tokens, 2: "<fill>", 4: " cat", 5: ".", 1: "<eos>", 0: "<pad>"})
    assert page.is_hidden(f"{holds.LEGEND} >> text=filler"), "the run before has none"
    open_trace(page, run.to_bytes(), "filled.trace")
    for position, name in ((7, "<pad> (padding)"), (4, "<eos> (end of the text)"), (1, "<fill> (filler)")):
        go(page, 0, position)
        rest(page)
        assert f": {name}," in page.locator(holds.HEARD).nth(1).text_content()
    page.wait_for_selector(f"{holds.LEGEND} >> text=filler")
    page.locator(holds.DRAWER).get_by_text(f"Filler. {evaluate(page, FILLER)}").wait_for()


def test_status_and_colours_are_those_of_the_grid(page):
    as_text(page)
    codes = np.where(np.isin(DRAWN, STORY.header.special_ids), -1, status(ACCEPTED, STORY.columns["block"]))
    step, words = next((step, [*words]) for step, words in enumerate(codes) if {0, 1, 2} <= {*words})
    go(page, step)
    blue = colour(page, "--tdp-kept")
    for code, thick in ((0, 1.5), (1, 3)):  # a thin and a thick blue line under the word
        position = words.index(code)
        marked = [pixel(page, holds.CANVAS, position, 8, -down) == blue for down in (2.5, 3.5, 4, 5.5, 7)]
        assert marked == [False, True, True, thick == 3, False], code
    position, nats = words.index(2), STORY.columns["entropy"][step]
    shade = "nats => playground.player.painter.palette[sources.shadeOf(nats)].fill"
    fill = evaluate(page, shade, float(nats[position]))
    red, green, blue, _ = pixel(page, holds.CANVAS, position, -4, 4)
    assert fill == f"rgb({red}, {green}, {blue})"


def test_pointer_and_keys_choose_and_the_choice_stays_from_view_to_view(page):
    as_text(page)
    go(page, 10)
    page.mouse.click(*middle_of(page, 17))
    card(page, 17)
    page.keyboard.press("ArrowRight")
    card(page, 18)
    page.keyboard.press("ArrowDown")
    below = next(place for place, (_, y, *_) in enumerate(grid(page)) if y == grid(page)[18][1] + 30)
    wait_until(lambda: holds.cards(page) and holds.cards(page)[0] >= below, page=page)
    assert grid(page)[holds.cards(page)[0]][1] == grid(page)[below][1] and holds.row(page) == 10
    page.keyboard.press("ArrowUp")
    wait_until(lambda: holds.cards(page) and holds.cards(page)[0] < below, page=page)
    page.mouse.click(*middle_of(page, 40))
    card(page, 40)
    page.keyboard.press("t")
    page.get_by_role("radio", name="grid", checked=True).wait_for()
    assert holds.cards(page) == [40]
    page.keyboard.press("t")
    flows(page)
    x, y, width, height = grid(page)[40]
    frame = page.locator(".tdp-cursor-chosen").evaluate("({style}) => [style.transform, style.width, style.height]")
    assert frame == [f"translate({x}px, {y}px)", f"{width}px", f"{height}px"]


STORY = Trace.load(holds.GOLDEN / "story.trace")
DRAWN, ACCEPTED, INPUTS = (STORY.columns[name] for name in ("sampled_ids", "accepted", "input_ids"))

# Notes each change of the picture: what the cells hold, and how many colours the fading picture of each then has.
WATCH = """() => {
  const { player } = playground;
  let last = '';
  window.seen = [];
  window.watch?.abort();
  window.watch = new AbortController();
  player.addEventListener('paint', () => {
    const { half } = player.views.drawn;
    if (last === `${player.moment} ${half}`) return;
    last = `${player.moment} ${half}`;
    const { grid, ratio, ids } = player.painter, { dissolve } = player.views;
    const fading = dissolve.canvas.getAnimations().length;
    const over = new OffscreenCanvas(dissolve.canvas.width, dissolve.canvas.height)
      .getContext('2d', { willReadFrequently: true });
    over.drawImage(dissolve.canvas, 0, 0);
    const colours = ({ x, y, width, height }) => {
      const { data } = over.getImageData((x + 4) * ratio, (y + 4) * ratio, (width - 8) * ratio, (height - 8) * ratio);
      return new Set(new Uint32Array(data.buffer)).size;
    };
    seen.push({ going: fading ? grid.boxes.map(colours) : [], moment: player.moment, step: player.step, half, fading,
      playing: player.playing, ids: [...ids] });
  }, { signal: watch.signal });
}"""


def play(page, moment, *, speed, until):
    """What is seen from a moment on, played at a speed, until another one. Each picture moves the clock by as much."""
    go_to_moment(page, moment)
    page.select_option(holds.SPEED, str(speed))
    page.evaluate("playground.player.fresh = false")
    page.evaluate(WATCH)
    page.evaluate(
        """ms => { const { clock } = playground.player, { tick } = Object.getPrototypeOf(clock);
             clock.tick = () => tick.call(clock, ms);
             playground.player.play(); }""",
        1000 / speed / 5,
    )
    page.wait_for_function("until => playground.player.moment >= until || !playground.player.playing", arg=until)
    page.evaluate("playground.player.pause(); delete playground.player.clock.tick")
    return [one for one in page.evaluate("seen") if one["playing"] and moment <= one["moment"] < until]


def still(page):
    """Fades nothing?"""
    return page.evaluate("document.getAnimations().every(({ effect }) => effect.target.localName !== 'canvas')")


def test_a_slow_step_shows_what_was_drawn_and_then_what_is_kept_of_it(page):
    first, *others = play(page, 0, speed=4, until=5)
    assert (first["moment"], first["half"], first["ids"]) == (0, "", INPUTS[0].tolist())
    halves = [(step, half) for step in range(4) for half in ("drawn", "kept")]
    assert [(one["step"], one["half"]) for one in others] == halves
    for one in others:
        step = one["step"]
        if one["half"] == "drawn":
            assert one["ids"] == DRAWN[step].tolist() and one["fading"] == 0
            continue
        kept = ACCEPTED[step]
        assert one["ids"] == [(DRAWN[step] if kept[i] else INPUTS[step + 1])[i] for i in range(128)] and one["fading"]
        words = [token not in STORY.header.special_ids for token in DRAWN[step]]
        fades = [i for i in range(128) if not kept[i] and INPUTS[step + 1][i] != DRAWN[step][i]]
        assert len(fades) > 10 and {one["going"][i] for i in fades} == {1}, "no word fades over another"
        assert all(one["going"][i] > 1 for i in range(128) if words[i] and kept[i]), "the words that stay are there"


def test_the_last_step_has_no_noise_after_it_what_stands_still_is_whole_and_what_is_quick_has_no_halves(page):
    last = len(STORY)
    *_, kept = play(page, last - 1, speed=4, until=last + 1)
    assert (kept["step"], kept["half"], kept["ids"]) == (last - 1, "kept", DRAWN[-1].tolist())
    go(page, 3)
    assert still(page)
    assert {one["half"] for one in play(page, 1, speed=8, until=8)} == {"whole"}
    play(page, 1, speed=1, until=2)
    go(page, 6)
    assert still(page), "a jump takes the fading away"
    look(page, "argmax")
    for one in play(page, 1, speed=4, until=4):
        assert one["ids"] == STORY.columns["argmax_ids"][one["step"]].tolist(), "only what was drawn has halves"


def test_reduced_motion_fades_nothing(visit, address):
    page = visit(address, reduced_motion="reduce")
    open_trace(page, holds.GOLDEN / "story.trace")
    assert page.input_value(holds.SPEED) == "1"
    seen = play(page, 1, speed=4, until=4)
    assert [one["half"] for one in seen] == ["drawn", "kept"] * 3 and not any(one["fading"] for one in seen)
