"""`constrain`: runs a prompt under a constraint, or compares that with drawing freely and with drawing again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

import click

from playground.commands.options import Utf8, chosen, model_options, settings_options
from playground.errors import SpecError

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.spec.run import RunSpec
    from playground.trace import Trace


@dataclass(frozen=True)
class Try:
    """What came of one seed in one manner."""

    text: str
    fits: bool
    right: bool | None
    """By the rule that knows the prompt; None if none does."""
    passes: int
    """Of all runs that it took."""
    seconds: float


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
    from playground.commands.terminal import printable
    from playground.engine.models import load_model

    settings = {"schema": _read(schema)} if schema else {"regex": list(regex)}
    model = load_model(**loading)
    spec = model.spec(prompt, chosen(changes), seed)
    if runs == 1:
        (tried,) = compared(model, spec, settings, range(seed, seed + 1), tries, ("constrained",))["constrained"]
        described: Any = tried.__dict__
        shown = tried.text
    else:
        table = compared(model, spec, settings, range(seed, seed + runs), tries)
        described = {manner: [tried.__dict__ for tried in row] for manner, row in table.items()}
        shown = "\n".join(sentences(table))
    click.echo(json.dumps(described) if as_json else printable(shown))


def compared(
    model: Model, spec: RunSpec, settings: dict[str, Any], seeds: Sequence[int], tries: int,
    manners: Sequence[str] = ("freely", "again", "constrained"),
) -> dict[str, list[Try]]:  # fmt: skip
    """Runs each seed in each manner: freely; freely again, with further seeds, until a text fits; constrained.

    Raises:
        SpecError: as `Constraint.of`.
    """
    import re

    from playground.engine.recording import record
    from playground.plugins.constrain.schema import patterns_of

    patterns = [re.compile(pattern) for pattern in patterns_of(settings)]
    held = spec.replace(processors={**dict(spec.processors), "constrain": settings})

    def fits(trace: Trace) -> bool:
        ended = trace.finish_reason == "end-of-text" or spec.settings.max_new_tokens <= model.canvas_length
        return ended and all(pattern.fullmatch(trace.text) for pattern in patterns)

    def tried(traces: list[Trace]) -> Try:
        last = traces[-1]
        verdict = last.header.verdict
        seconds = sum(trace.header.seconds for trace in traces)
        passes = sum(trace.nfe for trace in traces)
        return Try(last.text, fits(last), None if verdict is None else verdict.right, passes, seconds)

    def again(seed: int) -> list[Trace]:
        traces: list[Trace] = []
        while len(traces) < tries and not (traces and fits(traces[-1])):
            # Seeds of their own: those of other cases stay theirs.
            traces.append(record(model, spec.replace(seed=seed + len(traces) * 1_000_003)))
        return traces

    runs = {
        "freely": lambda seed: [record(model, spec.replace(seed=seed))],
        "again": again,
        "constrained": lambda seed: [record(model, held.replace(seed=seed))],
    }
    return {manner: [tried(runs[manner](seed)) for seed in seeds] for manner in manners}


def sentences(table: dict[str, list[Try]]) -> list[str]:
    """A line for each manner, and how much more often constrained texts fit and are right, paired by seed."""
    from playground.evaluation.intervals import paired

    lines = []
    for manner, row in table.items():
        count, judged = len(row), [tried.right for tried in row if tried.right is not None]
        right = f", {sum(judged)} of {len(judged)} right" if judged else ""
        passes, seconds = (sum(getattr(tried, name) for tried in row) for name in ("passes", "seconds"))
        lines.append(
            f"{manner}: {sum(tried.fits for tried in row)} of {count} fit{right}; {passes / count:.1f} passes a text, "
            f"{seconds / passes:.3f} s a pass"
        )
    free, held = table["freely"], table["constrained"]
    for name, word in (("fits", "fit"), ("right", "are right")):
        pairs = [(getattr(a, name), getattr(b, name)) for a, b in zip(free, held, strict=True)]
        if any(None in pair for pair in pairs):
            continue
        cells = [pairs.count(cell) for cell in ((True, True), (True, False), (False, True), (False, False))]
        low, high = paired(*cells)
        gain = (cells[2] - cells[1]) / len(pairs)
        lines.append(
            f"Constrained texts {word} {gain:+.0%} more often than free ones (95%: {low:+.0%} to {high:+.0%}, "
            f"{len(pairs)} pairs)."
        )
    return lines


def _read(file: TextIO) -> Any:
    try:
        return json.load(file)
    except (ValueError, RecursionError) as error:
        raise SpecError(f"{file.name} is not JSON.") from error
