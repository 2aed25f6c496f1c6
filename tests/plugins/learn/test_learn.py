"""Learn: prose that drives the player, predictions that the run answers, and what comes back after a lesson."""

import re

import page_reader as reader
import plugins.learn.lesson_helpers as lessons
import pytest
from page_holds import CANVAS, CHART, EDITED, LAST_OF_LILY, LILY, LILY_RUN, SENTENCE, SLIDER, SUDOKU, faults, steps_of
from page_places import PHONE, middle_of, size
from playwright.sync_api import expect
from service_helpers import wait_until


def test_a_lesson_by_keyboard_and_pointer(visit, address):
    page = visit(f"{address}#lesson={lessons.BUDGET}", ready=lessons.LESSON)
    heard = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("recorded" in name and "lily" not in name and "index" not in name for name in heard)
    reader.in_mode(page, "learn")
    assert page.locator("#generate").is_hidden()
    # The first part asks what is kept.
    assert lessons.place(page)[2] is True
    assert "What this step keeps is not shown yet." in page.locator(SENTENCE).text_content()
    lessons.keep_first(page)
    page.locator(lessons.SHOW).press("Enter")
    page.locator(f"{lessons.PART}:nth-child(1) {lessons.TOLD} p", has_text="You agree on 1 word.").wait_for()
    assert lessons.place(page)[2] is False

    page.locator(lessons.GO_ON).press("Enter")
    page.wait_for_function("() => location.hash.endsWith('part=2')")
    page.locator(".tdp-lesson-panel").get_by_label("Positions in the order").wait_for()
    # The second asks where the cut would fall; that of the step itself is in sight.
    page.locator(SLIDER).wait_for()
    assert page.locator(lessons.PAINT).is_hidden()
    page.locator("[aria-label^='How many positions']").press("ArrowRight")
    assert page.locator(".tdp-cell-mark").count() == 2
    page.locator(".tdp-cut .tdp-choice").press("Enter")
    told = page.locator(f"{lessons.PART}:nth-child(2) {lessons.TOLD}")
    told.locator("p").first.wait_for()
    cut = len(page.query_selector_all(".tdp-cell-mark"))
    assert f"The cut falls later. {cut} positions are kept" in told.inner_text()
    moment, chosen, _ = lessons.place(page)
    assert chosen is not None
    page.keyboard.press("ArrowRight")  # the reader takes over, and comes back with one press
    reader.at(page, moment + 1)
    page.click(lessons.BACK)
    reader.at(page, moment)
    page.locator(lessons.BACK).wait_for(state="hidden")
    words = page.locator(f"{lessons.PART}:nth-child(2) .tdp-lit-words").first
    page.hover("article h2")
    reader.choose(page, None)
    words.hover()  # the words light up the cell, and the cell the words
    page.locator(".tdp-lit-cell .tdp-cursor:not(.tdp-cursor-chosen)").wait_for()
    page.mouse.move(*middle_of(page, chosen))
    assert "tdp-lit" in words.get_attribute("class")

    assert not faults(page)
    page.click("nav [data-mode=watch]")
    page.wait_for_selector(CHART)  # the panel stands in its place again
    page.click("nav [data-mode=learn]")
    page.wait_for_function("() => location.hash.endsWith('part=2')")
    assert not page.locator(f"{lessons.PART}:nth-child(3)").is_visible()
    assert page.locator(lessons.PAINT).is_hidden() and page.locator(".tdp-keep-buckets").is_hidden()


def lengths(page, count=2):
    """Of the runs side by side."""
    expect(page.locator(CANVAS)).to_have_count(count)
    return [steps_of(page, lane) for lane in range(count)]


