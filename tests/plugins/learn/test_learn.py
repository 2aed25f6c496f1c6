"""Learn: prose that drives the player, predictions that the run answers, and what comes back after a lesson."""

import re

import pytest
from page_helpers import (
    LAST_OF_LILY,
    LILY_RUN,
    SUDOKU,
    choose_run,
    faults,
    finish,
    go_to_moment,
    is_shown,
    rest,
    set_mode,
    set_seed,
    start,
)
from page_places import PHONE, size
from plugins.learn.lesson_helpers import BUDGET, LESSON, LIBRARY, TOGETHER, keep_first, learn, place


def test_a_lesson_by_keyboard_and_pointer(visit, address):
    page = visit(f"{address}#lesson={BUDGET}", ready=LESSON)
    heard = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("recorded" in name and "lily" not in name and "index" not in name for name in heard)
    assert page.locator(".tdp-modes [aria-pressed=true]").inner_text() == "Learn"
    assert page.locator("#generate").is_hidden()
    # The first part asks what is kept.
    assert place(page)[2] is True
    assert "What this step keeps is not shown yet." in page.locator(".tdp-sentence").text_content()
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


TWO = "() => window.playground?.player.lanes.length === 2"
LANES = "playground.player.views.lanes.all.map(({ recording }) => recording.frames.length)"


def test_a_pair_colours_only_what_differs_and_the_words_of_a_memory_are_as_wide_as_they_were_probable(visit, address):
    page = visit(f"{address}#run=lily&mode=compare&lane=run%3Dwrong", ready=TWO)
    compared = page.evaluate(LANES)
    learn(page, 7, 5)
    page.wait_for_function("() => playground.player.sideBySide.company.length === 1")
    assert page.evaluate(LANES)[1] != compared[1]
    page.click(".tdp-lane:nth-child(2) .tdp-lane-head button >> nth=-1")  # the reader may take a lane away
    page.wait_for_function("() => playground.player.lanes.length === 1")
    page.click(".tdp-back-to-lesson")
    page.wait_for_function(TWO)
    looks = page.evaluate("playground.player.views.looks")
    assert (looks["cells"], looks["layer"]) == ("differing", "sampled")
    counted = re.search(r"After 2 passes (\d+) of 128 cells differ", page.locator(".tdp-sentence").inner_text())[1]
    assert re.findall(r"\d+", page.locator(".tdp-lesson-part:nth-child(5) > p").first.inner_text())[1] == counted
    learn(page, 6, 1)
    page.wait_for_function("() => playground.player.views.looks.cells === 'all'")
    learn(page, 6, 2)
    page.wait_for_selector(".tdp-memory-stream", state="attached")
    (block,) = [b for part in LIBRARY.lesson("06-memory").parts for b in part["blocks"] if b["kind"] == "memory"]
    row, position, columns = block["row"], block["position"], LILY_RUN.columns
    shares = columns["top_probs"][row - 1, position, :5].astype(float)
    widths = page.locator(".tdp-memory-stream").evaluate_all("all => all.map((s) => s.getAttribute('stroke-width'))")
    assert [float(width) / 60 for width in widths] == pytest.approx([*shares, 1 - shares.sum()], abs=1e-6)
    note = page.locator(".tdp-memory").get_attribute("aria-label")
    words = [LILY_RUN.tokens[int(i)].strip() for i in columns["top_ids"][row - 1, position, :5]]
    assert note.startswith(f"At step {row} the cell had {words[0]} {100 * shares[0]:.0f}%, {words[1]} ")
    noise = LILY_RUN.tokens[int(columns["input_ids"][row, position])].strip()
    assert note.endswith(f"That note and noise “{noise}” go into step {row + 1}.")
    set_mode(page, "compare")
    assert page.evaluate(LANES) == compared


def test_a_cell_is_pressed_another_looks_around_it_and_a_text_is_made_noisy(visit, address):
    page = visit(f"{address}#lesson=12", ready=LESSON, viewport=PHONE, has_touch=True)
    root = page.locator(".tdp-lesson-part:nth-child(1)")
    take = root.locator(".tdp-predict .tdp-choice")
    assert take.inner_text() == "Press one of the marked cells" and take.is_disabled()
    (block,) = [b for b in LIBRARY.lesson("12-what-holds-a-run-up").parts[0]["blocks"] if b["kind"] == "predict"]
    box = page.evaluate("at => playground.player.painter.grid.boxes[at]", block["among"][0])
    page.tap(".tdp-canvas >> nth=0", position={"x": box["x"] + 3, "y": box["y"] + 3})
    take.click()
    root.locator(".tdp-told p").first.wait_for()
    assert not page.evaluate("Object.values(playground.player.views.withheld).some(Boolean)")
    learn(page, 7, 3)
    page.click(".tdp-attention [data-way=causal]")
    assert "0% after it" in page.inner_text(".tdp-attention p")
    assert page.locator(".tdp-inside-lines:not([hidden])").count() == 1
    learn(page, 2, 1)
    page.fill(".tdp-forward input", "100")
    assert re.fullmatch(r"noise t = 100%: (\d+) of \1 tokens replaced", page.inner_text(".tdp-forward output"))
    assert not faults(page)


