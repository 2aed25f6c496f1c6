"""README, CONTRIBUTING and docs/ tell the truth: commands and paths exist, the tree is the tree, the code runs."""

import ast
import json
import re
import shlex
from collections import defaultdict
from pathlib import Path

import click
import pytest

import playground as pg
from playground.cli import commands, main
from playground.engine.models import Model
from playground.plugin_loading import plugins
from playground.trace import Trace
from workshop.requirements import ranges

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
TEXTS = {
    path: path.read_text() for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
}
PATH = r"\b(?:playground|workshop|assets|tests|docs|examples)/[\w/.-]*[\w/]"


def fences(language):
    """The blocks of this language on all pages, with the pages."""
    return [
        (path, block)
        for path, text in TEXTS.items()
        for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)
    ]


def typed():
    """What is typed into a terminal on all pages, a command with its words; what follows a pipe is another one."""
    for path, block in fences("sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.shlex(line, posix=True, punctuation_chars="|&;>")
            words.whitespace_split, words.commenters = True, "#"
            command = []
            for word in words:
                if set(word) <= set("|&;>"):
                    yield path, command
                    command = []
                else:
                    command.append(word)
            yield path, command


def test_pages_are_short_and_no_sentence_stands_on_two():
    assert len(README.splitlines()) <= 120 and len(CONTRIBUTING.splitlines()) <= 100
    pages = defaultdict(set)
    for path, text in TEXTS.items():
        prose = re.sub(r"^```.*?^```|^\|.*?$", "\n\n", text, flags=re.S | re.M)
        for sentence in re.split(r"(?<=[.!?:])\s+|\n\n+|\n[-#]", prose):
            if len(words := re.findall(r"\w+", sentence.lower())) >= 9:
                pages[" ".join(words)].add(path)
    assert not [sentence for sentence, paths in pages.items() if len(paths) > 1]


def test_every_command_that_is_shown_has_its_options():
    """Nothing runs: click reads the words, and converts the values that name no file."""
    shown = set()
    for path, (program, *words) in filter(lambda each: each[1], typed()):
        if not re.fullmatch(r"(\S*/)?python3?|docker", program) or words[:2] in (["-m", "pytest"], ["-m", "venv"]):
            continue
        if words[:1] == ["app.py"]:
            name, words = "serve", words[1:]
        elif words[:2] == ["-m", "playground"]:
            name, words = words[2], words[3:]
        else:
            assert words[0] == "-m" or (ROOT / words[0]).exists(), (path.name, words)
            continue
        shown.add(name)
        command = main.get_command(click.Context(main), name)
        while isinstance(command, click.Group):
            command, words = command.get_command(click.Context(command), words[0]), words[1:]
        words = [word for word in words if word != "..."]
        context = click.Context(command, info_name=name)
        values, rest, _ = command.make_parser(context).parse_args(list(words))
        assert not rest, (path.name, words)
        for option in command.params:
            value = values.get(option.name)
            if value is not None and not isinstance(option.type, click.Path | click.File) and ".py" not in str(value):
                option.type_cast_value(context, value)
    assert {"serve", "generate", "export", "train"} <= shown


def test_what_is_to_be_installed_is_there():
    _, extras = ranges(ROOT)
    for path, words in typed():
        if words[:2] == ["pip", "install"]:
            for word in words[2:]:
                if word.endswith(".txt"):
                    assert (ROOT / word).is_file(), (path.name, word)
                elif extra := re.search(r"\[(.*)\]", word):
                    assert extra[1] in extras, (path.name, word)
        elif words[:1] == ["make"]:
            assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), re.M), (path.name, words)


