"""Branching from the player, the tree of runs, and looking inside a position."""

import json

import pytest
from page_helpers import finish, rest, said, start
from page_scenes import branch, whole

SAMPLED = "lane => playground.player.lanes[lane].frames.map(({ sampled_ids: ids }) => [...ids])"


def begin(page, length=16, row=2, position="null"):
    """Makes a run of five steps a part, and shows one of them."""
    start(page, "branch me", length, max_denoising_steps=5, confidence_threshold=0)
    finish(page)
    whole(page, 1)
    page.evaluate(f"playground.player.move({row}); playground.player.views.choose({position})")


def test_a_branch_goes_on_from_the_step_that_is_shown_and_stands_under_its_run(page):
    begin(page, 32)
    branch(page, entropy_bound=8)
    whole(page, 2)
    one, two = page.evaluate(SAMPLED, 0), page.evaluate(SAMPLED, 1)
    assert one[:3] == two[:3] and one[4:] != two[4:] and len(two) == 10
    place = page.evaluate("playground.player.lanes[1].header.spec.branch")
    assert (place["block"], place["step"]) == (1, 3)
    page.wait_for_function("() => playground.runList.yours.filter(({ kept }) => kept).length === 2")
    page.click(".tdp-runs-button")
    page.wait_for_selector(".tdp-library .tdp-run-entry[data-depth='1']")
    assert "branch after step 3" in page.inner_text(".tdp-run-entry[data-depth='1']")
    page.keyboard.press("Escape")

    page.evaluate("playground.player.seek(playground.player.recording.moments.length - 1)")
    page.evaluate("playground.player.sideBySide.compare([])")
    page.keyboard.press("b")
    page.fill(".tdp-branch-dialog [aria-label='Luck: the seed']", "8")
    page.click(".tdp-branch-go")
    sentence = "The text ends with this step; branch from an earlier one."
    assert page.inner_text(".tdp-branch-dialog [role=status]") == sentence
    assert page.evaluate("playground.player.lanes.length") == 1


def test_a_branch_is_made_only_if_something_changes(page):
    """What comes of each change: `branching.test.ts`; of a word that is held: `test_one_word.py`."""
    begin(page)
    dialog, status, go = ".tdp-branch-dialog", ".tdp-branch-dialog [role=status]", ".tdp-branch-go"
    page.click(".tdp-branch")
    page.wait_for_selector(f"{dialog}[open]")
    assert page.inner_text(f"{dialog} h2") == "Branch after step 3"
    nothing = "Nothing is changed yet: the branch would be the same run again."
    assert page.inner_text(status) == nothing and page.is_disabled(go)
    assert page.is_hidden(f"{dialog} [type=text]") and "Choose a cell first" in page.inner_text(dialog)
    page.keyboard.press("Enter")  # on the button with the focus, which draws another seed
    assert page.inner_text(status).startswith("From here on: seed ") and page.is_enabled(go)
    page.fill(f"{dialog} [aria-label='Luck: the seed']", "7")
    assert page.inner_text(status) == nothing
    page.fill("#branch-knob-entropy_bound input[type=number]", "-3")
    assert "allowed is a number" in page.inner_text(status) and page.is_disabled(go)
    page.select_option("#branch-knob-sampler select", "top-k")
    assert page.inner_text(status) == "From here on: top-k." and page.is_hidden("#branch-knob-entropy_bound")
    page.focus("#branch-knob-sampler select")
    page.keyboard.press("Escape")
    page.wait_for_selector(dialog, state="hidden")
    assert page.evaluate("[playground.player.lanes.length, playground.runList.yours.length]") == [1, 1]
    page.evaluate("playground.player.views.choose(5)")
    page.click(".tdp-branch")
    assert page.inner_text(status) == nothing, "what was left undone is forgotten"
    page.fill(f"{dialog} [type=text]", "ab" * 30)
    page.wait_for_function(
        "() => document.querySelector('.tdp-branch-dialog [role=status]').textContent.includes('past')"
    )
    assert page.is_disabled(go)
    page.keyboard.press("Escape")

    before = page.evaluate("JSON.stringify(playground.form.spec)")
    page.click(".tdp-branch")
    page.fill(".tdp-branch-dialog [type=text]", "b")
    page.click(".tdp-branch-dialog [data-value=once]")
    page.click(".tdp-branch-go")
    whole(page, 2)
    assert page.evaluate("JSON.stringify(playground.form.spec)") == before
    edited = page.evaluate("playground.player.lanes[1].frames.map(({ edited }) => [...(edited ?? [])].indexOf(1))")
    assert edited == [-1, -1, -1, 5, -1] and "“b” put in at step 4" in page.inner_text(".tdp-lane >> nth=1 >> strong")


