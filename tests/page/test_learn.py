"""Learn: prose that drives the player, predictions that the run answers, and a place in the address."""

import re

import numpy as np
import pytest
from page_helpers import LESSON, LILY_RUN, READY, ROOT, faults

from playground.assets import ASSETS
from playground.engine.loading.source import EMBEDDED_NAME
from playground.lessons import Library
from playground.lessons.inline import NAMED
from playground.lessons.things import Run, Step
from playground.service import EngineSlot

LIBRARY = Library(ASSETS / "lessons", ASSETS / "recorded")
BUDGET = 4
"""The lesson that this follows from part to part."""


def place(page):
    return page.evaluate(
        """() => { const { moment, views } = playground.player;
                   return [moment, views.chosen, views.withheld.decision]; }"""
    )


def test_words_name_the_same_things_in_both_languages():
    table = re.search(r"NAMED = \{\n(.*?)\n\};", (ROOT / "assets/js/learn/named.js").read_text(), re.S)[1]
    assert tuple(re.findall(r'^  "?([\w-]+)"?:', table, re.M)) == NAMED


def test_a_lesson_by_keyboard_and_pointer(visit, address):
    page = visit(f"{address}#lesson={BUDGET}", ready=LESSON)
    heard = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("recorded" in name and "lily" not in name and "index" not in name for name in heard)
    assert page.locator(".tdp-modes [aria-pressed=true]").inner_text() == "Learn"
    assert page.locator("#generate").is_hidden()
    # The first part asks what is kept.
    assert place(page)[2] is True and "once you have answered" in page.locator(".tdp-sentence").text_content()
    page.locator(".tdp-paint").press("Space")
    page.locator(".tdp-keep-show").press("Enter")
    page.locator(".tdp-lesson-part:nth-child(1) .tdp-told p", has_text="You agree on 1 word.").wait_for()
    assert place(page)[2] is False

    page.locator(".tdp-continue").press("Enter")
    page.wait_for_function("() => location.hash.endsWith('part=2')")
    page.locator(".tdp-lesson-panel .tdp-decision-panel .tdp-step-chart").wait_for()
    # The second asks where the cut would fall; that of the step itself is in sight.
    assert page.locator(".tdp-paint").is_hidden() and page.locator(".tdp-timeline").is_visible()
    page.locator(".tdp-cut input").press("ArrowRight")
    assert page.locator(".tdp-cell-mark").count() == 2
    page.locator(".tdp-cut .tdp-choice").press("Enter")
    told = page.locator(".tdp-lesson-part:nth-child(2) .tdp-told")
    told.locator("p").first.wait_for()
    cut = len(page.query_selector_all(".tdp-cell-mark"))
    assert f"The cut falls later. {cut} positions are kept" in told.inner_text()
    moment, chosen, _ = place(page)
    assert chosen is not None
    page.keyboard.press("ArrowRight")  # the reader takes over, and comes back with one press
    page.wait_for_function("moment => playground.player.moment === moment + 1", arg=moment)
    page.click(".tdp-back-to-lesson")
    page.wait_for_function("moment => playground.player.moment === moment", arg=moment)
    page.locator(".tdp-back-to-lesson").wait_for(state="hidden")
    words = page.locator(".tdp-lesson-part:nth-child(2) .tdp-lit-words").first
    page.hover(".tdp-lesson > h2")
    page.evaluate("playground.player.views.choose(null)")
    words.hover()  # the words light up the cell, and the cell the words
    assert page.locator(".tdp-lit-cell .tdp-cursor:not(.tdp-cursor-chosen)").is_visible()
    box = page.evaluate("at => playground.player.painter.grid.boxes[at]", chosen)
    page.hover(".tdp-canvas", position={"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    assert "tdp-lit" in words.get_attribute("class")

    assert not faults(page)
    page.click(".tdp-modes [data-mode=watch]")
    page.wait_for_selector(".tdp-watch .tdp-decision-panel")  # the panel stands in its place again
    page.click(".tdp-modes [data-mode=learn]")
    page.wait_for_function("() => location.hash.endsWith('part=2')")
    assert not page.locator(".tdp-lesson-part:nth-child(3)").is_visible()


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
    assert chart.get_attribute("aria-valuetext") == "step 17: 0.57 nats"
    # The pointer: one stroke, whose fast middle skips points.
    box = chart.locator("svg").bounding_box()
    scale = box["width"] / 340
    page.mouse.move(box["x"] + 38 * scale, box["y"] + 22 * scale)
    page.mouse.down()
    page.mouse.move(box["x"] + 328 * scale, box["y"] + 178 * scale)
    page.mouse.up()
    assert chart.get_attribute("aria-valuetext") == "step 33: 0 nats"
    assert not faults(page)
    compare.click()
    means = page.evaluate("playground.player.recording.frames.map(({ mean_entropy }) => mean_entropy)")
    drawn = [1.2 * (1 - at / 32) for at in range(33)]
    gaps = [abs(mean - value) for mean, value in zip(means, drawn, strict=True)]
    far = gaps.index(max(gaps))
    near = sum(gap <= 0.1 for gap in gaps)
    verdict = root.locator(".tdp-told").inner_text()
    assert verdict.startswith(f"You were furthest off at step {far + 1}: you drew {drawn[far]:.3g} nats, the run had")
    assert f"Of 33 steps, you were within 0.1 nats at {near}." in verdict
    assert page.locator(".tdp-timeline").is_visible() and root.locator(".tdp-drawing-miss").count() == 1
    assert root.locator("path.tdp-drawing-run").get_attribute("d").count("L") == 32
    # The chart leads to its steps.
    chart.press("End")
    page.wait_for_function("() => playground.player.step === 32")
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
    loss = LIBRARY.runs.find("noisy").get("reading").get("loss")
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


CHOSEN = "[...document.querySelectorAll('.tdp-paint-cell[aria-selected=true]')].map((cell) => cell.ariaLabel)"


def test_the_reader_is_the_sampler_and_the_run_goes_on_from_what_they_keep(visit, serve):
    page = visit(f"{serve(EngineSlot(EMBEDDED_NAME))}#lesson={BUDGET}", ready=LESSON)
    step = Step(Run("lily", LILY_RUN), 3)
    entropy, mask = LILY_RUN.columns["entropy"][3], LILY_RUN.columns["accepted"][3].astype(bool)
    text = np.flatnonzero(step.run.text_mask[3])
    words = [int(at) for at in text if mask[at]]
    paint, buckets = page.locator(".tdp-paint"), page.locator(".tdp-bucket")
    assert page.locator(".tdp-timeline").is_hidden() and page.locator(".tdp-keep-show").is_disabled()
    assert page.locator(".tdp-paint-cell").count() == len(text) == 98
    assert "25 cells after the end of the text cost 0.000222 nats together" in page.inner_text(".tdp-predict")
    # The canvas tells nothing: all cells look as they were drawn, also those that the step before kept.
    assert page.evaluate("new Set(playground.player.painter.looks.map((look) => look >> 4 & 7)).size") == 1
    # The pointer: one stroke over the first three, and a press takes the middle one back.
    first, second, third = middles(page, [0, 1, 2])
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*third)
    page.mouse.up()
    assert [name.split(",")[0] for name in page.evaluate(CHOSEN)] == ["Lily", "had", "a"]
    page.mouse.click(*second)
    assert page.evaluate(CHOSEN)[1].startswith("a, ") and len(page.evaluate(CHOSEN)) == 2
    # What the pointer is on is shown in the bucket before it is chosen.
    red = int(next(at for at in text if abs(entropy[at] - 0.1294) < 1e-3))
    page.mouse.move(*middles(page, [red])[0])
    assert page.locator(".tdp-bucket-next").inner_text().split() == ["red", "0.129"]
    page.mouse.move(0, 0)
    assert page.locator(".tdp-bucket-next").count() == 0
    # The keys: Space paints, Shift paints along, and nothing of it moves the run.
    for key in ("End", "Home", "ArrowRight", "Space", "Shift+ArrowDown", "Shift+ArrowDown"):
        paint.press(key)
    columns = page.evaluate("playground.player.painter.grid.columns")
    chosen = [page.locator(".tdp-paint-cell").nth(at).get_attribute("aria-selected") for at in (1, 1 + columns)]
    assert chosen == ["true", "true"] and place(page)[0] == 4 and not faults(page)
    page.get_by_role("button", name="Clear").click()
    assert page.evaluate(CHOSEN) == [] and buckets.first.inner_text().startswith(
        "Yours: 0 words; the bucket holds 0.0002"
    )
    # Without the four costliest words of the sampler, but with "red".
    keep = [*sorted(words, key=lambda at: entropy[at])[:-4], red]
    for cell in middles(page, keep):
        page.mouse.click(*cell)
    page.locator(".tdp-keep-show").click()
    verdict = page.locator(".tdp-lesson-part:nth-child(1) .tdp-told p", has_text="You agree on 23 words.")
    verdict.wait_for()
    counts = page.locator(".tdp-keep-table b").all_inner_texts()
    assert counts == ["23", "1", "4"] and "costs 0.129 nats" in verdict.inner_text()
    assert buckets.nth(1).inner_text().startswith("The sampler’s: 27 words; full: the last one, “the”, spills over")
    assert page.locator(".tdp-paint-kept").count() == 27 and place(page)[2] is False
    page.mouse.click(*middles(page, [3])[0])  # it is answered: nothing is painted any more
    assert len(page.evaluate(CHOSEN)) == 24 and page.evaluate(CHOSEN)[0].endswith("you and the sampler keep it")
    assert not faults(page)

    page.wait_for_selector(READY, state="attached")
    page.get_by_role("button", name="Go on from yours").click()
    page.wait_for_selector("text=One run each proves little")
    assert "Yours: 24 passes" in page.inner_text(".tdp-predict") and "33 passes" in page.inner_text(".tdp-predict")
    edits = page.evaluate("playground.player.lanes[1].header.spec.edits")
    missed = [at for at in words if at not in keep]
    red_id = int(LILY_RUN.columns["sampled_ids"][3, red])
    assert edits == [{"block": 1, "step": 5, "cells": {str(red): red_id} | {str(at): None for at in missed}}]
    edited = page.evaluate("[...playground.player.lanes[1].frames[4].edited]")
    assert sorted(np.flatnonzero(edited)) == sorted([red, *missed])  # the trace marks them as the reader's
    assert page.locator(".tdp-modes [aria-pressed=true]").inner_text() == "Learn" and paint.is_hidden()
    page.click(".tdp-back-to-lesson")
    page.wait_for_function("() => playground.player.lanes.length === 1")
    page.get_by_role("button", name="Paint again").click()
    assert place(page)[2] is True and page.locator(".tdp-keep-show").is_enabled()
    assert page.locator(".tdp-paint-kept").count() == 0 and len(page.evaluate(CHOSEN)) == 24


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
    assert cells.first.get_attribute("aria-label") == "Lily"
    cells.first.tap()
    assert page.evaluate(CHOSEN) == ["Lily"] and page.inner_text(".tdp-bucket").startswith("Yours: 1 word.")
    assert page.locator(".tdp-bucket-word").count() == 0
    touch = page.context.new_cdp_session(page)

    (left, y), (right, _) = middles(page, [1, 4])
    for kind, x in zip(("touchStart", *["touchMove"] * 8), np.linspace(left, right, 9), strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": float(x), "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"() => {CHOSEN}.length === 5")
    assert place(page)[0] == 4  # no swipe to another step
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
    assert root.locator(".tdp-label").inner_text() == "RECORDED" and "kept" in output.inner_text()
    blue = next(swap for swap in shown if swap["word"] == "blue")
    root.get_by_role("button", name="blue").press("Enter")
    assert root.locator(".tdp-label").inner_text() == "COMPUTED"
    assert bars.locator(".tdp-token").all_inner_texts() == [*blue["tokens"], "others"]
    assert output.inner_text().split("\n") == [f"{blue['entropy']:.3g} nats", blue["token"], "thrown back"]
    assert root.locator("[aria-pressed=true]").inner_text() == "blue" and not faults(page)

    # Any other word is tried live: it goes into the cell just before the step.
    page.evaluate(
        """() => {
          window.questions = [];
          const packed = (array) => btoa(String.fromCharCode(...new Uint8Array(array.buffer)));
          const seen = { texts: [" <b>", " hot"], keys: [], prefix: 0, layers: 0, heads: 0, attention: "", causal: "" };
          playground.engine.call = async (name, text) => {
            const question = JSON.parse(text);
            questions.push(question);
            if (name === "own_text") return { ids: question.text === " long" ? [1, 2, 3] : [7] };
            return {
              ...seen, ids: packed(new Int32Array([7, 5])), probs: packed(new Float32Array([0.5, 0.5])),
              sampled: 5, accepted: true,
            };
          };
        }"""
    )
    field = root.locator("input")
    field.fill("blue")
    field.press("Enter")  # is there already
    assert page.evaluate("questions.length") == 0
    field.fill("long")
    field.press("Enter")
    tried = root.locator("[data-word=long]")
    tried.wait_for()  # within a text it is three tokens, and alone one
    assert [question.get("text") for question in page.evaluate("questions")] == [" long", "long", None]
    asked = page.evaluate("questions[2]")
    edit = {"block": 1, "step": swaps["row"] + 1, "cells": {str(swaps["position"]): 7}}
    assert asked["spec"]["edits"] == [edit] and (asked["step"], asked["position"]) == (edit["step"], swaps["position"])
    assert bars.locator(".tdp-token").all_inner_texts()[:2] == ["<b>", "hot"]
    assert [bar.is_visible() for bar in bars.all()] == [True, True, False, False, False, True]
    assert output.inner_text().split("\n") == ["0.693 nats", "hot", "kept"]
    page.evaluate("playground.engine.call = async () => ({ refused: 'The model is loading.' })")
    field.fill("cloudy")
    root.get_by_role("button", name="Put it in").click()
    root.get_by_text("The model is loading.").wait_for()
    assert words.count() == len(shown) + 1


def test_a_pair_of_a_lesson_colours_only_what_differs(visit, address):
    page = visit(f"{address}#lesson=7&part=5", ready=LESSON)
    page.wait_for_function("() => playground.player.lanes.length === 2")
    looks = page.evaluate("playground.player.views.looks")
    assert (looks["cells"], looks["layer"]) == ("differing", "sampled")
    assert page.locator(".tdp-lesson-part:nth-child(5)").inner_text().startswith("Only what differs is coloured")
    lesson = LIBRARY.lesson("07-everything-sees-everything")
    (text,) = ("".join(block["text"]) for block in lesson.parts[4]["blocks"] if block["kind"] == "text")
    counted = re.search(r"After 3 passes (\d+) of 128 cells differ", page.locator(".tdp-sentence").inner_text())[1]
    assert re.findall(r"\d+", text)[1] == counted
    page.evaluate("playground.learn({ lesson: 6, part: 1 })")
    page.wait_for_function("() => playground.player.views.looks.cells === 'all'")


def pressed(page, by, selector):
    """Presses something with a finger, the pointer or the keyboard."""
    if by == "keyboard":
        page.locator(selector).press("Enter")
    else:
        (page.tap if by == "touch" else page.click)(selector)


def choose(page, by, position):
    """Chooses a cell of the first canvas."""
    box = page.evaluate("at => playground.player.painter.grid.boxes[at]", position)
    if by != "keyboard":
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        return (page.tap if by == "touch" else page.click)(".tdp-canvas >> nth=0", position=middle)
    page.focus(".tdp-canvas >> nth=0")
    page.keyboard.press("ArrowRight")
    for _ in range(40):
        here = page.evaluate("playground.player.painter.grid.boxes[playground.player.views.chosen]")
        if (here["x"], here["y"]) == (box["x"], box["y"]):
            return None
        axis, keys = ("y", ("ArrowDown", "ArrowUp")) if here["y"] != box["y"] else ("x", ("ArrowRight", "ArrowLeft"))
        page.keyboard.press(keys[0] if here[axis] < box[axis] else keys[1])
    raise AssertionError(f"the keys do not lead to position {position}")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("by", "width", "theme"),
    [("touch", 375, "light"), ("touch", 375, "dark"), ("mouse", 1440, "light"), ("keyboard", 1440, "dark")],
)
@pytest.mark.parametrize("name", LIBRARY.files)
def test_every_lesson_from_its_start_to_its_end(visit, address, name, by, width, theme):
    number = int(name[:2])
    size = {"width": width, "height": 900}
    page = visit(f"{address}#lesson={number}", ready=LESSON, has_touch=by == "touch", viewport=size, color_scheme=theme)
    parts = LIBRARY.lesson(name).parts
    for at, part in enumerate(parts, 1):
        page.wait_for_function("hash => location.hash === hash", arg=f"#lesson={number}&part={at}")
        root = f".tdp-lesson-part:nth-child({at})"
        assert page.locator(root).is_visible()
        assert page.evaluate("playground.player.moment") >= 0
        lanes = 1 + len(part["show"].get("beside", []))
        page.wait_for_function("lanes => playground.player.lanes.length === lanes", arg=lanes)
        for block in part["blocks"]:
            if block["kind"] == "attention":
                pressed(page, by, f"{root} .tdp-attention [data-way=causal]")
                assert "0% after it" in page.locator(f"{root} .tdp-attention p").inner_text()
                assert page.locator(".tdp-inside-lines:not([hidden])").count() == 1
            if block["kind"] != "predict":
                continue
            if block["form"] == "press":
                choose(page, by, (block["among"] or [0])[0])
                page.wait_for_selector(f"{root} .tdp-predict .tdp-choice:not([disabled])")
            elif block["form"] == "keep":
                if by == "keyboard":
                    page.locator(".tdp-paint").press("Space")
                else:
                    pressed(page, by, ".tdp-paint-cell >> nth=0")
            elif block["form"] == "draw":
                for key in ("Enter", "End", "ArrowUp"):
                    page.locator(f"{root} .tdp-drawing").press(key)
            elif block["form"] == "mark":
                page.locator(".tdp-paint-noise").press("Space")
            elif block["form"] == "guess":
                page.fill(f"{root} .tdp-predict input", str(block["from"]))
            pressed(page, by, f"{root} .tdp-predict .tdp-choice >> nth=0")
            page.locator(f"{root} .tdp-told p").first.wait_for()
            assert not page.evaluate("Object.values(playground.player.views.withheld).some(Boolean)")
        if at < len(parts):
            pressed(page, by, ".tdp-continue")
    assert not page.evaluate("playground.player.views.withheld.length")
    assert page.locator(".tdp-lesson-end").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)


