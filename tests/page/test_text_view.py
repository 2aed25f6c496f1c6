"""A step as flowing text, in a real Chromium."""

import dataclasses
import json
from itertools import pairwise

import pytest
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    card,
    cards,
    colour,
    drawn,
    go,
    open_detail,
    open_trace,
    pixel,
    row,
    text,
)
from page_places import CUT, size
from trace_helpers import trace_of

from workshop.page.sources import evaluate

BOXES = "playground.player.painter.grid.boxes.map(({x, y, width, height}) => [x, y, width, height])"
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
    x, y, width, height = page.evaluate(f"{BOXES}[{position}]")
    return {"x": x + width / 2, "y": y + height / 2}


def test_noise_and_drawn_words_can_be_read_and_of_letters_nothing_stays_between_the_boxes(visit, address):
    """There and back, a picture is the same, at a ratio at which the edges of boxes lie within pixels too."""
    page = visit(address, viewport=size(375, 812))
    as_text(page, None)
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


@pytest.mark.parametrize("detail", ["text", "overview"])
def test_blocks_have_places_of_their_own_but_neither_their_steps_nor_the_page_move(page, detail):
    as_text(page, "hostile")
    open_detail(page, detail)
    blocks, pages = {}, set()
    for at in range(12):
        go(page, at)
        blocks.setdefault(at // 6, set()).add(json.dumps(page.evaluate(BOXES)))
        pages.add(page.evaluate(PLACES))
    assert [len(places) for places in blocks.values()] == [1, 1] and blocks[0] != blocks[1]
    assert len(pages) == 1


def test_a_filler_within_the_text_is_called_so_and_is_no_end(page, tmp_path):
    run = trace_of([(1, [4, 2, 2, 5, 1, 0, 0, 0], [1] * 8)], special_ids=[0, 1, 2])
    run = dataclasses.replace(run, tokens={**run.tokens, 2: "<fill>", 4: " cat", 5: ".", 1: "<eos>", 0: "<pad>"})
    assert page.is_hidden(".tdp-legend >> text=filler"), "the run before has none"
    run.save(tmp_path / "filled.trace")
    open_trace(page, tmp_path / "filled.trace")
    go(page, 0, chosen=1)
    assert "It keeps all 2 tokens." in text(page, ".tdp-sentence")
    page.wait_for_selector(".tdp-legend >> text=filler")
    told = {
        at: page.evaluate(f"playground.player.views.choose({at}), playground.player.captions.chosenSentence(0)")
        for at in (1, 4, 7)
    }
    assert [told[at].split(",")[0].split(": ")[1] for at in told] == [
        "<fill> (filler)",
        "<eos> (end of the text)",
        "<pad> (padding)",
    ]
    go(page, 0, chosen=1)
    page.wait_for_selector(f".tdp-card .tdp-now:has-text('Filler. {evaluate(page, FILLER)}')")


def test_status_colours_layers_and_filter_are_those_of_the_grid(page):
    open_trace(page, GOLDEN / "story.trace")
    page.select_option(".tdp-figure", "probability")
    page.click(".tdp-state:has-text('reopened')")
    page.click(".tdp-toolbar [data-value=input]")
    go(page, 10)
    state = "[playground.player.painter.ids, playground.player.painter.looks, playground.player.painter.figure]"
    grid = page.evaluate(state)
    as_text(page)
    assert page.evaluate(state) == grid

    page.click(".tdp-state:has-text('reopened')")
    page.select_option(".tdp-figure", "entropy")
    page.click(".tdp-toolbar [data-value=sampled]")
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
    for position in (i for i, code in enumerate(status) if code == 2):
        entropy = page.evaluate(f"playground.player.recording.frames[{at}].entropy[{position}]")
        fill = evaluate(
            page,
            """entropy => playground.player.painter.palette[sources.shadeOf(entropy)].fill""",
            entropy,
        )
        red, green, blue, _ = pixel(page, ".tdp-canvas", position, -4, 4)
        assert fill == f"rgb({red}, {green}, {blue})"


def test_pointer_and_keys_choose_and_the_choice_stays_from_view_to_view(page):
    as_text(page, "story")
    go(page, 10)
    page.click(".tdp-canvas", position=centre(page, 17))
    card(page, 17)
    page.keyboard.press("ArrowRight")
    card(page, 18)
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => playground.player.views.chosen > 19")
    boxes, below = page.evaluate(BOXES), page.evaluate("playground.player.views.chosen")
    assert boxes[below][1] == boxes[18][1] + 30 and row(page) == 10
    page.keyboard.press("ArrowUp")
    page.wait_for_function("below => playground.player.views.chosen < below", arg=below)
    page.click(".tdp-compare")
    page.click(".tdp-canvas", position=centre(page, 40))
    card(page, 40)
    page.keyboard.press("t")
    page.wait_for_function("() => !playground.player.painter.grid.flows")
    assert page.get_attribute(".tdp-toolbar [data-value=grid]", "aria-checked") == "true"
    assert 40 in cards(page)
    page.keyboard.press("t")
    page.wait_for_function("() => playground.player.painter.grid.flows")
    x, y, width, height = page.evaluate(BOXES)[40]
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
    boxes = page.evaluate(BOXES)
    for (x, y, width, _), (next_x, next_y, *_) in pairwise(boxes):
        assert (next_y == y and next_x >= x + width) or (next_y > y and next_x == 0)
    assert all(x + width <= page.evaluate("playground.player.painter.canvas.clientWidth") for x, _, width, _ in boxes)
    assert page.locator(".tdp-stage b, .tdp-stage script").count() == 0
    for position in range(len(tokens)):
        page.click(".tdp-canvas", position=centre(page, position))
        card(page, position)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_a_phone_shows_the_text_and_takes_touches(visit, address, scheme):
    page = visit(address, viewport={"width": 375, "height": 800}, color_scheme=scheme, has_touch=True)
    page.tap(".tdp-toolbar [data-value=text]")
    page.wait_for_function("() => playground.player.painter.grid.flows")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert (
        max(x + width for x, _, width, _ in page.evaluate(BOXES)) <= page.locator(".tdp-stage").bounding_box()["width"]
    )
    page.locator(".tdp-canvas").tap(position=centre(page, 20))
    card(page, 20)
