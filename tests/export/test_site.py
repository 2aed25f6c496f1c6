"""The static site opens from the disk, and nothing else is lost for it."""

import dataclasses

import pytest
from click.testing import CliRunner
from page_helpers import GOLDEN, TITLES

from playground.assets import ASSETS
from playground.cli import main
from playground.errors import ExportError
from playground.export.run import Run
from playground.export.site import write_site
from playground.lessons import Library
from playground.trace import Trace

pytest_plugins = "page_fixtures"


def run(name):
    return Run(name=name, trace=Trace.load(GOLDEN / f"{name}.trace"))


def test_a_visitor_goes_from_the_list_to_a_run_and_to_the_words(browser, tmp_path):
    library = Library(ASSETS / "lessons", ASSETS / "recorded")
    titles = {"hostile": "</ul><script>alert(1)</script>", "story": "A story"}
    write_site([run("hostile"), run("story")], tmp_path / "site", library, titles)
    context, troubles = browser.new_context(offline=True), []
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
    page.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    page.goto((tmp_path / "site" / "index.html").as_uri())
    assert len(library.files) == page.locator("ol a").count()
    assert page.locator("li h2").all_inner_texts() == ["</ul><script>alert(1)</script>", "A story"]
    page.click("text=A story")
    page.wait_for_selector(".tdp-file-foot p")
    assert "Write a story about Lily" in page.inner_text("h1")
    page.click("text=All runs")
    page.click("text=The budget")
    page.wait_for_selector(".tdp-lesson-part")
    assert page.inner_text(".tdp-lesson > h2") == "The budget"
    page.click("text=All runs")
    page.click("text=The words")
    page.wait_for_selector("dt:has-text('thrown back')")
    assert page.inner_text("dt:has-text('thrown back') small") == "re-noised"
    context.close()
    assert not troubles


def test_the_command_writes_the_recorded_runs_and_may_do_so_again(tmp_path):
    for _ in range(2):
        done = CliRunner().invoke(main, ["site", str(tmp_path / "site")])
        assert done.exit_code == 0, done.output
    assert len([*(tmp_path / "site" / "runs").iterdir()]) == len(TITLES)
    assert "lessons and the glossary" in done.output and (tmp_path / "site" / "lessons.html").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    own = CliRunner().invoke(main, ["site", str(tmp_path / "own"), str(GOLDEN / "story.trace")])
    assert ": 1 run and the glossary" in own.output and (tmp_path / "own" / "runs" / "story.html").is_file()
    bad = CliRunner().invoke(main, ["site", str(tmp_path / "bad"), "--lessons", str(GOLDEN)])
    assert "golden holds no lessons" in bad.output and not (tmp_path / "bad").exists()


def test_what_is_there_is_not_lost(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "index.html").write_text("mine")
    with pytest.raises(ExportError, match="holds something else"):
        write_site([run("story")], folder)
    with pytest.raises(ExportError, match="cannot be written"):
        write_site([run("story")], tmp_path / "none" / "site")
    with pytest.raises(ExportError, match="no runs"):
        write_site([], tmp_path / "site")
    story = run("story").trace
    columns = {name: column[:0] for name, column in story.columns.items()}
    empty = dataclasses.replace(story, columns=columns, stop_reasons=[])
    with pytest.raises(ExportError, match="has no steps"):
        write_site([Run(name="empty", trace=empty)], tmp_path / "site")
    assert [path.name for path in tmp_path.iterdir()] == ["photos"] and (folder / "index.html").read_text() == "mine"


def test_runs_of_one_name_get_files_of_their_own(tmp_path):
    story = run("story")
    pages = write_site([story, story, Run(name="/../x", trace=story.trace)], tmp_path / "site")
    assert [path.name for path in pages[2:]] == ["story.html", "story-2.html", "x.html"]
