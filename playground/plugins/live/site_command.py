"""`site`: writes the playground as plain files for any static host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from playground.commands.options import max_mib_option
from playground.commands.terminal import printable
from playground.plugin_loading import plugins


@click.command()
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[RUN.trace ...]")
@max_mib_option
def site(out: Path, paths: tuple[Path, ...], max_mib: int, **added: Any) -> None:
    """Write the folder OUT: the playground for any static host, with the model in the reader's browser.

    Beside the page it holds a player for each run, a page of all of them and the glossary, which open from the disk
    too. Without trace files it takes the recorded runs that come with the playground. From the source, with mkdocs,
    the pages of docs/ are in the folder too.
    """
    from playground.export.run import read_runs
    from playground.plugins.live.run_pages import HOME
    from playground.plugins.live.site import may_have_docs, write_site
    from playground.trace.branching import counted

    written = write_site(out, read_runs(paths, max_mib), added, docs=may_have_docs())
    runs = sum(path.parent == out / "runs" for path in written)
    size = sum(path.stat().st_size for path in written)
    parts = plugins().each("site_part", options=added, home=HOME)
    counts = [counted(runs, "run"), *(part["count"] for part in parts)]
    click.echo(printable(f"{written[0]}: the playground, {', '.join(counts)} and the glossary, {size / 1e6:.1f} MB"))


site.params.extend(option for options in plugins().each("site_options") for option in options)
