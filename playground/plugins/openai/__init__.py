"""A door that speaks OpenAI's chat completions, so that their clients reach the playground. Off unless asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from playground.hooks import hook

if TYPE_CHECKING:
    import click

    from playground.plugins.openai.routes import OpenAI
    from playground.service import Service

needs = ("api",)


@hook
def serve_options() -> Sequence[click.Option]:
    from playground.plugins.api.key import options

    return options("openai", "Answer OpenAI's clients too, under /v1; docs/plugins/openai.md shows how.")


@hook
def doors(options: Mapping[str, Any], logins: bool) -> Callable[[Service], OpenAI] | None:
    from playground.plugins.api.key import key_of

    if not options["openai"]:
        return None
    key = key_of("openai", options, logins)

    from playground.plugins.openai.routes import OpenAI

    return partial(OpenAI, key=key)