@pytest.mark.thorough
def test_a_link_to_a_branch_makes_it_again_from_the_seed_of_the_run_that_it_comes_from(page):
    begin(page, 32, row=7)
    parent = page.evaluate(SAMPLED, 0)
    branch(page, entropy_bound=8)
    whole(page, 2)
    page.click(".tdp-runs-button")
    page.click(".tdp-run-entry[data-depth='1'] .tdp-run-main")
    page.wait_for_function("() => playground.player.lanes.length === 1 && playground.player.recording.header.branch")
    rest(page)
    there = json.loads(said(page)["branch"])
    assert (there["block"], there["step"], there["parent"]["seed"]) == (2, 3, 7)
    page.evaluate(
        """() => { const words = new URLSearchParams(location.hash.slice(1)), spec = JSON.parse(words.get("spec"));
             delete spec.settings.entropy_bound; // nobody has this branch yet
             words.set("spec", JSON.stringify(spec));
             location.hash = words; }"""
    )
    page.wait_for_function("() => playground.player.recording.header.spec.settings.entropy_bound === 0.1")
    finish(page)
    whole(page, 1)
    assert page.evaluate(SAMPLED, 0) == parent, "nothing is changed after the branch"
    assert page.evaluate("playground.runList.yours.at(-1).about.parent === playground.runList.yours[0].about.id")


def test_a_position_can_be_looked_into(page):
    begin(page, position=5)
    page.click(".tdp-look-inside")
    page.wait_for_selector(".tdp-inside-list li")
    first = page.evaluate(
        "(({ frames, tokens }) => tokens.get(frames[2].top_ids[(5 * frames[2].top_ids.length) / 16]))"
        "(playground.player.recording)"
    )
    assert first.strip() in page.inner_text(".tdp-inside-list li:first-child")
    assert "COMPUTED" in page.inner_text(".tdp-inside") and "It looks " in page.inner_text(".tdp-inside-summary")
    assert page.is_visible(".tdp-inside-lines")
    struck = page.evaluate(
        """() => { const canvas = document.querySelector('.tdp-inside-lines'), ratio = devicePixelRatio;
             const blank = new OffscreenCanvas(canvas.width, canvas.height);
             const copy = blank.getContext('2d', { willReadFrequently: true });
             copy.drawImage(canvas, 0, 0);
             const colours = ({ x, y, width, height }, share) => {
               const [left, wide] = [(x + 6) * ratio, (width - 12) * ratio];
               const { data } = copy.getImageData(left, (y + height * share) * ratio, wide, 1);
               return new Set(new Uint32Array(data.buffer)).size;
             };
             const { boxes } = playground.player.painter.grid;
             return [0.42, 0.5, 0.58, 0.95].map((share) => Math.max(...boxes.map((box) => colours(box, share)))); }"""
    )
    assert struck[:3] == [1, 1, 1] and struck[3] > 1, "lines pass behind the words"
    page.select_option(".tdp-inside-choices select[aria-label='Which attention']", "causal")
    later = page.evaluate(
        """() => { const canvas = document.querySelector('.tdp-inside-lines'), ratio = devicePixelRatio;
             const { x, y, width, height } = playground.player.painter.grid.boxes[15];
             const { data } = canvas.getContext('2d').getImageData((x + 3) * ratio, (y + 3) * ratio, 4, 4);
             return data.some(Boolean); }"""
    )
    assert not later, "the encoder sees nothing after the position"
    page.click("text=Without self-conditioning?")
    page.wait_for_function(
        "() => document.querySelector('.tdp-inside').textContent.includes('would have been drawn here')"
    )
    page.evaluate("playground.player.move(1)")
    page.wait_for_selector(".tdp-inside-lines", state="hidden")
