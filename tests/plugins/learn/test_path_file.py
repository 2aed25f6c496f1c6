"""The path of a folder's lessons: their order and levels, and what is wrong with it, by line."""

import json

import pytest
from click.testing import CliRunner

from playground.assets import ASSETS
from playground.cli import main
from playground.plugins.learn.library import LESSONS, Library
from playground.plugins.learn.page import payload
from playground.plugins.learn.path import Stop
from playground.plugins.learn.problems import LessonError

LESSON = (LESSONS / "05-not-for-ever.md").read_text()
PATH = """[
  {"level": "Short", "lessons": {"7": "Why?", "12": "Not there"}},
  {"level": "Long", "lessons": {
    "2": "How?"
  }}
]
"""


@pytest.fixture
def folder(tmp_path):
    for number in (2, 3, 1, 7):
        (tmp_path / f"{number:02}-x.md").write_text(LESSON)
    return tmp_path


def library(folder):
    return Library([folder], ASSETS / "recorded")


def test_lessons_without_a_path_make_one_level_in_the_order_of_their_numbers(folder):
    assert [*library(folder).files] == ["01-x", "02-x", "03-x", "07-x"]
    assert {*library(folder).stops.values()} == {Stop()}


def test_a_path_orders_lessons_passes_over_those_that_are_not_there_and_ends_with_the_rest(folder):
    (folder / "path.json").write_text(PATH)
    assert [*library(folder).files] == ["07-x", "02-x", "01-x", "03-x"]
    first, second, third, _ = json.loads(library(folder).index())
    assert first == {"name": "07-x", "title": "Not for ever", "level": "Short", "question": "Why?"}
    assert [second["level"], third["level"], third["question"]] == ["Long", "", ""]
    assert [(entry["name"], entry["level"]) for entry in payload(library(folder))["lessons"]][:2] == [
        ("07-x", "Short"),
        ("02-x", "Long"),
    ]


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
