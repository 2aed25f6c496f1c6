"""What is wrong with a lesson, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playground.errors import PlaygroundError


class LessonError(PlaygroundError, ValueError):
    """A lesson cannot be read, or says what its runs do not show."""


@dataclass(frozen=True)
class Problem:
    line: int
    """Counted from 1."""
    sentence: str


class Problems(LessonError):
    """All that is wrong with one file.

    Args:
        name: of the file.
    """

    def __init__(self, name: str, problems: list[Problem]) -> None:
        self.problems = sorted(problems, key=lambda problem: problem.line)
        super().__init__("\n".join(f"{name}, line {problem.line}: {problem.sentence}" for problem in self.problems))


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Problems(path.name, [Problem(1, "This is no text in UTF-8.")]) from None


class Wrong(ValueError):
    """One thing is wrong; who reads the line knows its number.

    Args:
        after: how many lines below the one that is being read.
    """

    def __init__(self, sentence: str, after: int = 0) -> None:
        super().__init__(sentence)
        self.after = after


BROKEN = object()
"""Stands for what was named in a line that is wrong."""


class Follows(Wrong):
    """Something is wrong only because an earlier line is, and that line has been named already."""

    def __init__(self) -> None:
        super().__init__("")


@contextmanager
def on_line(after: int) -> Iterator[None]:
    """Says of what is wrong inside on which line it is: `after` lines below the one that is being read."""
    try:
        yield
    except Follows:
        raise
    except Wrong as wrong:
        raise Wrong(str(wrong), after) from None
