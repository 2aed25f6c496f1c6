"""`show`: replay a trace in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from playground.commands.options import Finite, max_mib_option


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--speed", type=Finite(0.1, 60), default=4, show_default=True, help="Steps per second.")
@click.option("--step", type=click.IntRange(min=1), help="Show only this step, counted over all blocks.")
@max_mib_option
def show(path: Path, speed: float, step: int | None, max_mib: int) -> None:
    """Replay the run in PATH: the sampled tokens, entropy as colour, status as style."""
    from rich.console import Console

    from playground.commands.terminal import printable, verdict_line
    from playground.plugins.terminal.replay import replay
    from playground.trace import Trace

    trace = Trace.load(path, max_mib)
    if step is not None and step > len(trace):
        raise click.UsageError(f"--step is {step}; this run has {len(trace)} steps.")
    console = Console()
    rows = range(len(trace)) if step is None else [step - 1]
    replay(trace, console, rows if console.is_terminal else rows[-1:], 1 / speed)
    if trace.header.verdict and step in (None, len(trace)):
        click.echo(printable(verdict_line(trace.header.verdict)))
