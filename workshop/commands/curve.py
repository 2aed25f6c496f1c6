"""`curve`: shows what longer training buys, as a table and a figure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from playground.plugins.sweep.figure_file import figure_option, write_figure

KINDS = (
    "story, facts named",
    "story, ending given",
    "Sudoku 6x6, 14 clues",
    "Sudoku 9x9, 36 clues",
    "function with a gap",
)


@click.command()
@click.option("--work-dir", type=click.Path(file_okay=False, path_type=Path), default=Path(".training/run"),
              show_default=True, help="The folder of a run of `train --snapshot-minutes`.")  # fmt: skip
@click.option("--kind", "names", multiple=True, default=KINDS, show_default=True,
              help="A kind of cases, as `evaluate` names them; repeatable.")  # fmt: skip
@click.option("--cases", type=click.IntRange(min=1), default=48, show_default=True, help="How many cases of each kind.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of the cases and the draws."
)
@figure_option("curve.html")
def curve(work_dir: Path, names: tuple[str, ...], cases: int, seed: int, out: Path) -> None:
    """Measure every snapshot of a training run on the same held-out cases, and plot the share right against minutes.

    Ctrl-C stops it and keeps the finished results.
    """
    from playground.plugins.sweep.bars import Bars
    from playground.spec.settings import SamplerSettings
    from workshop.evaluation.curve import learning_curve
    from workshop.evaluation.figures import curve_figure
    from workshop.evaluation.held_out import held_out_kinds
    from workshop.training.tokenizer import build_tokenizer

    kinds = held_out_kinds(build_tokenizer(), seed, work_dir)
    for name in names:
        if name not in kinds:
            raise click.UsageError(f"--kind: there is no kind {name!r}; the kinds are {', '.join(kinds)}.")

    rows: list[dict[str, Any]] = []
    click.echo(f"{cases} cases\n{'minutes':>7} {'steps':>6}  {'kind':<32} {'right':>7}   95% interval      passes")
    chosen = [kinds[name] for name in names]
    with Bars() as bars:
        for row in learning_curve(work_dir, chosen, SamplerSettings(), cases=cases, seed=seed, track=bars.track):
            rows.append(row)
            click.echo(
                f"{row['minutes']:>7.1f} {row['step']:>6}  {row['kind']:<32} {row['share']:>7.1%}   "
                f"{row['low']:>6.1%} to {row['high']:<6.1%}  {row['passes']:6.1f}"
            )
    if not rows:
        bars.exit_if_stopped()
    out.with_suffix(".json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    write_figure(curve_figure(rows), out)
    click.echo(f"Wrote {out} and {out.with_suffix('.json')}.")
    bars.exit_if_stopped()
