"""Runs made on the page, in a real Chromium on a real model, and what may go wrong with them.

What a page holds open at most, and when: `gate.test.ts`, `tape.test.ts`.
"""

import re
from urllib.parse import urlsplit

import numpy as np
import page_holds as holds
import page_reader as reader
import pytest
import random_checkpoint
from cable import Cable
from page_streams import spoil
from service_helpers import PacedSlot, wait_until
from serving import loaded, served

import playground as pg
from playground.engine.recording import record
from playground.service import EngineSlot, Service
from workshop.bench.page import KNOWN
from workshop.page.sources import evaluate


@pytest.fixture
def page(used_page):
    return used_page


def test_a_live_run_shows_exactly_what_the_engine_decided_and_its_prompt_is_no_markup(page, endless_model):
    prompt, markup = "<script>x</script> ${x}", "document.querySelectorAll('script, img').length"
    before = page.evaluate(markup)
    reader.make(page, prompt, length=40, max_denoising_steps=6, entropy_bound=2)
    settings = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=2, max_new_tokens=40)
    expected = record(endless_model, prompt, settings, seed=7)
    run = holds.shown(page)
    holds.assert_same(run["frames"], expected)
    assert (run["label"], run["finish"], run["text"]) == ("RECORDED", expected.finish_reason, expected.text)
    assert holds.row(page) == len(expected) - 1
    parts = len(expected.blocks)
    reader.drawn(page)
    assert page.get_attribute(holds.SLIDER, "aria-valuetext") == f"part {parts} of {parts}, step 6 of 6"
    assert run["frames"][-1]["stop_reason"] == "max-steps"
    assert page.input_value("#prompt textarea") == prompt and page.is_hidden(holds.EDITED)
    assert page.evaluate(markup) == before
    assert page.is_enabled("#generate") and page.is_hidden("#stop")


FIRST = """() => { window.seen = []; playground.player.addEventListener('paint', () => {
  const { recording, moment, painter: { ids } } = playground.player;
  if (!recording.live || window.seen.length > 0) return;
  seen.push([moment, Number(document.querySelector('[aria-label=Step]').value),
    [...ids].join() === [...recording.frames[0].input_ids].join()]);
}); }"""
"""Keeps the first picture of a run that is live: its moment, as the timeline has it too, and is it the noise?"""


def test_a_run_is_live_from_its_noise_on_can_be_left_and_followed_again_and_stopped_it_keeps_its_frames(page, tmp_path):
    assert holds.label(page) == "RECORDED"
    reader.go_to_moment(page, 9)
    page.evaluate(FIRST)
    reader.start(page, **reader.LONG)
    reader.goes_on(page)
    assert page.evaluate("seen[0]") == [0, 0, True], "its noise is seen before anything that was drawn"
    wait_until(lambda: holds.moment_of(page) > 2, page=page)  # and then the newest step is followed
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    reader.goes_on(page, holds.steps_of(page) + 2)
    reader.at(page, 0)  # who has gone elsewhere stays there
    page.keyboard.press("End")
    there = holds.steps_of(page)
    wait_until(lambda: holds.moment_of(page) > there + 2, page=page)
    for _ in range(3):
        page.dispatch_event("#stop", "click")
    reader.finish(page)
    wait_until(lambda: holds.label(page) == "RECORDED", page=page)
    run = holds.shown(page)
    assert run["finish"] == run["frames"][-1]["stop_reason"] == "stopped" and len(run["frames"]) > 4
    page.get_by_text(re.compile("^Made here, ")).wait_for()
    assert holds.row(page) == len(run["frames"]) - 1
    reader.whole(page, 1)  # its file has filled it
    exact = """() => { const { frames, header } = playground.player.recording;
                       return frames.every((frame) => sources.decisionOf(frame, header).agrees); }"""
    assert evaluate(page, exact), "by the entropies of its file each step keeps what the rule does"
    page.click("text=Share")
    with page.expect_download() as download:
        page.click("text=Save trace")
    download.value.save_as(tmp_path / "run.trace")
    holds.assert_same(run["frames"], pg.Trace.load(tmp_path / "run.trace"))
    reader.open_trace(page, holds.GOLDEN / "story.trace")
    page.get_by_text("RECORDED", exact=True).wait_for()  # a file may come from anywhere


