"""The folder that `site` writes: pages that open from the disk, and what is refused."""

import dataclasses
import json
import re
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from page_holds import GOLDEN, ROOT, TITLES
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.assets import ASSETS
from playground.cli import main
from playground.errors import ExportError
from playground.plugin_loading import Plugins, plugins
from playground.plugins.live.files import RUNTIME
from playground.plugins.live.run_pages import HOME, file_names, run_pages
from playground.plugins.live.site import write_site
from playground.server.files import PageFiles
from playground.server.guard.answers import content_policy
from playground.trace import Trace

pytest_plugins = "page_fixtures"


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """What the command writes here has no pages of docs/ beside it, which take a second."""
    monkeypatch.setattr("playground.plugins.live.site.may_have_docs", lambda: False)


def run(name, path=None):
    return dataclasses.replace(Trace.load(path or GOLDEN / f"{name}.trace"), name=name)


@pytest.mark.thorough
def test_pages_of_runs_open_from_the_disk_and_say_what_does_not(browser, stranger, tmp_path):
    write_site(tmp_path / "site", [run("hostile"), run("story")])
    first = browser.new_page()
    first.goto((tmp_path / "site" / "index.html").as_uri())
    first.click("text=recorded runs")
    page = stranger(first.url, offline=True, ready="() => document.querySelector('li h2')")
    first.close()
    assert page.locator("li h2").all_inner_texts() == ["<script>", "Write a story about Lily, a cat and a red ball."]
    page.click("text=Write a story")
    page.wait_for_selector(".tdp-file-foot p")
    assert "Write a story about Lily" in page.inner_text("h1")
    page.click("text=All runs")
    page.click("text=The words")
    page.wait_for_selector("dt:has-text('thrown back')")
    assert page.inner_text("dt:has-text('thrown back') small") == "re-noised"


def test_the_command_writes_the_recorded_runs_and_may_do_so_again(tmp_path):
    for _ in range(2):
        done = CliRunner().invoke(main, ["site", str(tmp_path / "site")])
        assert done.exit_code == 0, done.output
    assert len([*(tmp_path / "site" / "runs").iterdir()]) == len(TITLES)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    megabytes = float(re.search(r" and the glossary, ([\d.]+) MB\s*$", done.output)[1])
    guide = (ROOT / "docs" / "plugins" / "live.md").read_text()
    assert float(re.search(r"as plain files, ([\d.]+) MB", guide)[1]) == pytest.approx(megabytes, rel=0.02)


def test_every_file_of_the_page_is_there_named_with_its_hash_and_as_the_server_answers_it(tmp_path):
    write_site(tmp_path / "site")
    (folder,) = (tmp_path / "site" / "playground").iterdir()
    page = (tmp_path / "site" / "index.html").read_text()
    for address in re.findall(r'(?:href|src)="(?!data:)([^"#]+)"', page):
        assert (tmp_path / "site" / address).is_file(), address
    parts = plugins().by_plugin("page_part", service=None, options={}, public=False)
    inline = [path.read_bytes() for part in parts.values() for path in part.inline]
    assert f'content="{content_policy(inline)}"' in page and '"served": false' in page
    for name in ("model/model.safetensors", "model/tokenizer.json", "words.json", "share/player.html"):
        assert (folder / name).is_file(), name
    assert {path.name for path in (folder / "runtime").iterdir()} == {
        "ort.wasm.min.js", "ort-wasm-simd-threaded.js", "ort-wasm-simd-threaded.wasm", "LICENSE.txt",
    }  # fmt: skip
    server = TestClient(Starlette(routes=PageFiles(ASSETS / "recorded", parts).routes()))
    kinds = {"ort.wasm.min.js": "text/javascript", "ort-wasm-simd-threaded.wasm": "application/wasm"}
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 150
    for path in files:
        address = quote(path.relative_to(tmp_path / "site").as_posix())
        answer = server.get(address, headers={"Accept-Encoding": "identity"})
        assert answer.content == path.read_bytes(), address
        assert answer.headers.get("Content-Type", "").startswith(kinds.get(path.name, "")), address


def test_what_is_there_is_not_lost(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "index.html").write_text("mine")
    with pytest.raises(ExportError, match="holds something else"):
        write_site(folder)
    with pytest.raises(ExportError, match="cannot be written"):
        write_site(tmp_path / "none" / "site")
    story = run("story")
    columns = {name: column[:0] for name, column in story.columns.items()}
    empty = dataclasses.replace(story, columns=columns, stop_reasons=[])
    with pytest.raises(ExportError, match="has no steps"):
        write_site(tmp_path / "site", [dataclasses.replace(empty, name="empty")])
    with pytest.raises(ExportError, match="There are no runs to write a site of"):
        run_pages([])
    assert [path.name for path in tmp_path.iterdir()] == ["photos"] and (folder / "index.html").read_text() == "mine"


def test_what_runs_the_model_in_a_browser_is_what_npm_has():
    held = {path.stem: path.read_bytes() for path in (ASSETS / "runtime").glob("*.js")}
    npm = ROOT / "node_modules" / "onnxruntime-web" / "dist"
    assert held == {name: (npm / f"{name}.mjs").read_bytes() for name in held}, "run `make runtime`"
    assert RUNTIME.read_bytes() == (npm / RUNTIME.name).read_bytes()


def test_of_a_run_of_another_program_the_page_says_no_seed():
    foreign = run("stream", GOLDEN.parent / "runs/elsewhere.trace")
    home = run_pages([foreign])[HOME]
    assert "seed" not in home and f"from {foreign.header.source} · 5 steps" in home


def test_own_runs_are_those_of_the_page_and_a_plugin_puts_pages_beside_theirs(tmp_path, monkeypatch):
    pages, links = {"a.html": lambda: "<p>A page"}, {"a.html#one": "One & all"}
    part = {"title": "Pages:", "links": lambda: links, "pages": pages, "count": "3 pages"}
    each, out = Plugins.each, tmp_path / "site"
    monkeypatch.setattr(
        Plugins, "each", lambda self, name, **more: [part] if name == "site_part" else each(self, name, **more)
    )
    done = CliRunner().invoke(main, ["site", str(out), str(GOLDEN / "story.trace")])
    assert ": the playground, 1 run, 3 pages and the glossary, " in done.output
    assert (out / "a.html").read_text() == "<p>A page"
    home = (out / "runs.html").read_text()
    assert '<h2>Pages:</h2><ol><li><a href="a.html#one">One &amp; all</a></li></ol>' in home
    (files,) = (out / "playground").iterdir()
    (entry,) = json.loads((files / "recorded" / "index.json").read_text())
    assert Trace.load(files / "recorded" / entry["file"]).token_ids == run("story").token_ids


def test_files_are_named_for_their_runs():
    story = run("story")
    runs = [story, story, dataclasses.replace(story, name="/../x"), dataclasses.replace(story, name="..")]
    assert file_names(runs, "html", {"x.html"}) == ["story.html", "story-2.html", "x-2.html", "run.html"]