def test_on_a_phone_a_lesson_begins_with_its_title_and_does_not_tell_what_it_asks(visit, address):
    page = visit(f"{address}#lesson=10", ready=LESSON, viewport={"width": 375, "height": 812})
    assert page.evaluate("scrollY") == 0 and page.locator(".tdp-lesson > h2").is_visible()
    assert page.locator(".tdp-lane-where").all_inner_texts()[:2] == ["step 0", "step 0"]
    assert page.locator(".tdp-timeline").is_hidden() and "passes" not in page.inner_text(".tdp-about")
    page.click(".tdp-predict .tdp-choice >> nth=0")
    page.wait_for_function("() => document.querySelector('.tdp-lane-where').textContent.startsWith('step 0 of ')")
    assert page.locator(".tdp-timeline").is_visible()
    prompt = page.locator(".tdp-lesson-prompt")
    assert prompt.inner_text() == "Prompt: Write a story about Lily, a cat and a red ball."
    # Inside a level a lesson leads to the next, and at the end of a level on: to the path, and out of the lessons.
    page.evaluate("playground.learn({ lesson: 1, part: 4 })")
    end = page.locator(".tdp-lesson-end")
    end.get_by_role("button", name="Tune it yourself").wait_for()
    assert end.get_by_role("button").all_inner_texts() == ["Tune it yourself"]
    assert page.inner_text(".tdp-continue") == "Next lesson" and page.inner_text(".tdp-lesson-place span") == "1 of 3"
    page.click(".tdp-continue")
    page.wait_for_function("hash => location.hash === hash", arg=f"#lesson={BUDGET}&part=1")
    page.evaluate("playground.learn({ lesson: 5, part: 4 })")
    page.wait_for_function("() => location.hash === '#lesson=5&part=4'")
    assert page.inner_text(".tdp-continue") == "Back to all lessons"
    assert end.get_by_role("button").all_inner_texts()[0] == "What you guessed"
    end.get_by_role("button", name="Let the three ways race").click()
    page.wait_for_function("() => playground.player.views.mode === 'compare'")
    assert prompt.is_hidden()


