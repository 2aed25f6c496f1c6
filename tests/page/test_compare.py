"""Runs side by side under one clock: made here, from files, and from an address, with which they agree."""

from urllib.parse import quote

import numpy as np
import pytest
from addresses import own_run
from page_fixtures import DESKTOP
from page_helpers import (
    GOLDEN,
    IDLE,
    LILY,
    READY,
    choose_run,
    drawn,
    finish,
    go,
    is_shown,
    rest,
    says,
    set_knob,
    set_mode,
    start,
    text,
)
from page_places import CUT
from page_scenes import race, whole
from taking_along import COPY, FORMULA, assert_apart, copied, group, saved

COUNTED = "select[aria-label='What the timeline counts']"
LANES = "playground.player.views.lanes.all.length"
COUNT = "playground.player.lanes.length"
OTHERS = "playground.player.sideBySide.others.map(({ header }) => header.spec.prompt.text)"
PROMPT = "playground.player.recording.header.spec.prompt.text"
SHORT = {"length": 16, "max_denoising_steps": 3}
NOTICE = "#notice-text"
CHECKED = ".tdp-toolbar [role=radio][aria-checked=true]:is([data-value=grid], [data-value=text])"


@pytest.fixture
def page(one_page):
    """One page, with one run in it."""
    one_page.set_viewport_size(DESKTOP)
    one_page.evaluate("playground.player.sideBySide.compare([]); playground.setMode('watch')")
    one_page.wait_for_selector(READY)
    return one_page


def sampled(page, lane):
    """The sampled canvases of a lane, step by step."""
    return page.evaluate("lane => playground.player.lanes[lane].frames.map(({ sampled_ids: ids }) => [...ids])", lane)


def test_a_lane_with_one_knob_changed_stands_beside_the_run_and_a_link_brings_both(page, visit):
    start(page, "side by side", 16, max_denoising_steps=6)
    finish(page)
    set_knob(page, "entropy_bound", 8)
    set_mode(page, "compare")
    page.click("[data-kind=settings]")
    whole(page, 2)
    page.wait_for_function("() => !playground.ask.busy")
    bounds = page.evaluate("playground.player.lanes.map(({ header }) => header.spec.settings.entropy_bound)")
    assert bounds == [0.1, 8], "the run that was shown is the first lane"
    assert page.locator(".tdp-lane-head strong").all_inner_texts() == ["bound 0.1", "bound 8"]

    one, two = sampled(page, 0), sampled(page, 1)
    parted = [step for step, (a, b) in enumerate(zip(one, two, strict=False)) if a != b]
    page.evaluate("playground.player.seek(1)")
    page.wait_for_function("() => document.querySelector('.tdp-sentence').textContent.includes(' part at step ')")
    assert f"part at step {parted[0] + 1}." in page.inner_text(".tdp-sentence")
    passes = page.locator(".tdp-lane-table tr", has_text="passes").first.locator("td").all_inner_texts()
    assert [text.split()[0] for text in passes] == [str(len(one)), str(len(two))]

    page.wait_for_function("() => location.hash.includes('lane=')")
    again = visit(page.url)
    made = "playground.player.lanes.every(({ header, live }) => header.spec.prompt.text === 'side by side' && !live)"
    again.wait_for_function(f"() => {LANES} === 2 && !playground.ask.busy && {made}")
    assert np.array_equal(sampled(again, 0), one) and np.array_equal(sampled(again, 1), two)


