"""The page of one file plays from the disk without a network, and text in it stays text."""

import dataclasses

import pytest
from page_fixtures import FILE_PAINTED
from page_holds import GOLDEN, ROOT
from page_reader import go

from playground.errors import ExportError
from playground.export import export
from playground.export.page import page as written_page
from playground.trace import Trace

pytest_plugins = "page_fixtures"

MARKUP = "</script><script>alert(1)</script><!--"


def run(name, path=None):
    return dataclasses.replace(Trace.load(path or GOLDEN / f"{name}.trace"), name=name)


@pytest.fixture
def open_file(stranger, tmp_path):
    """Writes runs, and opens the file in a browser without a network, where nothing may go wrong."""

    def open_file(*runs):
        (path,) = export(runs, tmp_path / "run.html")
        page = stranger(path.as_uri(), offline=True, ready=FILE_PAINTED)
        page.evaluate("window.playground = { player }")
        return page

    return open_file


def test_it_plays_from_the_disk_without_a_network(open_file):
    story = run("story")
    page = open_file(story)
    go(page, 3, 5)
    assert page.evaluate("player.painter.ids") == story.columns["sampled_ids"][3].tolist()
    assert page.inner_text(".tdp-label") == "RECORDED" and "seed 3" in page.inner_text(".tdp-file-foot")
    page.click("[data-panel=table]")  # a module that comes late
    page.wait_for_selector(".tdp-table-panel table")
    with page.expect_download() as saved:
        page.click(".tdp-file-foot button")
    assert Trace.load(saved.value.path()).token_ids == story.token_ids


def test_runs_are_compared_and_markup_stays_text(open_file):
    page = open_file(run(MARKUP, GOLDEN / "hostile.trace"), run("other", GOLDEN / "hostile.trace"))
    page.wait_for_selector(".tdp-lane + .tdp-lane")
    assert page.inner_text("h1") == "<script>" and page.title() == "<script>"
    assert page.evaluate("document.scripts.length") == 3  # the runs, the complaint and the player
    assert page.inner_text(".tdp-lane-table th") and not page.query_selector(".tdp-lane-offers")


def test_a_browser_that_cannot_read_the_script_says_so(browser, tmp_path):
    text = written_page([run("story")]).replace('<script type="module">', '<script type="module">future syntax;', 1)
    (tmp_path / "run.html").write_text(text)
    page = browser.new_page()
    page.goto((tmp_path / "run.html").as_uri())
    page.wait_for_function("() => document.body.innerText.includes('This browser cannot play the run (')")
    page.close()


def test_more_runs_than_fit_are_refused():
    with pytest.raises(ExportError, match="at most 4 runs"):
        written_page([run("story")] * 5)
    assert written_page([run("story")] * 4)
    assert "MOST_LANES = 4;" in (ROOT / "assets" / "page" / "run" / "lanes.ts").read_text()
