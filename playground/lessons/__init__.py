"""Lessons: Markdown files that name moments of recorded runs by query, and are compiled to what the page plays.

Python alone evaluates queries, figures and assertions, each time that a lesson is read; nothing derived is stored. The
page gets steps, cells and figures, and plays them. `docs/lessons.md` says how a lesson is written. No torch.
"""

from playground.lessons.lesson import Lesson, compile_lesson
from playground.lessons.library import Library

__all__ = ["Lesson", "Library", "compile_lesson"]