def test_an_address_makes_its_lanes_in_shared_passes_and_a_refused_one_says_so_in_its_place(visit, address):
    """What can be counted of them: `measures.test.ts`."""
    first, *others = [
        own_run(prompt, 7, {"max_new_tokens": 16, "max_denoising_steps": steps})
        for prompt, steps in (("hello", 6), ("hello", 4), ("x" * 1000, 4))
    ]
    page = visit(f"{address}#{first}&mode=compare" + "".join(f"&lane={quote(other)}" for other in others))
    page.wait_for_selector(".tdp-lane-notice:has-text('tokens long')")
    page.wait_for_function("() => playground.player.lanes.slice(0, 2).every(({ frames }) => frames[0]?.top_ids)")
    rows = page.locator(".tdp-lane-table tr")
    seconds = rows.filter(has_text="seconds").locator("td")
    assert seconds.all_inner_texts() == ["shared passes, 2 rows", "–"], "one reason for both"
    passes = rows.filter(has_text="passes").first.locator("td").all_inner_texts()
    assert passes == ["6", "4\n−2", "–"], "what was not made has no figures"
    by_seconds = page.locator(f"{COUNTED} option[value=seconds]")
    assert by_seconds.inner_text() == "by seconds: A: shared passes, 2 rows" and by_seconds.is_disabled()
    page.click(".tdp-lane:nth-child(3) [title^='Take away']")
    page.click(".tdp-lane-again >> text=one after the other")
    page.wait_for_function("() => playground.player.lanes.map(({ header }) => header.rows).join() === '1,1'")
    assert [len(sampled(page, number)) for number in (0, 1)] == [6, 4]
    page.select_option(COUNTED, "seconds")
    says(page, by="seconds")
    assert by_seconds.inner_text() == "by seconds" and [text[-1] for text in seconds.all_inner_texts()] == ["s", "s"]


def test_lanes_of_another_prompt_leave_when_a_new_run_begins_or_one_is_chosen_and_leave_the_address(page):
    race(page)
    page.evaluate("playground.player.pause()")
    rest(page)
    assert page.url.count("&lane=") == 2
    set_mode(page, "watch")
    choose_run(page, LILY)
    is_shown(page, LILY)
    set_mode(page, "compare")
    assert page.evaluate(OTHERS) == [], "lanes that nobody sees"
    rest(page)
    assert "&lane=" not in page.url
    race(page)
    start(page, "a story", **SHORT)
    finish(page)
    assert page.evaluate(OTHERS) == [] and page.evaluate(PROMPT) == "a story"
    rest(page)
    assert "&lane=" not in page.url
    page.click("[data-kind=seed]")
    page.wait_for_function(f"() => {COUNT} === 2 && ({IDLE})()")
    start(page, "a story", seed=9, **SHORT)
    finish(page)
    assert page.evaluate(OTHERS) == ["a story"], "of the same prompt"
    page.fill("[data-kind=prompt]", "a long story")
    page.click(".tdp-lane-prompt >> text=Add")
    page.wait_for_function(f"() => {COUNT} === 3 && ({IDLE})()")
    start(page, "a story", seed=10, **SHORT)
    finish(page)
    assert page.evaluate(OTHERS) == ["a story", "a long story"], "a pair that the reader put together"
    start(page, "a long story", **SHORT)
    finish(page)
    assert page.evaluate(OTHERS) == ["a long story"]


def test_at_most_four_lanes_stand_there_and_a_race_is_on_the_prompt_of_the_form(page):
    start(page, "four lanes", **SHORT)
    finish(page)
    go(page, 0)
    set_mode(page, "compare")
    for lanes in (2, 3, 4):
        page.click("[data-kind=seed]")
        page.wait_for_function(f"lanes => {COUNT} === lanes && ({IDLE})()", arg=lanes)
    assert page.is_disabled("[data-kind=seed]")
    titles = page.locator(".tdp-lane-head strong").all_inner_texts()
    assert len(set(titles)) == 4 and all(title.startswith("seed ") for title in titles)
    page.click(".tdp-branch")
    page.wait_for_selector(f"{NOTICE}:has-text('At most 4 lanes fit; take one away first.')")
    assert not page.query_selector(".tdp-branch-dialog[open]")
    page.click(".tdp-lane:nth-child(3) [title^='Take away']")
    page.wait_for_function(f"() => {COUNT} === 3")
    assert page.locator(".tdp-lane-head strong").all_inner_texts() == [titles[0], titles[1], titles[3]]
    page.click(".tdp-branch")
    page.wait_for_selector(".tdp-branch-dialog[open]")
    assert text(page, NOTICE) == ""
    page.keyboard.press("Escape")
    set_mode(page, "watch")
    page.wait_for_function(f"() => {LANES} === 0")
    assert page.locator(".tdp-stage canvas.tdp-canvas").count() == 1
    set_mode(page, "compare")
    page.wait_for_function(f"() => {LANES} === 3")
    page.keyboard.press("Home")
    page.wait_for_function("() => playground.player.clock.moment === 0")

    page.fill("#prompt textarea", "a prompt of another race")
    page.wait_for_selector("[data-race=race]")
    page.click("[data-race=race]")
    prompts = "playground.player.lanes.map(({ header }) => header.spec.prompt.text)"
    page.wait_for_function(
        f"() => {COUNT} === 3 && ({IDLE})() && {prompts}.every((prompt) => prompt === 'a prompt of another race')"
    )
    set_mode(page, "watch")
    assert page.evaluate(f"{PROMPT} === playground.ask.prompt.value")


