"""Runs side by side under one clock: made here, from files, and from an address, with which they agree."""

import re
from urllib.parse import quote

import numpy as np
import page_holds as holds
import page_reader as reader
import pytest
from addresses import own_run
from page_fixtures import DESKTOP
from page_places import CUT
from playwright.sync_api import expect
from service_helpers import wait_until
from taking_along import COPY, FORMULA, assert_apart, copied, group, saved

COUNTED = "select[aria-label='What the timeline counts']"
SHORT = {"length": 16, "max_denoising_steps": 3}
NOTICE = "#notice-text"
CHECKED = "[role=radio][aria-checked=true]:is([data-value=grid], [data-value=text])"


@pytest.fixture
def page(one_page):
    """One page, with one run in it."""
    one_page.set_viewport_size(DESKTOP)
    reader.alone(one_page)
    return one_page


def prompts(page):
    """Of each lane."""
    return [holds.run_spec(page, lane)["prompt"]["text"] for lane in range(holds.lanes_of(page))]


def titles(page):
    return page.get_by_role("region").filter(has=page.locator("canvas")).locator("strong").all_inner_texts()


def test_a_lane_with_one_knob_changed_stands_beside_the_run_and_a_link_brings_both(page, visit):
    reader.make(page, "side by side", 16, max_denoising_steps=6)
    reader.set_knob(page, "entropy_bound", 8)
    reader.set_mode(page, "compare")
    page.click("[data-kind=settings]")
    reader.whole(page, 2)
    reader.finish(page)
    assert titles(page) == ["bound 0.1", "bound 8"], "the run that was shown is the first lane"

    one, two = holds.sampled(page, 0), holds.sampled(page, 1)
    parted = [step for step, (a, b) in enumerate(zip(one, two, strict=False)) if a != b]
    reader.go_to_moment(page, 1)
    assert f"part at step {parted[0] + 1}." in page.inner_text(holds.SENTENCE)
    passes = page.get_by_role("row", name="passes").first.get_by_role("cell").all_inner_texts()
    assert [text.split()[0] for text in passes] == [str(len(one)), str(len(two))]

    wait_until(lambda: "lane=" in page.url, page=page)
    again = visit(page.url)
    reader.whole(again, 2)
    assert np.array_equal(holds.sampled(again, 0), one) and np.array_equal(holds.sampled(again, 1), two)


def test_an_address_makes_its_lanes_in_shared_passes_and_a_refused_one_says_so_in_its_place(visit, address):
    """What can be counted of them: `measures.test.ts`."""
    first, *others = [
        own_run(prompt, 7, {"max_new_tokens": 16, "max_denoising_steps": steps})
        for prompt, steps in (("hello", 6), ("hello", 4), ("x" * 1000, 4))
    ]
    page = visit(f"{address}#{first}&mode=compare" + "".join(f"&lane={quote(other)}" for other in others))
    page.wait_for_selector(".tdp-lane-notice:has-text('tokens long')")
    seconds, passes = (page.get_by_role("row", name=f"{name} ").first.locator("td") for name in ("seconds", "passes"))
    expect(seconds).to_have_text(["shared passes, 2 rows", "–"])  # one reason for both
    assert passes.all_inner_texts() == ["6", "4\n−2", "–"], "what was not made has no figures"
    by_seconds = page.locator(f"{COUNTED} option[value=seconds]")
    assert by_seconds.inner_text() == "by seconds: A: shared passes, 2 rows" and by_seconds.is_disabled()
    page.get_by_title("Take away").nth(1).click()
    page.get_by_role("button", name="one after the other").click()
    expect(seconds).to_have_text([re.compile("s$")] * 2)
    assert [len(holds.sampled(page, number)) for number in (0, 1)] == [6, 4]
    page.select_option(COUNTED, "seconds")
    reader.says(page, by="seconds")
    assert by_seconds.inner_text() == "by seconds"


def test_lanes_of_another_prompt_leave_when_a_new_run_begins_or_one_is_chosen_and_leave_the_address(page):
    reader.race(page)
    page.click(holds.PLAY)
    reader.rest(page)
    assert page.url.count("&lane=") == 2
    reader.set_mode(page, "watch")
    reader.choose_run(page, holds.LILY)
    reader.set_mode(page, "compare")
    assert holds.lanes_of(page) == 1, "lanes that nobody sees"
    reader.rest(page)
    assert "&lane=" not in page.url
    reader.race(page)
    reader.make(page, "a story", **SHORT)
    assert prompts(page) == ["a story"]
    reader.rest(page)
    assert "&lane=" not in page.url
    page.click("[data-kind=seed]")
    reader.whole(page, 2)
    reader.make(page, "a story", seed=9, **SHORT)
    assert prompts(page) == ["a story"] * 2, "of the same prompt"
    page.fill("[data-kind=prompt]", "a long story")
    page.keyboard.press("Enter")
    reader.whole(page, 3)
    reader.make(page, "a story", seed=10, **SHORT)
    assert prompts(page) == ["a story", "a story", "a long story"], "a pair that the reader put together"
    reader.make(page, "a long story", **SHORT)
    assert prompts(page) == ["a long story"] * 2


