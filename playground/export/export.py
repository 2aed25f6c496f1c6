"""Chooses the form of an export by its file's ending, and writes it whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from playground.errors import ExportError
from playground.export import page, tables
from playground.export.run import named
from playground.export.whole import writing
from playground.hooks import ExportForm
from playground.inputs import checked_path
from playground.plugin_loading import plugins
from playground.trace import Trace

Writer = Callable[..., list[Path]]
"""Writes runs to the path, and perhaps to others beside it; returns all of them."""

FORMS: dict[str, Writer] = {
    ".html": page.write_page,
    ".csv": tables.write_csv,
    ".parquet": tables.write_parquet,
}
"""What a run can be taken away as, by the ending of the file; plugins add more."""


def added_forms() -> list[ExportForm]:
    """The forms of plugins."""
    return [form for forms in plugins().each("exports") for form in forms]


def export(runs: Sequence[Trace], out: Path, **options: Any) -> list[Path]:
    """Writes runs in the form that the ending of `out` names.

    Args:
        options: of a form that a plugin has added; those of the core have none.

    Returns:
        The files that were written, `out` first. If anything fails, none is left, and earlier ones are unchanged.

    Raises:
        ExportError: the ending is unknown, `out` cannot be written, a run has no steps, a package is missing, a form
            has no such option, or a plugin's form refuses the runs.
    """
    form = added_form(out, options)
    writer = form.write if form else form_of(out)
    if options and not form:
        raise ExportError(f"{out.name} cannot have {next(iter(options))}; {out.suffix} has no such option.")
    for run in runs:
        if len(run) == 0:
            raise ExportError(f"{run.name} has no steps, so there is nothing to export; choose a run that took a step.")
    with writing(out) as path:
        written = writer(runs, path, **options)
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


def added_form(out: Path, options: Collection[str]) -> ExportForm | None:
    """The form of a plugin in which a file is written: by its ending, and where others have that too, by an option.

    Args:
        options: that are chosen, by name.
    """
    forms = [form for form in added_forms() if out.suffix.lower() in form.endings]
    chosen = [form for form in forms if {option.name for option in form.options} & {*options}]
    return next(iter(chosen or ([] if out.suffix.lower() in FORMS else forms)), None)


def form_of(out: Path) -> Writer:
    """The writer for a file's ending.

    Raises:
        ExportError: the ending is unknown.
    """
    forms = {ending: form.write for form in added_forms() for ending in form.endings if ending not in FORMS}
    writer = (forms := FORMS | forms).get(out.suffix.lower())
    if writer is None:
        *rest, last = forms
        raise ExportError(f"{out.name} cannot be an export: its name must end in {', '.join(rest)} or {last}.")
    return writer
