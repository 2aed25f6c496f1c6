"""Writes lessons, with the runs that they show, as one HTML file that teaches in any browser without a network.

What the lessons claim is checked when they are written, as `playground lesson check` does; what they ask is answered in
the file. `assets/page/plugins/learn/lesson-file.ts` fills the same template in the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playground.assets import ASSETS
from playground.errors import ExportError
from playground.export.page import filled, template
from playground.export.run import packed
from playground.export.whole import writing
from playground.plugins.learn.library import Library

TITLE = "Lessons on text diffusion"


def export_lessons(files: Sequence[Path], out: Path) -> list[Path]:
    """Writes lessons of one folder, which may name the traces beside them and the page's recorded runs.

    Returns:
        The file that was written. If anything fails, none is left, and an earlier one is unchanged.

    Raises:
        ExportError: `out` is no .html file or cannot be written, a file cannot be read, or they are of several folders.
        LessonError: a lesson is wrong, or has a name that none has.
    """
    if out.suffix.lower() != ".html":
        raise ExportError(f"{out.name} cannot hold a lesson: only a name that ends in .html can.")
    folder = files[0].parent
    if any(file.parent != folder for file in files):
        raise ExportError("The lessons of one file must stand in one folder; give those of one folder.")
    try:
        text = lessons_page(Library([folder], ASSETS / "recorded", files))
    except OSError as error:
        raise ExportError(f"{error.filename} cannot be read: {error.strerror}.") from error
    with writing(out) as path:
        path.write_text(text, encoding="utf-8")
    return [out]


def empty_page() -> str:
    """The file without lessons."""
    return template("plugins-learn-lessons", (ASSETS / "dist/plugins-learn.css",))


def lessons_page(library: Library, home: str | None = None) -> str:
    """The file, with all lessons of a library and each of their runs once.

    Args:
        home: the address of a page of all runs, to link to.

    Raises:
        LessonError: a lesson is wrong, or there is none.
    """
    library.check()
    (first, *rest) = library.files
    title = TITLE if rest else library.lesson(first).title
    return filled(empty_page(), title, payload(library) | ({} if home is None else {"home": home}))


def payload(library: Library) -> dict[str, Any]:
    """What the file's script reads: the lessons, and each of their runs once.

    Raises:
        LessonError: a lesson is wrong.
    """
    lessons = {name: library.lesson(name) for name in library.files}
    runs = {name: about["title"] for lesson in lessons.values() for name, about in lesson.runs.items()}
    return {
        "lessons": [
            {"name": name, **asdict(library.stops[name]), "lesson": lesson.to_dict()}
            for name, lesson in lessons.items()
        ],
        "runs": [packed(library.runs.find(name)) | {"title": title} for name, title in runs.items()],
    }
