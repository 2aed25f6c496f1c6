"""Exercises of lessons: a curve to draw, noise to mark, words to keep, the noise of a cell to swap."""

import numpy as np
import page_reader as reader
import plugins.learn.lesson_helpers as lessons
from page_holds import LAST_OF_LILY, LILY_RUN, READY, SLIDER, columns, faults, moment_of, run_spec, steps_of
from page_places import PHONE, middle_of

from playground.engine.loading.source import EMBEDDED_NAME
from playground.plugins.learn.things import text_mask
from playground.service import EngineSlot


def test_a_curve_is_drawn_before_it_is_shown(visit, address):
    page = visit(f"{address}#lesson=3&part=4", ready=lessons.LESSON)
    root = page.locator(f"{lessons.PART}:nth-child(4)")
    chart, compare = root.locator("[aria-label^='Your curve']"), root.get_by_role("button", name="Compare")
    assert page.locator(SLIDER).is_hidden() and compare.is_disabled()
    assert not root.locator("path.tdp-drawing-run").get_attribute("d")
    moment = moment_of(page)
    # By keyboard: half of the height at the first step, a twentieth less at the last, and straight between.
    for key in ("Enter", "End", "ArrowDown", "Home"):
        chart.press(key)
    assert chart.get_attribute("aria-valuetext") == "step 1: 0.6 nats"
    reader.at(page, moment)  # the keys are the chart's
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
    assert root.locator(lessons.TOLD).inner_text().startswith("You were furthest off at step ")
    page.locator(SLIDER).wait_for()
    assert root.locator(".tdp-drawing-miss").count() == 1
    assert root.locator("path.tdp-drawing-run").get_attribute("d").count("L") == LAST_OF_LILY - 1
    chart.press("End")  # it leads to its steps
    reader.at(page, LAST_OF_LILY)
    root.get_by_role("button", name="Draw again").click()
    assert chart.get_attribute("aria-valuetext") == "step 1: nothing drawn yet"
    assert root.locator(".tdp-drawing-miss").count() == 0


def test_noise_is_marked_and_the_models_pass_stands_beside_it(visit, address):
    page = visit(f"{address}#lesson=14", ready=lessons.LESSON)
    root, paint = page.locator(f"{lessons.PART}:nth-child(1)"), page.locator(".tdp-paint-noise")
    show, options = root.get_by_role("button", name="Compare with the model"), paint.locator("[role=option]")
    reading = lessons.LIBRARY.runs.looks.reading(lessons.LIBRARY.runs.find("noisy"))
    first, second = np.flatnonzero(reading.noise)[:2].tolist()
    right = reading.noise.index(False)
    assert show.is_disabled() and not root.locator(".tdp-noise-model").is_visible()
    # The first noise by key, the next one by pointer; then one that is none. What comes after the text does not count.
    for key in ["ArrowRight"] * first + ["Space"]:
        paint.press(key)
    for cell in (second, right, len(reading.noise)):
        page.mouse.click(*middle_of(page, cell))
    assert root.locator("output").inner_text() == "3 marked"
    show.click()
    verdict = root.locator(lessons.TOLD).inner_text()
    assert f"You found 2 of {sum(reading.noise)}, and took 1 other token for noise. The model found " in verdict
    assert f"is the loss, here {reading.get('loss'):.3g} nats" in verdict
    assert paint.get_attribute("aria-readonly") == "true"
    # Any token of the answer opens: both shares, or one where no noise stands.
    says, shares = root.locator(".tdp-noise-model p"), root.locator(".tdp-candidates .tdp-share:visible")
    for cell, count in ((first, 2), (right, 1)):
        options.nth(cell).click()
        assert ("” is noise. The model gives “" in says.inner_text()) == (cell == first) and shares.count() == count
    assert not faults(page)
    page.locator(lessons.GO_ON).click()
    paint.wait_for(state="hidden")
    page.locator(".tdp-lesson-turns .tdp-choice").click()  # back
    paint.wait_for()
    root.get_by_role("button", name="Mark again").click()
    assert show.is_enabled() and paint.get_attribute("aria-readonly") == "false"
    root.get_by_role("button", name="Clear").click()
    assert show.is_disabled() and paint.locator("[aria-selected=true]").count() == 0


def middles(page, positions):
    """Of cells to paint, in the window, once they stand still."""
    return page.evaluate(
        """async (positions) => {
             const read = () => positions.map((at) => {
               const { x, y, width, height } = document.querySelectorAll('[role=option]')[at].getBoundingClientRect();
               return [x + width / 2, y + height / 2]; });
             const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
             for (let before, now = read(); ; ) {
               [before, now] = [now, (await drawn(), read())];
               if (String(before) === String(now)) return now;
             }
           }""",
        positions,
    )


CHOSEN = "[...document.querySelectorAll('[role=option][aria-selected=true]')].map((cell) => cell.ariaLabel)"


def drawn(position):
    """The word that the sampler's step drew there."""
    return LILY_RUN.tokens[int(LILY_RUN.columns["sampled_ids"][lessons.SAMPLED, position])].strip()


