"""`sweep`: shows what settings cost and buy: over held-out cases or many seeds of a prompt, as a table and a figure."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from playground import workshop
from playground.commands.options import (
    Finite,
    SamplerName,
    chosen,
    sampler_option,
    set_option,
    value_of,
)
from playground.plugins.sweep.figure_file import figure_option, write_figure

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.evaluation.study import Change
    from playground.plugins.sweep.results import Case
    from playground.rules.knobs import Value
    from playground.spec.settings import SamplerSettings

BOUNDS = (0.02, 0.05, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0)
TEMPERATURES = ((0.8, 0.4), (1.0, 0.6), (0.4, 0.1))


@click.command()
@click.option("--model", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Checkpoint folder; by default the embedded checkpoint.")  # fmt: skip
@click.option("--prompt", metavar="TEXT", help="Run this prompt with many seeds, instead of held-out cases.")
@click.option("--kind", help="The kind of cases, as `evaluate` names them; by default the first of them.")
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
@sampler_option
@set_option
@figure_option("sweep.html")
@click.option("--work-dir", type=click.Path(file_okay=False, path_type=Path), default=Path(".training/evaluate"),
              show_default=True, help="Folder for what the cases are made of.")  # fmt: skip
def sweep(
    model: Path | None, prompt: str | None, kind: str | None, bounds: tuple[float, ...],
    temperatures: tuple[tuple[float, float], ...], vary: str | None, cases: int, seed: int, check_file: Path | None,
    wish: float | None, sampler: str | None, named: dict[str, Value], out: Path, work_dir: Path,
) -> None:  # fmt: skip
    """Run the same cases at every setting, and plot the share right against passes.

    Ctrl-C stops it and keeps the finished results.
    """
    from playground.engine.models import load_model
    from playground.plugins.sweep.checking import load_check
    from playground.plugins.sweep.figures import table_of
    from playground.plugins.sweep.grid import grid
    from playground.plugins.sweep.results import study
    from playground.plugins.sweep.wish import more_needed
    from playground.spec.settings import SamplerSettings

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
        read: Callable[[str], Value] = (
            SamplerName() if name == "sampler" else value_of
        )  # a file's sampler goes by its name
        changes = grid(SamplerSettings(), {name: [read(word) for word in re.split(r"[\s,;]+", values) if word]})
    check = load_check(check_file) if check_file else None
    usual = chosen({"sampler": sampler, "named": named})
    loaded = load_model(None if model is None else str(model), device="cpu", dtype="float32")
    if prompt:
        result = study(loaded, loaded.spec(prompt, usual, seed), cases, changes, check, wish, keep_traces=False)
    else:
        more = 0 if wish is None else max(more_needed(0, 0, wish), cases)
        settings = loaded.settings.replace(**usual)
        kind, items = held_out(kind, loaded, settings, cases + more, seed, work_dir, "`sweep` without --prompt")
        items = [(spec, check or judge) for spec, judge in items]
        result = study(loaded, items[:cases], 1, changes, wish=wish, fresh=items[cases:], keep_traces=False, title=kind)
    if result.rows:
        click.echo(repr(result))
        out.with_suffix(".json").write_text(table_of(result.title, result.rows), encoding="utf-8")
        write_figure(result.plot(), out)
        click.echo(f"Wrote {out} and {out.with_suffix('.json')}.")
    if result.stopped:
        sys.exit(130)


def held_out(
    kind: str | None, model: Model, settings: SamplerSettings, count: int, seed: int, work_dir: Path, task: str
) -> tuple[str, list[Case]]:
    """The first held-out cases of a kind, by default of the first one, and what it is called.

    Args:
        task: what needs them, for the message where the workshop is not there.

    Raises:
        UsageError: there is no such kind.
    """
    part = workshop.part("evaluation.held_out", task)
    kinds = part.held_out_kinds(model.tokenizer, seed, work_dir)
    kind = kind or next(iter(kinds))
    if kind not in kinds:
        raise click.UsageError(f"--kind: there is no kind {kind!r}; the kinds are {', '.join(kinds)}.")
    cases: list[Case] = part.held_out_cases(kinds[kind], settings, model.canvas_length, count, seed)
    return kind, cases
