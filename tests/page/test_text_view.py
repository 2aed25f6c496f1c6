"""A step as flowing text, and a slow step in its two halves: what was drawn, and then what is kept of it."""

import dataclasses
import json
from itertools import pairwise

import pytest
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    LILY,
    card,
    cards,
    choose_run,
    colour,
    drawn,
    go,
    go_to_moment,
    grid,
    is_shown,
    open_detail,
    open_trace,
    pixel,
    pixels,
    row,
)
from page_places import CUT, size
from trace_helpers import trace_of

from playground.trace import Trace
from workshop.page.sources import evaluate

FILLER = "() => sources.WORDS.filler.line"
PLACES = """() => ['.tdp-canvas', '.tdp-bar', '.tdp-slider', '.tdp-caption', '.tdp-text', '.tdp-raster'].map(place => {
  const { x, y, width, height } = document.querySelector(place)?.getBoundingClientRect() ?? {};
  return [x, y, width, height].map(Math.round).join(' ');
}).join('; ')"""


@pytest.fixture
def page(one_page, open_run):
    """The one page, as a fresh one would show a story."""
    open_run("story")
    return one_page


def as_text(page, name=None):
    if name:
        open_trace(page, GOLDEN / f"{name}.trace")
    page.click(".tdp-toolbar [data-value=text]")
    page.wait_for_function("() => playground.player.painter.grid.flows && playground.player.painter.ids.length")


def centre(page, position):
    x, y, width, height = grid(page)[position]
    return {"x": x + width / 2, "y": y + height / 2}


def test_noise_and_drawn_words_can_be_read_and_of_letters_nothing_stays_between_the_boxes(page):
    """There and back, a picture is the same, at a ratio at which the edges of boxes lie within pixels too."""
    choose_run(page, LILY)
    is_shown(page, LILY)
    as_text(page)
    for window in ((375, 812), (1280, 720)):
        page.set_viewport_size(size(*window))
        for step in (-1, 0, 3, 8, LAST_OF_LILY - 1):
            assert page.evaluate(CUT, step) == [], window
    for ratio in (1, 1.25):
        page.evaluate(
            """ratio => { const { painter, places } = playground.player.views;
                 painter.prepare(places, 'light', ratio); playground.player.move(0); }""",
            ratio,
        )
        picture = "document.querySelector('.tdp-canvas').toDataURL()"
        drawn(page)
        fresh = page.evaluate(picture)
        for step in (5, 11, 2, 0):
            page.evaluate(f"playground.player.move({step})")
            drawn(page)
        assert page.evaluate(picture) == fresh, ratio


