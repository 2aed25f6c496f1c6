"""What may go wrong on the way between a page and its server, in a real Chromium, and what the page says of it."""

from urllib.parse import urlsplit

import pytest
from cable import Cable
from gradio.context import Context
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

import playground as pg
from playground.recording import record
from playground.service import EngineSlot
from playground.service.account import LEFT

pytest_plugins = "page_fixtures"


def test_a_closed_tab_frees_the_engine(visit, address, service):
    def left():
        return service.account.registry.get_sample_value("playground_runs_total", {"outcome": LEFT}) or 0

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


def test_a_lost_frame_is_noticed_and_the_whole_run_is_fetched(page, endless_model):
    page.evaluate("""() => {
      const receive = playground.live.receive.bind(playground.live);
      playground.live.receive = (message) => { if (JSON.parse(message).seq !== 3) receive(message); };
    }""")
    assert_made_whole(page, endless_model)


@pytest.fixture
def cable():
    cable = Cable()
    yield cable
    cable.cut()


def test_a_server_that_dies_leaves_the_frames_and_the_run_is_offered_again(
    cable, browser, serve, endless_folder, monkeypatch
):
    def plug():
        monkeypatch.setattr(Context, "id", 0)  # where Gradio begins to count a page's parts in a new process
        cable.plug(urlsplit(serve(PacedSlot(str(endless_folder)))).port)

    plug()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{cable.port}/")
    page.wait_for_selector(READY)
    start(page, **LONG)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 4")
    cable.cut()
    finish(page)
    assert "The connection to the run was lost" in text(page, "#notice-text")
    before = shown(page)
    frames = len(before["frames"])
    assert frames > 4 and page.is_enabled("#generate")
    page.click("#generate")
    finish(page)
    assert "The server does not answer" in text(page, "#notice-text")
    page.wait_for_selector("#model-status[data-state=failed]")
    assert "The server does not answer" in text(page, "#model-status"), "the page does not call it ready"
    assert len(shown(page)["frames"]) == frames
    page.evaluate("window.loadedOnce = true")
    plug()  # a server that knows nothing of the run
    page.wait_for_selector(READY)
    again = page.wait_for_selector("text=Run again from the same seed")
    assert "The server no longer has this run; the steps that arrived are kept." in text(page, "#notice-text")
    again.click()
    page.wait_for_function(
        "n => playground.player.recording.live && playground.player.recording.frames.length > n", arg=frames
    )
    page.evaluate("playground.live.stop()")
    assert shown(page)["frames"][: frames - 1] == before["frames"][:-1], "the last one was stopped at"
    assert page.evaluate("window.loadedOnce"), "it was not loaded again"
    page.close()


def test_a_stream_that_breaks_without_a_sign_is_noticed_and_the_run_fetched(page, endless_model):
    page.evaluate("""() => {
      const receive = playground.live.receive.bind(playground.live);
      playground.live.receive = (message) => { if (JSON.parse(message).seq < 4) receive(message); };
      playground.making.over = () => {};
    }""")
    assert_made_whole(page, endless_model)
    assert text(page, "#notice-text") == ""


def test_a_run_that_the_server_does_not_take_is_said_to_be(page):
    before = shown(page)
    page.evaluate("() => { playground.live.receive = () => {}; }")
    start(page, length=16, max_denoising_steps=3)
    finish(page)
    assert "did not take the run" in text(page, "#notice-text")
    assert shown(page) == before


def test_a_model_that_failed_to_load_is_said_to_have(serve, visit, tmp_path):
    slot = EngineSlot(str(tmp_path))
    page = visit(serve(slot))
    page.wait_for_selector("#model-status[data-state=failed]", timeout=60_000)
    assert "is not a checkpoint" in text(page, "#model-status")
    page.click("#generate")
    finish(page)
    assert "is not a checkpoint" in text(page, "#notice-text")
    assert label(page) == "RECORDED"
