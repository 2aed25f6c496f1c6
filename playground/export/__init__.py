"""Takes runs away: as tables, as one page that plays offline, as pictures and films. Pure functions of traces."""

from playground.export.export import FORMS, export
from playground.export.lesson import export_lessons
from playground.export.run import Run

__all__ = ["FORMS", "Run", "export", "export_lessons"]
