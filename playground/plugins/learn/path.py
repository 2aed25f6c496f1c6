"""The path of a folder's lessons: `path.json`, which has their order, their levels, and a question about each.

    [{"level": "A tour of five minutes", "lessons": {"1": "How often does it read?", "4": "What may it keep?"}}, ...]

Lessons are named by their numbers, and those that are not there are passed over. Lessons that the path does not name,
and all of a folder without one, come last, in the order of their numbers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from playground.plugins.learn.problems import Problem, Problems, text_of

FILE = "path.json"


@dataclass(frozen=True)
class Stop:
    level: str = ""
    """Its title; "" for lessons without one."""
    question: str = ""
    """In a few words, what the lesson is about."""


def read_path(folder: Path) -> dict[int, Stop]:
    """The stops by the numbers of their lessons, in order; none if the folder has no path.

    Raises:
        Problems: the file is none.
    """
    try:
        text = text_of(folder / FILE)
    except OSError:
        return {}
    try:
        levels = json.loads(text)
    except ValueError as error:
        raise Problems(FILE, [Problem(getattr(error, "lineno", 1), f"This is no JSON: {error}.")]) from None
    stops: dict[int, Stop] = {}
    problems = []
    for level in levels if isinstance(levels, list) else [levels]:
        match level:
            case {"level": str(title), "lessons": dict(lessons), **rest} if not rest:
                for number, question in lessons.items():
                    if not number.isdecimal() or int(number) in stops:
                        sentence = f"“{number}” is no number of a lesson, or stands here twice."
                        problems.append(Problem(line_of(text, number), sentence))
                    elif not isinstance(question, str):
                        problems.append(Problem(line_of(text, number), f"Lesson {number} needs a question, a text."))
                    else:
                        stops[int(number)] = Stop(title, question)
            case _:
                sentence = 'A path is a list of levels: {"level": "Its title", "lessons": {"1": "A question"}}.'
                problems.append(Problem(1, sentence))
    if problems:
        raise Problems(FILE, problems)
    return stops


def line_of(text: str, number: str) -> int:
    """The last line of a path that names a lesson."""
    return max((at for at, line in enumerate(text.splitlines(), 1) if f'"{number}"' in line), default=1)


def check_path(file: Path) -> str:
    """A sentence about a path that is right.

    Raises:
        Problems: it is wrong, or names a lesson that is not beside it.
        OSError: it cannot be read.
    """
    text = file.read_bytes().decode("utf-8", "replace")
    stops = read_path(file.parent)
    numbers = {int(path.name[:2]) for path in file.parent.glob("[0-9][0-9]-*.md")}
    missing = [number for number in stops if number not in numbers]
    if missing:
        raise Problems(FILE, [Problem(line_of(text, str(n)), f"There is no lesson {n}.") for n in missing])
    levels = list(dict.fromkeys(stop.level for stop in stops.values()))
    return f"{len(stops)} of {len(numbers)} lessons, in {len(levels)} levels"
