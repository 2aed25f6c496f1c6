"""`pg.gradio_player()`: the player as a component of any Gradio app, and the playground as such an app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.hooks import Front, hook

if TYPE_CHECKING:
    import click

    from playground.server.interface import Logins
    from playground.service import Service


@hook
def names() -> Mapping[str, str]:
    return {"gradio_player": "playground.plugins.gradio_component.component:gradio_player"}


@hook
def serve_options() -> Sequence[click.Option]:
    import click

    return [
        click.Option(
            ["--blocks"],
            is_flag=True,
            help="Serve an ordinary Gradio app with the same player instead of the page, for you to copy from. It has "
            "no guard, so let in only people whom you know. All of it is "
            "playground/plugins/gradio_component/blocks.py.",
        )
    ]


@hook
def front(options: Mapping[str, Any]) -> Front | None:
    return Front(option="--blocks", launch=_launch) if options["blocks"] else None


def _launch(service: Service, host: str, port: int, logins: Logins | None) -> None:
    from playground.plugins.gradio_component.blocks import app
    from playground.server.operator import ready_route

    app(service).launch(
        server_name=host, server_port=port, auth=logins, ssr_mode=False, run_history=False,
        app_kwargs={"routes": [ready_route(service)]},
    )  # fmt: skip
