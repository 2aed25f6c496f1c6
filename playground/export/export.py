"""Chooses the form of an export by its file's ending, and writes it whole or not at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from playground.errors import ExportError
from playground.export.page import write_page
from playground.export.run import named
from playground.export.whole import writing
from playground.hooks import ExportForm
from playground.inputs import checked_path
from playground.plugin_loading import plugins
from playground.trace import Trace

PAGE = ExportForm(
    endings=(".html",),
    kind="pages",
    help=".html is a page that plays offline, with up to four runs under one clock.",
    write=write_page,
)


def forms() -> list[ExportForm]:
    """What a run can be taken away as: a page, and what plugins add."""
    return [PAGE, *(form for added in plugins().each("exports") for form in added)]


def export(runs: Sequence[Trace], out: Path, **options: Any) -> list[Path]:
    """Writes runs in the form that the ending of `out` names.

    Args:
        options: of the form, and perhaps `progress`, as `ExportForm.write` takes them.

    Returns:
        The files that were written, `out` first. If anything fails, none is left, and earlier ones are unchanged.

    Raises:
        ExportError: the ending is unknown, `out` cannot be written, a run has no steps, a package is missing, the form
            has no such option, or it refuses the runs.
    """
    form = form_of(out, options)
    if unknown := [*options.keys() - {"progress", *_options(form)}]:
        raise ExportError(f"{out.name} cannot have {unknown[0]}; {out.suffix} has no such option.")
    for run in runs:
        if len(run) == 0:
            raise ExportError(f"{run.name} has no steps, so there is nothing to export; choose a run that took a step.")
    with writing(out) as path:
        written = form.write(runs, path, **options)
    return [out.with_name(path.name) for path in written]


def export_runs(runs: Sequence[Trace | str | PathLike[str]], path: str | PathLike[str], **options: Any) -> list[Path]:
    """Writes traces, or files of traces, in the form that the ending of the path names: .html, or what plugins add.

    Args:
        options: as `export` takes them.

    Returns:
        The files that were written.

    Raises:
        TraceError: a file cannot be read.
        ExportError: as `export`.
    """
    return export(named(runs), checked_path(path, ExportError), **options)


def form_of(out: Path, chosen: Collection[str] = ()) -> ExportForm:
    """The form in which a file is written: by its ending, and where several have that, by an option.

    Args:
        chosen: the options that are, by name.

    Raises:
        ExportError: the ending is unknown.
    """
    known = forms()
    fitting = [form for form in known if out.suffix.lower() in form.endings]
    if not fitting:
        *rest, last = dict.fromkeys(ending for form in known for ending in form.endings)
        raise ExportError(f"{out.name} cannot be an export: its name must end in {', '.join(rest)} or {last}.")
    return next((form for form in fitting if _options(form) & {*chosen}), fitting[0])


def _options(form: ExportForm) -> set[str]:
    return {str(option.name) for option in form.options}
