"""Folders of lessons: those that ship, their order and levels, and what is wrong with them, by line."""

import json
import pkgutil
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner
from plugin_helpers import module

from playground.assets import ASSETS
from playground.cli import main
from playground.plugins.learn.library import LESSONS, Library, library_of
from playground.plugins.learn.page import payload
from playground.plugins.learn.path import FILE, Stop, check_path
from playground.plugins.learn.problems import LessonError

LIBRARY = Library([LESSONS], ASSETS / "recorded")
ALL = library_of({})
"""Those of other plugins too."""


@pytest.mark.parametrize("name", ALL.files)
def test_the_lesson_holds(name):
    lesson = ALL.lesson(name)  # what is wrong is named by line
    assert lesson.words <= 250
    blocks = [block["kind"] for part in lesson.parts for block in part["blocks"]]
    assert 1 <= blocks.count("predict") <= 2
    assert blocks.count("try") == 1
    assert lesson.sources
    assert "\n```large\n" in ALL.files[name].read_text()  # a place for a run of the 26B checkpoint
    brought = {f"lessons/{path.name}" for path in ALL.traces}
    assert all(run["file"] in brought or (ASSETS / run["file"]).is_file() for run in lesson.runs.values())


def test_the_path_begins_with_a_short_tour_and_asks_at_each_stop():
    numbers = [int(name[:2]) for name in LIBRARY.files]
    assert sorted(numbers) == [*range(1, 16)] and numbers[:3] == [1, 4, 5]  # numbers are addresses
    assert check_path(LESSONS / FILE) == "15 of 15 lessons, in 2 levels"
    tour = next(iter(LIBRARY.stops.values())).level
    words = sum(LIBRARY.lesson(name).words for name, stop in LIBRARY.stops.items() if stop.level == tour)
    assert words <= 700  # in five minutes, with the questions
    assert all(stop.level and stop.question for stop in LIBRARY.stops.values())
    assert len({stop.level for stop in LIBRARY.stops.values()}) == 2


def test_another_plugin_brings_lessons_which_stand_in_its_level_of_the_path(loaded, tmp_path):
    folder = tmp_path / "lessons"
    folder.mkdir()
    shutil.copy(LESSONS / "after.trace", folder / "brought.trace")
    (folder / "99-brought.md").write_text(
        "# Brought\n\n```name\nx = run brought\n```\n\n```show\nat: x\n```\n\nRead.\n"
    )
    tour = next(iter(LIBRARY.stops.values())).level
    (folder / "path.json").write_text(json.dumps([{"level": tour, "lessons": {"99": "Who brought it?"}}]))
    loaded(mine=module(__path__=[str(tmp_path)]))
    library = library_of({})
    assert [*library.files][3] == "99-brought" and library.stops["99-brought"].level == tour
    assert library.lesson("99-brought").runs["brought"]["file"] == "lessons/brought.trace"
    assert folder / "brought.trace" in library.traces and library.edition != ALL.edition
    assert "99-brought" not in library_of({"lessons": LESSONS}).files
    (folder / "99-brought.md").rename(folder / "04-brought.md")
    with pytest.raises(LessonError, match=r"There is another lesson 04 than .*; its number is its address\."):
        Library([LESSONS, folder], ASSETS / "recorded")


def test_they_are_compiled_without_torch():
    names = [f"playground.plugins.learn.{each.name}" for each in pkgutil.iter_modules([str(LESSONS.parent)])]
    code = f"import importlib, sys\nfor name in {names}: importlib.import_module(name)\nprint('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ASSETS.parent)
    assert done.stdout == "False\n"


LESSON = (LESSONS / "05-not-for-ever.md").read_text()
PATH = """[
  {"level": "Short", "lessons": {"7": "Why?", "12": "Not there"}},
  {"level": "Long", "lessons": {
    "2": "How?"}}]"""


@pytest.fixture
def folder(tmp_path):
    for number in (2, 3, 1, 7):
        (tmp_path / f"{number:02}-x.md").write_text(LESSON)
    return tmp_path


def library(folder):
    return Library([folder], ASSETS / "recorded")


