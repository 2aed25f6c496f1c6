"""`bench`: measure what the project promises about speed and size."""

from __future__ import annotations

import json

import click

PARTS = ("engine", "page", "panels")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--only", multiple=True, metavar="NAME", help="Measure this figure only; may be given more than once.")
def bench(as_json: bool, only: tuple[str, ...]) -> None:
    """Measure and print all figures. Leave the machine alone meanwhile."""
    from importlib import import_module

    parts = [import_module(f"playground.bench.{part}") for part in PARTS]
    meanings = {key: text for part in parts for key, text in part.KEYS.items()}
    if unknown := sorted(set(only) - set(meanings)):
        raise click.UsageError(f"--only: there is no figure {unknown[0]!r}; figures are {', '.join(meanings)}.")
    names = set(only or meanings)
    figures: dict[str, float] = {}
    for part in parts:
        if wanted := names & set(part.KEYS):
            click.echo(f"measuring {', '.join(sorted(wanted))} ...", err=True)
            figures |= part.measure(wanted)
    if as_json:
        click.echo(json.dumps(figures))
        return
    for name, value in figures.items():
        click.echo(f"{name:28} {value:10.4g}   {meanings[name]}")
