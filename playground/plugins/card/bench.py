"""`bench`: measures speed and size of a model, and of this machine."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playground.commands.options import model_options, sampler_option
from playground.commands.terminal import printable

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.plugins.card.measure import Parts


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--only", multiple=True, metavar="NAME", help="Measure only this figure; repeatable.")
@click.option(
    "--full-size-random", is_flag=True, help="Measure DiffusionGemma at its full 26B size, with random weights."
)
@click.option("--against", metavar="MODEL", help="Measure only a step's time over that of this checkpoint, in turns.")
@click.option(
    "--roofline",
    is_flag=True,
    help="Measure how fast this machine's memory and processors are, and what a pass takes at best; for the 26B "
    "checkpoint on an H100 and an H200 it is computed.",
)
@click.option(
    "--many",
    is_flag=True,
    help="Measure a step when 1 to 16 runs share each pass, with diffusion and token after token; for the 26B "
    "checkpoint on an H100 and an H200 it is computed.",
)
@click.option(
    "--rehearse",
    is_flag=True,
    help="Count what a step of the 26B checkpoint does and moves, on a device that computes nothing.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save what is measured as JSON: --report reads it, and lessons read that of --roofline and --many.",
)
@click.option(
    "--report", "reported", is_flag=True, help="Measure nothing: print BENCHMARKS.md, made from FILES that --out saved."
)
@click.option(
    "--rows", type=click.IntRange(1, 64), default=8, show_default=True, help="The most rows that share a pass."
)
@sampler_option
@model_options
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def bench(
    as_json: bool,
    only: tuple[str, ...],
    full_size_random: bool,
    against: str | None,
    roofline: bool,
    many: bool,
    rehearse: bool,
    out: Path | None,
    reported: bool,
    files: tuple[Path, ...],
    rows: int,
    sampler: str | None,
    loading: dict[str, Any],
) -> None:
    """Measure and print all figures, or those that the options name.

    Run nothing else on the machine at the same time. If a figure cannot be measured, a sentence in its place says why,
    and the command exits with 1.
    """
    from playground.engine.models import load_model
    from playground.plugins.card.measure import many as of_many
    from playground.plugins.card.measure import model as measured
    from playground.plugins.card.measure import roofline as of_machine
    from playground.plugins.card.measure.full_size import load_random

    @cache
    def chosen() -> Model:
        if full_size_random:
            return load_random(loading["device"], loading["dtype"])
        return load_model(**loading)

    way = measured.Way(rows=rows) if sampler is None else measured.Way(rows=rows, sampler=sampler)
    if reported != bool(files):
        raise click.UsageError("--report takes the files that --out saved; name them, and give --report.")
    if reported:
        from playground.plugins.card.benchmarks import report

        click.echo(report(files))
    elif rehearse:
        _rehearse(as_json)
    elif roofline or many:
        figures = (of_machine if roofline else of_many).report(chosen())
        if out is not None:
            out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        click.echo(json.dumps(figures) if as_json else printable("\n".join(of_machine.lines(figures))))
    elif against and not full_size_random:
        beside = load_model(**loading | {"name": against, "revision": None})
        measure_figures(measured.against(chosen(), beside, way), only, as_json, out)
    else:
        chosen()  # without the model, no figure can be measured
        measure_figures(measured.parts(chosen, way=way), only, as_json, out)


def measure_figures(parts: Parts, only: Collection[str], as_json: bool, out: Path | None) -> None:
    """Measures figures and prints each when it is there; with `as_json` all at the end.

    Args:
        only: the names of those to measure; all if there are none.
        out: the file that gets them as an `Occasion`.

    Raises:
        UsageError: there is no figure of such a name.
        ClickException: some could not be measured.
    """
    from playground.plugins.card.measure import measure

    meanings = {name: text for figures in parts.values() for name, text in figures.items()}
    if unknown := sorted(set(only) - set(meanings)):
        raise click.UsageError(f"--only: there is no figure {unknown[0]!r}; the figures are {', '.join(meanings)}.")
    names = list(only or meanings)
    click.echo(f"measuring {', '.join(names)} ...", err=True)
    figures: dict[str, float | str] = {}
    for name, value in measure(parts, set(names)):
        figures[name] = value
        if not as_json:
            print_figure(name, value, meanings[name])
    if as_json:
        click.echo(json.dumps(figures))
    save(figures, meanings, out)
    if failed := sum(isinstance(value, str) for value in figures.values()):
        raise click.ClickException(f"{failed} of {len(figures)} figures could not be measured.")


def save(figures: Mapping[str, float | str], meanings: Mapping[str, str], out: Path | None) -> None:
    """Writes the figures of an occasion, where `out` names a file."""
    from playground.plugins.card.measure.occasion import occasion

    if out is not None:
        out.write_text(occasion(figures, meanings).model_dump_json(indent=1) + "\n", encoding="utf-8")


def print_figure(name: str, value: float | str, meaning: str) -> None:
    """Prints a line: a figure and what it means, or why it could not be measured."""
    shown = printable(f"{'failed':>10}   {value}") if isinstance(value, str) else f"{value:10.4g}   {meaning}"
    click.echo(f"{name:32} {shown}")


def _rehearse(as_json: bool) -> None:
    from playground.plugins.card.measure.rehearsal import lines, rehearsed

    counted = rehearsed()
    click.echo(json.dumps(counted) if as_json else printable("\n".join(lines(counted))))
