"""`read`: reads the slots of a text instead of writing it."""

from __future__ import annotations

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
    "low": "95% from",
    "high": "to",
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
    from playground.commands.terminal import printable

    groups = table.groupby(["way", "slot", "source", "tokens", "joint"], sort=False)
    for (way, _, source, tokens, joint), rows in groups:
        length = "1 token a label" if tokens == 1 else f"{tokens} tokens a label, joined by their {joint}"
        shown = rows[[*COLUMNS]].rename(columns=COLUMNS).fillna({"label": "outside of the labels"})
        shown["label"] = shown["label"].map(printable)
        figures = shown.to_string(index=False, na_rep="–", float_format="{:.1%}".format)
        click.echo(f"{printable(f'{way}, {source}: {length}')}\n{figures}\n")
