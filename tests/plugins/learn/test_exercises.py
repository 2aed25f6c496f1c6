"""Exercises of lessons: a curve to draw, noise to mark, words to keep, the noise of a cell to swap."""

import re

import numpy as np
import pytest
from page_helpers import LAST_OF_LILY, LILY_RUN, READY, faults
from plugins.learn.lesson_helpers import BUDGET, LESSON, LIBRARY, SAMPLED, place

from playground.engine.loading.source import EMBEDDED_NAME
from playground.plugins.learn.things import text_mask
from playground.service import EngineSlot


def test_a_curve_is_drawn_before_it_is_shown(visit, address):
    page = visit(f"{address}#lesson=3&part=4", ready=LESSON)
    root = page.locator(".tdp-lesson-part:nth-child(4)")
    chart, compare = root.locator(".tdp-drawing"), root.get_by_role("button", name="Compare")
    assert page.locator(".tdp-timeline").is_hidden() and compare.is_disabled()
    assert not root.locator("path.tdp-drawing-run").get_attribute("d")
    moment = page.evaluate("playground.player.moment")
    # By keyboard: half of the height at the first step, a twentieth less at the last, and straight between.
    for key in ("Enter", "End", "ArrowDown", "Home"):
        chart.press(key)
    assert chart.get_attribute("aria-valuetext") == "step 1: 0.6 nats"
    assert page.evaluate("playground.player.moment") == moment  # the keys are the chart's
    for _ in range(16):
        chart.press("ArrowRight")
    assert chart.get_attribute("aria-valuetext") == f"step 17: {0.6 - 0.06 * 16 / (LAST_OF_LILY - 1):.3g} nats"
    # The pointer: one stroke, whose fast middle skips points.
    box = chart.locator("svg").bounding_box()
    scale = box["width"] / 340
    page.mouse.move(box["x"] + 38 * scale, box["y"] + 22 * scale)
    page.mouse.down()
    page.mouse.move(box["x"] + 328 * scale, box["y"] + 178 * scale)
    page.mouse.up()
    assert chart.get_attribute("aria-valuetext") == f"step {LAST_OF_LILY}: 0 nats"
    assert not faults(page)
    compare.click()
    verdict = root.locator(".tdp-told").inner_text()  # its figures are those of `answers.test.ts`
    far, drawn = re.match(r"You were furthest off at step (\d+): you drew ([\d.]+) nats, the run had", verdict).groups()
    straight = 1.2 * (1 - (int(far) - 1) / (LAST_OF_LILY - 1))
    assert float(drawn) == pytest.approx(straight, abs=0.005), "the pointer stands on whole pixels"
    page.locator(".tdp-timeline").wait_for()
    assert root.locator(".tdp-drawing-miss").count() == 1
    assert root.locator("path.tdp-drawing-run").get_attribute("d").count("L") == LAST_OF_LILY - 1
    # The chart leads to its steps.
    chart.press("End")
    page.wait_for_function("last => playground.player.step === last", arg=LAST_OF_LILY - 1)
    root.get_by_role("button", name="Draw again").click()
    assert chart.get_attribute("aria-valuetext") == "step 1: nothing drawn yet"
    assert root.locator(".tdp-drawing-miss").count() == 0


NOISE = """() => { const { header, frames } = playground.player.recording;
  const end = header.spec.start.findIndex((id) => header.eos_ids.includes(id));
  return header.spec.start.slice(0, end).map((id, at) => id !== frames[0].input_ids[at]); }"""