STEP_PARTS = ".tdp-lesson-panel .tdp-step-panel .tdp-part"


def test_one_step_stands_in_the_prose_where_the_tray_is_not_in_sight(visit, address):
    page = visit(f"{address}#lesson=11&part=3", ready=LESSON, viewport={"width": 375, "height": 812}, has_touch=True)
    page.locator(STEP_PARTS).last.wait_for()
    inside = page.evaluate(
        """path => [...document.querySelectorAll(path)].every((part) =>
             part.checkVisibility() && part.getBoundingClientRect().right <= innerWidth)""",
        STEP_PARTS,
    )
    assert page.locator(STEP_PARTS).count() == 6 and inside
    assert page.locator(".tdp-lesson-panel .tdp-step-panel").inner_text().startswith("Step 6 of 33")
    page.click(".tdp-continue")  # what asks would be answered by it
    page.wait_for_function("() => location.hash.endsWith('part=4')")
    assert page.locator(STEP_PARTS).count() == 0 and page.locator(".tdp-details > .tdp-step-panel").count() == 1
    page.set_viewport_size({"width": 1280, "height": 720})
    page.evaluate("playground.learn({ lesson: 11, part: 3 })")
    page.wait_for_function("() => location.hash.endsWith('part=3')")
    page.locator(".tdp-details .tdp-step-panel .tdp-part").last.wait_for()
    assert page.locator(STEP_PARTS).count() == 0