@pytest.mark.thorough
def test_another_run_can_take_the_place_of_the_one_that_goes_on(page):
    reader.start(page, "the first", **reader.LONG)
    reader.goes_on(page, 2)
    page.press("#prompt textarea", "Enter")
    assert page.inner_text("#notice-text") == "", "it is the run that goes on"
    page.fill("#prompt textarea", "the second")
    page.press("#prompt textarea", "Enter")
    assert page.inner_text("#notice-text").startswith("A run is going on.")
    page.click("#notice-text button:has-text('Stop it and start this')")
    reader.is_made(page, prompt="the second")
    assert page.inner_text("#notice-text") == ""
    page.fill("#prompt textarea", "the third")
    page.press("#prompt textarea", "Enter")
    reader.stop(page)
    assert page.inner_text("#notice-text") == "", "what was said of a run that goes on ends with it"


def test_two_quick_presses_start_one_run(page):
    before = holds.runs(page)
    page.fill("#prompt textarea", "hello")
    reader.set_knob(page, "max_new_tokens", 48)
    reader.set_knob(page, "max_denoising_steps", 6)
    page.evaluate("() => { const button = document.querySelector('#generate'); button.click(); button.click(); }")
    reader.finish(page)
    reader.make(page, seed=8, length=16)
    assert holds.run_spec(page)["seed"] == 8, "nothing ran between"
    assert holds.runs(page) == before + 2


def test_a_refused_prompt_keeps_the_prompt_and_the_run_that_is_shown(page):
    before = holds.shown(page)
    for prompt, sentence in (("   ", "The prompt is empty"), ("x" * 1000, r"The prompt is [\d,]+ tokens long")):
        reader.make(page, prompt)
        assert re.search(sentence, page.inner_text("#notice-text"))
        assert page.input_value("#prompt textarea") == prompt and holds.shown(page) == before
    reader.make(page, "hello", length=16, max_denoising_steps=2)
    assert page.inner_text("#notice-text") == "" and len(holds.shown(page)["frames"]) == 2


def test_a_run_is_whole_after_a_damaged_step_and_after_a_connection_that_broke_within_a_step(used_page, endless_model):
    page = used_page
    page.evaluate("""() => { window.said = [];
      new MutationObserver(() => said.push(document.querySelector('#notice-text').textContent))
        .observe(document.querySelector('#notice-text'), { subtree: true, characterData: true }); }""")
    settings = pg.SamplerSettings(max_denoising_steps=6, max_new_tokens=32)
    expected = record(endless_model, "hello", settings, seed=7)
    damaged = """(event, give, fail) => give(event.replace(/"accepted":"[^"]*"/, '"accepted":"!"'))"""
    broken = "(event, give, fail) => event.includes('id: 4') ? (give(event.slice(0, 30), ''), fail()) : give(event)"
    for harm in (broken, damaged):
        assert page.inner_text("#notice-text") == ""
        spoil(page, harm)
        reader.make(page, length=32, max_denoising_steps=6)
        wait_until(lambda: holds.steps_of(page) == len(expected), page=page)
        holds.assert_same(holds.shown(page)["frames"], expected)
    assert any("A step arrived damaged (its accepted)" in words for words in page.evaluate("said"))


LOST = "The connection to the server is lost; the steps that arrived are kept. Trying again …"
AWAY = "The server does not answer. Your prompt and settings are kept: press Generate again when it is back."


