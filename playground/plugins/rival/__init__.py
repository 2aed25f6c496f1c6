"""Races against a model behind another server that speaks OpenAI's protocol and streams. Off unless asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.hooks import PagePart, hook

if TYPE_CHECKING:
    import click
    from starlette.routing import BaseRoute

    from playground.plugins.rival.rival import Rival
    from playground.service import Service


@hook
def serve_options() -> Sequence[click.Option]:
    import click

    from playground.commands.options import Utf8

    return [
        click.Option(
            ["--rival"],
            type=(Utf8(), Utf8()),
            metavar="URL MODEL",
            help="Race against a model behind another server that speaks OpenAI's protocol and streams, such as "
            "http://127.0.0.1:8000/v1 my-model. Its key, if it needs one, is in PLAYGROUND_RIVAL_KEY. Not with "
            "--public.",
        )
    ]


@hook
def check_options(options: Mapping[str, Any], public: bool) -> None:
    from playground.errors import PolicyError

    if rival_of(options) is not None and public:
        raise PolicyError("--rival is not for a public server: strangers could use the other server with your key.")


@hook
def routes(service: Service, options: Mapping[str, Any]) -> Sequence[BaseRoute]:
    rival = rival_of(options)
    if rival is None:
        return []
    from playground.plugins.rival.rivals import Rivals

    return Rivals(rival, service.limits, service.tapes).routes()


@hook
def page_part(service: Service | None, options: Mapping[str, Any]) -> PagePart | None:
    """It is there without a rival too: whoever has an address with an answer of one reads why it is not shown."""
    if service is None:
        return None
    rival = rival_of(options)
    return PagePart(
        script=ASSETS / "dist/plugins-rival.js",
        compare=True,
        beside="rival",
        config={"source": rival.source if rival else ""},
    )


def rival_of(options: Mapping[str, Any]) -> Rival | None:
    """The one that the options of `serve` name.

    Raises:
        RivalError: its address or its name is wrong.
    """
    if options.get("rival") is None:
        return None
    from playground.plugins.rival.rival import Rival

    url, model = options["rival"]
    return Rival(url=url, model=model, key=os.environ.get("PLAYGROUND_RIVAL_KEY", ""))
