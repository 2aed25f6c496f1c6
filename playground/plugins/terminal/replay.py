"""Draws the steps of a run in a terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from playground.commands.terminal import printable, thought_and_answer
from playground.rules.ways import WAYS
from playground.trace import StepFrame, Trace
from playground.trace.status import status

STYLES = ("bold", "bold underline", "dim", "strike")
"""Styles by status code."""
SCALE = ("#3b4cc0", "#6f92f3", "#aac7fd", "#dddcdc", "#f7b89c", "#e7745b", "#b40426")
"""From blue (sure) to red (unsure), which colour-blind people can tell apart."""
MOST_NATS = 4.0
"""The entropy at the end of the scale, which is absolute."""
WIDTH = 10


def cell(text: str, entropy: float, status: int) -> Text:
    """Draws one position, WIDTH wide: its token, on the colour of its entropy and in the style of its status."""
    shown = printable(text).replace("\n", "↵")[: WIDTH - 1].ljust(WIDTH)
    colour = SCALE[min(int(entropy / MOST_NATS * len(SCALE)), len(SCALE) - 1)]
    ink = "black" if colour in SCALE[1:5] else "white"
    return Text(shown, style=f"{ink} on {colour} {STYLES[status]}", end="")


def step_table(trace: Trace, frame: StepFrame, codes: np.ndarray, columns: int) -> Table:
    """Draws the sampled canvas of a step as a grid, with a line of figures below.

    Args:
        codes: this step's status codes (L,).
        columns: how many positions a line has.
    """
    steps = (trace.columns["block"] == frame.block).sum()
    title = f"block {frame.block}/{len(trace.stop_reasons)} · step {frame.step}/{steps}"
    counts = ", ".join(f"{(codes == code).sum()} {name}" for code, name in enumerate(WAYS[trace.header.way].statuses))
    caption = f"{counts} · mean entropy {frame.mean_entropy:.4f} nats · temperature {frame.temperature:.3f}"
    if frame.stop_reason:
        caption += f" · the block ended: {frame.stop_reason}"
    table = Table.grid(padding=0)
    table.title, table.caption = Text(title), Text(caption)
    cells = [
        cell(trace.tokens[token], entropy, code)
        for token, entropy, code in zip(frame.sampled_ids.tolist(), frame.entropy.tolist(), codes, strict=True)
    ]
    for start in range(0, len(cells), columns):
        table.add_row(*cells[start : start + columns])
    return table


def replay(trace: Trace, console: Console, rows: Sequence[int], seconds: float) -> None:
    """Shows a run: its prompt, the steps at `rows` one by one, and its text.

    Args:
        seconds: the time between two steps.
    """
    codes = status(trace.columns["accepted"], trace.columns["block"])
    columns = max(1, min(16, console.width // WIDTH))
    header = trace.header

    def say(text: str) -> None:
        console.print(Text(printable(text)))

    say(f"{header.model} · seed {header.seed} · recorded {header.recorded_at}")
    say(f"prompt: {header.prompt}\n")
    with Live(console=console, auto_refresh=False) as live:
        for row in rows:
            live.update(step_table(trace, trace.frame(row), codes[row], columns), refresh=True)
            if row != rows[-1]:
                time.sleep(seconds)
    say(f"\n{thought_and_answer(trace)}\n")
    figures = f"{trace.nfe} denoiser passes, {trace.tokens_per_forward:.1f} tokens per forward"
    say(f"{figures}; ended: {trace.finish_reason}.")
