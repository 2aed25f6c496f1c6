"""`export`: takes runs away in the form that a file's ending names."""

from __future__ import annotations

from pathlib import Path

import click

from playground.commands.options import max_mib_option
from playground.commands.terminal import printable


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN.trace ... OUT")
@max_mib_option
def export(paths: tuple[Path, ...], max_mib: int) -> None:
    """Write one or several runs to OUT, in the form that its ending names.

    .html is a page that plays offline, with up to four runs under one clock.
    .csv and .parquet are tables, one row for each block, step and position; a second file has one row for each step.
    """
    from playground.export import export as write
    from playground.export.export import form_of
    from playground.export.run import read_runs

    *files, out = paths
    if not files:
        raise click.UsageError("Give at least one trace file, and then the file to write.")
    form_of(out)
    for path in write(read_runs(files, max_mib), out):
        click.echo(printable(f"{path}  {path.stat().st_size:,} bytes"))
