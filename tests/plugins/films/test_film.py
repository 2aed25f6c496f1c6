"""Pictures and films are drawn by the page's own scripts, and say what they show."""

import base64
import dataclasses
import io
import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from page_helpers import GOLDEN, wait_until
from PIL import Image

from playground.cli import main
from playground.errors import ExportError
from playground.export import export
from playground.trace import Trace

ROOT = Path(__file__).parents[3]
KEPT = {"light": (0x1B, 0x63, 0xD6), "dark": (0x7D, 0xB0, 0xFF)}


def run(name="story"):
    return dataclasses.replace(Trace.load(GOLDEN / f"{name}.trace"), name=name)


def film(tmp_path, name, runs, **looks):
    told = []
    (path,) = export(runs, tmp_path / name, progress=lambda *progress: told.append(progress), **looks)
    return path, told


def test_a_picture_has_the_size_and_the_theme_asked_for_and_shows_what_is_kept(browser, tmp_path):
    path, _ = film(tmp_path, "run.png", [run()], theme="dark", shape="square", step=len(run()))
    picture = Image.open(path).convert("RGB")
    assert picture.size == (1080, 1080) and picture.getpixel((2, 2)) == (0x12, 0x16, 0x1D)
    count = int(run().columns["accepted"][-1].sum())
    assert (np.asarray(picture) == KEPT["dark"]).all(axis=2).sum() > 20 * count, "each has a line"


@pytest.mark.thorough
def test_a_gif_has_two_pictures_for_each_moment_at_a_speed_that_can_be_followed(browser, tmp_path):
    trace = run()
    path, told = film(tmp_path, "run.gif", [run(), run("stopped")], speed=4, scale=2)
    moving = Image.open(path)
    moments = max(len(one) + len(one.blocks) for one in (trace, run("stopped")))
    assert moving.n_frames == 2 * moments and moving.size == (2560, 1440)
    assert told[-1] == (moving.n_frames, moving.n_frames) and moving.info["loop"] == 0
    moving.seek(1)
    assert moving.info["duration"] in (120, 130)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["webm", "mp4"])
def test_a_film_plays_and_ends_with_the_text(browser, tmp_path, kind):
    path, _ = film(tmp_path, f"run.{kind}", [run()], speed=8)
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto("about:blank")
    source = f"data:video/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
    page.evaluate(
        """source => new Promise((done, failed) => {
             document.body.style.margin = 0;
             const video = Object.assign(document.createElement('video'), { src: source, muted: true });
             video.onloadedmetadata = () => { video.currentTime = video.duration - 0.5; };
             video.onseeked = done;
             video.onerror = () => failed(video.error.message);
             document.body.append(video); })""",
        source,
    )
    seconds = page.evaluate("document.querySelector('video').duration")
    moments = len(run()) + len(run().blocks)
    assert seconds == pytest.approx((moments - 1) / 8 + 2.5, abs=0.3)

    def underlined():
        last = Image.open(io.BytesIO(page.screenshot()))
        return (np.abs(np.asarray(last.convert("RGB")).astype(int) - KEPT["light"]).max(axis=2) < 40).sum()

    wait_until(lambda: underlined() > 1000, page=page)
    page.close()


def test_what_cannot_be_drawn_is_refused_in_one_sentence(tmp_path, monkeypatch):
    with pytest.raises(ExportError, match="has no step 900; its steps are 1 to"):
        film(tmp_path, "run.png", [run()], step=900)
    with pytest.raises(ExportError, match="at most 4 runs"):
        film(tmp_path, "run.png", [run()] * 5)
    monkeypatch.setattr("playground.export.chromium.chromium_path", lambda: None)
    story = str(GOLDEN / "story.trace")
    done = CliRunner().invoke(main, ["export", story, str(tmp_path / "run.webm")])
    assert done.exit_code == 1 and "apt-get install chromium" in done.output
    done = CliRunner().invoke(main, ["export", story, str(tmp_path / "run.csv"), "--theme", "dark"])
    assert "--theme is for pictures and films" in done.output
    assert not [*tmp_path.iterdir()]


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
