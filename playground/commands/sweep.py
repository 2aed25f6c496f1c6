"""`sweep`: shows what settings cost and buy: over held-out cases or many seeds of a prompt, as a table and a figure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playground import workshop
from playground.commands.options import Finite, figure_option, set_option

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.evaluation.finding import Finding
    from playground.evaluation.study import Change
    from playground.evaluation.subject import Subject
    from playground.rules.knobs import Value
    from playground.spec.settings import SamplerSettings

BOUNDS = (0.02, 0.05, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0)
TEMPERATURES = ((0.8, 0.4), (1.0, 0.6), (0.4, 0.1))


@click.command()
@click.option("--model", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Checkpoint folder; by default the embedded checkpoint.")  # fmt: skip
@click.option("--prompt", metavar="TEXT", help="Run this prompt with many seeds, instead of held-out cases.")
@click.option(
    "--kind", default="Sudoku 9x9, 36 clues", show_default=True, help="The kind of cases, as `evaluate` names them."
)
@click.option("--bound", "bounds", type=Finite(min=0), multiple=True, default=BOUNDS, show_default=True,
              help="Entropy bound in nats; repeatable.")  # fmt: skip
@click.option("--temperature", "temperatures", type=(Finite(min=0), Finite(min=0)), multiple=True, default=TEMPERATURES,
              show_default=True, help="t_max and t_min; repeatable.")  # fmt: skip
@click.option("--vary", metavar="NAME=VALUES",
              help="Vary this setting instead, such as --vary sampler=margin,klass.")  # fmt: skip
@click.option(
    "--cases", type=click.IntRange(min=1), default=48, show_default=True,
    help="How many cases, or seeds of the prompt, at each setting.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of the cases and the draws."
)
@click.option(
    "--check", "check_file", type=click.Path(path_type=Path), metavar="FILE.py",
    help="Your own measure: a file with a function check(text) that returns True for a right text.",
)  # fmt: skip
@click.option(
    "--wish", type=Finite(0, 1, max_open=True), metavar="SHARE",
    help="Find the setting with the fewest passes and at least this share right, and check it on fresh cases.",
)  # fmt: skip
@set_option
@figure_option("sweep.html")
@click.option("--work-dir", type=click.Path(file_okay=False, path_type=Path), default=Path(".training/evaluate"),
              show_default=True, help="Folder for the puzzles.")  # fmt: skip
def sweep(
    model: Path | None, prompt: str | None, kind: str, bounds: tuple[float, ...],
    temperatures: tuple[tuple[float, float], ...], vary: str | None, cases: int, seed: int, check_file: Path | None,
    wish: float | None, named: dict[str, Value], out: Path, work_dir: Path,
) -> None:  # fmt: skip
    """Run the same cases at every setting, and plot the share right against passes.

    Ctrl-C stops it and keeps the finished results.
    """
    from playground.commands.bars import Bars
    from playground.engine.models import load_model
    from playground.evaluation.checking import load_check
    from playground.evaluation.figures import measured_finding, sweep_figure, table_of, write_figure
    from playground.evaluation.study import in_words, read_changes
    from playground.evaluation.subject import Subject

    changes: Sequence[Change]
    if vary is None:
        for t_max, t_min in temperatures:
            if not 0 < t_min < t_max:
                raise click.UsageError(
                    f"--temperature: t_max is {t_max:g} and t_min is {t_min:g}; 0 < t_min < t_max must hold."
                )
        pairs = itertools.product(temperatures, sorted(bounds))
        changes = [{"entropy_bound": bound, "t_max": high, "t_min": low} for (high, low), bound in pairs]
    else:
        name, _, values = vary.partition("=")
        changes = read_changes(name, values)
    check = load_check(check_file) if check_file else None
    loaded = load_model(None if model is None else str(model), device="cpu", dtype="float32")
    settings = loaded.settings.replace(**named)
    subject = Subject.of_prompt(prompt, settings, seed) if prompt else _held_out(kind, loaded, settings, seed, work_dir)
    subject = subject.judged_by(check) if check else subject

    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    width = max(len(in_words(change)) for change in changes)
    click.echo(f"{subject.title}, {cases} {subject.unit}\n{'':{width}}   right   95% interval      passes")
    with Bars() as bars:
        for change in bars.track(changes, in_words):
            finding = subject.find(loaded, change, cases)
            findings.append(finding)
            rows.append({**change, **measured_finding(finding)})
            click.echo(f"{in_words(change):{width}} {_line(finding)}")
            if len(findings) > 1 and (difference := _difference(findings[0], finding)):
                click.echo(f"{'':{width}} {difference}")
        if wish is not None:
            _choose(subject, loaded, changes, findings, wish)
    if not rows:
        bars.exit_if_stopped()
    out.with_suffix(".json").write_text(table_of(subject.title, rows), encoding="utf-8")
    write_figure(sweep_figure(subject.title, list(changes[0]), rows), out)
    click.echo(f"Wrote {out} and {out.with_suffix('.json')}.")
    bars.exit_if_stopped()


def _held_out(kind: str, model: Model, settings: SamplerSettings, seed: int, work_dir: Path) -> Subject:
    held_out = workshop.part("evaluation.held_out", "`sweep` without --prompt")
    kinds = held_out.held_out_kinds(model.tokenizer, seed, work_dir)
    if kind not in kinds:
        raise click.UsageError(f"--kind: there is no kind {kind!r}; the kinds are {', '.join(kinds)}.")
    subject: Subject = held_out.subject_of(kinds[kind], settings, model.canvas_length, seed)
    return subject


def _line(finding: Finding) -> str:
    passes = f"{finding.mean_passes:6.1f}"
    if finding.share is None or finding.interval is None:
        return f"no quality measured          {passes}"
    low, high = finding.interval
    return f"{finding.share:>7.1%}   {low:>6.1%} to {high:<6.1%}  {passes}"


def _difference(first: Finding, finding: Finding) -> str:
    """What differs from the first, on the same cases or seeds, with 95% intervals."""
    share, passes = finding.share_against(first), finding.passes_against(first)
    parts = [f"right {share[0]:+.1%} to {share[1]:+.1%}"] if share else []
    parts += [f"passes {passes[0]:+.1f} to {passes[1]:+.1f}"] if passes else []
    return f"against the first: {', '.join(parts)}" if parts else ""


def _choose(
    subject: Subject, model: Model, changes: Sequence[Change], findings: Sequence[Finding], wish: float
) -> None:
    """Checks the most promising setting on fresh runs, and says whether they show that it grants the wish."""
    from playground.evaluation.finding import candidate
    from playground.evaluation.intervals import more_needed
    from playground.evaluation.study import in_words

    count = len(findings[0].passes)
    best = candidate(findings, wish, {})
    if best is None:
        click.echo(f"No setting has at least {wish:.0%} right here.")
        return
    needed = more_needed(0, 0, wish)
    fresh = subject.find(model, changes[best], max(needed, count), skip=count)
    right, runs = sum(fresh.right.values()), len(fresh.right)
    click.echo(f"{in_words(changes[best])}, on fresh {subject.unit}: {_line(fresh)}")
    more = more_needed(right, runs, wish)
    click.echo(
        f"Shown: at least {wish:.0%} right, with the fewest passes."
        if more == 0
        else f"At least {wish:.0%} right is not shown yet: {more} more runs, if all of them are right."
    )