@pytest.mark.thorough
def test_a_server_that_dies_leaves_the_frames_and_the_run_is_offered_again(browser, serve, endless_folder):
    cable = Cable()
    with browser.new_context() as window:  # its console complains
        window.add_init_script(KNOWN)
        page = window.new_page()
        cable.plug(urlsplit(serve(PacedSlot(str(endless_folder)))).port)
        page.goto(f"http://127.0.0.1:{cable.port}/")
        page.wait_for_selector(holds.READY)
        reader.start(page, **reader.LONG)
        reader.goes_on(page, 4)
        cable.cut()
        page.get_by_text(LOST, exact=True).wait_for()
        page.wait_for_selector("#model-status[data-state=failed]")
        assert "The server does not answer" in page.inner_text("#model-status"), "the page does not call it ready"
        before = holds.columns(page, "input_ids", "sampled_ids", "accepted")
        frames = len(before[0])
        assert frames > 4
        page.evaluate("window.loadedOnce = true")
        cable.plug(urlsplit(serve(PacedSlot(str(endless_folder)))).port)  # one that knows nothing of the run
        page.wait_for_selector(holds.READY)
        reader.finish(page)
        again = page.wait_for_selector("text=Run again from the same seed")
        page.get_by_text("The server no longer has this run; the steps that arrived are kept.").wait_for()
        assert holds.steps_of(page) == frames and page.is_enabled("#generate")
        again.click()
        reader.goes_on(page, frames)
        reader.stop(page)
        for now, then in zip(holds.columns(page, "input_ids", "sampled_ids", "accepted"), before, strict=True):
            assert np.array_equal(now[: frames - 1], then[:-1]), "the last one was stopped at"
        cable.cut()
        page.click("#generate")
        page.get_by_text(AWAY, exact=True).wait_for()
        assert page.evaluate("window.loadedOnce"), "it was not loaded again"


def test_a_model_that_failed_to_load_is_said_to_have(serve, visit, tmp_path):
    page = visit(serve(EngineSlot(str(tmp_path))))
    page.wait_for_selector("#model-status[data-state=failed]")
    assert "is not a checkpoint" in page.inner_text("#model-status")
    page.click("#generate")
    reader.finish(page)
    assert "is not a checkpoint" in page.inner_text("#notice-text")
    assert holds.label(page) == "RECORDED"


def test_a_run_whose_logits_are_not_numbers_ends_with_its_steps_and_a_sentence(visit, tmp_path):
    folder = random_checkpoint.overflow(random_checkpoint.save(tmp_path))
    with served(Service(loaded(EngineSlot(str(folder), dtype="float16")))) as (_, address):
        page = visit(address)
        reader.start(page, length=32, seed=0, max_denoising_steps=6)
        page.wait_for_selector("#notice-text:has-text('not finite numbers')")
        reader.finish(page)
        assert "The run ended at step 2 of block 1" in page.inner_text("#notice-text")
        assert holds.steps_of(page) == 1


READ = """async ({ key }) => {
  window.numbers = [];
  const headers = { 'Tape-Key': key };
  const reader = (await fetch('tape', { headers })).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    window.numbers = [...text.matchAll(/^id: (\\d+)$/gm)].map(([, number]) => Number(number));
  }
  window.over = true; }"""


def test_two_tabs_read_one_run_and_it_goes_on_when_the_one_that_asked_has_left(browser, endless_folder):
    service, going = Service(loaded(PacedSlot(str(endless_folder)))), []
    with served(service) as (_, address), browser.new_context() as window:
        window.add_init_script(KNOWN)
        first, second = (window.new_page() for _ in range(2))
        first.on("request", lambda request: request.url.endswith(("/tape", "/model")) and going.append(request))
        for end in ("requestfinished", "requestfailed"):
            first.on(end, lambda request: request in going and going.remove(request))
        for tab in (first, second):
            tab.goto(address)
            tab.wait_for_selector(holds.READY)
        wait_until(lambda: not going, page=first)
        reader.start(first, **reader.LONG)
        reader.goes_on(first, 4)
        assert [request.url for request in going] == [f"{address}tape"]
        second.evaluate(f"taken => void ({READ})(taken)", first.evaluate("playground.live.tape"))
        second.wait_for_function("() => numbers.length > 4")
        (live,) = service.tapes.live()
        assert live.readers == 2
        first.goto("about:blank")  # Chromium gives a tab that closes half a second for its goodbye, however busy it is
        wait_until(lambda: live.readers == 1 and not live.returns)
        second.wait_for_function("n => numbers.length > n", arg=len(live.after(-1)) + 5)
        live.stop()
        second.wait_for_function("() => window.over")
        assert second.evaluate("numbers") == list(range(len(live.after(-1))))
