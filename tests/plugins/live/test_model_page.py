"""The page of one file that holds the model too: it plays its run, and makes others, from the disk, offline."""

import dataclasses

import pytest
from page_holds import PLAY, READY, RECORDED, SLIDER, assert_same, cells_of, moment_of, shown
from page_reader import finish, go, start
from service_helpers import wait_until

import playground as pg
from playground.export import export
from playground.trace import Trace

MARKUP = "</script><script>alert(1)</script><!--"
BEFORE = "void (window.before = playground.player.recording)"
ANOTHER = "() => playground.player.recording !== before && playground.player.recording.finishReason"
JSON_RUN = Trace.load(RECORDED / "json.trace")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A run of three steps, with a name that tries to be markup."""
    run, out = dataclasses.replace(JSON_RUN, name=MARKUP), tmp_path_factory.mktemp("model") / "run.html"
    (path,) = export([run], out, with_model=True)
    return path


@pytest.mark.thorough
def test_it_plays_the_run_and_makes_the_same_and_another_as_python_does_offline(stranger, file, embedded_model):
    page = stranger(file.as_uri(), offline=True)
    assert page.inner_text(".tdp-badge") == "recorded" and page.title() == JSON_RUN.header.prompt
    go(page, 1)
    assert cells_of(page) == JSON_RUN.columns["sampled_ids"][1].tolist()
    page.wait_for_selector(READY)
    assert "in your browser with 1 thread" in page.text_content("#model-status")
    page.evaluate(BEFORE)
    page.click("#generate")
    page.wait_for_function(ANOTHER)
    finish(page)
    assert_same(shown(page)["frames"], JSON_RUN)
    page.evaluate(BEFORE)
    knobs = {"t_max": 2, "t_min": 1, "max_denoising_steps": 8}
    start(page, JSON_RUN.header.prompt, length=64, seed=4, **knobs)
    page.wait_for_function(ANOTHER)
    finish(page)
    settings = embedded_model.settings.replace(max_new_tokens=64, **knobs)
    another = pg.record(embedded_model, JSON_RUN.header.prompt, settings, seed=4)
    assert_same(shown(page)["frames"], another)
    assert len(another) > len(JSON_RUN)
    page.evaluate("playground.player.views.deck.reveal('curve')")
    page.mouse.wheel(0, 2000)
    page.wait_for_selector(".js-plotly-plot")
    page.click("[aria-label='Words and keys']")
    page.wait_for_selector("dialog[open] dl")
    assert not page.query_selector("dialog a[href]")
    page.keyboard.press("Escape")
    page.click("text=Share")
    page.wait_for_selector(".tdp-share-hint")
    assert not page.query_selector("[data-form=html], [data-form=model]") and page.is_hidden(".tdp-link")
    assert not page.query_selector("nav [data-mode=learn]")


@pytest.mark.thorough
def test_a_damaged_model_is_said_in_a_sentence_and_the_run_plays_on(stranger, file, tmp_path):
    damaged = tmp_path / "damaged.html"
    page_text = file.read_text("utf-8")
    at = page_text.index('id="tdp-model">') + 5_000_000
    other = "B" if page_text[at] == "A" else "A"
    damaged.write_text(f"{page_text[:at]}{other}{page_text[at + 1 :]}", "utf-8")
    page = stranger(damaged.as_uri(), offline=True)
    page.wait_for_selector("[data-state=failed]#model-state")
    assert page.inner_text("#model-status").startswith("The model in this file is damaged; get the file again")
    page.fill(SLIDER, "0")
    page.click(PLAY)
    wait_until(lambda: moment_of(page) > 1, page=page)
    page.click("#generate")
    page.wait_for_selector("#notice-text:has-text('is damaged')")
