"""`sweep`: shows what the entropy bound and the temperatures cost and buy, as a table and a figure."""

from __future__ import annotations

import json
from pathlib import Path

import click

from playground.commands.options import Finite, figure_option

BOUNDS = (0.02, 0.05, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0)
TEMPERATURES = ((0.8, 0.4), (1.0, 0.6), (0.4, 0.1))


@click.command()
@click.option("--model", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Checkpoint folder; by default the embedded checkpoint.")  # fmt: skip
@click.option(
    "--kind", default="Sudoku 9x9, 36 clues", show_default=True, help="The kind of cases, as `evaluate` names them."
)
@click.option("--bound", "bounds", type=Finite(min=0), multiple=True, default=BOUNDS, show_default=True,
              help="Entropy bound in nats; repeatable.")  # fmt: skip
@click.option("--temperature", "temperatures", type=(Finite(min=0), Finite(min=0)), multiple=True, default=TEMPERATURES,
              show_default=True, help="t_max and t_min; repeatable.")  # fmt: skip
@click.option(
    "--cases", type=click.IntRange(min=1), default=48, show_default=True, help="How many cases at each setting."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of the cases and the draws."
)
@figure_option("sweep.html")
@click.option("--work-dir", type=click.Path(file_okay=False, path_type=Path), default=Path(".training/evaluate"),
              show_default=True, help="Folder for the puzzles.")  # fmt: skip
def sweep(
    model: Path | None, kind: str, bounds: tuple[float, ...], temperatures: tuple[tuple[float, float], ...],
    cases: int, seed: int, out: Path, work_dir: Path,
) -> None:  # fmt: skip
    """Solve the same held-out cases at every bound and temperature, and plot the share right against passes.

    Ctrl-C stops it and keeps the finished results.
    """
    from playground.commands.bars import Bars
    from playground.evaluation.evaluate import evaluate
    from playground.evaluation.figures import SweepRow, measured, sweep_figure, write_figure
    from playground.evaluation.measure import CLUES
    from playground.training.export import load_checkpoint
    from playground.world.cases import case_banks, suites

    for t_max, t_min in temperatures:
        if not 0 < t_min < t_max:
            raise click.UsageError(
                f"--temperature: t_max is {t_max:g} and t_min is {t_min:g}; 0 < t_min < t_max must hold."
            )
    loaded = load_checkpoint(model)
    kinds = {one.name: one for one in suites(case_banks(seed, work_dir), loaded.tokenizer, CLUES)}
    if kind not in kinds:
        raise click.UsageError(f"--kind: there is no kind {kind!r}; the kinds are {', '.join(kinds)}.")

    rows: list[SweepRow] = []
    pairs = [(t_max, t_min, bound) for t_max, t_min in temperatures for bound in sorted(bounds)]
    click.echo(f"{kind}, {cases} cases\n{'t_max':>6} {'t_min':>6} {'bound':>6} {'right':>7}   95% interval      passes")
    with Bars() as bars:
        for t_max, t_min, bound in bars.track(pairs, lambda pair: "T {:g} to {:g}, bound {:g}".format(*pair)):
            settings = loaded.settings.replace(entropy_bound=bound, t_max=t_max, t_min=t_min)
            (score,) = evaluate(loaded, [kinds[kind]], settings, cases=cases, seed=seed)
            row = SweepRow(t_max=t_max, t_min=t_min, entropy_bound=bound, **measured(score))
            rows.append(row)
            click.echo(
                f"{t_max:>6g} {t_min:>6g} {bound:>6g} {row['share']:>7.1%}   "
                f"{row['low']:>6.1%} to {row['high']:<6.1%}  {row['passes']:6.1f}"
            )
    if not rows:
        bars.exit_if_stopped()
    out.with_suffix(".json").write_text(json.dumps({"kind": kind, "rows": rows}, indent=1) + "\n")
    write_figure(sweep_figure(kind, rows), out)
    click.echo(f"Wrote {out} and {out.with_suffix('.json')}.")
    bars.exit_if_stopped()
