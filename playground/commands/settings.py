"""`settings`: prints a run's settings for use elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from playground.commands.options import max_mib_option
from playground.copying import FORMATS, spec_of


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--as", "kind", type=click.Choice(list(FORMATS)), default="pg", show_default=True,
    help="pg: Python code with this package; cli: a command line; transformers: Python code that calls its generate(); "
    "diffusers: its scheduler with the same rule.",
)  # fmt: skip
@max_mib_option
def settings(path: Path, kind: str, max_mib: int) -> None:
    """Print what makes the run in PATH again."""
    from playground.trace import Trace

    click.echo(FORMATS[kind](spec_of(Trace.load(path, max_mib).header)).rstrip("\n"))
