"""Branching from the player, the tree of runs, looking inside a position, and tokens pinned in cells by hand."""

import json
import re

import page_holds as holds
import page_reader as reader
import pytest
from page_places import grid, pixels
from playwright.sync_api import expect
from service_helpers import PacedSlot, wait_until

DIALOG = "dialog:has([aria-label='Luck: the seed'])"
STATUS, GO = f"{DIALOG} [role=status]", f"{DIALOG} button:text-is('Branch')"
SHORT = {"max_denoising_steps": 6, "confidence_threshold": 0}


@pytest.fixture
def page(one_page):
    return one_page


def begin(page, prompt, length=16, row=2, position=None):
    """Makes a run of six steps a part, and shows one of them."""
    reader.alone(page)
    reader.make(page, prompt, length, **SHORT)
    reader.whole(page, 1)
    reader.go(page, row, position)


def open_dialog(page):
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_selector(f"{DIALOG}[open]")


def test_a_branch_goes_on_from_the_step_that_is_shown_stands_under_its_run_and_has_a_link(page):
    begin(page, "branch me", 32)
    reader.branch(page, entropy_bound=8)
    reader.whole(page, 2)
    one, two = holds.sampled(page, 0), holds.sampled(page, 1)
    assert one[:3] == two[:3] and one[4:] != two[4:] and len(two) == 12
    place = holds.run_spec(page, 1)["branch"]
    assert (place["block"], place["step"]) == (1, 3)
    reader.kept(page, 2)
    page.get_by_role("button", name="Runs; shown is").click()
    page.locator("[data-depth='1']").get_by_role("button", name="branch after step 3").first.click()
    reader.side_by_side(page, 1)
    reader.rest(page)
    there = json.loads(holds.said(page)["branch"])
    assert (there["block"], there["step"], there["parent"]["seed"]) == (1, 3, 7)
    page.evaluate(
        """() => { const words = new URLSearchParams(location.hash.slice(1)), spec = JSON.parse(words.get("spec"));
             delete spec.settings.entropy_bound; // nobody has this branch yet
             words.set("spec", JSON.stringify(spec));
             location.hash = words; }"""
    )
    wait_until(lambda: holds.run_spec(page)["settings"]["entropy_bound"] == 0.1, page=page)
    reader.finish(page)
    reader.whole(page, 1)
    assert holds.sampled(page, 0) == one, "nothing is changed after the branch"
    page.get_by_role("button", name="Runs; shown is").click()
    expect(page.locator("[data-depth='1']")).to_have_count(2)  # it stands under its run too
    page.keyboard.press("Escape")

    reader.go_to_moment(page, holds.moments_of(page) - 1)
    page.keyboard.press("b")
    page.fill(f"{DIALOG} [aria-label='Luck: the seed']", "8")
    page.click(GO)
    assert page.inner_text(STATUS) == "The text ends with this step; branch from an earlier one."
    assert holds.lanes_of(page) == 1
    page.keyboard.press("Escape")


