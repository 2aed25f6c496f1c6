"""Runs made on the page, in a real Chromium on a real model, and prompts that are refused."""

import re

import pytest
from page_helpers import (
    GOLDEN,
    LONG,
    assert_same,
    drawn,
    finish,
    label,
    open_trace,
    row,
    runs,
    set_knob,
    shown,
    start,
    text,
)

import playground as pg
from playground.engine.recording import record
from workshop.page.sources import evaluate


@pytest.fixture
def page(used_page):
    return used_page


def test_a_live_run_shows_exactly_what_the_engine_decided_and_its_prompt_is_no_markup(page, endless_model):
    prompt, markup = "<script>x</script> ${x}", "document.querySelectorAll('script, img').length"
    before = page.evaluate(markup)
    start(page, prompt, length=40, max_denoising_steps=6, entropy_bound=2)
    finish(page)
    settings = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=2, max_new_tokens=40)
    expected = record(endless_model, prompt, settings, seed=7)
    run = shown(page)
    assert_same(run["frames"], expected)
    assert (run["label"], run["finish"], run["text"]) == ("RECORDED", expected.finish_reason, expected.text)
    assert row(page) == len(expected) - 1
    parts = len(expected.blocks)
    drawn(page)
    assert page.get_attribute(".tdp-slider", "aria-valuetext") == f"part {parts} of {parts}, step 6 of 6"
    assert run["frames"][-1]["stop_reason"] == "max-steps"
    assert page.input_value("#prompt textarea") == prompt and page.is_hidden(".tdp-edited")
    assert page.evaluate(markup) == before
    assert page.is_enabled("#generate") and page.is_hidden("#stop")


FIRST = """() => { window.seen = []; playground.player.addEventListener('paint', () => {
  const { recording, moment, painter: { ids }, view } = playground.player;
  if (!recording.live || window.seen.length > 0) return;
  seen.push([moment, Number(view.timeline.querySelector('.tdp-slider').value),
    [...ids].join() === [...recording.frames[0].input_ids].join()]);
}); }"""
"""Keeps the first picture of a run that is live: its moment, as the timeline has it too, and is it the noise?"""


def test_a_run_is_live_from_its_noise_on_can_be_left_and_followed_again_and_stopped_it_keeps_its_frames(page, tmp_path):
    assert label(page) == "RECORDED" and page.is_visible(".tdp-label")
    page.evaluate("playground.player.seek(9)")
    page.evaluate(FIRST)
    start(page, **LONG)
    page.wait_for_selector(".tdp-label:text-is('LIVE')")
    page.wait_for_function("() => window.seen.length > 0")
    assert page.evaluate("seen[0]") == [0, 0, True], "its noise is seen before anything that was drawn"
    page.wait_for_function("() => playground.player.moment > 2")  # and then the newest step is followed
    page.evaluate("document.activeElement.blur()")
    count = "playground.player.clock.count"
    page.keyboard.press("Home")
    page.wait_for_function(f"count => {count} > count + 2", arg=page.evaluate(count))
    assert page.evaluate("playground.player.moment") == 0, "who has gone elsewhere stays there"
    page.keyboard.press("End")
    page.wait_for_function("count => playground.player.moment > count + 2", arg=page.evaluate(count))
    page.evaluate("""() => {
      window.begun = playground.player.recording;
      const button = document.querySelector('#stop');
      button.click();
      button.click();
      playground.live.stop();
    }""")
    finish(page)
    page.wait_for_selector(".tdp-label[data-label=RECORDED]")
    run = shown(page)
    assert run["finish"] == run["frames"][-1]["stop_reason"] == "stopped" and len(run["frames"]) > 4
    assert row(page) == len(run["frames"]) - 1 and text(page, ".tdp-label").startswith("Made here, ")
    page.wait_for_function("() => begun.frames.every(({ top_ids: ids }) => ids)")  # its file has filled it
    exact = "() => begun.frames.every((frame) => sources.decisionOf(frame, begun.header).agrees)"
    assert evaluate(page, exact), "by the entropies of its file each step keeps what the rule does"
    assert page.evaluate("begun === playground.player.recording && begun === playground.runList.shown.recording")
    page.click("text=Share")
    with page.expect_download() as download:
        page.click("text=Save trace")
    download.value.save_as(tmp_path / "run.trace")
    assert_same(run["frames"], pg.Trace.load(tmp_path / "run.trace"))
    open_trace(page, GOLDEN / "story.trace")
    page.wait_for_selector(".tdp-label:text-is('RECORDED')")  # a file may come from anywhere


@pytest.mark.thorough
def test_another_run_can_take_the_place_of_the_one_that_goes_on(page):
    start(page, "the first", **LONG)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 2")
    page.press("#prompt textarea", "Enter")
    assert text(page, "#notice-text") == "", "it is the run that goes on"
    page.fill("#prompt textarea", "the second")
    page.press("#prompt textarea", "Enter")
    assert text(page, "#notice-text").startswith("A run is going on.")
    page.click("#notice-text button:has-text('Stop it and start this')")
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'the second'")
    assert text(page, "#notice-text") == ""
    page.fill("#prompt textarea", "the third")
    page.press("#prompt textarea", "Enter")
    page.evaluate("playground.live.stop()")
    finish(page)
    assert text(page, "#notice-text") == "", "what was said of a run that goes on ends with it"


def test_two_quick_presses_start_one_run(page):
    before = runs(page)
    page.fill("#prompt textarea", "hello")
    set_knob(page, "max_new_tokens", 48)
    set_knob(page, "max_denoising_steps", 6)
    page.evaluate("() => { const button = document.querySelector('#generate'); button.click(); button.click(); }")
    finish(page)
    start(page, seed=8, length=16)
    finish(page)
    assert page.evaluate("playground.player.recording.header.spec.seed") == 8, "nothing ran between"
    assert runs(page) == before + 2


def test_a_refused_prompt_keeps_the_prompt_and_the_run_that_is_shown(page):
    before = shown(page)
    for prompt, sentence in (("   ", "The prompt is empty"), ("x" * 1000, r"The prompt is [\d,]+ tokens long")):
        start(page, prompt)
        finish(page)
        assert re.search(sentence, text(page, "#notice-text"))
        assert page.input_value("#prompt textarea") == prompt and shown(page) == before
    start(page, "hello", length=16, max_denoising_steps=2)
    finish(page)
    assert text(page, "#notice-text") == "" and len(shown(page)["frames"]) == 2
