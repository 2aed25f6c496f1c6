"""What may go wrong on the way between a page and its server, in a real Chromium, and what the page says of it."""

import time
from urllib.parse import urlsplit

import pytest
import random_checkpoint
from cable import Cable
from page_helpers import (
    LONG,
    READY,
    PacedSlot,
    assert_same,
    finish,
    label,
    shown,
    start,
    text,
    wait_until,
)
from page_streams import spoil
from serving import loaded, served

import playground as pg
from playground.engine.recording import record
from playground.service import EngineSlot, Service, tape
from workshop.bench.page import KNOWN


@pytest.mark.thorough
def test_a_closed_tab_frees_the_engine(visit, address, service):
    def left():
        return service.account.registry.get_sample_value("playground_runs_total", {"outcome": "grace_seconds"}) or 0

    before, page = left(), visit(address)
    start(page, **LONG)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 2")
    page.close()
    wait_until(lambda: left() > before)


def assert_made_whole(page, model):
    """Makes a run, and waits until every step of it is there, whatever was lost on the way."""
    start(page, length=32, max_denoising_steps=6)
    finish(page)
    expected = record(model, "hello", pg.SamplerSettings(max_denoising_steps=6, max_new_tokens=32), seed=7)
    page.wait_for_function("n => playground.player.recording.frames.length === n", arg=len(expected))
    assert_same(shown(page)["frames"], expected)
    assert page.evaluate("playground.live.streams[0].reader.recording === playground.player.recording")


@pytest.mark.thorough
def test_a_step_that_arrives_damaged_is_said_to_be_and_the_whole_run_is_fetched(page, endless_model):
    spoil(page, """(event, give, fail) => give(event.replace(/"accepted":"[^"]*"/, '"accepted":"!"'))""")
    page.evaluate("""() => { window.said = [];
      new MutationObserver(() => said.push(document.querySelector('#notice-text').textContent))
        .observe(document.querySelector('#notice-text'), { childList: true }); }""")
    assert_made_whole(page, endless_model)
    assert any("A step arrived damaged (its accepted)" in said for said in page.evaluate("window.said"))


def test_reading_goes_on_after_a_connection_that_broke_within_a_step(page, endless_model):
    spoil(page, "(event, give, fail) => event.includes('id: 4') ? (give(event.slice(0, 30), ''), fail()) : give(event)")
    assert_made_whole(page, endless_model)
    assert text(page, "#notice-text") == ""


@pytest.fixture
def cable():
    cable = Cable()
    yield cable
    cable.cut()


STEPS = "() => playground.player.recording.live && playground.player.recording.frames.length"
LOST = "The connection to the server is lost; the steps that arrived are kept. Trying again …"


@pytest.fixture
def wired(cable, browser):
    """Opens a page of a server behind the cable, which its test may cut: then the browser's console complains."""
    with browser.new_context() as window:
        window.add_init_script(KNOWN)

        def open(address):
            cable.plug(urlsplit(address).port)
            page = window.new_page()
            page.goto(f"http://127.0.0.1:{cable.port}/")
            page.wait_for_selector(READY)
            return page

        yield open


class Clock:
    """The time that tapes see, which may be set ahead."""

    def __init__(self):
        self.ahead = 0

    def monotonic(self):
        return time.monotonic() + self.ahead


