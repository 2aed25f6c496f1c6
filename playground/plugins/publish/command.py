"""`published`: lists the runs that a server keeps for whoever has their link, and takes them down."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from playground.commands.terminal import printable
from playground.plugins.publish.published import DAY, Published, PublishError
from playground.service.limits import Limits


@click.command()
@click.argument("place", metavar="DIR_OR_URL")
@click.option("--remove", metavar="ID", multiple=True, help="Take this run down; repeatable.")
def published(place: str, remove: tuple[str, ...]) -> None:
    """List the runs that `serve --publish DIR_OR_URL` keeps, or take some down: the day, the size, the prompt."""
    runs = Published(place, Limits(), make=False)
    for id in remove:
        runs.remove(id)
        click.echo(f"{id} is taken down.")
    if remove:
        return
    for entry in runs.entries():
        day = datetime.fromtimestamp(entry.day * DAY, UTC).date()
        try:
            prompt = " ".join(runs.read(entry.id)[1].header.prompt.split())[:60]
        except PublishError as error:
            prompt = str(error)
        click.echo(printable(f"{entry.id}  {day}  {entry.bytes / 1000:7.0f} kB  {prompt}"))