def test_a_pair_colours_only_what_differs_and_the_words_of_a_memory_are_as_wide_as_they_were_probable(visit, address):
    page = visit(f"{address}#run=lily&mode=compare&lane=run%3Dwrong", ready="() => window.playground")
    compared = lengths(page)
    lessons.learn(page, 7, 5)
    wait_until(lambda: lengths(page)[1] != compared[1], page=page)
    page.get_by_title("Take away").click()  # the reader may take a lane away
    lengths(page, 1)
    page.click(lessons.BACK)
    lengths(page)
    cells = page.get_by_label("Which cells are coloured")
    expect(cells).to_have_value("differing")
    page.get_by_role("radio", name="what was drawn", checked=True).wait_for()
    counted = re.search(r"After 2 passes (\d+) of 128 cells differ", page.locator(SENTENCE).inner_text())[1]
    assert re.findall(r"\d+", page.locator(f"{lessons.PART}:nth-child(5) > p").first.inner_text())[1] == counted
    lessons.learn(page, 6, 1)
    expect(cells).to_have_value("all")
    lessons.learn(page, 6, 2)
    page.wait_for_selector(".tdp-memory-stream", state="attached")
    block = lessons.block_of("06-memory", "memory")
    row, position, columns = block["row"], block["position"], LILY_RUN.columns
    shares = columns["top_probs"][row - 1, position, :5].astype(float)
    widths = page.locator(".tdp-memory-stream").evaluate_all("all => all.map((s) => s.getAttribute('stroke-width'))")
    assert [float(width) / 60 for width in widths] == pytest.approx([*shares, 1 - shares.sum()], abs=1e-6)
    note = page.locator(".tdp-memory").get_attribute("aria-label")
    words = [LILY_RUN.tokens[int(i)].strip() for i in columns["top_ids"][row - 1, position, :5]]
    assert note.startswith(f"At step {row} the cell had {words[0]} {100 * shares[0]:.0f}%, {words[1]} ")
    noise = LILY_RUN.tokens[int(columns["input_ids"][row, position])].strip()
    assert note.endswith(f"That note and noise “{noise}” go into step {row + 1}.")
    reader.set_mode(page, "compare")
    wait_until(lambda: lengths(page) == compared, page=page)


def test_a_cell_is_pressed_another_looks_around_it_and_a_text_is_made_noisy(visit, address):
    page = visit(f"{address}#lesson=12", ready=lessons.LESSON, viewport=PHONE, has_touch=True)
    root = page.locator(f"{lessons.PART}:nth-child(1)")
    take = root.locator(f"{lessons.QUESTION} .tdp-choice")
    assert take.inner_text() == "Press one of the marked cells" and take.is_disabled()
    marked = lessons.block_of("12-what-holds-a-run-up", "predict")["among"]
    page.touchscreen.tap(*middle_of(page, marked[0]))
    take.click()
    root.locator(f"{lessons.TOLD} p").first.wait_for()
    assert page.is_visible(SLIDER) and "not shown yet" not in page.inner_text(SENTENCE)
    lessons.learn(page, 7, 3)
    page.click("[aria-label='Where it looks'] [data-way=causal]")
    assert "0% after it" in page.inner_text("[aria-label='Where it looks'] p")
    assert page.locator(".tdp-inside-lines:not([hidden])").count() == 1
    lessons.learn(page, 2, 1)
    page.fill("[aria-label='Noise by hand'] input", "100")
    told = page.inner_text("[aria-label='Noise by hand'] output")
    assert re.fullmatch(r"noise t = 100%: (\d+) of \1 tokens replaced", told)
    assert not faults(page)


def test_on_a_phone_a_lesson_begins_with_its_title_and_does_not_tell_what_it_asks(visit, address):
    page = visit(f"{address}#lesson=10", ready=lessons.LESSON, viewport=PHONE)
    page.locator("article h2").wait_for()
    assert page.evaluate("scrollY") == 0
    assert page.locator(".tdp-lane-where").all_inner_texts()[:2] == ["step 0", "step 0"]
    assert page.locator(SLIDER).is_hidden() and "passes" not in page.inner_text(".tdp-about")
    page.click(f"{lessons.QUESTION} .tdp-choice >> nth=0")
    expect(page.locator(".tdp-lane-where").first).to_contain_text("step 0 of ")
    page.locator(SLIDER).wait_for()
    prompt = page.locator(".tdp-lesson-prompt")
    assert prompt.inner_text() == "Prompt: Write a story about Lily, a cat and a red ball."
    # Inside a level a lesson leads to the next, and at the end of a level on: to the path, and out of the lessons.
    lessons.learn(page, 1, 4)
    end = page.locator("[aria-label='Where to read more']")
    end.get_by_role("button", name="Tune it yourself").wait_for()
    assert end.get_by_role("button").all_inner_texts() == ["Tune it yourself"]
    assert page.inner_text(lessons.GO_ON) == "Next lesson" and page.inner_text(".tdp-lesson-place span") == "1 of 3"
    page.click(lessons.GO_ON)
    page.wait_for_function("hash => location.hash === hash", arg=f"#lesson={lessons.BUDGET}&part=1")
    lessons.learn(page, 5, 4)
    page.wait_for_function("() => location.hash === '#lesson=5&part=4'")
    assert page.inner_text(lessons.GO_ON) == "Back to all lessons"
    assert end.get_by_role("button").all_inner_texts()[0] == "What you guessed"
    end.get_by_role("button", name="Let the three ways race").click()
    reader.in_mode(page, "compare")
    assert prompt.is_hidden()