def test_at_most_four_lanes_stand_there_and_a_race_is_on_the_prompt_of_the_form(page):
    reader.make(page, "four lanes", **SHORT)
    reader.go(page, 0)
    reader.set_mode(page, "compare")
    for lanes in (2, 3, 4):
        page.click("[data-kind=seed]")
        reader.whole(page, lanes)
    assert page.is_disabled("[data-kind=seed]")
    before = titles(page)
    assert len(set(before)) == 4 and all(title.startswith("seed ") for title in before)
    branch, dialog = page.get_by_role("button", name="Branch from here"), page.get_by_role("dialog")
    branch.click()
    page.wait_for_selector(f"{NOTICE}:has-text('At most 4 lanes fit; take one away first.')")
    assert dialog.count() == 0
    page.get_by_title("Take away").nth(1).click()
    reader.side_by_side(page, 3)
    assert titles(page) == [before[0], before[1], before[3]]
    branch.click()
    dialog.wait_for()
    assert page.inner_text(NOTICE) == ""
    page.keyboard.press("Escape")
    for mode, lanes in (("watch", 1), ("compare", 3)):
        reader.set_mode(page, mode)
        expect(page.locator(holds.CANVAS)).to_have_count(lanes)

    page.fill("#prompt textarea", "a prompt of another race")
    page.wait_for_selector("[data-race=race]")
    page.click("[data-race=race]")
    wait_until(lambda: prompts(page) == ["a prompt of another race"] * 3, page=page)
    reader.finish(page)
    reader.set_mode(page, "watch")
    assert page.input_value("#prompt textarea") == holds.run_spec(page)["prompt"]["text"]


def test_four_lanes_show_their_words_at_any_size_and_the_switch_says_text_where_cells_are_too_small(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    reader.choose_run(page, holds.LILY)
    expect(page.locator(CHECKED)).to_have_text("grid")
    reader.set_mode(page, "compare")
    for lanes, name in enumerate(("masked", "after", "masked"), 2):
        page.set_input_files(
            "input[aria-label='Trace file for a lane']", holds.GOLDEN.parent / "runs" / f"{name}.trace"
        )
        reader.side_by_side(page, lanes)
    reader.flows(page)
    cells = page.locator("[role=radio][data-value=grid]")
    assert page.inner_text(CHECKED) == "text" and cells.get_attribute("aria-disabled") == "true"
    assert "too small" in cells.get_attribute("title")
    cells.click(force=True)
    expect(page.locator(CHECKED)).to_have_text("text")
    last = holds.moments_of(page) - 2
    for width, height in ((1280, 720), (1440, 900), (375, 812)):
        page.set_viewport_size({"width": width, "height": height})
        reader.drawn(page)
        for step in (-1, last):
            assert [word for word in page.evaluate(CUT, step) if len(word.strip()) <= 6] == [], width
    page.set_viewport_size({"width": 1280, "height": 720})
    reader.set_mode(page, "watch")
    expect(page.locator(CHECKED)).to_have_text("grid")
    assert cells.get_attribute("aria-disabled") == "false" and "same size" in cells.get_attribute("title")


def test_what_is_pressed_stays_in_its_place_while_figures_come_above_it(page):
    reader.make(page, "pressed", **SHORT)
    for name, value in {"max_new_tokens": 192, "max_denoising_steps": 96}.items():
        reader.set_knob(page, name, value)
    reader.set_mode(page, "compare")
    page.click("[data-kind=settings]")
    wait_until(lambda: holds.steps_of(page, lane=1) > 0, page=page)
    again = page.get_by_role("button", name="one after the other")
    again.hover()
    before = again.bounding_box()
    page.mouse.down()
    reader.stop(page)
    reader.drawn(page)
    assert again.bounding_box() == before
    page.mouse.up()
    page.wait_for_selector("#stop")
    reader.stop(page)


def test_lanes_give_their_figures_and_adding_one_stands_first_in_compare(visit, address):
    page, panel = visit(address, permissions=COPY, model=True), ".tdp-lanes-panel"
    reader.set_mode(page, "compare")
    page.wait_for_selector("[data-race]")
    page.locator(holds.DRAWER).get_by_role("heading", name="Add a lane").wait_for()
    assert page.locator(holds.DRAWER).get_by_role("heading").all_inner_texts()[:2] == ["One run", "Add a lane"]
    reader.make(page, FORMULA, **SHORT)
    assert page.is_hidden(group(panel, "each lane")), "one run alone is no table"
    page.click("[data-kind=seed]")
    reader.whole(page, 2)
    page.wait_for_selector(group(panel, "each lane"))
    assert_apart(page, panel, "each lane")
    name, lanes = saved(page, panel, "each lane")
    assert name == "lanes.csv" and [row["lane"] for row in lanes] == ["A", "B"]
    made = [(str(holds.run_spec(page, lane)["seed"]), str(holds.steps_of(page, lane))) for lane in (0, 1)]
    assert [(row["seed"], row["passes"]) for row in lanes] == made
    assert lanes[0]["text"].removeprefix("'") == holds.shown(page)["text"]
    assert {row["prompt"] for row in lanes} == {f"'{FORMULA}"}
    rows, _ = copied(page, panel, "each lane")
    assert [row["passes"] for row in rows] == [row["passes"] for row in lanes]
    page.evaluate(
        """() => { navigator.clipboard.write = navigator.clipboard.writeText = () => Promise.reject(new Error());
                   document.execCommand = () => false; }"""
    )
    page.click(f"{group(panel, 'each lane')} >> text=Copy as a table")
    page.wait_for_selector(f"{panel} [role=status]:has-text('This browser does not let the page copy; save the file.')")
