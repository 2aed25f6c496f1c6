"""Exercises of lessons: a curve to draw, noise to mark, words to keep, the noise of a cell to swap."""

import numpy as np
from page_helpers import LAST_OF_LILY, LILY_RUN, READY, faults
from page_places import PHONE
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
    chart.press("ArrowRight")
    assert chart.get_attribute("aria-valuetext") == f"step 2: {0.6 - 0.06 / (LAST_OF_LILY - 1):.3g} nats"
    # The pointer draws one stroke.
    box = chart.locator("svg").bounding_box()
    scale = box["width"] / 340
    page.mouse.move(box["x"] + 38 * scale, box["y"] + 22 * scale)
    page.mouse.down()
    page.mouse.move(box["x"] + 328 * scale, box["y"] + 178 * scale)
    page.mouse.up()
    assert chart.get_attribute("aria-valuetext") == f"step {LAST_OF_LILY}: 0 nats"
    assert not faults(page)
    compare.click()
    assert root.locator(".tdp-told").inner_text().startswith("You were furthest off at step ")
    page.locator(".tdp-timeline").wait_for()
    assert root.locator(".tdp-drawing-miss").count() == 1
    assert root.locator("path.tdp-drawing-run").get_attribute("d").count("L") == LAST_OF_LILY - 1
    chart.press("End")  # it leads to its steps
    page.wait_for_function("last => playground.player.step === last", arg=LAST_OF_LILY - 1)
    root.get_by_role("button", name="Draw again").click()
    assert chart.get_attribute("aria-valuetext") == "step 1: nothing drawn yet"
    assert root.locator(".tdp-drawing-miss").count() == 0


