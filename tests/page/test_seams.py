"""Between the rooms of the page: after a race, or with lanes, run, prompt, lanes and address belong together."""

from page_helpers import GOLDEN, IDLE, LILY, choose_run, finish, go, is_shown, rest, set_mode, start, text
from page_scenes import race

TOGETHER = "() => playground.player.recording.header.spec.prompt.text === playground.ask.prompt.value"
LANES = "playground.player.lanes.length"
OTHERS = "playground.player.sideBySide.others.map(({ header }) => header.spec.prompt.text)"
SHORT = {"length": 16, "max_denoising_steps": 3}
NOTICE = "#notice-text"


def prompt_of(page):
    return page.evaluate("playground.player.recording.header.spec.prompt.text")


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
    assert page.evaluate(OTHERS) == [] and prompt_of(page) == "a story"
    rest(page)
    assert "&lane=" not in page.url
    page.click("[data-kind=seed]")
    page.wait_for_function(f"() => {LANES} === 2 && ({IDLE})()")
    start(page, "a story", seed=9, **SHORT)
    finish(page)
    assert page.evaluate(OTHERS) == ["a story"], "of the same prompt"
    page.fill("[data-kind=prompt]", "a long story")
    page.click(".tdp-lane-prompt >> text=Add")
    page.wait_for_function(f"() => {LANES} === 3 && ({IDLE})()")
    start(page, "a story", seed=10, **SHORT)
    finish(page)
    assert page.evaluate(OTHERS) == ["a story", "a long story"], "a pair that the reader put together"
    start(page, "a long story", **SHORT)
    finish(page)
    assert page.evaluate(OTHERS) == ["a long story"]


def test_a_branch_is_refused_before_its_dialog_where_no_lane_is_left(page):
    start(page, "four lanes", **SHORT)
    finish(page)
    go(page, 0)
    set_mode(page, "compare")
    for lanes in (2, 3, 4):
        page.click("[data-kind=seed]")
        page.wait_for_function(f"lanes => {LANES} === lanes && ({IDLE})()", arg=lanes)
    page.click(".tdp-branch")
    page.wait_for_selector(f"{NOTICE}:has-text('At most 4 lanes fit; take one away first.')")
    assert not page.query_selector(".tdp-branch-dialog[open]")
    page.click(".tdp-lane:nth-child(3) [title^='Take away']")
    page.wait_for_function(f"() => {LANES} === 3")
    page.click(".tdp-branch")
    page.wait_for_selector(".tdp-branch-dialog[open]")
    assert text(page, NOTICE) == ""


def test_a_race_is_on_the_prompt_that_stands_there(page):
    start(page, "the run that is shown", **SHORT)
    finish(page)
    set_mode(page, "compare")
    page.fill("#prompt textarea", "a prompt of another race")
    page.wait_for_selector("[data-race=race]")
    page.click("[data-race=race]")
    page.wait_for_function(f"() => {LANES} === 3 && ({IDLE})() && !playground.lanes.waiting.length")
    assert set(page.evaluate("playground.player.lanes.map(({ header }) => header.spec.prompt.text)")) == {
        "a prompt of another race"
    }
    set_mode(page, "watch")
    assert page.evaluate(TOGETHER)


CHECKED = ".tdp-toolbar [role=radio][aria-checked=true]:is([data-value=grid], [data-value=text])"


def test_the_switch_says_text_where_a_text_stands_in_place_of_small_cells(visit, address):
    page = visit(address, viewport={"width": 1280, "height": 720})
    choose_run(page, LILY)
    is_shown(page, LILY)
    assert page.get_attribute(CHECKED, "data-value") == "grid"
    set_mode(page, "compare")
    for name in ("masked", "after", "masked"):
        before = page.evaluate(LANES)
        page.set_input_files("input[aria-label='Trace file for a lane']", GOLDEN.parent / "runs" / f"{name}.trace")
        page.wait_for_function(f"before => {LANES} === before + 1", arg=before)
    page.wait_for_function("() => playground.player.painter.grid.flows")
    cells = page.locator(".tdp-toolbar [data-value=grid]")
    assert page.get_attribute(CHECKED, "data-value") == "text" and cells.get_attribute("aria-disabled") == "true"
    assert "too small" in cells.get_attribute("title")
    cells.click(force=True)
    page.wait_for_function("selector => document.querySelector(selector).dataset.value === 'text'", arg=CHECKED)
    set_mode(page, "watch")
    page.wait_for_function("selector => document.querySelector(selector).dataset.value === 'grid'", arg=CHECKED)
    assert cells.get_attribute("aria-disabled") == "false" and "same size" in cells.get_attribute("title")
