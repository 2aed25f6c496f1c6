"""An example of what a plugin can add: a sampler, a command, a route, and a part of the page."""

from pathlib import Path

import click

import playground as pg
from playground.hooks import Command, PagePart, hook


class Lead(pg.Sampler):
    label = "Lead"
    rule = "Keeps every position whose best token is ahead of the second by more than half."
    explanation = pg.Explanation(order="margin", falling=True, cut="rank", unit="probability")

    def accept(self, before, statistics):  # bool (rows, positions)
        return statistics.margin > 0.5


@click.command()
@click.argument("trace")
def words(trace):
    """Count the words of a trace."""
    click.echo(len(pg.Trace.load(trace).text.split()))


samplers = hook(lambda: [Lead], specname="samplers")
commands = hook(lambda: {"words": Command(help=words.help, at="playground_example:words")}, specname="commands")
page_part = hook(lambda: PagePart(tray="Words", script=Path(__file__).with_name("part.js")), specname="page_part")


@hook
def routes(service):
    from starlette.responses import JSONResponse

    from playground.server.routes import routes

    async def answer(request):
        return JSONResponse({"runs": len(service.tapes.live())})

    return routes({"GET /example/runs": answer})
