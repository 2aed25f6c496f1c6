"""The lessons that ship: each holds for the runs as they are recorded now, and is as short as it must be."""

import pytest

from playground.assets import ASSETS
from playground.lessons.library import Library

LIBRARY = Library(ASSETS / "lessons", ASSETS / "recorded")


@pytest.mark.parametrize("name", LIBRARY.files)
def test_the_lesson_holds(name):
    lesson = LIBRARY.lesson(name)  # what is wrong is named by line
    assert lesson.words <= 250
    blocks = [block["kind"] for part in lesson.parts for block in part["blocks"]]
    assert 1 <= blocks.count("predict") <= 2
    assert blocks.count("try") == 1
    assert lesson.sources
    assert "\n```large\n" in LIBRARY.files[name].read_text()  # a place for a run of the 26B checkpoint
    assert all((ASSETS / run["file"]).is_file() for run in lesson.runs.values())


def test_lessons_keep_their_numbers():
    """They are addresses."""
    assert [int(name[:2]) for name in LIBRARY.files] == [*range(1, 14), 15]
