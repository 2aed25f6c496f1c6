"""README, CONTRIBUTING and docs/ tell the truth: commands and paths exist, the tree is the tree, the code runs."""

import re
from pathlib import Path

import pytest

import playground as pg
from playground.cli import commands
from playground.plugin_loading import plugins
from playground.trace import Trace

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
TEXTS = {
    path: path.read_text() for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
}
PATH = r"\b(?:playground|workshop|assets|tests|docs|examples)/[\w/.-]*[\w/]"


def test_every_command_is_shown_and_every_shown_command_exists():
    pages = {path.stem: path.read_text() for path in (ROOT / "docs/plugins").glob("*.md")}
    core_page = (ROOT / "docs/commands.md").read_text()
    added = {name: set(commands) for name, commands in plugins().by_plugin("commands").items()}
    for name, text in {**pages, "": core_page}.items():
        core = set(commands()) - {command for those in added.values() for command in those}
        shown = set(re.findall(r"python -m playground (\w+)", text))
        assert shown == core if not name else added.get(name, set()) <= shown <= set(commands()), name


def test_make_targets_exist():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"^make ([\w-]+)", README, re.M)) == {"run", "test"} <= targets
    assert {"test"} <= set(re.findall(r"^make ([\w-]+)", CONTRIBUTING, re.M)) <= targets


def test_the_annotated_tree_has_what_lies_on_top():
    tree = re.search(r"```text\n(.*?)```", README, re.S)[1]
    listed = re.findall(r"^(\S+)  ", tree, re.M)
    assert len(listed) == len(tree.splitlines())
    for path in listed:
        assert (ROOT / path).is_dir() if path.endswith("/") else (ROOT / path).is_file(), path


def test_readme_is_read_in_three_minutes():
    assert len(README.splitlines()) <= 120


def test_links_and_pictures_lead_somewhere():
    for file, text in TEXTS.items():
        for name, heading in re.findall(r"\]\((?!\w+:)([^)#]*)#?([^)]*)\)", text):
            target = file.parent / name if name else file
            assert target.exists(), (file.name, name)
            headings = re.findall(r"^#+ (.*)", target.read_text(), re.M) if heading else []
            slugs = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings]
            assert not heading or heading in slugs, (file.name, heading)


def test_every_path_that_is_named_is_there():
    paths = {path for text in TEXTS.values() for path in re.findall(PATH, text)}
    assert len(paths) > 50
    for path in paths:
        assert (ROOT / path).exists(), path


def test_contributing_says_what_files_hold():
    held = re.findall(r"`(\w+)` in\s+`([\w/.]+)`", CONTRIBUTING)
    assert {"KNOBS", "BUILT_IN", "COMMANDS"} <= {name for name, _ in held}
    for name, path in held:
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text()), f"{name} in {path}"
    assert set(re.findall(r"python -m playground (\w+)", CONTRIBUTING)) <= set(commands())


def test_no_hint_names_a_file_that_an_installed_package_lacks():
    for source in (ROOT / "playground").rglob("*.py"):
        assert "pip install -r" not in source.read_text(encoding="utf-8"), source


@pytest.mark.slow
@pytest.mark.usefixtures("registered")
def test_the_snippets_of_the_python_page_run_in_their_order(embedded_model, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pg, "load_model", lambda: embedded_model, raising=False)
    names: dict = {}
    for code in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.S):
        exec(code, names)
    assert names["own"].header.settings["min_lead"] == 0.3 and len(names["result"].table) == 12
    assert (tmp_path / "fox.html").is_file() and names["stopped"].nfe == 3


def test_the_python_page_names_all_that_there_is():
    page = (ROOT / "docs" / "python.md").read_text()
    assert [name for name in pg.__all__ if name != "__version__" and not re.search(rf"\b{name}\b", page)] == []


@pytest.mark.slow
def test_the_python_example_runs(embedded_model, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("playground.load_model", lambda *a, **k: embedded_model, raising=False)
    code = re.search(r"```python\n(.*?)```", README, re.S)[1]
    names: dict = {}
    exec(code, names)
    (path,) = tmp_path.glob("*.trace")
    assert Trace.load(path).token_ids == names["trace"].token_ids
