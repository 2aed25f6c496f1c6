"""`settings`: prints a run's settings for use elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from playground.commands.options import max_mib_option, sampler_option
from playground.errors import SpecError
from playground.plugins.code.code import FORMATS, spec_of


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--as", "kind", type=click.Choice(list(FORMATS)), default="pg", show_default=True,
    help="pg: Python code with this package; cli: a command line; transformers: Python code that calls its generate(); "
    "diffusers: its scheduler with the same rule.",
)  # fmt: skip
@sampler_option
@max_mib_option
def settings(path: Path, kind: str, sampler: str | None, max_mib: int) -> None:
    """Print code, or a command line, that makes the run in PATH again.

    A run with a sampler of your own needs --sampler FILE.py.
    """
    from playground.trace import Trace

    text = FORMATS[kind](spec_of(Trace.load(path, max_mib).header)).rstrip("\n")
    encoding = sys.stdout.encoding
    if kind != "cli" and not encoding.lower().startswith("utf"):
        text = text.encode("ascii", "backslashreplace").decode()  # the same to Python, whatever reads the file
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        raise SpecError(
            f"The run has characters that {encoding} lacks, so there is no command line for it here; the Python code "
            "works."
        ) from error
    click.echo(text)
