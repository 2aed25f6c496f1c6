"""Runs side by side under one clock: made here, from the library, and from an address."""

from urllib.parse import quote

import numpy as np
import pytest
from addresses import own_run
from page_helpers import LILY, ROOT, choose_run, drawn, finish, painted, says, set_knob, set_mode, start

import playground as pg

COUNTED = "select[aria-label='What the timeline counts']"
LANES = "playground.player.views.lanes.all.length"


def sampled(page, lane):
    """The sampled canvases of a lane, step by step."""
    return page.evaluate("lane => playground.player.lanes[lane].frames.map(({ sampled_ids: ids }) => [...ids])", lane)


def add(page, kind, lanes):
    set_mode(page, "compare")
    page.click(f"[data-kind={kind}]")
    page.wait_for_function(f"lanes => {LANES} === lanes && !playground.ask.busy", arg=lanes)
    # Their files have filled what came over the wire.
    page.wait_for_function(
        "() => playground.player.lanes.every(({ frames }) => frames.every((frame) => frame.top_ids))"
    )
    same = "({ reader }) => playground.player.lanes.includes(reader.recording)"
    assert page.evaluate(f"() => playground.live.streams.every({same})"), "no other run has taken its place"


def test_a_lane_with_one_knob_changed_stands_beside_the_run_and_a_link_brings_both(page, visit):
    start(page, "side by side", 16, max_denoising_steps=6)
    finish(page)
    set_knob(page, "entropy_bound", 8)
    add(page, "settings", 2)
    bounds = page.evaluate("playground.player.lanes.map(({ header }) => header.spec.settings.entropy_bound)")
    assert bounds == [0.1, 8], "the run that was shown is the first lane"
    assert page.locator(".tdp-lane-head strong").all_inner_texts() == ["bound 0.1", "bound 8"]

    one, two = sampled(page, 0), sampled(page, 1)
    parted = [step for step, (a, b) in enumerate(zip(one, two, strict=False)) if a != b]
    page.evaluate("playground.player.seek(1)")
    page.wait_for_function("() => document.querySelector('.tdp-sentence').textContent.includes(' part at step ')")
    assert f"part at step {parted[0] + 1}." in page.inner_text(".tdp-sentence")
    page.evaluate("moment => playground.player.seek(moment)", parted[0] + 1)
    outlined = page.evaluate(
        """moment => { const [a, b] = playground.player.lanes.map(({ frames }) => frames[moment].sampled_ids);
             return [...a].map((id, position) => Number(id !== b[position])); }""",
        parted[0],
    )
    assert outlined == [int(a != b) for a, b in zip(one[parted[0]], two[parted[0]], strict=True)] and any(outlined)

    passes = page.locator(".tdp-lane-table tr", has_text="passes").first.locator("td").all_inner_texts()
    assert [text.split()[0] for text in passes] == [str(len(one)), str(len(two))]

    page.wait_for_function("() => location.hash.includes('lane=')")
    again = visit(page.url)
    made = "playground.player.lanes.every(({ header, live }) => header.spec.prompt.text === 'side by side' && !live)"
    again.wait_for_function(f"() => {LANES} === 2 && !playground.ask.busy && {made}")
    assert np.array_equal(sampled(again, 0), one) and np.array_equal(sampled(again, 1), two)


@pytest.mark.thorough
def test_lanes_come_from_the_library_too_at_most_four_and_go_again(page):
    start(page, "many lanes", 16, max_denoising_steps=3)
    finish(page)
    for lanes in (2, 3, 4):
        add(page, "seed", lanes)
    assert page.is_disabled("[data-kind=seed]")
    titles = page.locator(".tdp-lane-head strong").all_inner_texts()
    assert len(set(titles)) == 4 and all(title.startswith("seed ") for title in titles)
    page.click(".tdp-lane:nth-child(3) [title^='Take away']")
    page.wait_for_function(f"() => {LANES} === 3")
    assert page.locator(".tdp-lane-head strong").all_inner_texts() == [titles[0], titles[1], titles[3]]

    page.click(".tdp-modes [data-mode=watch]")
    page.wait_for_function(f"() => {LANES} === 0")
    assert page.locator(".tdp-stage canvas.tdp-canvas").count() == 1
    set_mode(page, "compare")
    page.wait_for_function(f"() => {LANES} === 3")
    choose_run(page, "Lily, a cat and a red ball")
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text.includes('Lily')")
    assert page.evaluate(LANES) == 3, "another first lane; the others stay"
    page.keyboard.press("Home")
    page.wait_for_function("() => playground.player.clock.moment === 0")