def test_every_snippet_is_of_its_language_and_names_what_there_is():
    for path, code in fences("python"):
        for node in ast.walk(ast.parse(code, path.name)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "pg":
                assert hasattr(pg, node.attr), (path.name, node.attr)
    for _, text in fences("json"):
        json.loads(text)
    assert len(fences("python")) > 15 and fences("json")


def test_every_command_is_shown_and_every_shown_command_exists():
    pages = {path.stem: path.read_text() for path in (ROOT / "docs/plugins").glob("*.md")}
    core_page = (ROOT / "docs/commands.md").read_text()
    added = {name: set(commands) for name, commands in plugins().by_plugin("commands").items()}
    for name, text in {**pages, "": core_page}.items():
        core = set(commands()) - {command for those in added.values() for command in those}
        shown = set(re.findall(r"python -m playground (\w+)", text))
        assert shown == core if not name else added.get(name, set()) <= shown <= set(commands()), name


def test_the_annotated_tree_has_what_lies_on_top():
    tree = re.search(r"```text\n(.*?)```", README, re.S)[1]
    listed = re.findall(r"^(\S+)  ", tree, re.M)
    assert len(listed) == len(tree.splitlines())
    for path in listed:
        assert (ROOT / path).is_dir() if path.endswith("/") else (ROOT / path).is_file(), path


def test_links_and_pictures_lead_somewhere():
    for file, text in TEXTS.items():
        for name, heading in re.findall(r"\]\((?!\w+:)([^)#]*)#?([^)]*)\)", text):
            target = file.parent / name if name else file
            if target.parent.name == "plugins" and not (ROOT / "playground/plugins" / target.stem).is_dir():
                continue  # the plugin was deleted, with its page
            assert target.exists(), (file.name, name)
            headings = re.findall(r"^#+ (.*)", target.read_text(), re.M) if heading else []
            slugs = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings]
            assert not heading or heading in slugs, (file.name, heading)


def test_every_path_that_is_named_is_there_and_the_first_page_names_all_pages():
    index = (ROOT / "docs/README.md").read_text()
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages == {*re.findall(r"\]\(([^./)]+\.md)\)", index)}
    paths = {path for text in TEXTS.values() for path in re.findall(PATH, text)}
    assert len(paths) > 50
    for path in paths:
        assert (ROOT / path).exists(), path


def test_contributing_says_what_files_hold():
    held = re.findall(r"`(\w+)` in\s+`([\w/.]+)`", CONTRIBUTING)
    assert {"KNOBS", "BUILT_IN", "COMMANDS"} <= {name for name, _ in held}
    for name, path in held:
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text()), f"{name} in {path}"


def test_no_hint_names_a_file_that_an_installed_package_lacks():
    for source in (ROOT / "playground").rglob("*.py"):
        assert "pip install -r" not in source.read_text(encoding="utf-8"), source


@pytest.fixture
def half_a_canvas(embedded_model, monkeypatch, tmp_path):
    """The embedded model is loaded with half a canvas, with which its runs end, after ten steps at most."""
    settings = embedded_model.settings.replace(max_denoising_steps=10, max_new_tokens=64)
    monkeypatch.setattr(Model, "settings", settings)
    monkeypatch.setattr(embedded_model.module.config, "canvas_length", 64)
    monkeypatch.setattr(pg, "load_model", lambda: embedded_model, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.usefixtures("registered", "half_a_canvas")
def test_the_example_of_readme_and_the_snippets_of_the_python_page_run_in_their_order(tmp_path):
    names: dict = {}
    exec(re.search(r"```python\n(.*?)```", README, re.S)[1], names)
    (path,) = tmp_path.glob("*.trace")
    assert Trace.load(path).token_ids == names["trace"].token_ids
    for code in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.S):
        exec(code, names)
    assert names["own"].header.settings["min_lead"] == 0.3
    assert (tmp_path / "fox.html").is_file() and names["stopped"].nfe == 3


def test_the_python_page_names_all_that_there_is():
    page = (ROOT / "docs" / "python.md").read_text()
    assert [name for name in pg.__all__ if name != "__version__" and not re.search(rf"\b{name}\b", page)] == []
