"""`compare`: figures of several runs, side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playground.commands.options import max_mib_option

if TYPE_CHECKING:
    import pandas as pd

LABELS = {
    "title": "differs in",
    "passes": "passes",
    "encoder_passes": "encoder passes",
    "tokens": "tokens",
    "tokens_per_pass": "tokens per pass",
    "seconds": "seconds",
    "seconds_note": "no seconds, because",
    "shared_rows": "rows that shared a pass",
    "mean_entropy": "mean entropy (nats)",
    "relapses": "kept tokens reopened",
    "changed_tokens": "of these, kept as another",
    "stop_reason": "last block ended",
    "finish_reason": "run ended",
    "verdict": "verdict of the rule",
    "divergence": "first differs at",
}
"""Column of the table -> what the terminal calls it, in its order."""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="A.trace B.trace ...")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list with one object for each run.")
@max_mib_option
def compare(paths: tuple[Path, ...], as_json: bool, max_mib: int) -> None:
    """Compare the runs in two or more trace files with the first one.

    Positions count from 0, blocks and steps from 1. Seconds are shown only if the same machine took all of them in the
    same way. The time of a pass that several runs shared belongs to no single run.
    """
    from playground.evaluation.comparing import compare, records
    from playground.trace import Trace

    if len(paths) < 2:
        raise click.UsageError("Give at least two trace files to compare.")
    table = compare([Trace.load(path, max_mib) for path in paths])
    if as_json:
        runs = records(table)
        click.echo(json.dumps([{"file": path.name, **run} for path, run in zip(paths, runs, strict=True)]))
        return
    _show(table, [path.name for path in paths])


def _show(table: pd.DataFrame, names: list[str]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from playground.commands.terminal import printable

    shown = Table()
    for name in ("", *names):
        shown.add_column(Text(printable(name)), overflow="fold")
    for column, label in LABELS.items():
        cells = [_cell(run, column, place) for place, (_, run) in enumerate(table.iterrows())]
        if any(cells):
            shown.add_row(label, *(Text(printable(cell or "–")) for cell in cells))
    Console().print(shown)


def _cell(run: Any, column: str, place: int) -> str:
    """A figure as text, with its difference to the first run; "" if there is none."""
    import pandas as pd

    value = run[column]
    if pd.isna(value) or value == "":
        return ""
    if isinstance(value, str):
        return "" if column == "divergence" and place == 0 else value
    digits = ",.3f" if isinstance(value, float) else ","
    difference = run.get(f"{column}_diff")
    shown = f"{value:{digits}}"
    return shown if not place or difference is None or pd.isna(difference) else f"{shown} ({difference:+{digits}})"
