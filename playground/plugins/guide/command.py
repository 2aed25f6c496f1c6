"""`guide`: runs a prompt with guidance, or compares guided runs with plain ones, pair by pair."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import click

from playground import workshop
from playground.commands.options import Finite, Utf8, chosen, model_options, new_trace_file, settings_options
from playground.plugins.guide.schedule import MOST_SCALE, NAME, Guidance

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.evaluation.results import Case


@click.command()
@click.argument("prompt", type=Utf8(), required=False)
@click.option("--scale", "scales", type=Finite(0, MOST_SCALE), multiple=True, default=(2.0,), show_default=True,
              help="How far the logits go: 0 is without the prompt, 1 the plain run; repeatable.")  # fmt: skip
@click.option("--from", "begin", type=Finite(0, 1), default=0.0, show_default=True,
              help="Guide no step before this share of them.")  # fmt: skip
@click.option("--until", "end", type=Finite(0, 1), default=1.0, show_default=True,
              help="Guide none from this share on.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="The first seed.")
@click.option("--runs", type=click.IntRange(1, 10_000), default=1, show_default=True,
              help="With more than one, compare so many guided runs with plain ones, seed by seed.")  # fmt: skip
@click.option("--kind", help="Compare over held-out cases of this kind, as `sweep` names them, in place of PROMPT.")
@click.option("--trace", "trace_path", type=click.Path(dir_okay=False, path_type=Path), callback=new_trace_file,
              help="Save the trace of a single run to this file.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@settings_options
@model_options
def guide(
    prompt: str | None, scales: tuple[float, ...], begin: float, end: float, seed: int, runs: int, kind: str | None,
    trace_path: Path | None, as_json: bool, loading: dict[str, Any], **changes: Any,
) -> None:  # fmt: skip
    """Run PROMPT so that each guided step goes beyond what the model would write without it, and print the text.

    A guided step takes two passes, and counts as two.
    """
    if (prompt is None) == (kind is None):
        raise click.UsageError("Give a PROMPT or --kind, one of them.")
    if kind is not None and runs == 1:
        raise click.UsageError("--kind compares cases: give how many with --runs.")
    if runs == 1 and len(scales) > 1:
        raise click.UsageError("One run has one --scale; several are compared with --runs.")
    if runs > 1 and trace_path is not None:
        raise click.UsageError("--trace is for a single run; leave out --runs.")
    all_settings = [{"scale": scale, "from": begin, "until": end} for scale in scales]
    for settings in all_settings:
        Guidance.of(settings)
    from playground.commands.saving import save
    from playground.commands.terminal import printable
    from playground.engine.models import load_model
    from playground.engine.recording import record

    model = load_model(**loading)
    if runs == 1:
        spec = model.spec(prompt or "", chosen(changes), seed).replace(processors={NAME: all_settings[0]})
        trace = record(model, spec)
        if trace_path:
            save(trace, trace_path)
        row = {"text": trace.text, "steps": len(trace), "passes": trace.nfe, "spec": trace.header.spec}
        click.echo(json.dumps(row) if as_json else printable(trace.text))
        if not as_json:
            click.echo(f"{trace.nfe} passes in {len(trace)} steps", err=True)
        return
    usual = model.settings.replace(**chosen(changes))
    cases: Sequence[Case]
    if kind is None:
        cases = [(model.spec(prompt or "", usual, seed + number), None) for number in range(runs)]
    else:
        held_out = workshop.part("evaluation.held_out", "`guide --kind`")
        kinds = held_out.held_out_kinds(model.tokenizer, seed, Path(".training/evaluate"))
        if kind not in kinds:
            raise click.UsageError(f"--kind: there is no kind {kind!r}; the kinds are {', '.join(kinds)}.")
        cases = held_out.held_out_cases(kinds[kind], usual, model.canvas_length, runs, seed)
    rows = []
    for row in compared(model, cases, all_settings):
        rows.append(row)
        if not as_json:
            click.echo(sentence(row))
    if as_json:
        click.echo(json.dumps(rows))


def compared(model: Model, cases: Sequence[Case], guidances: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Runs each case plainly, and then with each guidance.

    Yields:
        A row for each: its `guidance` (None for plain), `passes` and `steps` of all runs together, how many were
        judged and how many of these are `right`; `gain` over plain in the share right and its 95% interval, paired by
        case, None where nothing was judged.

    Raises:
        SpecError: as `Guided.of`.
    """
    from playground.evaluation.results import study

    plain = None
    for guidance in (None, *guidances):
        more = {} if guidance is None else {NAME: guidance}
        guided = [(spec.replace(processors={**dict(spec.processors), **more}), judge) for spec, judge in cases]
        result = study(model, guided, 1, rows=8, bar=False)
        (finding,) = result.findings
        plain = plain or finding
        interval = finding.share_against(plain)
        yield {
            "guidance": guidance,
            "runs": len(cases),
            "steps": sum(map(len, result.traces)),
            "passes": sum(finding.passes.values()),
            "judged": len(finding.right),
            "right": sum(finding.right.values()),
            "gain": interval and fmean(finding.right.values()) - fmean(plain.right.values()),
            "interval": interval and [*interval],
        }


def sentence(row: dict[str, Any]) -> str:
    """A row of `compared`, in words."""
    guidance, runs = row["guidance"], row["runs"]
    name = "plain" if guidance is None else "scale {scale:g}, steps from {from:.0%} to {until:.0%}".format(**guidance)
    right = f"{row['right']} of {row['judged']} right, " if row["judged"] else ""
    text = f"{name}: {right}{row['passes'] / runs:.1f} passes in {row['steps'] / runs:.1f} steps"
    if guidance is None or not row["judged"]:
        return text
    low, high = row["interval"]
    return f"{text}; {row['gain']:+.0%} right against plain (95%: {low:+.0%} to {high:+.0%}, {row['judged']} pairs)"
