"""`site`: writes runs and the glossary as plain files for any static host."""

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
@max_mib_option
def site(out: Path, paths: tuple[Path, ...], max_mib: int) -> None:
    """Write the folder OUT with a player for each run, a page of all of them, and the glossary.

    Without trace files it takes the recorded runs that come with the playground. It opens from the disk.
    """
    from playground.export.page import title_of
    from playground.export.run import read_runs
    from playground.export.site import Exhibit, write_site

    titles: dict[str, str] = {}
    if not paths:
        recorded = ASSETS / "recorded"
        titles = {entry["file"]: entry["title"] for entry in json.loads((recorded / "index.json").read_text())}
        paths = tuple(recorded / name for name in titles)
    runs = read_runs(paths, max_mib)
    exhibits = [
        Exhibit(run=run, title=titles.get(path.name) or title_of(run.trace.header.prompt))
        for run, path in zip(runs, paths, strict=True)
    ]
    written = write_site(exhibits, out)
    size = sum(path.stat().st_size for path in written)
    click.echo(
        printable(
            f"{written[0]}: {len(runs)} {'run' if len(runs) == 1 else 'runs'} and the glossary, {size / 1e6:.1f} MB"
        )
    )