def test_on_a_phone_a_lesson_begins_with_its_title_and_does_not_tell_what_it_asks(visit, address):
    page = visit(f"{address}#lesson=10", ready=LESSON, viewport=PHONE)
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
    page = visit(f"{address}#lesson=11&part=3", ready=LESSON, viewport=PHONE, has_touch=True)
    page.locator(STEP_PARTS).last.wait_for()
    places = "all => all.map((part) => { const { top, right } = part.getBoundingClientRect(); return [top, right]; })"
    assert all(right <= PHONE["width"] for _, right in page.locator(STEP_PARTS).evaluate_all(places))
    assert page.locator(".tdp-lesson-panel .tdp-step-panel").inner_text().startswith(f"Step 2 of {LAST_OF_LILY}")
    page.click(".tdp-continue")  # what asks would be answered by it
    page.wait_for_function("() => location.hash.endsWith('part=4')")
    assert page.locator(STEP_PARTS).count() == 0 and page.locator(".tdp-details > .tdp-step-panel").count() == 1
    page.set_viewport_size(size(1280, 720))
    learn(page, 11, 3)
    page.locator(".tdp-details .tdp-step-panel .tdp-part").last.wait_for()
    assert page.locator(STEP_PARTS).count() == 0
    page.goto("about:blank")
    page.set_viewport_size(size(1100, 700))
    page.goto(f"{address}?embed#lesson=11&part=3")
    page.locator(STEP_PARTS).last.wait_for()
    tops = [top for top, _ in page.locator(STEP_PARTS).evaluate_all(places)]
    assert len({*tops}) == 6 and tops == sorted(tops), "beside a player in a frame, one below the other"


def prompt_of(page):
    return page.evaluate("playground.player.recording.header.spec.prompt.text")


def test_after_a_lesson_the_readers_own_run_comes_back_with_its_prompt_and_moment(page):
    start(page, "my own run", length=16, max_denoising_steps=3)
    finish(page)
    go_to_moment(page, 1)
    learn(page)
    assert "Lily" in prompt_of(page)
    rest(page)
    set_mode(page, "watch")
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'my own run'")
    assert page.input_value("#prompt textarea") == "my own run"
    assert page.evaluate("playground.player.moment") == 1 and page.is_hidden(".tdp-edited")
    rest(page)
    assert "my%20own%20run" in page.url or "my+own+run" in page.url
    page.go_back()
    page.wait_for_function(LESSON)
    assert f"lesson={BUDGET}" in page.url
    # A run that is made in between is the reader's too.
    set_seed(page, 99)
    page.evaluate("playground.generate()")
    page.wait_for_function("() => playground.player.recording.header.spec.seed === 99 && !playground.ask.busy")
    mine = page.evaluate("playground.runList.shown.title")
    page.evaluate("playground.parts.modes.learn.lesson.turn(2)")
    page.wait_for_function("() => playground.runList.shown.run.name === 'lily'")
    set_mode(page, "tune")
    page.wait_for_function("title => playground.runList.shown.title === title", arg=mine)
    assert page.evaluate(TOGETHER)


def test_without_a_run_of_ones_own_the_prompt_is_that_of_the_lesson_s_run_unless_one_has_begun_to_write(page):
    choose_run(page, SUDOKU)
    is_shown(page, SUDOKU)
    learn(page)
    assert not page.evaluate(TOGETHER)
    set_mode(page, "watch")
    page.wait_for_function(TOGETHER)
    assert "Lily" in prompt_of(page)
    choose_run(page, SUDOKU)
    is_shown(page, SUDOKU)
    page.fill("#prompt textarea", "not sent yet")
    learn(page)
    set_mode(page, "watch")
    is_shown(page, SUDOKU)
    assert page.input_value("#prompt textarea") == "not sent yet" and page.is_visible(".tdp-edited")
