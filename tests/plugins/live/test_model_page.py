"""The page of one file that holds the model too: it plays its run, and makes others, from the disk, offline."""

import dataclasses

import pytest
from page_helpers import LILY_RUN, READY, RECORDED, assert_same, finish, go, set_mode, shown, start, text

import playground as pg
from playground.export import export
from playground.trace import Trace

MARKUP = "</script><script>alert(1)</script><!--"
JSON_RUN = Trace.load(RECORDED / "json.trace")
FAILED = "[data-state=failed]#model-state"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A run of three steps, with a name that tries to be markup."""
    run, out = dataclasses.replace(JSON_RUN, name=MARKUP), tmp_path_factory.mktemp("model") / "run.html"
    (path,) = export([run], out, with_model=True)
    return path


@pytest.fixture
def opened(stranger):
    """Opens a file where there is no network, and nothing may go wrong."""
    return lambda path: stranger(path.as_uri(), offline=True)


def makes(page, embedded_model, prompt, seed, **knobs):
    """Makes a run in the page and by Python, which must be the same."""
    start(page, prompt, length=64, seed=seed, **knobs)
    finish(page)
    settings = embedded_model.settings.replace(max_new_tokens=64, **knobs)
    assert_same(shown(page)["frames"], pg.record(embedded_model, prompt, settings, seed=seed))


@pytest.mark.thorough
def test_it_plays_the_run_and_makes_the_same_and_another_as_python_does(opened, file, embedded_model):
    page = opened(file)
    assert text(page, ".tdp-badge") == "recorded" and page.title() == JSON_RUN.header.prompt
    go(page, 1)
    assert page.evaluate("playground.player.painter.ids") == JSON_RUN.columns["sampled_ids"][1].tolist()
    page.wait_for_selector(READY)
    assert "in your browser with 1 thread" in page.text_content("#model-status")
    page.click("#generate")
    finish(page)
    assert_same(shown(page)["frames"], JSON_RUN)
    makes(page, embedded_model, JSON_RUN.header.prompt, 4, t_max=2, t_min=1, max_denoising_steps=8)
    assert len(shown(page)["frames"]) > len(JSON_RUN)
    page.click("text=Share")
    page.wait_for_selector(".tdp-share-hint")
    assert not page.query_selector("[data-form=html], [data-form=model]") and page.is_hidden(".tdp-link")
    assert not page.query_selector(".tdp-modes [data-mode=learn]")


@pytest.mark.thorough
def test_panels_that_come_late_work_in_it(opened, file):
    page = opened(file)
    page.wait_for_selector(READY)
    page.evaluate("playground.player.views.deck.reveal('curve')")
    page.mouse.wheel(0, 2000)
    page.wait_for_selector(".js-plotly-plot")
    page.click("[aria-label='Words and keys']")
    page.wait_for_selector("dialog[open] dl")
    assert not page.query_selector("dialog a[href]")
    page.keyboard.press("Escape")
    page.evaluate("location.hash = 'lesson=4&part=1'")
    page.wait_for_selector(".tdp-note:has-text('The address says “lesson”, which means nothing here.')")


@pytest.mark.thorough
def test_several_runs_stand_side_by_side_and_each_can_be_saved(opened, tmp_path):
    runs = [dataclasses.replace(JSON_RUN, name="one"), dataclasses.replace(LILY_RUN, name="two")]
    page = opened(export(runs, tmp_path / "both.html", with_model=True)[0])
    page.wait_for_selector(".tdp-lane + .tdp-lane")
    set_mode(page, "watch")
    with page.expect_download() as saved:
        page.click("text=Share")
        page.click("text=Save trace")
    assert Trace.load(saved.value.path()).token_ids == JSON_RUN.token_ids


@pytest.mark.thorough
def test_a_damaged_model_is_said_in_a_sentence_and_the_run_plays_on(opened, file, tmp_path):
    damaged = tmp_path / "damaged.html"
    page_text = file.read_text("utf-8")
    at = page_text.index('id="tdp-model">') + 5_000_000
    other = "B" if page_text[at] == "A" else "A"
    damaged.write_text(f"{page_text[:at]}{other}{page_text[at + 1 :]}", "utf-8")
    page = opened(damaged)
    page.wait_for_selector(FAILED)
    assert text(page, "#model-status").startswith("The model in this file is damaged; get the file again")
    page.evaluate("playground.player.seek(0); playground.player.play()")
    page.wait_for_function("() => playground.player.moment > 1")
    page.click("#generate")
    page.wait_for_selector("#notice-text:has-text('is damaged')")