def test_a_branch_is_made_only_if_something_changes_and_may_hold_a_word(page):
    """What comes of each change: `branching.test.ts`."""
    begin(page, "push me")
    before = holds.runs(page)
    open_dialog(page)
    assert page.inner_text(f"{DIALOG} h2") == "Branch after step 3"
    nothing = "Nothing is changed yet: the branch would be the same run again."
    assert page.inner_text(STATUS) == nothing and page.is_disabled(GO)
    assert page.is_hidden(f"{DIALOG} [type=text]") and "Choose a cell first" in page.inner_text(DIALOG)
    page.keyboard.press("Enter")  # on the button with the focus, which draws another seed
    assert page.inner_text(STATUS).startswith("From here on: seed ") and page.is_enabled(GO)
    page.fill(f"{DIALOG} [aria-label='Luck: the seed']", "7")
    assert page.inner_text(STATUS) == nothing
    page.fill("#branch-knob-entropy_bound input[type=number]", "-3")
    assert "allowed is a number" in page.inner_text(STATUS) and page.is_disabled(GO)
    page.select_option("#branch-knob-sampler select", "top-k")
    assert page.inner_text(STATUS) == "From here on: top-k." and page.is_hidden("#branch-knob-entropy_bound")
    page.focus("#branch-knob-sampler select")
    page.keyboard.press("Escape")
    page.wait_for_selector(DIALOG, state="hidden")
    assert [holds.lanes_of(page), holds.runs(page)] == [1, before]
    reader.choose(page, 5)
    open_dialog(page)
    assert page.inner_text(STATUS) == nothing, "what was left undone is forgotten"
    page.fill(f"{DIALOG} [type=text]", "ab" * 30)
    page.wait_for_selector(f"{STATUS}:has-text('past')")
    assert page.is_disabled(GO)
    page.fill(f"{DIALOG} [type=text]", "b")
    page.click(f"{DIALOG} [data-value=once]")
    page.click(GO)
    reader.whole(page, 2)
    assert not any(page.evaluate("playground.form.steering").values()), "the form is as it was"
    (edited,) = holds.columns(page, "edited", lane=1)
    assert edited[:, 5].tolist() == [0, 0, 0, 1, 0, 0] and not edited[:3].any()
    page.get_by_role("region", name="“b” put in at step 4").wait_for()

    reader.alone(page)
    reader.set_mode(page, "compare")
    reader.go(page, 2, 5)
    page.click("text=push a cell")
    page.wait_for_selector(f"{DIALOG}[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector(DIALOG, state="hidden")
    reader.branch(page, word="b")
    reader.whole(page, 2)
    counts = holds.counted(page.evaluate(holds.LANES))
    assert counts[:4] == [0, 0, 0, 0] and counts[4] > 0 and page.evaluate(holds.DIFFERENCES) == counts
    assert holds.columns(page, "pinned", lane=1)[0][:, 5].tolist() == [0, 0, 0, 1, 1, 1]
    page.get_by_role("region", name="“b” held").wait_for()
    assert page.input_value("[aria-label='Which cells are coloured']") == "differing"


def test_a_position_can_be_looked_into(page):
    begin(page, "look", position=5)
    first = page.locator("[aria-label^='Most probable'] li").first.inner_text().split()[0]
    page.get_by_role("button", name="Look inside").click()
    inside, lines = page.locator(".tdp-inside"), ".tdp-inside-lines"
    assert first in inside.locator("li").first.inner_text()
    assert "COMPUTED" in inside.inner_text() and "It looks " in inside.inner_text() and page.is_visible(lines)
    page.select_option("select[aria-label='Which attention']", "causal")
    x, y, *_ = grid(page)[15]
    assert not any(pixels(page, lines, [(x + 5, y + 5)])[0]), "the encoder sees nothing after the position"
    page.click("text=Without self-conditioning?")
    inside.get_by_text("would have been drawn here").wait_for()
    reader.go_to_moment(page, 2)
    page.wait_for_selector(lines, state="hidden")


@pytest.mark.thorough
def test_steps_that_are_computed_again_are_counted_and_stop_ends_them(serve, visit, endless_folder):
    """No moment is kept, so that the branch replays its run."""
    slot = PacedSlot(str(endless_folder), moment_bytes=0)
    page = visit(serve(slot), model=True)
    reader.make(page, "count me", 16, max_denoising_steps=300, confidence_threshold=0)
    reader.whole(page, 1)
    reader.go(page, 250)
    slot.quick_steps = 50
    reader.branch(page, entropy_bound=8)
    page.get_by_text(re.compile(r"^Computing the steps before the branch again: \d+ of 251 done")).wait_for()
    reader.stop(page)
    assert page.inner_text("#waiting-text") == ""
    assert 0 < holds.steps_of(page, 1) < 251, "what was computed stays"
    reader.whole(page, 2)


def steering(page):
    return page.evaluate("playground.form.steering")


def test_a_cell_is_pinned_by_keyboard_and_changed_by_mouse(visit, address):
    page = visit(address, model=True)
    for name, value in {"max_new_tokens": 16, **SHORT}.items():
        reader.set_knob(page, name, value)
    page.focus(holds.CANVAS)
    page.keyboard.press("ArrowRight")
    word, held = (
        page.get_by_label("Text to hold here"),
        page.get_by_role("group", name="Held by hand").get_by_role("button"),
    )
    word.fill("ab")
    page.get_by_text("3 tokens").wait_for()
    word.press("Enter")
    pins = steering(page)["pins"]
    # The tokenizer of the tests puts a space before a text.
    assert [*pins] == ["0", "1", "2"] and held.first.inner_text().startswith("0–2 “")
    page.click("#generate")
    reader.is_made(page, pins=pins)
    reader.finish(page)
    pinned, best = holds.columns(page, "pinned", "argmax_ids")
    assert pinned[:, :3].all() and not pinned[:, 3].any() and best[-1, :3].tolist() == [*pins.values()]
    reader.rest(page)
    assert json.loads(holds.said(page)["pins"]) == pins
    page.locator(".tdp-is-pinned").wait_for()
    reader.choose(page, 1)
    reader.card(page, 1)
    page.get_by_role("button", name="Unpin").click()
    assert [*steering(page)["pins"]] == ["0", "2"] and held.count() == 2
    held.nth(1).click()
    assert [*steering(page)["pins"]] == ["0"], "let go of by a press"

    word.fill("cd")
    page.get_by_role("button", name="Put here once").wait_for()
    reader.go_to_moment(page, 2)
    reader.choose(page, 5)
    reader.card(page, 5)
    assert word.input_value() == "", "another cell"
    page.get_by_role("button", name="Re-noise").click()
    wait_until(lambda: "edits" in holds.run_spec(page), page=page)
    reader.finish(page)
    edit = steering(page)["edits"][0]
    assert edit["cells"] == {"5": None} and {*steering(page)["pins"]} == {"0", "1", "2"}, "the shown run, changed"
    assert holds.columns(page, "edited")[0][edit["step"] - 1, 5] == 1