def test_the_reader_is_the_sampler_and_the_run_goes_on_from_what_they_keep(visit, serve):
    page = visit(f"{serve(EngineSlot(EMBEDDED_NAME))}#lesson={lessons.BUDGET}", ready=lessons.LESSON)
    entropy, mask = (
        LILY_RUN.columns["entropy"][lessons.SAMPLED],
        LILY_RUN.columns["accepted"][lessons.SAMPLED].astype(bool),
    )
    text = np.flatnonzero(text_mask(LILY_RUN)[lessons.SAMPLED]).tolist()
    words = sorted((at for at in text if mask[at]), key=lambda at: entropy[at])
    dearer = min((at for at in text[3:] if not mask[at]), key=lambda at: entropy[at])
    cost = f"{entropy[dearer]:.3g}"
    paint, buckets, show = page.locator(lessons.PAINT), page.locator(".tdp-bucket"), page.locator(lessons.SHOW)
    assert page.locator(SLIDER).is_hidden() and show.is_disabled()
    assert page.locator("[role=option]").count() == len(text)
    assert f"{len(mask) - len(text)} cells after the end of the text cost " in page.inner_text(lessons.QUESTION)
    # The canvas tells nothing: all cells look as they were drawn, also those that the step before kept.
    assert len({look >> 4 & 7 for look in page.evaluate("[...playground.player.painter.looks]")}) == 1
    page.wait_for_selector(READY, state="attached")  # nothing moves the cells any more
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
    assert len(page.evaluate(CHOSEN)) == 4 and lessons.place(page)[0] == lessons.SAMPLED + 1 and not faults(page)
    page.get_by_role("button", name="Clear").click()
    assert page.evaluate(CHOSEN) == [] and buckets.first.inner_text().startswith("Yours: 0 words; the bucket holds ")
    # Without the four costliest words of the sampler, but with a dearer one.
    keep = [*words[:-4], dearer]
    for cell in middles(page, keep):
        page.mouse.click(*cell)
    show.click()
    agree = f"You agree on {len(words) - 4} words."
    page.locator(f"{lessons.PART}:nth-child(1) {lessons.TOLD} p", has_text=agree).wait_for()
    assert page.locator(".tdp-keep-table b").all_inner_texts() == [str(len(words) - 4), "1", "4"]
    full = f"The sampler’s: {len(words)} words; full: the last one, “{drawn(words[-1])}”, spills over"
    assert buckets.nth(1).inner_text().startswith(full)
    assert page.locator(".tdp-paint-kept").count() == len(words) and lessons.place(page)[2] is False
    page.mouse.click(*middles(page, [3])[0])  # it is answered: nothing is painted any more
    chosen = page.evaluate(CHOSEN)
    both = [name for name in chosen if name.endswith("you and the sampler keep it")]
    assert (len(chosen), len(both)) == (len(keep), len(words) - 4) and not faults(page)

    page.get_by_role("button", name="Go on from yours").click()
    page.wait_for_selector("text=One run each proves little")
    told = page.inner_text(lessons.QUESTION)
    assert f"Yours: {steps_of(page, 1)} passes" in told and f"{len(LILY_RUN)} passes" in told
    dearer_id = int(LILY_RUN.columns["sampled_ids"][lessons.SAMPLED, dearer])
    cells = {str(dearer): dearer_id} | {str(at): None for at in words[-4:]}
    assert run_spec(page, 1)["edits"] == [{"block": 1, "step": lessons.SAMPLED + 2, "cells": cells}]
    (edited,) = columns(page, "edited", lane=1)  # the trace marks them as the reader's
    assert sorted(np.flatnonzero(edited[lessons.SAMPLED + 1])) == sorted(map(int, cells))
    reader.in_mode(page, "learn")
    assert paint.is_hidden()
    page.click(lessons.BACK)
    reader.side_by_side(page, 1)
    page.get_by_role("button", name="Paint again").click()
    assert lessons.place(page)[2] is True and show.is_enabled()
    assert page.locator(".tdp-paint-kept").count() == 0 and len(page.evaluate(CHOSEN)) == len(keep)


def test_costs_can_be_hidden_until_the_sampler_s_are_shown(visit, address):
    def hidden(route):
        lesson = route.fetch().json()
        lesson["parts"][0]["blocks"][-1]["hidden"] = True
        route.fulfill(json=lesson)

    page = visit("about:blank", ready="() => true", has_touch=True, viewport=PHONE)
    page.route("**/lessons/04-budget.json", hidden)
    page.goto(f"{address}#lesson={lessons.BUDGET}")
    page.wait_for_function(lessons.LESSON)
    # One ground for all cells, names without nats, a covered bucket.
    assert page.evaluate("new Set(playground.player.painter.grounds).size") == 1
    page.locator("[role=option]").first.tap()
    assert page.evaluate(CHOSEN) == [drawn(0)] and page.inner_text(".tdp-bucket").startswith("Yours: 1 word.")
    assert page.locator(".tdp-bucket-word").count() == 0
    # Along a column the browser scrolls: it takes the finger over, and what was painted until then is taken back.
    counts = page.locator(lessons.PAINT).evaluate(
        """(paint, [x, y]) => [getComputedStyle(paint).touchAction,
             ...["pointerdown", "pointermove", "pointercancel"].map((type) => {
               const finger = { pointerType: "touch", pointerId: 9, clientX: x, clientY: y };
               paint.dispatchEvent(new PointerEvent(type, finger));
               return paint.querySelectorAll("[aria-selected=true]").length; })]""",
        middles(page, [30])[0],
    )
    assert counts == ["pan-y", 1, 2, 1]
    page.locator(lessons.SHOW).press("Enter")
    page.wait_for_function("() => new Set(playground.player.painter.grounds).size > 1")
    assert page.locator(".tdp-bucket-word").count() > 1 and not faults(page)
    page.unroute_all(behavior="wait")


def test_the_noise_of_a_cell_is_swapped(visit, address):
    page = visit(f"{address}#lesson=13&part=2", ready=lessons.LESSON)
    root = page.locator("[aria-label='Swap the noise']")
    words, tokens, output = root.locator("[data-word]"), root.locator("li .tdp-token"), root.locator("output")
    shown = lessons.block_of("13-why-throw-back", "swap")["words"]
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
