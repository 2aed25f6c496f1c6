"""`portable`: writes a checkpoint for places without Python."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from playground.commands.terminal import printable


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--model", metavar="FOLDER", help="A local folder; by default the embedded checkpoint.")
def portable(out: Path, model: str | None) -> None:
    """Write a checkpoint into the folder OUT as graphs that run without Python, such as in a browser.

    There is a graph for each pass and each rule (ONNX), a manifest, the tokenizer and the weights, to which the graphs
    point. docs/plugins/live.md says what each is.
    """
    from playground.plugins.live.portable import write_portable

    for path in write_portable(out, model, _tell):
        click.echo(printable(f"{path}  {path.stat().st_size:,} bytes"))


def _tell(name: str, number: int, of: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\rGraph {number} of {of}: {name:40}" + ("\n" if number == of else ""), nl=False, err=True)
