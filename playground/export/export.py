"""Chooses the form of an export by its file's ending, and writes it whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from playground.errors import ExportError
from playground.export import film, model_page, page, tables
from playground.export.film import Looks, Progress, quiet
from playground.export.run import named
from playground.export.whole import writing
from playground.inputs import checked_path
from playground.trace import Trace

Writer = Callable[[Sequence[Trace], Path], list[Path]]
"""Writes runs to the path, and perhaps to others beside it; returns all of them."""

FORMS: dict[str, Writer] = {
    ".html": page.write_page,
    ".csv": tables.write_csv,
    ".parquet": tables.write_parquet,
    **dict.fromkeys(film.KINDS, film.write_film),
}
"""What a run can be taken away as, by the ending of the file."""


def export(
    runs: Sequence[Trace], out: Path, looks: Looks | None = None, progress: Progress = quiet, with_model: bool = False
) -> list[Path]:
    """Writes runs in the form that the ending of `out` names.

    Args:
        looks: of a picture or a film; other forms have none.
        progress: is called with how many pictures of a film are drawn, and of how many.
        with_model: does a page hold the embedded model too? `out` must end in .html.

    Returns:
        The files that were written, `out` first. If anything fails, none is left, and earlier ones are unchanged.

    Raises:
        ExportError: the ending is unknown, `out` cannot be written, a run has no steps, a package is missing, or a page
            cannot hold the model.
    """
    writer = form_of(out)
    if with_model and writer is not page.write_page:
        raise ExportError(f"{out.name} cannot hold the model; only a page does, whose name ends in .html.")
    if with_model:
        writer = model_page.write_model_page
    for run in runs:
        if len(run) == 0:
            raise ExportError(f"{run.name} has no steps, so there is nothing to export; choose a run that took a step.")
    with writing(out) as path:
        written = film.write_film(runs, path, looks, progress) if writer is film.write_film else writer(runs, path)
    return [out.with_name(path.name) for path in written]


def export_runs(runs: Sequence[Trace | str | PathLike[str]], path: str | PathLike[str], **options: Any) -> list[Path]:
    """Writes traces, or files of traces, in the form that the ending of the path names: .html, .csv, .parquet ...

    Args:
        options: as `export` takes them.

    Returns:
        The files that were written.

    Raises:
        TraceError: a file cannot be read.
        ExportError: as `export`.
    """
    return export(named(runs), checked_path(path, ExportError), **options)


def form_of(out: Path) -> Writer:
    """The writer for a file's ending.

    Raises:
        ExportError: the ending is unknown.
    """
    writer = FORMS.get(out.suffix.lower())
    if writer is None:
        *rest, last = FORMS
        raise ExportError(f"{out.name} cannot be an export: its name must end in {', '.join(rest)} or {last}.")
    return writer
