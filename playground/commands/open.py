"""`open`: makes a trace of what another program wrote about its run."""

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
    help="File for the trace.",
)
def open(file: Path, trace: Path) -> None:
    """Make a trace of FILE: a saved stream of diffusion frames (Unsloth), or the lines of llama.cpp's visual server.

    It holds the text of each step and nothing else. The page opens it, and opens FILE itself too.
    """
    from playground.importing.streams import read_run
    from playground.trace.branching import counted

    made = read_run(file)
    made.save(trace)
    source = f", from {made.header.source}" if made.header.source else ""
    click.echo(f"{trace}: {counted(len(made), 'step')} in {counted(len(made.blocks), 'block')}{source}.")