def test_noise_is_marked_and_the_models_pass_stands_beside_it(visit, address):
    page = visit(f"{address}#lesson=14", ready=LESSON)
    root, paint = page.locator(".tdp-lesson-part:nth-child(1)"), page.locator(".tdp-paint-noise")
    show, options = root.get_by_role("button", name="Compare with the model"), paint.locator("[role=option]")
    reading = LIBRARY.runs.looks.reading(LIBRARY.runs.find("noisy"))
    first, second = np.flatnonzero(reading.noise)[:2].tolist()
    right = reading.noise.index(False)
    assert show.is_disabled() and not root.locator(".tdp-noise-model").is_visible()
    # The first noise by key, the next one by pointer; then one that is none. What comes after the text does not count.
    for key in ["ArrowRight"] * first + ["Space"]:
        paint.press(key)
    boxes = page.evaluate("playground.player.painter.grid.boxes")
    for at in (second, right, len(reading.noise)):
        box = boxes[at]
        paint.click(position={"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}, force=True)
    assert root.locator("output").inner_text() == "3 marked"
    show.click()
    verdict = root.locator(".tdp-told").inner_text()
    assert f"You found 2 of {sum(reading.noise)}, and took 1 other token for noise. The model found " in verdict
    assert f"is the loss, here {reading.get('loss'):.3g} nats" in verdict
    assert paint.get_attribute("aria-readonly") == "true"
    # Any token of the answer opens: both shares, or one where no noise stands.
    says, shares = root.locator(".tdp-noise-model p"), root.locator(".tdp-candidates .tdp-share:visible")
    for at, count in ((first, 2), (right, 1)):
        options.nth(at).click()
        assert ("” is noise. The model gives “" in says.inner_text()) == (at == first) and shares.count() == count
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


CHOSEN = "[...document.querySelectorAll('.tdp-paint-cell[aria-selected=true]')].map((cell) => cell.ariaLabel)"


def drawn(position):
    """The word that the sampler's step drew there."""
    return LILY_RUN.tokens[int(LILY_RUN.columns["sampled_ids"][SAMPLED, position])].strip()


def test_the_reader_is_the_sampler_and_the_run_goes_on_from_what_they_keep(visit, serve):
    page = visit(f"{serve(EngineSlot(EMBEDDED_NAME))}#lesson={BUDGET}", ready=LESSON)
    entropy, mask = LILY_RUN.columns["entropy"][SAMPLED], LILY_RUN.columns["accepted"][SAMPLED].astype(bool)
    text = np.flatnonzero(text_mask(LILY_RUN)[SAMPLED]).tolist()
    words = sorted((at for at in text if mask[at]), key=lambda at: entropy[at])
    dearer = min((at for at in text[3:] if not mask[at]), key=lambda at: entropy[at])
    cost = f"{entropy[dearer]:.3g}"
    paint, buckets, show = page.locator(".tdp-paint"), page.locator(".tdp-bucket"), page.locator(".tdp-keep-show")
    assert page.locator(".tdp-timeline").is_hidden() and show.is_disabled()
    assert page.locator(".tdp-paint-cell").count() == len(text)
    assert f"{len(mask) - len(text)} cells after the end of the text cost " in page.inner_text(".tdp-predict")
    # The canvas tells nothing: all cells look as they were drawn, also those that the step before kept.
    page.wait_for_function("() => playground.player.painter.looks.length > 0")
    assert page.evaluate("new Set(playground.player.painter.looks.map((look) => look >> 4 & 7)).size") == 1
    # The pointer: one stroke over the first three, and a press takes the middle one back.
    first, second, third = middles(page, [0, 1, 2])
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*third)
    page.mouse.up()
    assert [name.split(",")[0] for name in page.evaluate(CHOSEN)] == [drawn(at) for at in text[:3]]
    page.mouse.click(*second)
    page.wait_for_function(f"{CHOSEN}.length === 2")
    # What the pointer is on is shown in the bucket before it is chosen.
    page.mouse.move(*middles(page, [dearer])[0])
    assert page.locator(".tdp-bucket-next").inner_text().split() == [drawn(dearer), cost]
    page.mouse.move(0, 0)
    assert page.locator(".tdp-bucket-next").count() == 0
    # The keys: Space paints, Shift paints along, and nothing of it moves the run.
    for key in ("End", "Home", "ArrowRight", "Space", "Shift+ArrowDown"):
        paint.press(key)
    assert len(page.evaluate(CHOSEN)) == 4 and place(page)[0] == SAMPLED + 1 and not faults(page)
    page.get_by_role("button", name="Clear").click()
    assert page.evaluate(CHOSEN) == [] and buckets.first.inner_text().startswith("Yours: 0 words; the bucket holds ")
    # Without the four costliest words of the sampler, but with a dearer one.
    keep = [*words[:-4], dearer]
    for cell in middles(page, keep):
        page.mouse.click(*cell)
    show.click()
    agree = f"You agree on {len(words) - 4} words."
    page.locator(".tdp-lesson-part:nth-child(1) .tdp-told p", has_text=agree).wait_for()
    assert page.locator(".tdp-keep-table b").all_inner_texts() == [str(len(words) - 4), "1", "4"]
    full = f"The sampler’s: {len(words)} words; full: the last one, “{drawn(words[-1])}”, spills over"
    assert buckets.nth(1).inner_text().startswith(full)
    assert page.locator(".tdp-paint-kept").count() == len(words) and place(page)[2] is False
    page.mouse.click(*middles(page, [3])[0])  # it is answered: nothing is painted any more
    chosen = page.evaluate(CHOSEN)
    both = [name for name in chosen if name.endswith("you and the sampler keep it")]
    assert (len(chosen), len(both)) == (len(keep), len(words) - 4) and not faults(page)

    page.wait_for_selector(READY, state="attached")
    page.get_by_role("button", name="Go on from yours").click()
    page.wait_for_selector("text=One run each proves little")
    own = page.evaluate("playground.player.lanes[1].frames.length")
    told = page.inner_text(".tdp-predict")
    assert f"Yours: {own} passes" in told and f"{len(LILY_RUN)} passes" in told
    dearer_id = int(LILY_RUN.columns["sampled_ids"][SAMPLED, dearer])
    cells = {str(dearer): dearer_id} | {str(at): None for at in words[-4:]}
    edits = page.evaluate("playground.player.lanes[1].header.spec.edits")
    assert edits == [{"block": 1, "step": SAMPLED + 2, "cells": cells}]
    edited = page.evaluate(f"[...playground.player.lanes[1].frames[{SAMPLED + 1}].edited]")
    assert sorted(np.flatnonzero(edited)) == sorted(map(int, cells))  # the trace marks them as the reader's
    assert page.locator(".tdp-modes [aria-pressed=true]").inner_text() == "Learn" and paint.is_hidden()
    page.click(".tdp-back-to-lesson")
    page.wait_for_function("() => playground.player.lanes.length === 1")
    page.get_by_role("button", name="Paint again").click()
    assert place(page)[2] is True and show.is_enabled()
    assert page.locator(".tdp-paint-kept").count() == 0 and len(page.evaluate(CHOSEN)) == len(keep)


def test_costs_can_be_hidden_until_the_sampler_s_are_shown(visit, address):
    def hidden(route):
        lesson = route.fetch().json()
        lesson["parts"][0]["blocks"][-1]["hidden"] = True
        route.fulfill(json=lesson)

    page = visit("about:blank", ready="() => true", has_touch=True, viewport=PHONE)
    page.route("**/lessons/04-budget.json", hidden)
    page.goto(f"{address}#lesson={BUDGET}")
    page.wait_for_function(LESSON)
    # One ground for all cells, names without nats, a covered bucket.
    assert page.evaluate("new Set(playground.player.painter.grounds).size") == 1
    page.locator(".tdp-paint-cell").first.tap()
    assert page.evaluate(CHOSEN) == [drawn(0)] and page.inner_text(".tdp-bucket").startswith("Yours: 1 word.")
    assert page.locator(".tdp-bucket-word").count() == 0
    # Along a column the browser scrolls: it takes the finger over, and what was painted until then is taken back.
    counts = page.locator(".tdp-paint").evaluate(
        """(paint, [x, y]) => [getComputedStyle(paint).touchAction,
             ...["pointerdown", "pointermove", "pointercancel"].map((type) => {
               const finger = { pointerType: "touch", pointerId: 9, clientX: x, clientY: y };
               paint.dispatchEvent(new PointerEvent(type, finger));
               return paint.querySelectorAll("[aria-selected=true]").length; })]""",
        middles(page, [30])[0],
    )
    assert counts == ["pan-y", 1, 2, 1]
    page.locator(".tdp-keep-show").press("Enter")
    page.wait_for_function("() => new Set(playground.player.painter.grounds).size > 1")
    assert page.locator(".tdp-bucket-word").count() > 1 and not faults(page)
    page.unroute_all(behavior="wait")


def test_the_noise_of_a_cell_is_swapped(visit, address):
    page = visit(f"{address}#lesson=13&part=2", ready=LESSON)
    root = page.locator(".tdp-swap")
    words, tokens, output = root.locator("[data-word]"), root.locator("li .tdp-token"), root.locator("output")
    swaps = next(b for p in LIBRARY.lesson("13-why-throw-back").parts for b in p["blocks"] if b["kind"] == "swap")
    shown = swaps["words"]
    assert [word.split()[0] for word in words.all_inner_texts()] == [swap["word"] for swap in shown]
    assert root.locator(".tdp-label").inner_text() == "RECORDED" and "thrown back" in output.inner_text()
    blue = next(swap for swap in shown if swap["word"] == "blue")
    root.get_by_role("button", name="blue").press("Enter")
    assert root.locator(".tdp-label").inner_text() == "COMPUTED"
    assert tokens.all_inner_texts() == [*blue["tokens"], "others"]
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
    for word in ("blue", "long"):  # the first one is there already
        field.fill(word)
        field.press("Enter")
    root.locator("[data-word=long]").wait_for()
    assert words.count() == len(shown) + 1
    assert tokens.all_inner_texts() == ["<b>", "hot", "others"]
    assert output.inner_text().split("\n") == ["0.693 nats", "hot", "kept"]
    page.evaluate("playground.engine.call = async () => ({ refused: 'The model is loading.' })")
    field.fill("queen")
    root.get_by_role("button", name="Put it in").click()
    root.get_by_text("The model is loading.").wait_for()
    assert words.count() == len(shown) + 1
