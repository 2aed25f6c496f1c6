"""`site`: writes the playground as plain files for any static host."""

from __future__ import annotations

from pathlib import Path

import click

from playground.assets import ASSETS
from playground.commands.options import max_mib_option
from playground.commands.terminal import printable


@click.command()
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[RUN.trace ...]")
@click.option(
    "--lessons", metavar="DIR", type=click.Path(file_okay=False, path_type=Path),
    help="Folder with lessons of your own, and their traces.",
)  # fmt: skip
@max_mib_option
def site(out: Path, paths: tuple[Path, ...], lessons: Path | None, max_mib: int) -> None:
    """Write the folder OUT: the playground for any static host, with the model in the reader's browser.

    Beside the page it holds a player for each run, a page of all of them, lessons and the glossary, which open from the
    disk too. Without trace files it takes the recorded runs that come with the playground.
    """
    from playground.export.run import read_runs
    from playground.lessons import Library
    from playground.server.site import write_site
    from playground.trace.branching import counted

    library = Library(lessons or ASSETS / "lessons", ASSETS / "recorded")
    written = write_site(out, library, read_runs(paths, max_mib))
    runs = sum(path.parent == out / "runs" for path in written)
    size = sum(path.stat().st_size for path in written)
    contents = f"{counted(runs, 'run')}, {counted(len(library.files), 'lesson')} and the glossary"
    click.echo(printable(f"{written[0]}: the playground, {contents}, {size / 1e6:.1f} MB"))
