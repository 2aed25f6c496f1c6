"""A folder of lessons: files `NN-name.md`, perhaps their path and traces, and the recorded runs that they may name."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from playground.assets import ASSETS
from playground.errors import PlaygroundError
from playground.plugins.learn.lesson import Lesson, compile_lesson, title_of
from playground.plugins.learn.looks import Compute, Looks
from playground.plugins.learn.path import Stop, read_path
from playground.plugins.learn.problems import LessonError, Problem, Problems, Wrong
from playground.plugins.learn.readings import Logs, Readings
from playground.plugins.learn.things import Run
from playground.trace.trace import Trace

LESSONS = Path(__file__).with_name("lessons")
"""Those that come with the playground."""
_NAME = re.compile(r"[0-9]{2}-[a-z0-9-]+")


class Runs:
    """Runs by name, read once: those of a folder, and the recorded ones. The index of a folder has their titles.

    Args:
        compute: computes where a cell looks; None reads what the folder has of it.
        read: computes what a pass makes of a run's noisy start, likewise.
    """

    def __init__(
        self,
        folder: Path,
        recorded: Path,
        compute: Compute | None = None,
        read: Callable[[Run], Logs] | None = None,
    ) -> None:
        self._folders = {"lessons": folder, "recorded": recorded}
        self._titles: dict[str, str] = {}
        for where in (recorded, folder):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                listed = json.loads((where / "index.json").read_text(encoding="utf-8"))
                self._titles |= {entry["file"]: entry["title"] for entry in listed}
        self.looks = Looks(folder, compute)
        self.readings = Readings(folder, read)
        self.find = cache(self._find)

    def _find(self, name: str) -> Run:
        """Reads a run.

        Raises:
            Wrong: there is none of that name, or its file is damaged.
        """
        for where, folder in self._folders.items():
            path = folder / f"{name}.trace"
            if path.is_file():
                try:
                    trace = Trace.load(path)
                except PlaygroundError as error:
                    raise Wrong(str(error)) from None
                title = self._titles.get(path.name, name)
                return Run(name, trace, title, f"{where}/{path.name}", self.looks.of, self.readings.of)
        names = sorted({path.stem for folder in self._folders.values() for path in folder.glob("*.trace")})
        raise Wrong(f"there is no run “{name}”; there are {', '.join(names)}.")


class Library:
    """Lessons by name, in the order of their path. They are compiled when they are asked for, and kept.

    Args:
        folder: of the lessons; it may be missing.
        recorded: the folder of the recorded runs and their index.
        files: some of the folder's; by default all.
        compute, read: as `Runs`.

    Raises:
        LessonError: a file has a name that no lesson has, or the path is wrong.
    """

    def __init__(
        self,
        folder: Path,
        recorded: Path,
        files: Iterable[Path] | None = None,
        compute: Compute | None = None,
        read: Callable[[Run], Logs] | None = None,
    ) -> None:
        self.folder = folder
        named = {path.stem: path for path in sorted(folder.glob("*.md") if files is None else files)}
        for name, path in named.items():
            if not _NAME.fullmatch(name):
                raise LessonError(f"{path.name} is no name of a lesson; it must be like 04-budget.md.")
        stops = read_path(folder)
        places = {number: place for place, number in enumerate(stops)}
        order = sorted(named, key=lambda name: places.get(int(name[:2]), len(places)))
        self.files = {name: named[name] for name in order}
        self.stops = {name: stops.get(int(name[:2]), Stop()) for name in order}
        self.lesson = cache(self._lesson)
        self.runs = Runs(folder, recorded, compute, read)

    @property
    def edition(self) -> str:
        """Differs where anything does that the compiled lessons are made of, but the recorded runs."""
        digest = hashlib.sha256()
        for path in sorted(self.folder.glob("*.*")):
            digest.update(f"{path.name}\0".encode() + path.read_bytes())
        return digest.hexdigest()

    def index(self) -> bytes:
        """JSON: names and titles, in order, and what the path says of each."""
        listed = [
            {"name": name, "title": title_of(_text(path)), **asdict(self.stops[name])}
            for name, path in self.files.items()
        ]
        return json.dumps(listed).encode()

    def file(self, name: str) -> bytes:
        """JSON: what the page plays, or {"problem": a sentence}.

        Raises:
            KeyError: there is no such lesson.
        """
        try:
            content = self.lesson(name).to_dict()
        except PlaygroundError as error:
            content = {"problem": str(error).splitlines()[0]}
        return json.dumps(content).encode()

    def _lesson(self, name: str) -> Lesson:
        """Compiles a lesson.

        Raises:
            KeyError: there is none of that name.
            Problems: something is wrong with it.
        """
        path = self.files[name]
        return compile_lesson(_text(path), path.name, self.runs.find)

    def trace(self, name: str) -> Trace:
        """A run that a lesson names.

        Raises:
            Wrong: there is none of that name, or its file is damaged.
        """
        return self.runs.find(name).trace

    def check(self) -> None:
        """Compiles all.

        Raises:
            LessonError: there is none, or something is wrong with one of them.
        """
        if not self.files:
            raise LessonError(f"{self.folder} holds no lessons: files such as 01-noise.md.")
        for name in self.files:
            self.lesson(name)


def library_of(options: Mapping[str, Any]) -> Library:
    """The lessons of the folder that `--lessons` names, or those that are installed. They are read once.

    Raises:
        LessonError: a file has a name that no lesson has, or the path is wrong.
    """
    return _library(options.get("lessons") or LESSONS)


@cache
def _library(folder: Path) -> Library:
    return Library(folder, ASSETS / "recorded")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Problems(path.name, [Problem(1, "This is no text in UTF-8.")]) from None


def check_file(path: Path, recorded: Path) -> Lesson:
    """Compiles one file, with the traces beside it and the recorded runs.

    Raises:
        LessonError: something is wrong with it.
        OSError: it cannot be read.
    """
    return compile_lesson(_text(path), path.name, Runs(path.parent, recorded).find)