def test_blocks_have_places_of_their_own_but_neither_their_steps_nor_the_page_move(page):
    as_text(page, "hostile")
    for detail in ("text", "overview"):
        open_detail(page, detail)
        blocks, pages = {}, set()
        for at in (0, 2, 5, 6, 9, 11):
            go(page, at)
            blocks.setdefault(at // 6, set()).add(json.dumps(grid(page)))
            pages.add(page.evaluate(PLACES))
        assert [len(places) for places in blocks.values()] == [1, 1] and blocks[0] != blocks[1]
        assert len(pages) == 1, detail


def test_a_filler_within_the_text_is_called_so_and_is_no_end(page):
    """What is said of it: `sentences.test.ts`."""
    run = trace_of([(1, [4, 2, 2, 5, 1, 0, 0, 0], [1] * 8)], special_ids=[0, 1, 2])
    run = dataclasses.replace(run, tokens={**run.tokens, 2: "<fill>", 4: " cat", 5: ".", 1: "<eos>", 0: "<pad>"})
    assert page.is_hidden(".tdp-legend >> text=filler"), "the run before has none"
    open_trace(page, run.to_bytes(), "filled.trace")
    go(page, 0, chosen=1)
    page.wait_for_selector(".tdp-legend >> text=filler")
    for at, name in ((1, "<fill> (filler)"), (4, "<eos> (end of the text)"), (7, "<pad> (padding)")):
        page.evaluate("at => playground.player.views.choose(at)", at)
        assert f": {name}," in page.evaluate("playground.player.captions.chosenSentence(0)")
    go(page, 0, chosen=1)
    page.wait_for_selector(f".tdp-card .tdp-now:has-text('Filler. {evaluate(page, FILLER)}')")


def test_status_and_colours_are_those_of_the_grid(page):
    as_text(page)
    at, status = page.evaluate(
        """() => { const { frames, special } = playground.player.recording;
             const words = frames.map(({ status, sampled_ids: drawn }) =>
               [...status].map((code, i) => special.has(drawn[i]) ? -1 : code));
             const row = words.findIndex((codes) => [0, 1, 2].every((code) => codes.includes(code)));
             return [row, words[row]]; }"""
    )
    go(page, at)
    blue = colour(page, "--tdp-kept")
    for code, thick in ((0, 1.5), (1, 3)):  # a thin and a thick blue line under the word
        position = status.index(code)
        marked = [pixel(page, ".tdp-canvas", position, 8, -down) == blue for down in (2.5, 3.5, 4, 5.5, 7)]
        assert marked == [False, True, True, thick == 3, False], code
    position = status.index(2)
    fill = evaluate(
        page,
        """([step, position]) => { const { painter, recording } = playground.player;
             return painter.palette[sources.shadeOf(recording.frames[step].entropy[position])].fill; }""",
        [at, position],
    )
    red, green, blue, _ = pixel(page, ".tdp-canvas", position, -4, 4)
    assert fill == f"rgb({red}, {green}, {blue})"


def test_pointer_and_keys_choose_and_the_choice_stays_from_view_to_view(page):
    as_text(page)
    go(page, 10)
    page.click(".tdp-canvas", position=centre(page, 17))
    card(page, 17)
    page.keyboard.press("ArrowRight")
    card(page, 18)
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => playground.player.views.chosen > 19")
    boxes, below = grid(page), page.evaluate("playground.player.views.chosen")
    assert boxes[below][1] == boxes[18][1] + 30 and row(page) == 10
    page.keyboard.press("ArrowUp")
    page.wait_for_function("below => playground.player.views.chosen < below", arg=below)
    page.click(".tdp-canvas", position=centre(page, 40))
    card(page, 40)
    page.keyboard.press("t")
    page.wait_for_function("() => !playground.player.painter.grid.flows")
    assert page.get_attribute(".tdp-toolbar [data-value=grid]", "aria-checked") == "true"
    assert cards(page) == [40]
    page.keyboard.press("t")
    page.wait_for_function("() => playground.player.painter.grid.flows")
    x, y, width, height = grid(page)[40]
    frame = page.locator(".tdp-cursor-chosen").evaluate("({style}) => [style.transform, style.width, style.height]")
    assert frame == [f"translate({x}px, {y}px)", f"{width}px", f"{height}px"]


def test_hostile_tokens_keep_their_places_and_are_drawn_as_text(page):
    """Zero width, right to left, markup, length: each is drawn in its own box and cannot move its neighbours."""
    tokens = ["a", "\u202eevil", "שלום", "\u200b", "<b>x</b>", "${x}", "👩‍👩‍👧", "x" * 200, "\n", "", "\t", "b"]
    as_text(page, "hostile")
    page.evaluate(
        """tokens => { const { tokens: known, frames } = playground.player.recording;
             tokens.forEach((text, i) => known.set(900 + i, text));
             frames.forEach((frame) => frame.argmax_ids.forEach((_, at) => {
               frame.argmax_ids[at] = frame.sampled_ids[at] = 900 + at % tokens.length; }));
             playground.player.views.prepare(); playground.player.move(1); }""",
        tokens,
    )
    go(page, 2)
    for (x, y, width, _), (next_x, next_y, *_) in pairwise(grid(page)):
        assert (next_y == y and next_x >= x + width) or (next_y > y and next_x == 0)
    assert page.locator(".tdp-stage b, .tdp-stage script").count() == 0
    for position in range(len(tokens)):
        page.click(".tdp-canvas", position=centre(page, position))
        card(page, position)


STORY = Trace.load(GOLDEN / "story.trace")
DRAWN, ACCEPTED, INPUTS = (STORY.columns[name] for name in ("sampled_ids", "accepted", "input_ids"))
FADING = "playground.player.views.dissolve.canvas.getAnimations().length"

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
    page.select_option(".tdp-speed", str(speed))
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
    assert page.evaluate("playground.player.views.drawn.half") == "whole" and page.evaluate(FADING) == 0
    assert {one["half"] for one in play(page, 1, speed=8, until=8)} == {"whole"}
    play(page, 1, speed=1, until=2)
    go(page, 6)
    assert page.evaluate(FADING) == 0, "a jump takes the fading away"
    page.click(".tdp-toolbar [data-value=argmax]")
    for one in play(page, 1, speed=4, until=4):
        assert one["ids"] == STORY.columns["argmax_ids"][one["step"]].tolist(), "only what was drawn has halves"


def test_reduced_motion_fades_nothing(visit, address):
    page = visit(address, reduced_motion="reduce")
    open_trace(page, GOLDEN / "story.trace")
    assert page.input_value(".tdp-speed") == "1"
    seen = play(page, 1, speed=4, until=4)
    assert [one["half"] for one in seen] == ["drawn", "kept"] * 3 and not any(one["fading"] for one in seen)


def test_in_the_input_layer_noise_wears_no_kept_mark(page):
    page.click(".tdp-toolbar [data-value=input]")
    go(page, 10)
    underline = pixels(page, ".tdp-canvas", [(x + width / 2, y + height - 3.75) for x, y, width, height in grid(page)])
    words = [i for i, token in enumerate(INPUTS[10]) if token not in STORY.header.special_ids]
    assert [underline[i] == colour(page, "--tdp-kept") for i in words] == ACCEPTED[9][words].tolist()