def test_four_lanes_show_their_words_at_any_size_and_the_switch_says_text_where_cells_are_too_small(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    choose_run(page, LILY)
    is_shown(page, LILY)
    assert page.get_attribute(CHECKED, "data-value") == "grid"
    set_mode(page, "compare")
    for name in ("masked", "after", "masked"):
        before = page.evaluate(COUNT)
        page.set_input_files("input[aria-label='Trace file for a lane']", GOLDEN.parent / "runs" / f"{name}.trace")
        page.wait_for_function(f"before => {COUNT} === before + 1", arg=before)
    page.wait_for_function("() => playground.player.painter.grid.flows")
    cells = page.locator(".tdp-toolbar [data-value=grid]")
    assert page.get_attribute(CHECKED, "data-value") == "text" and cells.get_attribute("aria-disabled") == "true"
    assert "too small" in cells.get_attribute("title")
    cells.click(force=True)
    page.wait_for_function("selector => document.querySelector(selector).dataset.value === 'text'", arg=CHECKED)
    last = page.evaluate("playground.player.clock.count") - 2
    for width, height in ((1280, 720), (1440, 900), (375, 812)):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        for step in (-1, last):
            assert [word for word in page.evaluate(CUT, step) if len(word.strip()) <= 6] == [], width
    page.set_viewport_size({"width": 1280, "height": 720})
    set_mode(page, "watch")
    page.wait_for_function("selector => document.querySelector(selector).dataset.value === 'grid'", arg=CHECKED)
    assert cells.get_attribute("aria-disabled") == "false" and "same size" in cells.get_attribute("title")


def test_lanes_give_their_figures_and_adding_one_stands_first_in_compare(visit, address):
    page, panel = visit(address, permissions=COPY), ".tdp-lanes-panel"
    page.wait_for_selector(READY)
    set_mode(page, "compare")
    page.wait_for_selector(".tdp-race")
    page.wait_for_selector("h3:has-text('Add a lane')")
    titles = page.locator(".tdp-compare-drawer h2, .tdp-compare-drawer h3").all_inner_texts()
    assert titles[:2] == ["One run", "Add a lane"]
    start(page, FORMULA, **SHORT)
    finish(page)
    assert page.is_hidden(group(panel, "each lane")), "one run alone is no table"
    page.click("[data-kind=seed]")
    whole(page, 2)
    page.wait_for_selector(group(panel, "each lane"))
    assert_apart(page, panel, "each lane")
    name, lanes = saved(page, panel, "each lane")
    shown = page.evaluate(
        "playground.player.lanes.map(({ header, frames, text }) => [header.spec.seed, frames.length, text])"
    )
    assert name == "lanes.csv" and [row["lane"] for row in lanes] == ["A", "B"]
    assert [[int(row["seed"]), int(row["passes"]), row["text"].removeprefix("'")] for row in lanes] == shown
    assert {row["prompt"] for row in lanes} == {f"'{FORMULA}"}
    rows, _ = copied(page, panel, "each lane")
    assert [row["passes"] for row in rows] == [row["passes"] for row in lanes]
    page.evaluate(
        """() => { navigator.clipboard.write = navigator.clipboard.writeText = () => Promise.reject(new Error());
                   document.execCommand = () => false; }"""
    )
    page.click(f"{group(panel, 'each lane')} >> text=Copy as a table")
    page.wait_for_selector(f"{panel} [role=status]:has-text('This browser does not let the page copy; save the file.')")
