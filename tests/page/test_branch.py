"""Branching from the player, the tree of runs, looking inside a position, and tokens pinned in cells by hand."""

import json

import pytest
from page_helpers import READY, PacedSlot, card, finish, rest, said, set_mode, start
from page_scenes import DIFFERENCES, LANES, branch, counted, whole

SAMPLED = "lane => playground.player.lanes[lane].frames.map(({ sampled_ids: ids }) => [...ids])"
DIALOG, STATUS, GO = ".tdp-branch-dialog", ".tdp-branch-dialog [role=status]", ".tdp-branch-go"


@pytest.fixture
def page(one_page):
    one_page.wait_for_selector(READY)
    return one_page


def begin(page, prompt, length=16, row=2, position="null"):
    """Makes a run of six steps a part, and shows one of them."""
    page.evaluate("playground.player.sideBySide.compare([]); playground.setMode('watch')")
    start(page, prompt, length, max_denoising_steps=6, confidence_threshold=0)
    finish(page)
    whole(page, 1)
    page.evaluate(f"playground.player.move({row}); playground.player.views.choose({position})")


def test_a_branch_goes_on_from_the_step_that_is_shown_stands_under_its_run_and_has_a_link(page):
    begin(page, "branch me", 32)
    branch(page, entropy_bound=8)
    whole(page, 2)
    one, two = page.evaluate(SAMPLED, 0), page.evaluate(SAMPLED, 1)
    assert one[:3] == two[:3] and one[4:] != two[4:] and len(two) == 12
    place = page.evaluate("playground.player.lanes[1].header.spec.branch")
    assert (place["block"], place["step"]) == (1, 3)
    page.wait_for_function("() => playground.runList.yours.filter(({ kept }) => kept).length === 2")
    page.click(".tdp-runs-button")
    page.wait_for_selector(".tdp-library .tdp-run-entry[data-depth='1']")
    assert "branch after step 3" in page.inner_text(".tdp-run-entry[data-depth='1']")
    page.click(".tdp-run-entry[data-depth='1'] .tdp-run-main")
    page.wait_for_function("() => playground.player.lanes.length === 1 && playground.player.recording.header.branch")
    rest(page)
    there = json.loads(said(page)["branch"])
    assert (there["block"], there["step"], there["parent"]["seed"]) == (1, 3, 7)
    page.evaluate(
        """() => { const words = new URLSearchParams(location.hash.slice(1)), spec = JSON.parse(words.get("spec"));
             delete spec.settings.entropy_bound; // nobody has this branch yet
             words.set("spec", JSON.stringify(spec));
             location.hash = words; }"""
    )
    page.wait_for_function("() => playground.player.recording.header.spec.settings.entropy_bound === 0.1")
    finish(page)
    whole(page, 1)
    assert page.evaluate(SAMPLED, 0) == one, "nothing is changed after the branch"
    assert page.evaluate("playground.runList.yours.at(-1).about.parent === playground.runList.yours[0].about.id")

    page.evaluate("playground.player.seek(playground.player.recording.moments.length - 1)")
    page.evaluate("playground.player.sideBySide.compare([])")
    page.keyboard.press("b")
    page.fill(f"{DIALOG} [aria-label='Luck: the seed']", "8")
    page.click(GO)
    assert page.inner_text(STATUS) == "The text ends with this step; branch from an earlier one."
    assert page.evaluate("playground.player.lanes.length") == 1
    page.keyboard.press("Escape")