def test_a_path_orders_lessons_passes_over_those_that_are_not_there_and_ends_with_the_rest(folder):
    assert [*library(folder).files] == ["01-x", "02-x", "03-x", "07-x"]
    assert {*library(folder).stops.values()} == {Stop()}, "without a path they make one level"
    (folder / "path.json").write_text(PATH)
    assert [*library(folder).files] == ["07-x", "02-x", "01-x", "03-x"]
    first, second, third, _ = json.loads(library(folder).index())
    assert first == {"name": "07-x", "title": "Not for ever", "level": "Short", "question": "Why?"}
    assert [second["level"], third["level"], third["question"]] == ["Long", "", ""]
    levels = [(entry["name"], entry["level"]) for entry in payload(library(folder))["lessons"]]
    assert levels[:2] == [("07-x", "Short"), ("02-x", "Long")]


def test_the_version_of_a_lesson_is_another_once_anything_in_it_is(folder):
    before = library(folder).lesson("01-x").to_dict()
    assert before["version"] == library(folder).lesson("02-x").to_dict()["version"]
    (folder / "02-x.md").write_text(LESSON.replace("It need not end well", "It may end badly"))
    assert before["version"] != library(folder).lesson("02-x").to_dict()["version"]


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (PATH.replace('"Why?"', "3"), 2, "Lesson 7 needs a question, a text."),
        (PATH.replace('"2"', '"7"'), 4, "“7” is no number of a lesson, or stands here twice."),
        (PATH.replace('"2"', '"two"'), 4, "“two” is no number"),
        (PATH.replace('"How?"', "how"), 4, "This is no JSON"),
        (PATH.replace('"level": "Long", ', ""), 1, "A path is a list of levels"),
        ("7", 1, "A path is a list of levels"),
        ("\udcff", 1, "This is no text in UTF-8."),
    ],
)
def test_what_is_wrong_with_a_path_is_named_by_line(folder, text, line, sentence):
    (folder / "path.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(LessonError, match=f"path.json, line {line}: {sentence}".replace("?", r"\?")):
        library(folder)
    checked = CliRunner().invoke(main, ["lesson", "check", str(folder / "path.json")])
    assert checked.exit_code == 1 and f"path.json, line {line}: {sentence}" in checked.output


def test_the_check_names_lessons_that_are_not_there(folder):
    (folder / "path.json").write_text(PATH)
    checked = CliRunner().invoke(main, ["lesson", "check", str(folder / "path.json")])
    assert checked.exit_code == 1 and "path.json, line 2: There is no lesson 12." in checked.output
    (folder / "path.json").write_text(PATH.replace(', "12": "Not there"', ""))
    checked = CliRunner().invoke(main, ["lesson", "check", str(folder / "path.json")])
    assert checked.exit_code == 0 and "right. 2 of 4 lessons, in 2 levels." in checked.output


RIGHT = "# A\n\n```name\nlily = run lily\n```\n\n```show\nat: lily\n```\n\nIt takes {lily.steps} steps.\n"


def test_a_lesson_is_right_or_its_lines_are_named(tmp_path):
    right, wrong = tmp_path / "right.md", tmp_path / "wrong.md"
    right.write_text(RIGHT)
    wrong.write_text(RIGHT + "\n{lily.moon}\n\n{nobody}\n")
    read = CliRunner().invoke(main, ["lesson", "check", str(right), str(wrong)])
    assert read.exit_code == 1
    assert "right.md: right. 1 part, 4 words, 0 predictions." in read.output
    assert "wrong.md, line 13: A run has no “moon”" in read.output and "wrong.md, line 15: " in read.output
    assert CliRunner().invoke(main, ["lesson", "check", str(right)]).exit_code == 0
    missing = CliRunner().invoke(main, ["lesson", "check", str(tmp_path / "no.md")])
    assert missing.exit_code == 1 and "no.md cannot be used" in missing.output


def test_serve_refuses_a_folder_that_holds_no_right_lessons(tmp_path):
    def refused(folder):
        read = CliRunner().invoke(main, ["serve", "--lessons", str(folder)])
        assert read.exit_code == 2
        return read.output

    empty, wrong = tmp_path / "empty", tmp_path / "wrong"
    for folder in (empty, wrong):
        folder.mkdir()
    assert "empty holds no lessons" in refused(empty)
    (wrong / "01-a.md").write_text(RIGHT + "\n{nobody}\n")
    assert "01-a.md, line 13" in refused(wrong)
