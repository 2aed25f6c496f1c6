"""`constrain`: runs a prompt under a constraint, or compares that with drawing freely and with drawing again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from playground.commands.options import Utf8, chosen, model_options, settings_options
from playground.errors import SpecError

if TYPE_CHECKING:
    import pandas as pd

    from playground.engine.models import Model
    from playground.plugins.sweep.results import Case

SHARES, COSTS = {"fits": "fit", "right": "are right"}, ["passes", "seconds"]
"""What is measured of a text."""


@click.command()
@click.argument("prompt", type=Utf8(), required=False)
@click.option("--regex", type=Utf8(), multiple=True, help="A regular expression for the whole text; of several each "
              "must fit.")  # fmt: skip
@click.option("--schema", type=click.File(encoding="utf-8"), help="A file with a JSON schema, in place of --regex.")
@click.option("--seed", type=int, default=0, show_default=True, help="The first seed.")
@click.option("--runs", type=click.IntRange(1, 10_000), default=1, show_default=True,
              help="With more than one, compare over so many seeds: freely, drawing again until a text fits, and "
              "constrained.")  # fmt: skip
@click.option("--kind", help="Compare over held-out cases of this kind, as `sweep` names them, in place of PROMPT.")
@click.option("--tries", type=click.IntRange(1, 1_000), default=8, show_default=True,
              help="How often drawing again draws, at most.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@settings_options
@model_options
def constrain(
    prompt: str | None, regex: tuple[str, ...], schema: TextIO | None, seed: int, runs: int, kind: str | None,
    tries: int, as_json: bool, loading: dict[str, Any], **changes: Any,
) -> None:  # fmt: skip
    """Run PROMPT so that its text fits a regular expression or a JSON schema, and print the text."""
    if bool(regex) == bool(schema):
        raise click.UsageError("Give --regex or --schema, one of them.")
    if (prompt is None) == (kind is None):
        raise click.UsageError("Give a PROMPT or --kind, one of them.")
    if kind is not None and runs == 1:
        raise click.UsageError("--kind compares cases: give how many with --runs.")
    settings = {"schema": _read(schema)} if schema else {"regex": [*regex]}
    from playground.commands.terminal import printable
    from playground.engine.models import load_model
    from playground.plugins.sweep.command import held_out

    model = load_model(**loading)
    usual = model.settings.replace(**chosen(changes))
    cases: list[Case] = [(model.spec(prompt or "", usual, seed + number), None) for number in range(runs)]
    if kind is not None:
        _, cases = held_out(kind, model, usual, runs, seed, Path(".training/evaluate"), "`constrain --kind`")
    if runs == 1:
        (table,) = tried(model, cases, settings, True)
        row = json.loads(table.to_json(orient="records"))[0]
        click.echo(json.dumps(row) if as_json else printable(row["text"]))
        return
    tables = compared(model, cases, settings, tries)
    rows = {manner: json.loads(table.to_json(orient="records")) for manner, table in tables.items()}
    click.echo(json.dumps(rows) if as_json else summary(tables))


def tried(model: Model, cases: Sequence[Case], settings: Mapping[str, Any], *held: bool) -> list[pd.DataFrame]:
    """Runs each case, under the constraint where it is `held`, by itself, so that its seconds are its own.

    Returns:
        For each of `held` a row for each case: its `text`; does it fit the constraint (`fits`); is it `right`, NA if no
        rule says; its `passes` and `seconds`.

    Raises:
        SpecError: as `Constraint.of`.
    """
    from playground.plugins.constrain.schema import patterns_of
    from playground.plugins.sweep.results import study

    patterns = [re.compile(pattern) for pattern in patterns_of(settings)]
    changes = [{"processors": {"constrain": settings}} if each else {} for each in held]
    table = study(model, cases, 1, changes, rows=1, keep_traces=False, bar=False).table
    table["fits"] = [all(pattern.fullmatch(text) for pattern in patterns) for text in table["text"]]
    if cases[0][0].settings.max_new_tokens > model.canvas_length:  # else it may fill its room and have no end
        table["fits"] &= table["finish_reason"] == "end-of-text"
    table = table.set_index("case")
    return [table.loc[table["setting"] == at, ["text", *SHARES, *COSTS]] for at in range(len(held))]


def compared(model: Model, cases: Sequence[Case], settings: Mapping[str, Any], tries: int) -> dict[str, pd.DataFrame]:
    """What `tried` has of each case, in three manners: freely; freely again until a text fits, at most `tries` times,
    with the passes and seconds of all that it took; constrained."""
    free, constrained = tried(model, cases, settings, False, True)
    again = free.copy()
    for number in range(1, tries):
        unfit = again.index[~again["fits"]]
        if unfit.empty:
            break
        # Seeds of their own: those of other cases stay theirs.
        rest = [(cases[at][0].replace(seed=cases[at][0].seed + number * 1_000_003), cases[at][1]) for at in unfit]
        (more,) = tried(model, rest, settings, False)
        more.index = unfit
        more[COSTS] += again.loc[unfit, COSTS]
        again.loc[unfit] = more
    return {"freely": free, "again": again, "constrained": constrained}


def summary(tables: Mapping[str, pd.DataFrame]) -> str:
    """The shares and mean costs of each manner; and how much more often texts fit and are right than free ones, case by
    case."""
    import pandas as pd

    from playground.evaluation.finding import Finding

    means = pd.DataFrame({manner: table[[*SHARES, *COSTS]].mean() for manner, table in tables.items()}).T
    lines = [means.dropna(axis=1).astype(float).round(3).to_string()]
    for manner, words in {"again": "Texts drawn again", "constrained": "Constrained texts"}.items():
        for name, word in SHARES.items():
            free, finding = (Finding(passes={}, right=dict(tables[each][name].dropna())) for each in ("freely", manner))
            if interval := finding.share_against(free):
                lines.append(
                    f"{words} {word} {means[name][manner] - means[name]['freely']:+.0%} more often than free ones "
                    f"(95%: {interval[0]:+.0%} to {interval[1]:+.0%}, {len(free.right)} pairs)."
                )
    return "\n".join(lines)


def _read(file: TextIO) -> Any:
    try:
        return json.load(file)
    except (ValueError, RecursionError) as error:
        raise SpecError(f"{file.name} is not JSON.") from error
