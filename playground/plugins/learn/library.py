"""Lessons of one or more folders: files `NN-name.md`, perhaps their path and traces, and the runs that they may name.

A plugin that has a folder `lessons` beside its module brings lessons of its own: they are there when it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from playground.assets import ASSETS
from playground.errors import PlaygroundError
from playground.plugin_loading import plugins
from playground.plugins.learn.lesson import Lesson, compile_lesson, title_of
from playground.plugins.learn.looks import Compute, Looks
from playground.plugins.learn.path import Stop, read_path
from playground.plugins.learn.problems import LessonError, Wrong, text_of
from playground.trace.trace import Trace

LESSONS = Path(__file__).with_name("lessons")
"""Those that come with this plugin."""
_NAME = re.compile(r"[0-9]{2}-[a-z0-9-]+")


class Runs:
    """Runs by name, read once: those of some folders, and the recorded ones. The index of a folder has their titles.

    Args:
        compute: as `Looks`.
    """

    def __init__(self, folders: Sequence[Path], recorded: Path, compute: Compute | None = None) -> None:
        self._folders = [*(("lessons", folder) for folder in folders), ("recorded", recorded)]
        self._titles: dict[str, str] = {}
        for where in (recorded, *folders):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                listed = json.loads((where / "index.json").read_text(encoding="utf-8"))
                self._titles |= {entry["file"]: entry["title"] for entry in listed}
        self.looks = Looks(folders, compute)
        self.find = cache(self._find)

    def _find(self, name: str) -> Trace:
        """Reads a run.

        Raises:
            Wrong: there is none of that name, or its file is damaged.
        """
        _, path = self._place(name)
        try:
            run = Trace.load(path)
        except PlaygroundError as error:
            raise Wrong(str(error)) from None
        run.name = name
        return run

    def about(self, name: str) -> dict[str, str]:
        """The title of a run, and its file as the page finds it: relative to its own files.

        Raises:
            Wrong: there is none of that name.
        """
        where, path = self._place(name)
        return {"title": self._titles.get(path.name, name), "file": f"{where}/{path.name}"}

    def _place(self, name: str) -> tuple[str, Path]:
        for where, folder in self._folders:
            if (path := folder / f"{name}.trace").is_file():
                return where, path
        names = sorted({path.stem for _, folder in self._folders for path in folder.glob("*.trace")})
        raise Wrong(f"there is no run “{name}”; there are {', '.join(names)}.")


class Library:
    """Lessons by name, in the order of their path. They are compiled when they are asked for, and kept.

    Args:
        folders: of the lessons; they may be missing. A level of the path is whole, whichever folders name it.
        recorded: the folder of the recorded runs and their index.
        files: some of the folders'; by default all.
        compute: as `Looks`.

    Raises:
        LessonError: a file has a name that no lesson has, two folders have one number, or the path is wrong.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        recorded: Path,
        files: Iterable[Path] | None = None,
        compute: Compute | None = None,
    ) -> None:
        self._folders = folders
        if files is None:
            files = (path for folder in folders for path in folder.glob("*.md"))
        named, homes = dict[str, Path](), dict[str, Path]()
        for path in sorted(files, key=lambda path: path.name):
            if not _NAME.fullmatch(path.stem):
                raise LessonError(f"{path.name} is no name of a lesson; it must be like 04-budget.md.")
            if homes.setdefault(path.name[:2], path.parent) != path.parent:
                raise LessonError(f"There is another lesson {path.name[:2]} than {path}; its number is its address.")
            named[path.stem] = path
        stops = {number: stop for folder in folders for number, stop in read_path(folder).items()}
        levels = [stop.level for stop in stops.values()]
        places = {number: levels.index(stop.level) for number, stop in stops.items()}
        order = sorted(named, key=lambda name: places.get(int(name[:2]), len(places)))
        self.files = {name: named[name] for name in order}
        self.stops = {name: stops.get(int(name[:2]), Stop()) for name in order}
        self.lesson = cache(self._lesson)
        self.runs = Runs(folders, recorded, compute)

    @property
    def edition(self) -> str:
        """Differs where anything does that the compiled lessons are made of, but the recorded runs."""
        digest = hashlib.sha256()
        for path in sorted(path for folder in self._folders for path in folder.glob("*.*")):
            digest.update(f"{path.name}\0".encode() + path.read_bytes())
        return digest.hexdigest()

    @property
    def traces(self) -> list[Path]:
        """The runs beside the lessons."""
        return [path for folder in self._folders for path in sorted(folder.glob("*.trace"))]

    def index(self) -> bytes:
        """JSON: names and titles, in order, and what the path says of each."""
        listed = [
            {"name": name, "title": title_of(text_of(path)), **asdict(self.stops[name])}
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
        return compile_lesson(text_of(path), path.name, self.runs)

    def check(self) -> None:
        """Compiles all.

        Raises:
            LessonError: there is none, or something is wrong with one of them.
        """
        if not self.files:
            raise LessonError(f"{self._folders[0]} holds no lessons: files such as 01-noise.md.")
        for name in self.files:
            self.lesson(name)


def library_of(options: Mapping[str, Any]) -> Library:
    """The lessons of the folder that `--lessons` names, or those of all plugins that are there. They are read once.

    Raises:
        LessonError: a file has a name that no lesson has, or the path is wrong.
    """
    folder = options.get("lessons")
    return _library((LESSONS, *_brought()) if folder is None else (folder,))


@cache
def _library(folders: tuple[Path, ...]) -> Library:
    return Library(folders, ASSETS / "recorded")


def _brought() -> list[Path]:
    """The folders of lessons that other plugins have; those of modules that are no packages have none."""
    packages = (path for plugin in plugins().known.values() for path in getattr(plugin.module, "__path__", ()))
    return [folder for path in packages if (folder := Path(path, "lessons")).is_dir() and folder != LESSONS]


def check_file(path: Path, recorded: Path) -> Lesson:
    """Compiles one file, with the traces beside it and the recorded runs.

    Raises:
        LessonError: something is wrong with it.
        OSError: it cannot be read.
    """
    return compile_lesson(text_of(path), path.name, Runs([path.parent], recorded))
