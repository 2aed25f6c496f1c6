"""Learn: prose that drives the player, predictions that the run answers, and a place in the address."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_helpers import ROOT

from playground.assets import ASSETS
from playground.lessons import Library
from playground.lessons.inline import NAMED

LIBRARY = Library(ASSETS / "lessons", ASSETS / "recorded")
BUDGET = 4
"""The lesson that this follows from part to part."""
LESSON = "() => document.querySelector('.tdp-lesson-part') !== null && playground.extras.lesson.shown !== null"


def place(page):
    return page.evaluate(
        """() => { const { moment, views } = playground.player;
                   return [moment, views.chosen, views.withheld.decision]; }"""
    )


def test_words_name_the_same_things_in_both_languages():
    table = re.search(r"NAMED = \{\n(.*?)\n\};", (ROOT / "assets/js/learn/named.js").read_text(), re.S)[1]
    assert tuple(re.findall(r'^  "?([\w-]+)"?:', table, re.M)) == NAMED


def faults(page):
    return [
        f"{fault['id']}: {node['html'][:120]}"
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def test_a_lesson_by_keyboard_and_pointer(visit, address):
    page = visit(f"{address}#lesson={BUDGET}", ready=LESSON)
    heard = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("recorded" in name and "lily" not in name and "index" not in name for name in heard)
    assert page.locator(".tdp-modes [aria-pressed=true]").inner_text() == "Learn"
    assert page.locator("#generate").is_hidden()
    # The first part asks where the cut falls.
    assert place(page)[2] is True and "once you have answered" in page.locator(".tdp-sentence").inner_text()
    page.locator(".tdp-cut input").press("ArrowRight")
    assert page.locator(".tdp-cell-mark").count() == 2
    page.locator(".tdp-cut .tdp-choice").press("Enter")
    told = page.locator(".tdp-lesson-part:nth-child(1) .tdp-told")
    told.locator("p").first.wait_for()
    cut = page.evaluate(
        "playground.player.recording.frames[playground.player.step].accepted.reduce((a, b) => a + b, 0)"
    )
    assert f"The cut falls later. {cut} positions are kept" in told.inner_text() and place(page)[2] is False

    page.locator(".tdp-continue").press("Enter")
    page.wait_for_function("() => location.hash.endsWith('part=2')")
    page.locator(".tdp-lesson-panel .tdp-decision-panel .tdp-step-chart").wait_for()
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
            elif block["form"] == "draw":
                for key in ("Enter", "End", "ArrowUp"):
                    page.locator(f"{root} .tdp-drawing").press(key)
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
    # The last lesson leads on: to those that wait, and out of the lessons.
    page.click(".tdp-continue")
    page.click(".tdp-continue")
    page.wait_for_function("() => location.hash.endsWith('part=3')")
    end = page.locator(".tdp-lesson-end")
    assert [end.locator("li button").count(), page.locator(".tdp-continue").is_visible()] == [9, False]
    end.get_by_role("button", name="The budget").click()
    page.wait_for_function("hash => location.hash === hash", arg=f"#lesson={BUDGET}&part=1")
    for _ in range(2):
        page.click(".tdp-continue")
    page.wait_for_function("() => location.hash.endsWith('part=3')")
    assert end.get_by_role("button").all_inner_texts() == ["Tune it yourself"]  # lesson 5 comes next
    page.evaluate("playground.learn({ lesson: 10, part: 3 })")
    page.wait_for_function("() => location.hash === '#lesson=10&part=3'")
    assert end.locator("li button").count() == 8  # the budget was read to its end
    end.get_by_role("button", name="Let the three ways race").click()
    page.wait_for_function("() => playground.player.views.mode === 'compare'")
    assert prompt.is_hidden()


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