def test_one_step_stands_beside_a_player_in_a_frame(visit, address):
    page = visit(f"{address}?embed&lesson=11", ready=LESSON, viewport={"width": 1100, "height": 700})
    for part in (2, 3):
        page.click(".tdp-continue")
        page.wait_for_function("part => location.hash.endsWith(`part=${part}`)", arg=part)
    page.locator(STEP_PARTS).last.wait_for()
    tops = page.evaluate(
        "path => [...document.querySelectorAll(path)].map((part) => part.getBoundingClientRect().top)", STEP_PARTS
    )
    assert len(set(tops)) == 6 and tops == sorted(tops), "one below the other, in the narrow column"


def test_the_words_of_a_memory_are_as_wide_as_they_were_probable(visit, address):
    page = visit(f"{address}#lesson=6&part=2", ready=LESSON)
    (block,) = [b for part in LIBRARY.lesson("06-memory").parts for b in part["blocks"] if b["kind"] == "memory"]
    row, position = block["row"], block["position"]
    columns = LILY_RUN.columns
    shares = columns["top_probs"][row - 1, position, :5].astype(float)
    shares = [*shares, 1 - shares.sum()]
    widths = page.eval_on_selector_all(
        ".tdp-memory-stream", "streams => streams.map((s) => s.getAttribute('stroke-width'))"
    )
    assert [float(width) / 60 for width in widths] == pytest.approx(shares, abs=1e-6)
    note = page.locator(".tdp-memory").get_attribute("aria-label")
    words = [LILY_RUN.tokens[int(i)].strip() for i in columns["top_ids"][row - 1, position, :5]]
    assert note.startswith(f"At step {row} the cell had {words[0]} {100 * shares[0]:.0f}%, {words[1]} ")
    noise = LILY_RUN.tokens[int(columns["input_ids"][row, position])].strip()
    assert note.endswith(f"That note and noise “{noise}” go into step {row + 1}.")


