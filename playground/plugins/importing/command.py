"""`open`: makes traces of what another program wrote about its runs."""

from __future__ import annotations

from pathlib import Path

import click

from playground.commands.options import new_trace_file


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--trace",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    callback=new_trace_file,
    help="File for the trace. Of several runs in FILE, the second one has -2 before its ending, and so on.",
)
def open(file: Path, trace: Path) -> None:
    """Make traces of the runs in FILE: saved diffusion frames (Unsloth), or the lines of llama.cpp's visual server.

    They hold the text of each step and nothing else. The page opens them, and opens FILE itself too.
    """
    from playground.trace.branching import counted
    from playground.trace.files import read_runs

    for number, made in enumerate(read_runs(file), 1):
        path = trace if number == 1 else trace.with_stem(f"{trace.stem}-{number}")
        made.save(path)
        source = f", from {made.header.source}" if made.header.source else ""
        click.echo(f"{path}: {counted(len(made), 'step')} in {counted(len(made.blocks), 'block')}{source}.")