def test_a_branch_is_made_only_if_something_changes_and_may_hold_a_word(page):
    """What comes of each change: `branching.test.ts`."""
    begin(page, "push me")
    before = page.evaluate("playground.runList.yours.length")
    page.click(".tdp-branch")
    page.wait_for_selector(f"{DIALOG}[open]")
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
    assert page.evaluate("[playground.player.lanes.length, playground.runList.yours.length]") == [1, before]
    page.evaluate("playground.player.views.choose(5)")
    page.click(".tdp-branch")
    assert page.inner_text(STATUS) == nothing, "what was left undone is forgotten"
    page.fill(f"{DIALOG} [type=text]", "ab" * 30)
    page.wait_for_selector(f"{STATUS}:has-text('past')")
    assert page.is_disabled(GO)
    page.fill(f"{DIALOG} [type=text]", "b")
    form = page.evaluate("JSON.stringify(playground.form.spec)")
    page.click(f"{DIALOG} [data-value=once]")
    page.click(GO)
    whole(page, 2)
    assert page.evaluate("JSON.stringify(playground.form.spec)") == form
    edited = page.evaluate("playground.player.lanes[1].frames.map(({ edited }) => [...(edited ?? [])].indexOf(1))")
    assert edited == [-1, -1, -1, 5, -1, -1]
    assert "“b” put in at step 4" in page.inner_text(".tdp-lane >> nth=1 >> strong")

    page.evaluate("playground.player.sideBySide.compare([])")
    set_mode(page, "compare")
    page.evaluate("playground.player.move(2); playground.player.views.choose(5)")
    page.wait_for_selector(".tdp-one-word")
    page.click("text=push a cell")
    page.wait_for_selector(f"{DIALOG}[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector(DIALOG, state="hidden")
    branch(page, word="b")
    whole(page, 2)
    counts = counted(page.evaluate(LANES))
    assert counts[:4] == [0, 0, 0, 0] and counts[4] > 0 and page.evaluate(DIFFERENCES) == counts
    held = page.evaluate("playground.player.lanes[1].frames.map(({ pinned }) => pinned?.[5] ?? 0)")
    assert held == [0, 0, 0, 1, 1, 1] and "“b” held" in page.inner_text(".tdp-lane >> nth=1 >> strong")
    assert page.evaluate("playground.player.views.look.cells") == "differing"


def test_a_position_can_be_looked_into(page):
    begin(page, "look", position=5)
    page.click(".tdp-look-inside")
    page.wait_for_selector(".tdp-inside-list li")
    first = page.evaluate(
        "(({ frames, tokens }) => tokens.get(frames[2].top_ids[(5 * frames[2].top_ids.length) / 16]))"
        "(playground.player.recording)"
    )
    assert first.strip() in page.inner_text(".tdp-inside-list li:first-child")
    assert "COMPUTED" in page.inner_text(".tdp-inside") and "It looks " in page.inner_text(".tdp-inside-summary")
    assert page.is_visible(".tdp-inside-lines")
    page.select_option(".tdp-inside-choices select[aria-label='Which attention']", "causal")
    later = page.evaluate(
        """() => { const canvas = document.querySelector('.tdp-inside-lines'), ratio = devicePixelRatio;
             const { x, y } = playground.player.painter.grid.boxes[15];
             const { data } = canvas.getContext('2d').getImageData((x + 3) * ratio, (y + 3) * ratio, 4, 4);
             return data.some(Boolean); }"""
    )
    assert not later, "the encoder sees nothing after the position"
    page.click("text=Without self-conditioning?")
    page.wait_for_selector(".tdp-inside:has-text('would have been drawn here')")
    page.evaluate("playground.player.move(1)")
    page.wait_for_selector(".tdp-inside-lines", state="hidden")


@pytest.mark.thorough
def test_steps_that_are_computed_again_are_counted_and_stop_ends_them(serve, visit, endless_folder):
    """No moment is kept, so that the branch replays its run."""
    slot = PacedSlot(str(endless_folder), moment_bytes=0)
    page = visit(serve(slot))
    page.wait_for_selector(READY)
    start(page, "count me", 16, max_denoising_steps=300, confidence_threshold=0)
    finish(page)
    whole(page, 1)
    page.evaluate("playground.player.move(250)")
    slot.quick_steps = 50
    branch(page, entropy_bound=8)
    page.wait_for_function(
        "() => /^Computing the steps before the branch again: \\d+ of 251 done/.test(playground.ask.waits.textContent)"
    )
    page.evaluate("playground.live.stop()")
    finish(page)
    assert page.evaluate("playground.ask.waits.textContent") == ""
    assert 0 < page.evaluate("playground.player.lanes[1].frames.length") < 251, "what was computed stays"
    whole(page, 2)


SHORT = "playground.knobs.values = { max_new_tokens: 16, max_denoising_steps: 6, confidence_threshold: 0 }"
IDLE = "!playground.ask.busy && !playground.player.recording.live"


def steering(page):
    return page.evaluate("playground.form.steering")


def test_a_cell_is_pinned_by_keyboard_and_changed_by_mouse(visit, address):
    page = visit(address)
    page.wait_for_selector(READY)
    page.evaluate(SHORT)
    page.focus(".tdp-stage canvas")
    page.keyboard.press("ArrowRight")
    page.locator(".tdp-hold input").fill("ab")
    page.wait_for_function("() => document.querySelector('.tdp-hold p').textContent.includes('3 tokens')")
    page.locator(".tdp-hold input").press("Enter")
    pins = steering(page)["pins"]
    # The tokenizer of the tests puts a space before a text.
    assert [*pins] == ["0", "1", "2"] and page.inner_text(".tdp-steering button").startswith("0–2 “")
    page.click("#generate")
    page.wait_for_function(f"() => {IDLE} && playground.player.recording.header.spec.pins")
    assert page.evaluate("playground.player.recording.frames.every((f) => f.pinned[0] && f.pinned[2] && !f.pinned[3])")
    assert [page.evaluate(f"playground.player.recording.frames.at(-1).argmax_ids[{at}]") for at in range(3)] == [
        *pins.values()
    ]
    rest(page)
    assert json.loads(said(page)["pins"]) == pins
    page.locator(".tdp-is-pinned").wait_for()
    page.evaluate("playground.player.views.choose(1)")
    card(page, 1)
    page.get_by_role("button", name="Unpin").click()
    assert [*steering(page)["pins"]] == ["0", "2"] and page.locator(".tdp-steering button").count() == 2
    page.click(".tdp-steering button >> nth=1")
    assert [*steering(page)["pins"]] == ["0"], "let go of by a press"

    page.locator(".tdp-hold input").fill("cd")
    page.get_by_role("button", name="Put here once").wait_for()
    page.evaluate("playground.player.seek(2)")
    page.evaluate("playground.player.views.choose(5)")
    card(page, 5)
    assert page.input_value(".tdp-hold input") == "" and page.locator(".tdp-hold p").inner_text() == "", "another cell"
    page.get_by_role("button", name="Re-noise").click()
    page.wait_for_function(f"() => {IDLE} && playground.player.recording.header.spec.edits")
    edit = steering(page)["edits"][0]
    assert edit["cells"] == {"5": None} and {*steering(page)["pins"]} == {"0", "1", "2"}, "the shown run, changed"
    assert page.evaluate(f"playground.player.recording.frames[{edit['step'] - 1}].edited[5]") == 1
