"""`read`: reads the slots of a text instead of writing it."""

from __future__ import annotations

from typing import Any

import click

from playground.commands.options import Utf8, chosen, model_options, settings_options
from playground.plugins.read.template import PROMPT, RUNS

COLUMNS = {"first": "first pass", "last": "last pass", "share": "written", "low": "95% from", "high": "to"}
"""Column -> its name in the terminal."""


@click.command()
@click.argument("template", type=Utf8())
@click.option("--prompt", type=Utf8(), default=PROMPT, show_default=True, help="What the text answers.")
@click.option("--runs", type=int, default=RUNS, show_default=True, help="How many runs write the slots, to compare.")
@click.option("--steps", type=int, help="The step whose pass is read last; by default the run's last one.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the noise, and of the first run.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list with one object for each label.")
@settings_options
@model_options
def read(
    template: str, prompt: str, runs: int, steps: int | None, seed: int, as_json: bool, loading: dict[str, Any],
    way: str | None, **changes: Any,
) -> None:  # fmt: skip
    """Read the slots of TEMPLATE, such as "Mood: ____{happy|sad|angry}", beside what writing puts there.

    A slot lists its labels, or counts them, as ____{0-120}; ____{word} takes the most probable tokens. With no --way,
    all ways of writing read. Nothing here is calibrated: compare.
    """
    from playground.commands.terminal import printable
    from playground.engine.models import load_model
    from playground.plugins.read import table

    model, ways = load_model(**loading), None if way is None else [way]
    slots = table.read(model, template, prompt, ways=ways, runs=runs, steps=steps, seed=seed, **chosen(changes))
    if as_json:
        click.echo(slots.to_json(orient="records", double_precision=15, force_ascii=False))
        return
    groups = slots.groupby(["way", "slot", "source", "tokens", "joint"], sort=False)
    for (name, _, source, tokens, joint), rows in groups:
        length = "1 token a label" if tokens == 1 else f"{tokens} tokens a label, joined by their {joint}"
        shown = rows[["label", *COLUMNS]].rename(columns=COLUMNS).fillna({"label": "outside of the labels"})
        shown["label"] = shown["label"].map(printable)
        figures = shown.to_string(index=False, na_rep="–", float_format="{:.1%}".format)
        click.echo(f"{printable(f'{name}, {source}: {length}')}\n{figures}\n")
