"""`guide`: runs a prompt with guidance, or compares guided runs with plain ones, pair by pair."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from playground.commands.options import Finite, Utf8, chosen, model_options, new_trace_file, settings_options
from playground.plugins.guide.schedule import MOST_SCALE, NAME, Guidance


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
    from playground.plugins.sweep.command import held_out
    from playground.plugins.sweep.results import study

    model = load_model(**loading)
    usual = model.settings.replace(**chosen(changes))
    vary = [{}, *({"processors": {NAME: settings}} for settings in all_settings)]
    if kind is not None:
        folder = Path(".training/evaluate")
        title, cases = held_out(kind, model, usual, runs, seed, folder, "`guide --kind`")
        result = study(model, cases, 1, vary, keep_traces=False, title=title)
    elif runs > 1:
        result = study(model, model.spec(prompt or "", usual, seed), runs, vary, keep_traces=False)
    else:
        trace = record(model, model.spec(prompt or "", usual, seed).replace(**vary[1]))
        if trace_path:
            save(trace, trace_path)
        row = {"text": trace.text, "steps": len(trace), "passes": trace.nfe, "spec": trace.header.spec}
        click.echo(json.dumps(row) if as_json else printable(trace.text))
        if not as_json:
            click.echo(f"{trace.nfe} passes in {len(trace)} steps", err=True)
        return
    if result.rows:
        click.echo(result.summary.to_json(orient="records") if as_json else printable(repr(result)))
    if result.stopped:
        sys.exit(130)
