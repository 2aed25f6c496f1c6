"""Lets people publish runs: the server keeps them for whoever has their link. Off unless asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    import click
    from starlette.routing import BaseRoute

    from playground.service import Service
    from playground.service.limits import Limit


@hook
def serve_options() -> Sequence[click.Option]:
    import click

    return [
        click.Option(
            ["--publish"],
            metavar="DIR_OR_URL",
            envvar="PLAYGROUND_PUBLISH",
            help="Let people publish runs: keep them in this folder, or at an address such as s3://bucket/runs. "
            "docs/plugins/publish.md says for how long, and how to take them down.",
        )
    ]


@hook
def commands() -> Mapping[str, Command]:
    return {
        "published": Command(
            help="List published runs, and take them down.", at="playground.plugins.publish.command:published"
        )
    }


@hook
def limits() -> Mapping[str, Limit]:
    from playground.plugins.publish.published import LIMITS

    return LIMITS


@hook
def check_options(options: Mapping[str, Any]) -> None:
    if options.get("publish") is not None:
        from playground.plugins.publish.published import Published
        from playground.service.limits import Limits

        Published(options["publish"], Limits())


@hook
def routes(service: Service, options: Mapping[str, Any]) -> Sequence[BaseRoute]:
    if options.get("publish") is None:
        return []
    from playground.plugins.publish.published import Published
    from playground.plugins.publish.published_routes import PublishedRoutes

    published = Published(options["publish"], service.limits)
    return PublishedRoutes(published, service.limits).routes()


@hook
def page_part(service: Service | None, options: Mapping[str, Any]) -> PagePart:
    """It is there where nothing can be published, too: whoever has an address of a run reads why it is not shown."""
    publishes = service is not None and options.get("publish") is not None
    days = service.limits["published_days"] if service is not None and publishes else 0
    return PagePart(
        script=ASSETS / "dist/plugins-publish.js",
        share=publishes,
        kinds=["published"],
        config={"days": days},
    )
