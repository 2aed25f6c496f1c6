"""Tools for language models, over the Model Context Protocol. Off unless asked for; it needs the package `mcp`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from playground.hooks import hook

if TYPE_CHECKING:
    import click

    from playground.plugins.mcp.tools import Tools
    from playground.service import Service

needs = ("api",)


@hook
def serve_options() -> Sequence[click.Option]:
    from playground.plugins.api.key import options

    return options("mcp", "Offer tools to language models too, under /mcp. Needs `pip install mcp`.")


@hook
def doors(options: Mapping[str, Any], logins: bool) -> Callable[[Service], Tools] | None:
    from playground.errors import PolicyError
    from playground.plugins.api.key import key_of

    if not options["mcp"]:
        return None
    key = key_of("mcp", options, logins)
    if find_spec("mcp") is None:
        raise PolicyError("--mcp needs the package mcp: `pip install mcp`.")

    from playground.plugins.mcp.tools import Tools

    return partial(Tools, key=key)
