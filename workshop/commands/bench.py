"""`bench` with the page and a server under load: the package's own measures what a model costs."""

from __future__ import annotations

import json
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from playground.plugins.card.bench import bench as bench_of_models
from playground.plugins.card.bench import measure_figures, print_figure, save

OF_PACKAGES = {
    "playground.plugins.live": ("in_browser", "model_page", "parity"),
    "playground.plugins.films": ("film",),
    "playground.plugins.constrain": ("constrained",),
    "playground.plugins.masked": ("families",),
    "ray": ("replicas",),
}
"""What only a package that need not be there has to measure."""
FILES = (
    "workshop.bench.engine", "workshop.bench.study", "workshop.bench.branching", "workshop.bench.page",
    "workshop.bench.opening", "workshop.bench.panels", "workshop.bench.lanes",
    "playground.plugins.card.measure.roofline", "workshop.bench.traces", "workshop.bench.readers",
    *(f"workshop.bench.{file}" for name, files in OF_PACKAGES.items() if find_spec(name) for file in files),
)  # fmt: skip
OF_MODELS = ("model", "full_size_random", "against", "roofline", "many", "rehearse", "reported", "files", "sampler")
"""The options that choose what the package's own `bench` measures."""


class SoakLength(click.ParamType):
    """A time such as 45s, 10m or 1h, or a number of runs such as 1000: as seconds and runs, of which one is 0."""

    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,6})([smh]?)", str(value))
        if match is None or int(match[1]) == 0:
            self.fail(f"{value!r} is not a time such as 45s, 10m or 1h, or a number of runs.", param, ctx)
        number, unit = int(match[1]), match[2]
        return (number * {"s": 1, "m": 60, "h": 3600}[unit], 0) if unit else (0, number)


@click.command(help=bench_of_models.help)
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
    "--beside",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    help="Measure the figures of --only here and in this other checkout, in turns, and print ratios.",
)
@click.option(
    "--turns", type=click.IntRange(1, 50), default=5, show_default=True, help="How often --beside measures each."
)
@click.pass_context
def bench(
    context: click.Context,
    load: int | None,
    soak: tuple[int, int] | None,
    attacks: bool,
    beside: Path | None,
    turns: int,
    **options: Any,
) -> None:
    only, as_json, out = options["only"], options["as_json"], options["out"]
    if soak is not None:
        _soak(load or 100, *soak, as_json, out)
    elif load:
        measure_figures(import_module("workshop.bench.load").parts(load), only, as_json, out)
    elif attacks:
        measure_figures(import_module("workshop.bench.attacks").parts(), only, as_json, out)
    elif beside:
        if not only:
            raise click.UsageError("--beside measures figures that --only names; name at least one.")
        measure_figures(import_module("workshop.bench.beside").parts(beside, only, turns), (), as_json, out)
    elif any(options[name] for name in OF_MODELS):
        context.invoke(bench_of_models, **options)
    else:
        parts = [import_module(file).PARTS for file in FILES]
        measure_figures({part: figures for each in parts for part, figures in each.items()}, only, as_json, out)


bench.params += bench_of_models.params


def _soak(people: int, seconds: int, runs: int, as_json: bool, out: Path | None) -> None:
    from workshop.bench import load

    def tell(so_far: load.Load) -> None:
        click.echo(f"{len(so_far.clients)} runs, {so_far.memory[-1]:.0f} MB, {so_far.lost} lost", err=True)

    done = load.soak(people, seconds, runs, tell)
    figures = load.figures(done) | load.soaked(done)
    meanings = load.meanings(people, min(people, load.MOST_GENERATING), len(done.seconds)) | load.SOAKED
    save(figures, meanings, out)
    if as_json:
        click.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            print_figure(name, value, meanings[name])
