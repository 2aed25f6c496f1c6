"""Pictures and films of runs, drawn by the page's own scripts: on the command line in a headless Chromium."""

from __future__ import annotations

from collections.abc import Sequence

from playground.assets import ASSETS
from playground.hooks import ExportForm, PagePart, hook


@hook
def exports() -> Sequence[ExportForm]:
    import click

    from playground.commands.options import Finite
    from playground.plugins.films.film import KINDS, write_film

    return [
        ExportForm(
            endings=KINDS,
            kind="pictures and films",
            help=".png is a picture; .webm, .mp4 and .gif are films. Chromium draws these.",
            write=write_film,
            options=[
                click.Option(
                    ["--theme"],
                    type=click.Choice(["light", "dark"]),
                    help="Of a picture or a film; light by default.",
                ),
                click.Option(
                    ["--shape"],
                    type=click.Choice(["wide", "square"]),
                    help="1280x720, which is the default, or 1080x1080.",
                ),
                click.Option(
                    ["--speed"], type=Finite(0.1, 30), metavar="STEPS", help="Steps a second of a film; 4 by default."
                ),
                click.Option(
                    ["--scale"], type=click.IntRange(1, 2), help="Pixels for each one of the shape; 1 by default."
                ),
                click.Option(
                    ["--step"],
                    type=click.IntRange(min=1),
                    help="The step of a picture, over all parts; by default a telling one.",
                ),
            ],
        )
    ]


@hook
def page_part() -> PagePart:
    return PagePart(script=ASSETS / "dist/plugins-films.js", forms=True, held=True)