@pytest.mark.thorough
def test_an_address_makes_its_lanes_in_shared_passes_and_a_refused_one_says_so_in_its_place(
    visit, address, endless_model
):
    asked = [("hello", 7, 6), ("hello", 8, 4), ("x" * 1000, 9, 4)]
    first, *others = [
        own_run(prompt, seed, {"max_new_tokens": 16, "max_denoising_steps": steps}) for prompt, seed, steps in asked
    ]
    page = visit(f"{address}#{first}&mode=compare" + "".join(f"&lane={quote(other)}" for other in others))
    notices = ".tdp-lane-notice"
    executions = "playground.player.lanes.map(({ header }) => `${header.pass_kind} ${header.rows}`)"
    page.wait_for_function(f"() => document.querySelectorAll('{notices}')[2]?.textContent.includes('tokens long')")
    page.wait_for_function("() => playground.player.lanes.slice(0, 2).every(({ frames }) => frames[0]?.top_ids)")
    assert page.locator(notices).all_inner_texts()[:2] == ["", ""] and page.evaluate(LANES) == 3
    assert page.evaluate(executions)[:2] == ["eager 2"] * 2
    for number, (prompt, seed, steps) in enumerate(asked[:2]):
        settings = pg.SamplerSettings(max_new_tokens=16, max_denoising_steps=steps)
        expected = pg.record(endless_model, prompt, settings, seed=seed)
        assert np.array_equal(sampled(page, number), expected.columns["sampled_ids"])
    seconds = page.locator(".tdp-lane-table tr", has_text="seconds").locator("td")
    assert seconds.all_inner_texts() == ["shared passes, 2 rows", "–"], "one reason for both"
    passes = page.locator(".tdp-lane-table tr", has_text="passes").first.locator("td").all_inner_texts()
    assert passes == ["6", "4\n−2", "–"], "what was not made has no figures"
    by_seconds = page.locator(f"{COUNTED} option[value=seconds]")
    assert by_seconds.inner_text() == "by seconds: A: shared passes, 2 rows" and by_seconds.is_disabled()
    page.click(".tdp-lane:nth-child(3) [title^='Take away']")
    page.click(".tdp-lane-again >> text=one after the other")
    page.wait_for_function(f"() => {executions}.join() === 'eager 1,eager 1'")
    assert [len(sampled(page, number)) for number in (0, 1)] == [6, 4]
    # As if a pass had taken 1 s in A and 2 s in B, so that no other work on this machine matters: 6 s and 8 s.
    page.evaluate(
        "playground.player.lanes.forEach(({ frames }, n) => frames.forEach((frame) => (frame.seconds = n + 1)))"
    )
    page.select_option(COUNTED, "seconds")
    for tick, where in ((3, ["step 4 of 6", "step 2 of 4"]), (6, ["step 6 of 6, over", "step 4 of 4"])):
        page.evaluate("tick => playground.player.seek(tick)", tick)
        page.wait_for_function(
            "where => [...document.querySelectorAll('.tdp-lane-where')].map((one) => one.innerText).join() === where",
            arg=",".join(where),
        )
    assert "After 8 s A was over at pass 6; B " in page.inner_text(".tdp-sentence")
    says(page, by="seconds")
    assert by_seconds.inner_text() == "by seconds" and [text[-1] for text in seconds.all_inner_texts()] == ["s", "s"]
    page.evaluate("playground.player.lanes[0].header.pass_kind = 'compiled'")  # as diffusion is on a GPU
    page.select_option(COUNTED, "passes")
    painted(
        page,
        "() => (({ views, recording }) => views.deck.show(recording, views.theme(), views.taste))(playground.player)",
    )
    apart = "not the same passes: compiled, eager"
    assert by_seconds.inner_text() == f"by seconds: {apart}" and by_seconds.is_disabled()
    assert seconds.all_inner_texts() == [apart], "once for both"


PAINTED = """() => {
  const paint = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    (this.canvas.painted ??= []).push(text);
    return paint.call(this, text, ...place);
  };
}"""
"""Keeps what is written on each canvas."""
UNPAINTED = "() => document.querySelectorAll('canvas').forEach((canvas) => (canvas.painted = []))"
NOISE = """() => playground.player.views.lanes.all.flatMap(({ recording, stage, painter }) => {
  const { boxes } = (painter ?? playground.player.painter).grid;
  const { painted = [] } = stage.querySelector("canvas");
  const whole = new Set(painted.map((text) => text.trim()));
  const words = [...recording.frames[0].input_ids].map((id) => (recording.tokens.get(id) ?? "").trim());
  return words.filter((word, at) => boxes[at].width > 0 && /^\\p{L}{1,6}$/u.test(word) && !whole.has(word));
})"""
"""Words of up to six letters in the noise that a lane with room for them does not show."""
WORDS = """() => playground.player.views.lanes.all.map((lane) => {
  const { recording } = lane;
  const ids = recording.frames.at(-1).argmax_ids;
  const words = [...ids].filter((id) => recording.emptiness(id) === "").map((id) => recording.tokens.get(id).trim());
  const painted = (lane.stage.querySelector("canvas").painted ?? []).map((text) => text.trim());
  return { words: words.filter((word) => word !== ""), painted };
})"""


def test_three_and_four_lanes_show_their_words_at_any_size(page):
    page.evaluate(PAINTED)
    choose_run(page, LILY)
    set_mode(page, "compare")
    for number, name in enumerate(("masked", "after", "masked"), 2):
        path = ROOT / "tests" / "runs" / f"{name}.trace"
        page.set_input_files("input[aria-label='Trace file for a lane']", path)
        page.wait_for_function(f"() => {LANES} === {number}")
    for width, height in ((1280, 720), (1366, 768), (1440, 900), (375, 812)):
        page.evaluate(UNPAINTED)
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        page.evaluate("() => playground.player.seek(0)")  # the noise, so that every cell is drawn again
        page.wait_for_function("() => playground.player.clock.moment === 0")
        drawn(page)
        assert page.evaluate(NOISE) == [], width
        page.evaluate(UNPAINTED)
        page.evaluate("() => playground.player.seek(1e6)")
        drawn(page)
        for lane in page.evaluate(WORDS):
            missing = [word for word in lane["words"] if word not in {*lane["painted"]}]
            assert len(missing) <= 0.05 * len(lane["words"]), f"{missing} of {len(lane['words'])} at {width}"