@pytest.mark.thorough
def test_the_lanes_of_a_lesson_are_not_those_that_the_reader_compares(visit, address):
    page = visit(
        f"{address}#run=lily&mode=compare&lane=run%3Dwrong", ready="() => playground.player.lanes.length === 2"
    )
    lanes = "() => playground.player.views.lanes.all.map(({ recording }) => recording.frames.length)"
    compared = page.evaluate(lanes)
    page.evaluate("playground.learn({ lesson: 6, part: 1 })")
    page.wait_for_function(f"{LESSON} && playground.player.sideBySide.company.length === 1")
    assert page.evaluate(lanes)[1] != compared[1]
    # The reader may take a lane away, and comes back with one press.
    page.click(".tdp-lane:nth-child(2) .tdp-lane-head button >> nth=-1")
    page.wait_for_function("() => playground.player.lanes.length === 1")
    page.click(".tdp-back-to-lesson")
    page.wait_for_function("() => playground.player.lanes.length === 2")
    page.click(".tdp-modes [data-mode=compare]")
    page.wait_for_function("() => playground.player.views.mode === 'compare'")
    assert page.evaluate(lanes) == compared


@pytest.mark.thorough
def test_a_lesson_in_a_frame_shows_prose_and_player_alone(visit, address):
    page = visit(f"{address}?embed&lesson={BUDGET}", ready=LESSON)
    assert page.locator(".tdp-lesson").is_visible() and page.locator(".tdp-header").is_hidden()
    page.click(".tdp-continue")
    page.wait_for_function("hash => location.hash === hash", arg=f"#lesson={BUDGET}&part=2")
