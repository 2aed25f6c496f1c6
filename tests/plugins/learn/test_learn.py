"""Learn: prose that drives the player, predictions that the run answers, and a place in the address."""

import re

import pytest
from page_helpers import LAST_OF_LILY, LILY_RUN, faults, set_mode
from page_places import size
from plugins.learn.lesson_helpers import BUDGET, LESSON, LIBRARY, keep_first, learn, place


def test_a_lesson_by_keyboard_and_pointer(visit, address):
    page = visit(f"{address}#lesson={BUDGET}", ready=LESSON)
    heard = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("recorded" in name and "lily" not in name and "index" not in name for name in heard)
    assert page.locator(".tdp-modes [aria-pressed=true]").inner_text() == "Learn"
    assert page.locator("#generate").is_hidden()
    # The first part asks what is kept.
    assert (
        place(page)[2] is True
        and "What this step keeps is not shown yet." in page.locator(".tdp-sentence").text_content()
    )
    keep_first(page)
    page.locator(".tdp-keep-show").press("Enter")
    page.locator(".tdp-lesson-part:nth-child(1) .tdp-told p", has_text="You agree on 1 word.").wait_for()
    assert place(page)[2] is False

    page.locator(".tdp-continue").press("Enter")
    page.wait_for_function("() => location.hash.endsWith('part=2')")
    page.locator(".tdp-lesson-panel .tdp-decision-panel .tdp-step-chart").wait_for()
    # The second asks where the cut would fall; that of the step itself is in sight.
    page.locator(".tdp-timeline").wait_for()
    assert page.locator(".tdp-paint").is_hidden()
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
    page.locator(".tdp-lit-cell .tdp-cursor:not(.tdp-cursor-chosen)").wait_for()
    box = page.evaluate("at => playground.player.painter.grid.boxes[at]", chosen)
    page.hover(".tdp-canvas", position={"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    assert "tdp-lit" in words.get_attribute("class")

    assert not faults(page)
    page.click(".tdp-modes [data-mode=watch]")
    page.wait_for_selector(".tdp-watch .tdp-decision-panel")  # the panel stands in its place again
    page.click(".tdp-modes [data-mode=learn]")
    page.wait_for_function("() => location.hash.endsWith('part=2')")
    assert not page.locator(".tdp-lesson-part:nth-child(3)").is_visible()
    assert page.locator(".tdp-paint").is_hidden() and page.locator(".tdp-keep-buckets").is_hidden()


def test_a_pair_colours_only_what_differs_and_the_words_of_a_memory_are_as_wide_as_they_were_probable(visit, address):
    page = visit(f"{address}#lesson=7&part=5", ready=LESSON)
    page.wait_for_function("() => playground.player.lanes.length === 2")
    looks = page.evaluate("playground.player.views.looks")
    assert (looks["cells"], looks["layer"]) == ("differing", "sampled")
    assert page.locator(".tdp-lesson-part:nth-child(5)").inner_text().startswith("Only what differs is coloured")
    lesson = LIBRARY.lesson("07-everything-sees-everything")
    (text,) = ("".join(block["text"]) for block in lesson.parts[4]["blocks"] if block["kind"] == "text")
    counted = re.search(r"After 2 passes (\d+) of 128 cells differ", page.locator(".tdp-sentence").inner_text())[1]
    assert re.findall(r"\d+", text)[1] == counted
    learn(page, 6, 1)
    page.wait_for_function("() => playground.player.views.looks.cells === 'all'")
    learn(page, 6, 2)
    page.wait_for_selector(".tdp-memory-stream", state="attached")
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
    window = size(width, 900)
    page = visit(
        f"{address}#lesson={number}", ready=LESSON, has_touch=by == "touch", viewport=window, color_scheme=theme
    )
    parts = LIBRARY.lesson(name).parts
    for at, part in enumerate(parts, 1):
        page.wait_for_function("hash => location.hash === hash", arg=f"#lesson={number}&part={at}")
        root = f".tdp-lesson-part:nth-child({at})"
        page.locator(root).wait_for()
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
    page.locator(".tdp-lesson-end").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)


def test_on_a_phone_a_lesson_begins_with_its_title_and_does_not_tell_what_it_asks(visit, address):
    page = visit(f"{address}#lesson=10", ready=LESSON, viewport=size(375, 812))
    page.locator(".tdp-lesson > h2").wait_for()
    assert page.evaluate("scrollY") == 0
    assert page.locator(".tdp-lane-where").all_inner_texts()[:2] == ["step 0", "step 0"]
    assert page.locator(".tdp-timeline").is_hidden() and "passes" not in page.inner_text(".tdp-about")
    page.click(".tdp-predict .tdp-choice >> nth=0")
    page.wait_for_function("() => document.querySelector('.tdp-lane-where').textContent.startsWith('step 0 of ')")
    page.locator(".tdp-timeline").wait_for()
    prompt = page.locator(".tdp-lesson-prompt")
    assert prompt.inner_text() == "Prompt: Write a story about Lily, a cat and a red ball."
    # Inside a level a lesson leads to the next, and at the end of a level on: to the path, and out of the lessons.
    learn(page, 1, 4)
    end = page.locator(".tdp-lesson-end")
    end.get_by_role("button", name="Tune it yourself").wait_for()
    assert end.get_by_role("button").all_inner_texts() == ["Tune it yourself"]
    assert page.inner_text(".tdp-continue") == "Next lesson" and page.inner_text(".tdp-lesson-place span") == "1 of 3"
    page.click(".tdp-continue")
    page.wait_for_function("hash => location.hash === hash", arg=f"#lesson={BUDGET}&part=1")
    learn(page, 5, 4)
    page.wait_for_function("() => location.hash === '#lesson=5&part=4'")
    assert page.inner_text(".tdp-continue") == "Back to all lessons"
    assert end.get_by_role("button").all_inner_texts()[0] == "What you guessed"
    end.get_by_role("button", name="Let the three ways race").click()
    page.wait_for_function("() => playground.player.views.mode === 'compare'")
    assert prompt.is_hidden()


STEP_PARTS = ".tdp-lesson-panel .tdp-step-panel .tdp-part"


def test_one_step_stands_in_the_prose_where_the_tray_is_not_in_sight(visit, address):
    page = visit(f"{address}#lesson=11&part=3", ready=LESSON, viewport=size(375, 812), has_touch=True)
    page.locator(STEP_PARTS).last.wait_for()
    inside = page.evaluate(
        """path => [...document.querySelectorAll(path)].every((part) =>
             part.checkVisibility() && part.getBoundingClientRect().right <= innerWidth)""",
        STEP_PARTS,
    )
    assert page.locator(STEP_PARTS).count() == 6 and inside
    assert page.locator(".tdp-lesson-panel .tdp-step-panel").inner_text().startswith(f"Step 2 of {LAST_OF_LILY}")
    page.click(".tdp-continue")  # what asks would be answered by it
    page.wait_for_function("() => location.hash.endsWith('part=4')")
    assert page.locator(STEP_PARTS).count() == 0 and page.locator(".tdp-details > .tdp-step-panel").count() == 1
    page.set_viewport_size(size(1280, 720))
    learn(page, 11, 3)
    page.wait_for_function("() => location.hash.endsWith('part=3')")
    page.locator(".tdp-details .tdp-step-panel .tdp-part").last.wait_for()
    assert page.locator(STEP_PARTS).count() == 0


def test_one_step_stands_beside_a_player_in_a_frame(visit, address):
    page = visit(f"{address}?embed&lesson=11", ready=LESSON, viewport=size(1100, 700))
    for part in (2, 3):
        page.click(".tdp-continue")
        page.wait_for_function("part => location.hash.endsWith(`part=${part}`)", arg=part)
    page.locator(STEP_PARTS).last.wait_for()
    tops = page.evaluate(
        "path => [...document.querySelectorAll(path)].map((part) => part.getBoundingClientRect().top)", STEP_PARTS
    )
    assert len(set(tops)) == 6 and tops == sorted(tops), "one below the other, in the narrow column"


@pytest.mark.thorough
def test_the_lanes_of_a_lesson_are_not_those_that_the_reader_compares(visit, address):
    page = visit(
        f"{address}#run=lily&mode=compare&lane=run%3Dwrong", ready="() => window.playground?.player.lanes.length === 2"
    )
    lanes = "() => playground.player.views.lanes.all.map(({ recording }) => recording.frames.length)"
    compared = page.evaluate(lanes)
    learn(page, 6, 1)
    page.wait_for_function(f"{LESSON} && playground.player.sideBySide.company.length === 1")
    assert page.evaluate(lanes)[1] != compared[1]
    # The reader may take a lane away, and comes back with one press.
    page.click(".tdp-lane:nth-child(2) .tdp-lane-head button >> nth=-1")
    page.wait_for_function("() => playground.player.lanes.length === 1")
    page.click(".tdp-back-to-lesson")
    page.wait_for_function("() => playground.player.lanes.length === 2")
    set_mode(page, "compare")
    assert page.evaluate(lanes) == compared
