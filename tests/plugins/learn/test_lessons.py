"""The lessons that ship: each holds for the runs as they are recorded now, and is as short as it must be."""

import pkgutil
import subprocess
import sys

import pytest

import playground.plugins.learn
from playground.assets import ASSETS
from playground.plugins.learn.library import LESSONS, Library
from playground.plugins.learn.path import FILE, check_path

LIBRARY = Library(LESSONS, ASSETS / "recorded")


@pytest.mark.parametrize("name", LIBRARY.files)
def test_the_lesson_holds(name):
    lesson = LIBRARY.lesson(name)  # what is wrong is named by line
    assert lesson.words <= 250
    blocks = [block["kind"] for part in lesson.parts for block in part["blocks"]]
    assert 1 <= blocks.count("predict") <= 2
    assert blocks.count("try") == 1
    assert lesson.sources
    assert "\n```large\n" in LIBRARY.files[name].read_text()  # a place for a run of the 26B checkpoint
    assert all(
        (LESSONS.parent / run["file"]).is_file() or (ASSETS / run["file"]).is_file() for run in lesson.runs.values()
    )


def test_the_path_begins_with_a_short_tour_and_asks_at_each_stop():
    numbers = [int(name[:2]) for name in LIBRARY.files]
    assert sorted(numbers) == [*range(1, 16)] and numbers[:3] == [1, 4, 5]  # numbers are addresses
    assert check_path(LIBRARY.folder / FILE) == "15 of 15 lessons, in 2 levels"
    tour = next(iter(LIBRARY.stops.values())).level
    words = sum(LIBRARY.lesson(name).words for name, stop in LIBRARY.stops.items() if stop.level == tour)
    assert words <= 700  # in five minutes, with the questions
    assert all(stop.level and stop.question for stop in LIBRARY.stops.values())
    assert len({stop.level for stop in LIBRARY.stops.values()}) == 2


def test_they_are_compiled_without_torch():
    names = [
        f"playground.plugins.learn.{each.name}" for each in pkgutil.iter_modules(playground.plugins.learn.__path__)
    ]
    code = f"import importlib, sys\nfor name in {names}: importlib.import_module(name)\nprint('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ASSETS.parent)
    assert done.stdout == "False\n"
