"""The drawer: the card beside its cell, the short form of a cell, a sheet on a phone, what the form supposes."""

import re

import pytest
from page_helpers import LAST_OF_LILY, LILY_RUN, card, cards, go, set_knob, set_mode

from playground.trace.budget import budget
from playground.trace.corrections import corrections

LONG_ONES = [one for one in corrections(LILY_RUN) if len(LILY_RUN.tokens[one.before].strip()) > 1]
FOUND = max(LONG_ONES, key=lambda one: one.reopened - one.since)
"""A word of the first recorded run that was kept for some steps, reopened, and another one at the end."""
CELL, STEP = FOUND.position, FOUND.reopened
DRAWN, AFTER = (LILY_RUN.tokens[token].strip() for token in (LILY_RUN.columns["sampled_ids"][STEP, CELL], FOUND.after))
TEMPERATURE = f"at temperature {LILY_RUN.columns['temperature'][STEP]:.3g}"
PHONE = {"width": 375, "height": 812}


def inside(box, viewport):
    return box["y"] >= 0 and box["y"] + box["height"] <= viewport["height"]


def cell(page, position):
    """Where a cell is on the screen."""
    return page.evaluate(
        """position => {
             const {left, top} = document.querySelector('.tdp-canvas').getBoundingClientRect();
             const {x, y, width, height} = playground.player.painter.grid.boxes[position];
             return {x: left + x, y: top + y, width, height}; }""",
        position,
    )


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [pytest.param((1440, 900), marks=pytest.mark.thorough), (1280, 720)])
def test_the_card_is_in_sight_with_the_cell_and_tells_its_story(visit, address, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    page = visit(address, viewport=viewport)
    go(page, STEP)
    assert not page.is_visible(".tdp-card") and "Press a token" in page.inner_text(".tdp-hint")
    page.evaluate("document.querySelector('.tdp-drawer').scrollTop = 9999")
    page.mouse.click(*middle(cell(page, CELL)))
    card(page, CELL)
    assert inside(cell(page, CELL), viewport)
    for part in ("h3", ".tdp-candidates", ".tdp-draw-strip", ".tdp-nats"):
        assert inside(page.locator(f".tdp-card:visible {part}").first.bounding_box(), viewport), part
    title = " ".join(page.inner_text(".tdp-card:visible h3").split())
    assert title.startswith(f"“{DRAWN[:8]}"), "a long word is cut"
    assert title.endswith(f" position {CELL} · step {STEP + 1}")
    until = "and" if STEP - FOUND.since == 2 else "to"
    then = f"later “{AFTER}”" if AFTER != DRAWN else f"kept again at step {FOUND.again + 1}"
    story = f"Kept at steps {FOUND.since + 1} {until} {STEP}, reopened now, {then}."
    assert page.inner_text(".tdp-card:visible .tdp-story") == story
    assert TEMPERATURE in page.inner_text(".tdp-card:visible h4 >> nth=1")
    cut = budget(LILY_RUN.columns["entropy"][STEP], LILY_RUN.header.settings["entropy_bound"])
    place = cut.order.tolist().index(CELL)
    accepted, guess = (LILY_RUN.columns[name][STEP] for name in ("accepted", "argmax_ids"))
    padding = int((accepted & [LILY_RUN.tokens[id].startswith("<") for id in guess]).sum())
    why = page.inner_text(".tdp-why")
    assert f"{cut.cut} are, {padding} of them padding." in why
    assert re.search(rf"Before “{DRAWN[:8]}[^”]*” they add up to [\d.]+; it comes {place + 1}[a-z][a-z]\.", why)

    strip = page.locator(".tdp-history-panel .tdp-strip")
    pitch = strip.bounding_box()["width"] / LAST_OF_LILY
    strip.click(position={"x": (LAST_OF_LILY - 0.5) * pitch, "y": 20})
    page.wait_for_selector(f".tdp-story:visible:has-text('kept again since step {FOUND.again + 1}.')")
    assert page.evaluate("playground.player.step") == LAST_OF_LILY - 1

    about = page.locator(".tdp-watch > :is(.tdp-inspector-panel, .tdp-history-panel):visible")
    current = "document.querySelector('.tdp-history tbody [aria-current=step]')?.rowIndex"
    page.click(".tdp-history-panel summary")
    page.wait_for_function(f"step => {current} === step", arg=LAST_OF_LILY)
    go(page, STEP)
    assert about.count() == 0, "what is about a cell goes with it"
    go(page, STEP, CELL + 1)
    assert about.count() == 2 and page.evaluate(current) == STEP + 1, "and comes back as it was opened"


def test_a_cell_has_its_short_form_under_the_pointer_and_by_keyboard(visit, address):
    page = visit(address, viewport={"width": 1440, "height": 900})
    go(page, STEP)
    parts = "document.querySelectorAll('.tdp-main > :not(.tdp-tip), .tdp-panel')"
    places = f"[...{parts}].map(one => one.getBoundingClientRect().top)"
    before = page.evaluate(places)
    page.mouse.move(*middle(cell(page, CELL)))
    page.wait_for_selector(".tdp-tip:visible")
    entropy = LILY_RUN.columns["entropy"][STEP, CELL]
    assert page.inner_text(".tdp-tip").split("\n") == [DRAWN, f"reopened · {entropy:.3g} nats {TEMPERATURE}"]
    assert page.evaluate(places) == before, "it moves nothing"
    page.mouse.move(*middle(cell(page, CELL + 16)))
    page.mouse.click(*middle(cell(page, CELL)))
    card(page, CELL)
    page.mouse.move(*middle(cell(page, CELL + 16)))
    page.wait_for_function("word => !document.querySelector('.tdp-tip').textContent.startsWith(word)", arg=DRAWN)
    tip, chosen = page.locator(".tdp-tip").bounding_box(), cell(page, CELL)
    assert tip["y"] >= chosen["y"] + chosen["height"], "the chosen cell stays in sight"
    page.mouse.move(0, 0)
    page.wait_for_selector(".tdp-tip", state="hidden")
    page.mouse.move(*middle(cell(page, 2)))
    page.wait_for_selector(".tdp-tip:visible")
    tip, toolbar = page.locator(".tdp-tip").bounding_box(), page.locator(".tdp-toolbar").bounding_box()
    assert tip["y"] >= toolbar["y"], "in the first row nothing cuts it"
    page.mouse.move(0, 0)
    page.focus(".tdp-canvas")
    page.keyboard.press("ArrowRight")
    card(page, CELL + 1)
    assert page.inner_text(".tdp-tip").split("\n")[0] == page.evaluate(
        """([step, at]) =>
             (({tokens, frames}) => tokens.get(frames[step].sampled_ids[at]).trim())(playground.player.recording)""",
        [STEP, CELL + 1],
    )


def test_on_a_phone_the_card_and_the_settings_are_a_sheet_above_playback(visit, address):
    page = visit(address, viewport=PHONE, has_touch=True)
    go(page, STEP)
    drawer = page.locator(".tdp-drawer")
    assert not drawer.is_visible()
    page.evaluate("scrollTo(0, 0)")
    page.touchscreen.tap(*middle(cell(page, CELL)))
    card(page, CELL)
    box, bar = drawer.bounding_box(), page.locator(".tdp-bar").bounding_box()
    assert box["height"] <= 0.6 * PHONE["height"] + 1 and box["y"] + box["height"] <= bar["y"] + 1
    chosen = cell(page, CELL)
    assert chosen["y"] + chosen["height"] <= box["y"], "the sheet does not cover the cell"
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


def test_the_settings_say_what_this_step_would_keep_and_run_with_it(page):
    go(page, STEP)
    set_mode(page, "tune")
    assert not page.is_visible(".tdp-supposed-card")
    set_knob(page, "entropy_bound", 4)
    page.wait_for_selector(".tdp-supposed-card:visible")
    columns = LILY_RUN.columns
    would, kept = budget(columns["entropy"][STEP], 4).cut, columns["accepted"][STEP].sum()
    expected = f"SIMULATED: With a budget of 4 nats this step would keep {would} instead of {kept} positions."
    assert page.inner_text(".tdp-supposed") == expected
    page.evaluate("playground.player.views.choose(3)")
    page.fill("#prompt textarea", "hello")
    for name, value in {"max_new_tokens": 16, "max_denoising_steps": 4}.items():
        set_knob(page, name, value)
    page.click(".tdp-supposed-card >> text=Run with this")
    page.wait_for_function("() => playground.player.recording.header.spec.settings.entropy_bound === 4")
    page.wait_for_selector(".tdp-supposed-card", state="hidden")
    assert page.evaluate("playground.player.views.chosen") is None, "a cell is one of its text"