def test_noise_is_marked_and_the_models_pass_stands_beside_it(visit, address):
    page = visit(f"{address}#lesson=14", ready=LESSON)
    root, paint = page.locator(".tdp-lesson-part:nth-child(1)"), page.locator(".tdp-paint-noise")
    show = root.get_by_role("button", name="Compare with the model")
    noise, boxes = page.evaluate(NOISE), page.evaluate("playground.player.painter.grid.boxes")
    assert show.is_disabled() and not root.locator(".tdp-noise-model").is_visible() and 20 < sum(noise) < len(noise)
    assert page.evaluate("playground.player.noise") and page.evaluate("playground.player.views.taste.layer") == "input"
    # The first noise by key, the next one by pointer; then one that is none. What comes after the text does not count.
    first, second = [at for at, is_noise in enumerate(noise) if is_noise][:2]
    for key in ["ArrowRight"] * first + ["Space"]:
        paint.press(key)
    for at in (second, noise.index(False), len(noise)):
        box = boxes[at]
        paint.click(position={"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}, force=True)
    assert root.locator("output").inner_text() == "3 marked"
    assert not faults(page)
    show.click()
    verdict = root.locator(".tdp-told").inner_text()
    assert f"You found 2 of {sum(noise)}, and took 1 other token for noise. The model found " in verdict
    loss = LIBRARY.runs.looks.reading(LIBRARY.runs.find("noisy")).get("loss")
    assert f"is the loss, here {loss:.3g} nats" in verdict
    assert paint.locator("[aria-selected=true]").count() == 3 and paint.get_attribute("aria-readonly") == "true"
    # Any token of the answer opens: both shares, and what the model pays.
    says = root.locator(".tdp-noise-model p")
    paint.locator("[role=option]").nth(first).click()
    stands, stood = page.evaluate(
        """at => { const { tokens, frames, header } = playground.player.recording;
                   return [frames[0].input_ids[at], header.spec.start[at]].map((id) => tokens.get(id).trim()); }""",
        first,
    )
    assert says.inner_text().startswith(f"“{stands}” is noise. The model gives “{stood}” ")
    assert root.locator(".tdp-candidates .tdp-share:visible").count() == 2
    paint.locator("[role=option]").nth(noise.index(False)).click()
    assert "is noise" not in says.inner_text() and root.locator(".tdp-candidates .tdp-share:visible").count() == 1
    assert not faults(page)
    page.locator(".tdp-continue").click()
    paint.wait_for(state="hidden")
    page.locator(".tdp-lesson-turns .tdp-choice").click()  # back
    paint.wait_for()
    root.get_by_role("button", name="Mark again").click()
    assert show.is_enabled() and paint.get_attribute("aria-readonly") == "false"
    root.get_by_role("button", name="Clear").click()
    assert show.is_disabled() and paint.locator("[aria-selected=true]").count() == 0


def middles(page, positions):
    """Of cells to paint, in the window."""
    return page.evaluate(
        """positions => positions.map((at) => {
             const { x, y, width, height } = document.querySelectorAll('.tdp-paint-cell')[at].getBoundingClientRect();
             return [x + width / 2, y + height / 2]; })""",
        positions,
    )


SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
CHOSEN = "[...document.querySelectorAll('.tdp-paint-cell[aria-selected=true]')].map((cell) => cell.ariaLabel)"


def test_the_reader_is_the_sampler_and_the_run_goes_on_from_what_they_keep(visit, serve):
    page = visit(f"{serve(EngineSlot(EMBEDDED_NAME))}#lesson={BUDGET}", ready=LESSON)
    is_text = text_mask(LILY_RUN)[SAMPLED]
    entropy, mask = LILY_RUN.columns["entropy"][SAMPLED], LILY_RUN.columns["accepted"][SAMPLED].astype(bool)
    text = np.flatnonzero(is_text)
    words = [int(at) for at in text if mask[at]]
    rest = np.flatnonzero(~is_text)
    power = np.floor(np.log10(entropy[rest].sum()))
    together = f"{entropy[rest].sum() / 10**power:.0f}·10{str(int(power)).translate(SUPERSCRIPTS)}"
    cost_of_rest = f"{len(rest)} cells after the end of the text cost {together} nats together"
    last = LILY_RUN.tokens[LILY_RUN.columns["sampled_ids"][SAMPLED, max(words, key=lambda at: entropy[at])]].strip()
    paint, buckets = page.locator(".tdp-paint"), page.locator(".tdp-bucket")
    assert page.locator(".tdp-timeline").is_hidden() and page.locator(".tdp-keep-show").is_disabled()
    assert page.locator(".tdp-paint-cell").count() == len(text)
    assert mask[rest].all() and cost_of_rest in page.inner_text(".tdp-predict")
    # The canvas tells nothing: all cells look as they were drawn, also those that the step before kept.
    page.wait_for_function("() => playground.player.painter.looks.length > 0")
    assert page.evaluate("new Set(playground.player.painter.looks.map((look) => look >> 4 & 7)).size") == 1
    # The pointer: one stroke over the first three, and a press takes the middle one back.
    first, second, third = middles(page, [0, 1, 2])
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*third)
    page.mouse.up()
    drawn = [LILY_RUN.tokens[token].strip() for token in LILY_RUN.columns["sampled_ids"][SAMPLED, text[:3]]]
    assert [name.split(",")[0] for name in page.evaluate(CHOSEN)] == drawn
    page.mouse.click(*second)
    page.wait_for_function(f"{CHOSEN}.length === 2")
    assert page.evaluate(CHOSEN)[1].startswith(f"{drawn[2]}, ")
    # What the pointer is on is shown in the bucket before it is chosen.
    dearer = int(min((at for at in text[3:] if not mask[at]), key=lambda at: entropy[at]))
    page.mouse.move(*middles(page, [dearer])[0])
    word, cost = LILY_RUN.tokens[LILY_RUN.columns["sampled_ids"][SAMPLED, dearer]].strip(), f"{entropy[dearer]:.3g}"
    assert page.locator(".tdp-bucket-next").inner_text().split() == [word, cost]
    page.mouse.move(0, 0)
    assert page.locator(".tdp-bucket-next").count() == 0
    # The keys: Space paints, Shift paints along, and nothing of it moves the run.
    for key in ("End", "Home", "ArrowRight", "Space", "Shift+ArrowDown", "Shift+ArrowDown"):
        paint.press(key)
    columns = page.evaluate("playground.player.painter.grid.columns")
    chosen = [page.locator(".tdp-paint-cell").nth(at).get_attribute("aria-selected") for at in (1, 1 + columns)]
    assert chosen == ["true", "true"] and place(page)[0] == SAMPLED + 1 and not faults(page)
    page.get_by_role("button", name="Clear").click()
    held = f"Yours: 0 words; the bucket holds {together}"
    assert page.evaluate(CHOSEN) == [] and buckets.first.inner_text().startswith(held)
    # Without the four costliest words of the sampler, but with a dearer one.
    keep = [*sorted(words, key=lambda at: entropy[at])[:-4], dearer]
    for cell in middles(page, keep):
        page.mouse.click(*cell)
    page.locator(".tdp-keep-show").click()
    verdict = page.locator(
        ".tdp-lesson-part:nth-child(1) .tdp-told p", has_text=f"You agree on {len(words) - 4} words."
    )
    verdict.wait_for()
    counts = page.locator(".tdp-keep-table b").all_inner_texts()
    assert counts == [str(len(words) - 4), "1", "4"] and f"costs {cost} nats" in verdict.inner_text()
    assert (
        buckets.nth(1)
        .inner_text()
        .startswith(f"The sampler’s: {len(words)} words; full: the last one, “{last}”, spills over")
    )
    assert page.locator(".tdp-paint-kept").count() == len(words) and place(page)[2] is False
    page.mouse.click(*middles(page, [3])[0])  # it is answered: nothing is painted any more
    chosen = page.evaluate(CHOSEN)
    both = [name for name in chosen if name.endswith("you and the sampler keep it")]
    assert len(chosen) == len(words) - 3 and len(both) == len(words) - 4
    assert not faults(page)

    page.wait_for_selector(READY, state="attached")
    page.get_by_role("button", name="Go on from yours").click()
    page.wait_for_selector("text=One run each proves little")
    own = page.evaluate("playground.player.lanes[1].frames.length")
    told = page.inner_text(".tdp-predict")
    assert f"Yours: {own} passes" in told and f"{len(LILY_RUN)} passes" in told
    edits = page.evaluate("playground.player.lanes[1].header.spec.edits")
    missed = [at for at in words if at not in keep]
    dearer_id = int(LILY_RUN.columns["sampled_ids"][SAMPLED, dearer])
    assert edits == [
        {"block": 1, "step": SAMPLED + 2, "cells": {str(dearer): dearer_id} | {str(at): None for at in missed}}
    ]
    edited = page.evaluate(f"[...playground.player.lanes[1].frames[{SAMPLED + 1}].edited]")
    assert sorted(np.flatnonzero(edited)) == sorted([dearer, *missed])  # the trace marks them as the reader's
    assert page.locator(".tdp-modes [aria-pressed=true]").inner_text() == "Learn" and paint.is_hidden()
    page.click(".tdp-back-to-lesson")
    page.wait_for_function("() => playground.player.lanes.length === 1")
    page.get_by_role("button", name="Paint again").click()
    assert place(page)[2] is True and page.locator(".tdp-keep-show").is_enabled()
    assert page.locator(".tdp-paint-kept").count() == 0 and len(page.evaluate(CHOSEN)) == len(words) - 3


@pytest.mark.thorough
def test_a_finger_paints_along_a_line_and_scrolls_along_a_column_and_costs_can_be_hidden(visit, address):
    def hidden(route):
        lesson = route.fetch().json()
        lesson["parts"][0]["blocks"][-1]["hidden"] = True
        route.fulfill(json=lesson)

    page = visit("about:blank", ready="() => true", has_touch=True, viewport={"width": 375, "height": 812})
    page.route("**/lessons/04-budget.json", hidden)
    page.goto(f"{address}#lesson={BUDGET}")
    page.wait_for_function(LESSON)
    cells = page.locator(".tdp-paint-cell")
    page.wait_for_function("() => document.querySelector('.tdp-paint-cell').getBoundingClientRect().height >= 44")
    # Nothing tells the costs: one ground for all cells, names without nats, a covered bucket.
    assert page.evaluate("new Set(playground.player.painter.grounds).size") == 1
    drawn = LILY_RUN.tokens[LILY_RUN.columns["sampled_ids"][SAMPLED, 0]].strip()
    assert cells.first.get_attribute("aria-label") == drawn
    cells.first.tap()
    assert page.evaluate(CHOSEN) == [drawn] and page.inner_text(".tdp-bucket").startswith("Yours: 1 word.")
    assert page.locator(".tdp-bucket-word").count() == 0
    touch = page.context.new_cdp_session(page)

    (left, y), (right, _) = middles(page, [1, 4])
    for kind, x in zip(("touchStart", *["touchMove"] * 8), np.linspace(left, right, 9), strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": float(x), "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"() => {CHOSEN}.length === 5")
    assert place(page)[0] == SAMPLED + 1  # no swipe to another step
    # Along a column the browser scrolls: it takes the finger over, and what was painted until then is taken back.
    assert page.locator(".tdp-paint").evaluate("paint => getComputedStyle(paint).touchAction") == "pan-y"
    counts = page.locator(".tdp-paint").evaluate(
        """(paint, [x, y]) => ["pointerdown", "pointermove", "pointercancel"].map((type) => {
             const finger = { pointerType: "touch", pointerId: 9, clientX: x, clientY: y };
             paint.dispatchEvent(new PointerEvent(type, finger));
             return paint.querySelectorAll("[aria-selected=true]").length; })""",
        middles(page, [30])[0],
    )
    assert counts == [5, 6, 5]
    page.locator(".tdp-keep-show").press("Enter")
    page.wait_for_function("() => new Set(playground.player.painter.grounds).size > 1")
    assert page.locator(".tdp-bucket-word").count() > 1 and not faults(page)
    page.unroute_all(behavior="wait")


def test_the_noise_of_a_cell_is_swapped(visit, address):
    page = visit(f"{address}#lesson=13&part=2", ready=LESSON)
    root = page.locator(".tdp-swap")
    words, bars, output = root.locator("[data-word]"), root.locator("li"), root.locator("output")
    swaps = next(b for p in LIBRARY.lesson("13-why-throw-back").parts for b in p["blocks"] if b["kind"] == "swap")
    shown = swaps["words"]
    assert [word.split()[0] for word in words.all_inner_texts()] == [swap["word"] for swap in shown]
    assert root.locator(".tdp-label").inner_text() == "RECORDED" and "thrown back" in output.inner_text()
    blue = next(swap for swap in shown if swap["word"] == "blue")
    root.get_by_role("button", name="blue").press("Enter")
    assert root.locator(".tdp-label").inner_text() == "COMPUTED"
    assert bars.locator(".tdp-token").all_inner_texts() == [*blue["tokens"], "others"]
    assert output.inner_text().split("\n") == [f"{blue['entropy']:.3g} nats", blue["token"], "thrown back"]
    assert root.locator("[aria-pressed=true]").inner_text() == "blue" and not faults(page)

    # Any other word is tried live.
    page.evaluate(
        """() => {
          const seen = { ids: Int32Array.of(7, 5), probs: Float32Array.of(0.5, 0.5), texts: ["<b>", "hot"] };
          const answers = { own_text: { ids: [7] }, look_inside: { ...seen, sampled: 5, accepted: true } };
          playground.engine.call = async (name) => answers[name];
        }"""
    )
    field = root.locator("input")
    field.fill("blue")
    field.press("Enter")  # is there already
    assert words.count() == len(shown)
    field.fill("long")
    field.press("Enter")
    root.locator("[data-word=long]").wait_for()
    assert bars.locator(".tdp-token").all_inner_texts() == ["<b>", "hot", "others"]
    assert output.inner_text().split("\n") == ["0.693 nats", "hot", "kept"]
    page.evaluate("playground.engine.call = async () => ({ refused: 'The model is loading.' })")
    field.fill("queen")
    root.get_by_role("button", name="Put it in").click()
    root.get_by_text("The model is loading.").wait_for()
    assert words.count() == len(shown) + 1
