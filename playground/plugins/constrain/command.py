"""`constrain`: runs a prompt under a constraint, or compares that with drawing freely and with drawing again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import click

from playground.commands.options import Utf8, chosen, model_options, settings_options
from playground.errors import SpecError

if TYPE_CHECKING:
    import pandas as pd

    from playground.engine.models import Model
    from playground.spec.run import RunSpec

SHARES, COSTS = {"fits": "fit", "right": "are right"}, ["passes", "seconds"]
"""What is measured of a text."""


@click.command()
@click.argument("prompt", type=Utf8())
@click.option("--regex", type=Utf8(), multiple=True, help="A regular expression for the whole text; of several each "
              "must fit.")  # fmt: skip
@click.option("--schema", type=click.File(encoding="utf-8"), help="A file with a JSON schema, in place of --regex.")
@click.option("--seed", type=int, default=0, show_default=True, help="The first seed.")
@click.option("--runs", type=click.IntRange(1, 10_000), default=1, show_default=True,
              help="With more than one, compare over so many seeds: freely, drawing again until a text fits, and "
              "constrained.")  # fmt: skip
@click.option("--tries", type=click.IntRange(1, 1_000), default=8, show_default=True,
              help="How often drawing again draws, at most.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@settings_options
@model_options
def constrain(
    prompt: str, regex: tuple[str, ...], schema: TextIO | None, seed: int, runs: int, tries: int, as_json: bool,
    loading: dict[str, Any], **changes: Any,
) -> None:  # fmt: skip
    """Run PROMPT so that its text fits a regular expression or a JSON schema, and print the text."""
    if bool(regex) == bool(schema):
        raise click.UsageError("Give --regex or --schema, one of them.")
    settings = {"schema": _read(schema)} if schema else {"regex": [*regex]}
    from playground.commands.terminal import printable
    from playground.engine.models import load_model

    model = load_model(**loading)
    spec = model.spec(prompt, chosen(changes), seed)
    if runs == 1:
        tables = {"constrained": tried(model, spec, settings, [seed], held=True)}
    else:
        tables = compared(model, spec, settings, range(seed, seed + runs), tries)
    if as_json:
        rows = {manner: json.loads(table.to_json(orient="records")) for manner, table in tables.items()}
        click.echo(json.dumps(rows if runs > 1 else rows["constrained"][0]))
    else:
        click.echo(summary(tables) if runs > 1 else printable(tables["constrained"]["text"][0]))


def tried(
    model: Model, spec: RunSpec, settings: Mapping[str, Any], seeds: Sequence[int], *, held: bool
) -> pd.DataFrame:
    """Runs each seed, under the constraint if it is `held`, by itself, so that its seconds are its own.

    Returns:
        A row for each: its `text`; does it fit the constraint (`fits`); is it `right` by the rule that knows the
        prompt, NA if none does; its `passes` and `seconds`.

    Raises:
        SpecError: as `Constraint.of`.
    """
    import pandas as pd

    from playground.engine.recording import record
    from playground.plugins.constrain.schema import patterns_of
    from playground.trace.comparison import KINDS, figures

    run = spec.replace(processors={**dict(spec.processors), "constrain": settings}) if held else spec
    traces = (record(model, run.replace(seed=seed)) for seed in seeds)
    table = pd.DataFrame([figures(trace) | {"text": trace.text} for trace in traces]).astype(KINDS)
    patterns = [re.compile(pattern) for pattern in patterns_of(settings)]
    table["fits"] = [all(pattern.fullmatch(text) for pattern in patterns) for text in table["text"]]
    if spec.settings.max_new_tokens > model.canvas_length:  # else it may fill its room and have no end
        table["fits"] &= table["finish_reason"] == "end-of-text"
    return table[["text", *SHARES, *COSTS]]


def compared(
    model: Model, spec: RunSpec, settings: Mapping[str, Any], seeds: Sequence[int], tries: int
) -> dict[str, pd.DataFrame]:
    """What `tried` returns of each manner: freely; freely again, with further seeds, until a text fits, with the passes
    and seconds of all that it took; constrained."""
    free = tried(model, spec, settings, seeds, held=False)
    again = free.copy()
    for number in range(1, tries):
        unfit = again.index[~again["fits"]]
        if unfit.empty:
            break
        # Seeds of their own: those of other cases stay theirs.
        more = tried(model, spec, settings, [seeds[case] + number * 1_000_003 for case in unfit], held=False)
        more.index = unfit
        more[COSTS] += again.loc[unfit, COSTS]
        again.loc[unfit] = more
    return {"freely": free, "again": again, "constrained": tried(model, spec, settings, seeds, held=True)}


def summary(tables: Mapping[str, pd.DataFrame]) -> str:
    """The shares and mean costs of each manner; and how much more often constrained texts fit and are right, paired by
    seed."""
    import pandas as pd

    from playground.evaluation.finding import Finding

    means = pd.DataFrame({manner: table[[*SHARES, *COSTS]].mean() for manner, table in tables.items()}).T
    lines = [means.dropna(axis=1).astype(float).round(3).to_string()]
    for name, word in SHARES.items():
        # A rule knows the prompt of all of them, or none does.
        judged = {manner: dict(enumerate(table[name].dropna())) for manner, table in tables.items()}
        free, held = (Finding(passes={}, right=judged[manner]) for manner in ("freely", "constrained"))
        if interval := held.share_against(free):
            lines.append(
                f"Constrained texts {word} {means[name]['constrained'] - means[name]['freely']:+.0%} more often than "
                f"free ones (95%: {interval[0]:+.0%} to {interval[1]:+.0%}, {len(free.right)} pairs)."
            )
    return "\n".join(lines)


def _read(file: TextIO) -> Any:
    try:
        return json.load(file)
    except (ValueError, RecursionError) as error:
        raise SpecError(f"{file.name} is not JSON.") from error
