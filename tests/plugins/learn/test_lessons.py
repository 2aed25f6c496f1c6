"""The lessons that ship: each holds for the runs as they are recorded now, and is as short as it must be."""

import json
import pkgutil
import shutil
import subprocess
import sys

import pytest
from plugin_helpers import module

import playground.plugins.learn
from playground.assets import ASSETS
from playground.plugins.learn.library import LESSONS, Library, library_of
from playground.plugins.learn.path import FILE, check_path
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
    assert all(
        run["file"].removeprefix("lessons/") in {path.name for path in ALL.traces} or (ASSETS / run["file"]).is_file()
        for run in lesson.runs.values()
    )


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
    names = [
        f"playground.plugins.learn.{each.name}" for each in pkgutil.iter_modules(playground.plugins.learn.__path__)
    ]
    code = f"import importlib, sys\nfor name in {names}: importlib.import_module(name)\nprint('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ASSETS.parent)
    assert done.stdout == "False\n"
