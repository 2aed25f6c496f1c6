"""Pictures and films of the command line and of the Share menu: the page's own scripts draw them."""

import base64
import dataclasses
import re
import shlex
import shutil
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from click.testing import CliRunner
from page_holds import GOLDEN
from page_reader import open_trace, saved
from PIL import Image
from playwright.sync_api import Error

from playground.cli import main
from playground.errors import ExportError
from playground.export import export
from playground.plugins.films import film
from playground.trace import Trace

ROOT = Path(__file__).parents[3]
KEPT = (0x7D, 0xB0, 0xFF)


def run(name="story"):
    return dataclasses.replace(Trace.load(GOLDEN / f"{name}.trace"), name=name)


def test_a_picture_has_the_size_and_the_theme_asked_for_and_shows_what_is_kept(browser, tmp_path):
    (path,) = export([run()], tmp_path / "run.png", theme="dark", shape="square", step=len(run()))
    picture = Image.open(path).convert("RGB")
    assert picture.size == (1080, 1080) and picture.getpixel((2, 2)) == (0x12, 0x16, 0x1D)
    count = int(run().columns["accepted"][-1].sum())
    assert (np.asarray(picture) == KEPT).all(axis=2).sum() > 20 * count, "each has a line"


@pytest.mark.thorough
def test_a_gif_has_two_pictures_for_each_moment_at_a_speed_that_can_be_followed(browser, tmp_path):
    runs, told = [run(), run("stopped")], []
    (path,) = export(runs, tmp_path / "run.gif", progress=lambda *progress: told.append(progress), speed=4, scale=2)
    moving = Image.open(path)
    moments = max(len(one) + len(one.blocks) for one in runs)
    assert moving.n_frames == 2 * moments and moving.size == (2560, 1440)
    assert told[-1] == (moving.n_frames, moving.n_frames) and moving.info["loop"] == 0
    moving.seek(1)
    assert moving.info["duration"] in (120, 130)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["webm", "mp4"])
def test_a_film_plays(browser, tmp_path, kind):
    (path,) = export([run()], tmp_path / f"run.{kind}", speed=8)
    page = browser.new_page()
    page.goto("about:blank")
    source = f"data:video/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
    seconds = page.evaluate(
        """source => new Promise((done, failed) => {
             const video = Object.assign(document.createElement('video'), { src: source, muted: true });
             video.onloadedmetadata = () => { video.currentTime = video.duration - 0.5; };
             video.onseeked = () => done(video.duration);
             video.onerror = () => failed(video.error.message);
             document.body.append(video); })""",
        source,
    )
    moments = len(run()) + len(run().blocks)
    assert seconds == pytest.approx((moments - 1) / 8 + 2.5, abs=0.3)
    page.close()


def test_what_cannot_be_drawn_is_refused_in_one_sentence(tmp_path, monkeypatch):
    for step in (0, len(run()) + 1):
        with pytest.raises(ExportError, match=f"has no step {step}; its steps are 1 to {len(run())}"):
            export([run()], tmp_path / "run.png", step=step)
    with pytest.raises(ExportError, match="at most 4 runs"):
        export([run()] * 5, tmp_path / "run.png")
    monkeypatch.setattr("playground.export.chromium.chromium_path", lambda: None)
    story = str(GOLDEN / "story.trace")
    done = CliRunner().invoke(main, ["export", story, str(tmp_path / "run.webm")])
    assert done.exit_code == 1 and "apt-get install chromium" in done.output
    done = CliRunner().invoke(main, ["export", story, str(tmp_path / "run.csv"), "--theme", "dark"])
    assert "--theme is for pictures and films" in done.output
    assert not [*tmp_path.iterdir()]


def test_what_fails_in_the_page_is_its_own_sentence(monkeypatch):
    failing = Mock(**{"new_page.side_effect": Error("Page.evaluate: Error: It has no encoder.\n    at make")})
    monkeypatch.setattr(film, "browser", lambda _: nullcontext(failing))
    with pytest.raises(ExportError, match=r"^It has no encoder\.$"):
        film._drawn({}, print)


@pytest.mark.thorough
def test_the_commands_of_its_page_run(tmp_path, monkeypatch):
    shutil.copy(GOLDEN / "story.trace", tmp_path / "run.trace")
    shutil.copy(GOLDEN / "stopped.trace", tmp_path / "other.trace")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/plugins/films.md").read_text("utf-8")
    lines = re.findall(r"python -m playground (export [^#\n`]*)", page)
    assert len(lines) == 3
    for line in lines:
        done = CliRunner().invoke(main, shlex.split(line))
        assert done.exit_code == 0, done.output
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("run.png", "run.webm", "both.mp4"))


def test_the_menu_saves_a_picture_with_the_looks_that_are_chosen(one_page, open_run):
    open_run("hostile")
    one_page.click("text=Share")
    one_page.wait_for_selector("[data-form=png]")
    assert Image.open(saved(one_page, "png").path()).size == (1280, 720)
    for look in ("2", "square"):
        one_page.click(f".tdp-share-looks [data-value='{look}']")
    assert Image.open(saved(one_page, "png").path()).size == (2160, 2160)
    assert one_page.is_hidden(".tdp-share-stop"), "a picture is there at once"
    one_page.keyboard.press("Escape")
    open_trace(one_page, GOLDEN.parent / "runs/elsewhere.trace")  # of another program
    one_page.click("text=Share")
    assert Image.open(saved(one_page, "png").path()).size == (2160, 2160)
    one_page.keyboard.press("Escape")
    open_trace(one_page, GOLDEN / "story.trace")  # which has all that the next test looks for


STOP_AT_A_PICTURE = """() => {
  const said = document.querySelector('.tdp-share-said');
  new MutationObserver((_, telling) => {
    if (!said.textContent.startsWith('Picture')) return;
    telling.disconnect();
    document.querySelector('.tdp-share-stop').click(); })
      .observe(said, { characterData: true, subtree: true }); }"""
"""A film is soon over: the page itself presses Stop."""


@pytest.mark.thorough
def test_a_film_tells_its_progress_and_can_be_stopped(one_page, open_run):
    open_run("story")
    one_page.click("text=Share")
    one_page.wait_for_selector("[data-form=film]")
    one_page.evaluate(STOP_AT_A_PICTURE)
    one_page.click("[data-form=film]")
    one_page.wait_for_function("() => document.querySelector('.tdp-share-said').textContent.startsWith('Stopped')")
    assert not one_page.query_selector(".token-canvas[aria-hidden]"), "what it drew on is taken away"
    one_page.keyboard.press("Escape")
