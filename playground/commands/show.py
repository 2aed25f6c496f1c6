"""`show`: replay a trace in the terminal."""

from __future__ import annotations

import time
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
    from rich.live import Live

    from playground.commands.terminal import WIDTH, printable, step_table, thought_and_answer
    from playground.trace import Trace
    from playground.trace.status import status

    trace = Trace.load(path, max_mib)
    if step is not None and step > len(trace):
        raise click.UsageError(f"--step is {step}; this run has {len(trace)} steps.")
    console = Console()
    codes = status(trace.columns["accepted"], trace.columns["block"])
    columns = max(1, min(16, console.width // WIDTH))
    header = trace.header
    console.print(f"{header.model} · seed {header.seed} · recorded {header.recorded_at}", markup=False)
    console.print(f"prompt: {printable(header.prompt)}\n", markup=False)
    shown = range(len(trace)) if step is None else [step - 1]
    if not console.is_terminal:
        shown = shown[-1:]
    with Live(console=console, auto_refresh=False) as live:
        for at in shown:
            live.update(step_table(trace, trace.frame(at), codes[at], columns), refresh=True)
            if at != shown[-1]:
                time.sleep(1 / speed)
    console.print(f"\n{printable(thought_and_answer(trace))}\n", markup=False)
    steps = f"{trace.nfe} denoiser passes, {trace.tokens_per_forward:.1f} tokens per forward"
    console.print(f"{steps}; ended: {trace.finish_reason}.", markup=False)