STEP_PARTS = ".tdp-lesson-panel .tdp-step-panel .tdp-part"


def test_one_step_stands_in_the_prose_where_the_tray_is_not_in_sight(visit, address):
    page = visit(f"{address}#lesson=11&part=3", ready=lessons.LESSON, viewport=PHONE, has_touch=True)
    page.locator(STEP_PARTS).last.wait_for()
    places = "all => all.map((part) => { const { top, right } = part.getBoundingClientRect(); return [top, right]; })"
    assert all(right <= PHONE["width"] for _, right in page.locator(STEP_PARTS).evaluate_all(places))
    assert page.locator(".tdp-lesson-panel .tdp-step-panel").inner_text().startswith(f"Step 2 of {LAST_OF_LILY}")
    page.click(lessons.GO_ON)  # what asks would be answered by it
    page.wait_for_function("() => location.hash.endsWith('part=4')")
    assert page.locator(STEP_PARTS).count() == 0 and page.locator(".tdp-details > .tdp-step-panel").count() == 1
    page.set_viewport_size(size(1280, 720))
    lessons.learn(page, 11, 3)
    page.locator(".tdp-details .tdp-step-panel .tdp-part").last.wait_for()
    assert page.locator(STEP_PARTS).count() == 0
    page.goto("about:blank")
    page.set_viewport_size(size(1100, 700))
    page.goto(f"{address}?embed#lesson=11&part=3")
    page.locator(STEP_PARTS).last.wait_for()
    tops = [top for top, _ in page.locator(STEP_PARTS).evaluate_all(places)]
    assert len({*tops}) == 6 and tops == sorted(tops), "beside a player in a frame, one below the other"


def test_after_a_lesson_the_readers_own_run_comes_back_with_its_prompt_and_moment(page):
    reader.make(page, "my own run", length=16, max_denoising_steps=3)
    reader.go_to_moment(page, 1)
    lessons.learn(page)
    reader.is_shown(page, LILY)
    reader.rest(page)
    reader.set_mode(page, "watch")
    reader.is_made(page, prompt="my own run")
    assert page.input_value("#prompt textarea") == "my own run"
    reader.at(page, 1)
    assert page.is_hidden(EDITED)
    reader.rest(page)
    assert "my%20own%20run" in page.url or "my+own+run" in page.url
    page.go_back()
    page.wait_for_function(lessons.LESSON)
    assert f"lesson={lessons.BUDGET}" in page.url
    # A run that is made in between is the reader's too.
    reader.set_seed(page, 99)
    page.evaluate("playground.generate()")
    reader.is_made(page, seed=99)
    reader.finish(page)
    lessons.learn(page, part=2)
    reader.is_shown(page, LILY)
    reader.set_mode(page, "tune")
    reader.is_made(page, seed=99)
    page.wait_for_function(lessons.TOGETHER)


def test_without_a_run_of_ones_own_the_prompt_is_that_of_the_lesson_s_run_unless_one_has_begun_to_write(page):
    reader.choose_run(page, SUDOKU)
    lessons.learn(page)
    assert not page.evaluate(lessons.TOGETHER)
    reader.set_mode(page, "watch")
    page.wait_for_function(lessons.TOGETHER)
    reader.is_shown(page, LILY)
    reader.choose_run(page, SUDOKU)
    page.fill("#prompt textarea", "not sent yet")
    lessons.learn(page)
    reader.set_mode(page, "watch")
    reader.is_shown(page, SUDOKU)
    assert page.input_value("#prompt textarea") == "not sent yet" and page.is_visible(EDITED)
