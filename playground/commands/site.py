"""`site`: writes runs, lessons and the glossary as plain files for any static host."""

from __future__ import annotations

import json
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
    """Write the folder OUT with a player for each run, a page of all of them, lessons and the glossary.

    Without trace files it takes the recorded runs and the lessons that come with the playground. It opens from the
    disk.
    """
    from playground.export.run import read_runs
    from playground.export.site import write_site
    from playground.lessons import Library
    from playground.trace.branching import counted

    if lessons is None and not paths:
        lessons = ASSETS / "lessons"
    titles: dict[str, str] = {}
    if not paths:
        recorded = ASSETS / "recorded"
        index = json.loads((recorded / "index.json").read_text(encoding="utf-8"))
        paths = tuple(recorded / entry["file"] for entry in index)
        titles = {Path(entry["file"]).stem: entry["title"] for entry in index}
    runs = read_runs(paths, max_mib)
    library = None if lessons is None else Library(lessons, ASSETS / "recorded")
    written = write_site(runs, out, library, titles)
    size = sum(path.stat().st_size for path in written)
    contents = counted(len(runs), "run") + (f", {counted(len(library.files), 'lesson')}" if library else "")
    click.echo(printable(f"{written[0]}: {contents} and the glossary, {size / 1e6:.1f} MB"))
