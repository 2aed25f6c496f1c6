"""`read`: reads the slots of a text instead of writing it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from playground.commands.options import Utf8, chosen, model_options, settings_options

if TYPE_CHECKING:
    import pandas as pd

    from playground.spec.prompt import Prompt

COLUMNS = {
    "label": "label",
    "first": "first pass",
    "last": "last pass",
    "share": "written",
    "interval": "95% interval",
}
"""Column -> its name in the terminal."""


@click.command()
@click.argument("template", type=Utf8())
@click.option(
    "--prompt", type=Utf8(), help="What the text answers; by default the smallest that the small model knows."
)
@click.option("--runs", type=int, help="How many runs write the slots, to compare; 0 for none.")
@click.option("--steps", type=int, help="The step whose pass is read last; by default the run's last one.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the noise, and of the first run.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list with one object for each label.")
@settings_options
@model_options
def read(
    template: str, prompt: str | None, runs: int | None, steps: int | None, seed: int, as_json: bool,
    loading: dict[str, Any], **changes: Any,
) -> None:  # fmt: skip
    """Read the slots of TEMPLATE, such as "Mood: ____{happy|sad|angry}", beside what writing puts there.

    A slot lists its labels, or counts them, as ____{0-120}; ____{word} takes the most probable tokens. With no --way,
    all ways of writing read. Nothing here is calibrated: compare.
    """
    from playground.engine.models import load_model
    from playground.plugins.read.table import PROMPT, RUNS
    from playground.plugins.read.table import read as reading

    settings = chosen(changes)
    way = settings.pop("way", None)
    content: str | Prompt = PROMPT if prompt is None else prompt
    table = reading(
        load_model(**loading), template, content, ways=way and [way], runs=RUNS if runs is None else runs, steps=steps,
        seed=seed, **settings,
    )  # fmt: skip
    if as_json:
        click.echo(table.to_json(orient="records", double_precision=15, force_ascii=False))
        return
    _show(table)


def _show(table: pd.DataFrame) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from playground.commands.terminal import printable

    console = Console()
    for _, rows in table.groupby(["way", "slot", "tokens"], sort=False):
        lines = json.loads(rows.to_json(orient="records"))
        way, source, tokens, joint = (lines[0][name] for name in ("way", "source", "tokens", "joint"))
        joined = f", joined by their {joint}" if tokens > 1 else ""
        title = f"{way}, {source}: {tokens} {'token' if tokens == 1 else 'tokens'} a label{joined}"
        shown = Table(title=Text(printable(title)), title_justify="left")
        for name in COLUMNS.values():
            shown.add_column(name, justify="left" if name == "label" else "right")
        for row in lines:
            row["label"] = "outside of the labels" if row["kind"] == "outside" else row["label"]
            row["interval"] = None if row["low"] is None else f"{_percent(row['low'])} to {_percent(row['high'])}"
            cells = (row[name] if name in ("label", "interval") else _percent(row[name]) for name in COLUMNS)
            shown.add_row(*(Text(printable(cell or "–")) for cell in cells))
        console.print(shown)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"
