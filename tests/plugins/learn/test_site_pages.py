"""Lessons in the folder that `site` writes, and those that the server hands out."""

import json

import pytest
from click.testing import CliRunner
from page_helpers import GOLDEN
from plugins.learn.lesson_helpers import LIBRARY
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.assets import ASSETS
from playground.cli import main
from playground.plugin_loading import plugins
from playground.server.files import PageFiles


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("playground.plugins.live")  # whose command it is
    out = tmp_path_factory.mktemp("learn") / "site"
    done = CliRunner().invoke(main, ["site", str(out), str(GOLDEN / "story.trace")])
    assert done.exit_code == 0, done.output
    assert f": the playground, 1 run, {len(LIBRARY.files)} lessons and the glossary, " in done.output
    return out


def test_they_stand_beside_the_runs_and_find_theirs(site):
    (files,) = (site / "playground").iterdir()
    assert len(json.loads((files / "lessons" / "index.json").read_text())) == len(LIBRARY.files)
    for name in LIBRARY.files:
        lesson = json.loads((files / "lessons" / f"{name}.json").read_text())
        assert all((files / about["file"]).is_file() for about in lesson["runs"].values()), name
    assert not [*(files / "lessons").glob("*.md")]


def test_they_open_from_the_disk(site, stranger):
    page = stranger((site / "runs.html").as_uri(), offline=True, ready="() => document.querySelector('ol a')")
    assert len(LIBRARY.files) == page.locator("ol a").count()
    page.click("text=The budget")
    page.wait_for_selector(".tdp-lesson-part")
    assert page.inner_text(".tdp-lesson > h2") == "The budget"
    page.click("text=All runs")


def test_a_folder_without_any_is_refused_and_nothing_is_written(tmp_path):
    pytest.importorskip("playground.plugins.live")
    bad = CliRunner().invoke(main, ["site", str(tmp_path / "bad"), "--lessons", str(GOLDEN)])
    assert "golden holds no lessons" in bad.output and not (tmp_path / "bad").exists()


def test_a_lesson_is_compiled_when_it_is_asked_for_and_a_wrong_one_is_a_sentence(tmp_path):
    (tmp_path / "01-a.md").write_text("# A\n\n{nobody}\n")
    parts = plugins().by_plugin("page_part", service=None, options={"lessons": tmp_path}, public=False)
    server = TestClient(Starlette(routes=PageFiles(ASSETS / "recorded", parts).routes()))
    (listed,) = server.get("/playground/lessons/index.json").json()
    assert listed["name"] == "01-a" and listed["title"] == "A"
    assert "01-a.md, line 1: " in server.get("/playground/lessons/01-a.json").json()["problem"]
    assert server.get("/playground/lessons/02-b.json").status_code == 404
