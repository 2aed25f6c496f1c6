"""`export`: takes runs away in the form that a file's ending names."""

from __future__ import annotations

import pkgutil
import sys
from pathlib import Path
from typing import Any

import click

from playground.commands.options import Finite, max_mib_option
from playground.commands.terminal import printable
from playground.hooks import plugins


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN.trace ... OUT")
@click.option("--theme", type=click.Choice(["light", "dark"]), help="Of a picture or a film; light by default.")
@click.option("--shape", type=click.Choice(["wide", "square"]), help="1280x720, which is the default, or 1080x1080.")
@click.option("--speed", type=Finite(0.1, 30), metavar="STEPS", help="Steps a second of a film; 4 by default.")
@click.option("--scale", type=click.IntRange(1, 2), help="Pixels for each one of the shape; 1 by default.")
@click.option(
    "--step", type=click.IntRange(min=1), help="The step of a picture, over all parts; by default a telling one."
)
@click.option("--with-model", is_flag=True, help="A page (.html) holds the embedded model too, and makes runs offline.")
@max_mib_option
def export(paths: tuple[Path, ...], max_mib: int, with_model: bool, **looks: Any) -> None:
    """Write one or several runs to OUT, in the form that its ending names.

    .html is a page that plays offline, with up to four runs under one clock. .png is a picture; .webm, .mp4 and .gif
    are films. Chromium draws these. .csv and .parquet are tables, one row for each block, step and position; a second
    file has one row for each step. docs/sharing.md says more.
    """
    from playground.export import export as write
    from playground.export.export import form_of
    from playground.export.film import KINDS, Looks
    from playground.export.run import read_runs

    *files, out = paths
    if not files:
        raise click.UsageError("Give at least one trace file, and then the file to write.")
    form_of(out)
    sources = {ending: at for added in plugins().each("export_sources") for ending, at in added.items()}
    endings = {file.suffix for file in files}
    ending = next((each for each in endings if each in sources), None)
    if ending and len(endings) > 1:
        raise click.UsageError(f"A file holds runs or {ending} files; give only {ending} files, or only traces.")
    chosen = {name: value for name, value in looks.items() if value is not None}
    if chosen and out.suffix.lower() not in KINDS:
        raise click.UsageError(f"--{next(iter(chosen))} is for pictures and films: {', '.join(KINDS)}.")
    if ending and with_model:
        raise click.UsageError(f"A page of {ending} files holds no model; leave out --with-model.")
    if ending:
        written = pkgutil.resolve_name(sources[ending])(files, out)
    else:
        written = write(read_runs(files, max_mib), out, Looks(**chosen), _tell, with_model)
    for path in written:
        click.echo(printable(f"{path}  {path.stat().st_size:,} bytes"))


def _tell(done: int, of: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\rPicture {done} of {of}; Ctrl-C stops." + ("\n" if done == of else ""), nl=False, err=True)