@pytest.mark.thorough
def test_a_page_that_was_offline_for_a_minute_reads_on(cable, wired, endless_folder, monkeypatch):
    """A minute as its tape sees it."""
    service, clock = Service(loaded(PacedSlot(str(endless_folder)))), Clock()
    with served(service) as (_, address):
        page = wired(address)
        monkeypatch.setattr(tape, "time", clock)
        start(page, **{**LONG, "confidence_threshold": 0})
        page.wait_for_function(f"{STEPS} > 4")
        (live,) = service.tapes.live()
        cable.cut()
        wait_until(lambda: live.readers == 0)
        before = len(live.after(-1))
        clock.ahead = 60
        wait_until(lambda: live.over or len(live.after(-1)) > before + 5)
        page.wait_for_function("said => document.querySelector('#notice-text').textContent === said", arg=LOST)
        cable.plug(urlsplit(address).port)
        page.wait_for_function("() => document.querySelector('#notice-text').textContent === ''")
        page.wait_for_function("n => playground.player.recording.frames.length > n", arg=len(live.after(-1)))
        assert not live.over, "the run was held"
        page.evaluate("playground.live.stop()")
        finish(page)
        (run,) = live.runs
        page.wait_for_function("n => playground.player.recording.frames.length === n", arg=len(run.trace()))
        assert_same(shown(page)["frames"], run.trace())


@pytest.mark.thorough
def test_a_server_that_dies_leaves_the_frames_and_the_run_is_offered_again(cable, wired, serve, endless_folder):
    page = wired(serve(PacedSlot(str(endless_folder))))
    start(page, **LONG)
    page.wait_for_function(f"{STEPS} > 4")
    cable.cut()
    page.wait_for_function("said => document.querySelector('#notice-text').textContent === said", arg=LOST)
    page.wait_for_selector("#model-status[data-state=failed]")
    assert "The server does not answer" in text(page, "#model-status"), "the page does not call it ready"
    before = shown(page)
    frames = len(before["frames"])
    assert frames > 4
    page.evaluate("window.loadedOnce = true")
    cable.plug(urlsplit(serve(PacedSlot(str(endless_folder)))).port)  # a server that knows nothing of the run
    page.wait_for_selector(READY)
    finish(page)
    again = page.wait_for_selector("text=Run again from the same seed")
    assert "The server no longer has this run; the steps that arrived are kept." in text(page, "#notice-text")
    assert len(shown(page)["frames"]) == frames and page.is_enabled("#generate")
    again.click()
    page.wait_for_function(f"n => ({STEPS})() > n", arg=frames)
    page.evaluate("playground.live.stop()")
    assert shown(page)["frames"][: frames - 1] == before["frames"][:-1], "the last one was stopped at"
    assert page.evaluate("window.loadedOnce"), "it was not loaded again"


@pytest.mark.thorough
def test_a_run_that_the_server_does_not_take_is_said_to_be(cable, wired, address):
    page = wired(address)
    before = shown(page)
    cable.cut()
    start(page, length=16, max_denoising_steps=3)
    finish(page)
    said = "The server does not answer. Your prompt and settings are kept: press Generate again when it is back."
    assert text(page, "#notice-text") == said
    assert shown(page) == before
    cable.plug(urlsplit(address).port)
    page.wait_for_selector(READY)
    page.click("#generate")
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'hello'")
    finish(page)
    assert text(page, "#notice-text") == "" and len(shown(page)["frames"]) == 3


def test_a_model_that_failed_to_load_is_said_to_have(serve, visit, tmp_path):
    slot = EngineSlot(str(tmp_path))
    page = visit(serve(slot))
    page.wait_for_selector("#model-status[data-state=failed]")
    assert "is not a checkpoint" in text(page, "#model-status")
    page.click("#generate")
    finish(page)
    assert "is not a checkpoint" in text(page, "#notice-text")
    assert label(page) == "RECORDED"


def test_a_run_whose_logits_are_not_numbers_ends_with_its_steps_and_a_sentence(visit, tmp_path):
    folder = random_checkpoint.overflow(random_checkpoint.save(tmp_path))
    with served(Service(loaded(EngineSlot(str(folder), dtype="float16")))) as (_, address):
        page = visit(address)
        start(page, length=32, seed=0, max_denoising_steps=6)
        page.wait_for_function(
            "() => document.querySelector('#notice-text').textContent.includes('not finite numbers')"
        )
        finish(page)
        assert "The run ended at step 2 of block 1" in text(page, "#notice-text")
        assert page.evaluate("playground.player.recording.frames.length") == 1
