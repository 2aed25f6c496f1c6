"""`bench`: measures speed and size."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from playground.commands.options import SoakLength, model_options

if TYPE_CHECKING:
    from playground.engine.models import Model

FILES = ("engine", "study", "branching", "page", "opening", "panels", "lanes", "roofline", "traces", "film")
REPLICAS = ("replicas",) if find_spec("ray") else ()


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--only", multiple=True, metavar="NAME", help="Measure only this figure; repeatable.")
@click.option(
    "--full-size-random", is_flag=True, help="Measure DiffusionGemma at its full 26B size, with random weights."
)
@click.option("--fuzz", "files", is_flag=False, flag_value=100_000, type=click.IntRange(min=1), metavar="[N]",
              help="Read N damaged traces and streams of other programs instead, in Python and in node; 100,000 if no "
              "N is given.")  # fmt: skip
@click.option("--against", metavar="MODEL", help="Measure only a step's time over that of this checkpoint, in turns.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of --fuzz.")
@click.option(
    "--load",
    type=click.IntRange(1, 200),
    metavar="N",
    help="Measure a server with the public limits, on this computer alone, when N people come at once: up to 32 of "
    "them generate, and the others follow a run.",
)
@click.option(
    "--soak",
    type=SoakLength(),
    metavar="LENGTH",
    help="The same with 100 people, or as many as --load says, until the server's stores are full and then for a time "
    "such as 10m or 1h, or until there were as many runs as this; fails if a message is lost, somebody has an error, "
    "or the memory grows by more than 5% once the stores are full.",
)
@click.option(
    "--attacks",
    is_flag=True,
    help="Attack a server with the public limits, on this computer alone, and measure how long another visitor waits "
    "meanwhile, the server's memory, and what one request of each attack costs it.",
)
@click.option(
    "--roofline",
    is_flag=True,
    help="Measure how fast this machine's memory and processors are, and what a pass takes at best; for the 26B "
    "checkpoint on an H100 and an H200 it is computed.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save what --roofline finds as JSON; lessons read it.",
)
@model_options
def bench(
    as_json: bool,
    only: tuple[str, ...],
    full_size_random: bool,
    against: str | None,
    files: int | None,
    seed: int,
    load: int | None,
    soak: tuple[int, int] | None,
    attacks: bool,
    roofline: bool,
    out: Path | None,
    model: str | None,
    revision: str | None,
    device: str | None,
    dtype: str | None,
    offline: bool,
) -> None:
    """Measure and print all figures or, with --model or --full-size-random, those of one model.

    Run nothing else on the machine at the same time. In place of a figure that cannot be measured is a sentence that
    says why, and the command then exits with 1.
    """
    from importlib import import_module

    from playground.measure import measure

    def load_chosen(model: str | None = model, revision: str | None = revision) -> Model:
        from playground.engine.models import load_model

        return load_model(model, revision=revision, device=device, dtype=dtype, offline=offline)

    if files is not None:
        _fuzz(files, seed, as_json)
        return
    if roofline:
        _roofline(load_chosen(), as_json, out)
        return
    if out is not None:
        raise click.UsageError("--out saves what --roofline finds; give both.")
    if soak is not None:
        _soak(load or 100, *soak, as_json)
        return
    loads: list[Callable[[], Model]] = []
    if load:
        parts = import_module("workshop.bench.load").parts(load)
    elif attacks:
        parts = import_module("workshop.bench.attacks").parts()
    elif full_size_random:
        from playground.measure.full_size import load_random

        loads.append(cache(lambda: load_random(device, dtype)))
        parts = import_module("playground.measure.model").parts(*loads)
    elif against:
        loads += cache(load_chosen), cache(lambda: load_chosen(against, None))
        parts = import_module("playground.measure.against").parts(*loads)
    elif model:
        loads.append(cache(load_chosen))
        parts = import_module("playground.measure.model").parts(*loads)
    else:
        parts = {
            part: figures
            for file in FILES + REPLICAS
            for part, figures in import_module(f"workshop.bench.{file}").PARTS.items()
        }
    meanings = {name: text for figures in parts.values() for name, text in figures.items()}
    if unknown := sorted(set(only) - set(meanings)):
        raise click.UsageError(f"--only: there is no figure {unknown[0]!r}; the figures are {', '.join(meanings)}.")
    names = list(only or meanings)
    for load_model in loads:  # without its model, no figure can be measured
        load_model()
    click.echo(f"measuring {', '.join(names)} ...", err=True)
    figures: dict[str, float | str] = {}
    for name, value in measure(parts, set(names)):
        figures[name] = value
        if not as_json:
            _tell(name, value, meanings[name])
    if as_json:
        click.echo(json.dumps(figures))
    if failed := sum(isinstance(value, str) for value in figures.values()):
        raise click.ClickException(f"{failed} of {len(figures)} figures could not be measured.")


def _tell(name: str, value: float | str, meaning: str) -> None:
    from playground.commands.terminal import printable

    shown = printable(f"{'failed':>10}   {value}") if isinstance(value, str) else f"{value:10.4g}   {meaning}"
    click.echo(f"{name:32} {shown}")


def _soak(people: int, seconds: int, runs: int, as_json: bool) -> None:
    from workshop.bench import load

    def tell(so_far: load.Load) -> None:
        click.echo(f"{len(so_far.clients)} runs, {so_far.memory[-1]:.0f} MB, {so_far.lost} lost", err=True)

    done = load.soak(people, seconds, runs, tell)
    found = load.figures(done) | load.soaked(done)
    if as_json:
        click.echo(json.dumps(found))
    else:
        rounds = len(done.seconds)
        meanings = load.meanings(people, min(people, load.MOST_GENERATING), rounds) | load.SOAKED
        for name, value in found.items():
            _tell(name, value, meanings[name])


def _roofline(model: Model, as_json: bool, out: Path | None) -> None:
    from playground.measure.roofline import lines, report
    from playground.commands.terminal import printable

    found = report(model)
    if out is not None:
        out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    click.echo(json.dumps(found) if as_json else printable("\n".join(lines(found))))


def _fuzz(files: int, seed: int, as_json: bool) -> None:
    from workshop.bench.fuzz import Report, fuzz
    from playground.commands.terminal import printable

    told: set[int] = set()

    def tell(report: Report) -> None:
        for number in sorted(report.defects.keys() - told):
            click.echo(printable(f"file {number} of seed {seed}: {report.defects[number]}"), err=True)
        told.update(report.defects)
        click.echo(f"{report.files:,} of {files:,} files, {len(told)} defects", err=True)

    report = fuzz(files, seed, tell=tell)
    figures = {**vars(report), "defects": len(report.defects)}
    if as_json:
        click.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            click.echo(f"{name:12} {value:12,.6g}")
    if report.defects:
        raise click.ClickException(f"{len(report.defects):,} of {files:,} damaged files are defects.")
