"""Reads a text instead of writing it: the labels of its slots by probability, beside what writing puts there.

The fixed text is pinned, one pass gives a distribution over each slot, and a later pass gives another. Nothing in them
is calibrated; one sees how far by the share of each label in many runs, and by held-out stories whose truth is known.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from playground.service import Service

RELIABILITY = Path(__file__).with_name("reliability.json")
"""What `python -m workshop.makers.reliability` measured."""


@hook
def commands() -> Mapping[str, Command]:
    about = "Read the slots of a text by probability, beside what writing puts there."
    return {"read": Command(help=about, at="playground.plugins.read.command:read")}


@hook
def names() -> Mapping[str, str]:
    return {"read": "playground.plugins.read.table:read"}


@hook
def routes(service: Service) -> Sequence[BaseRoute]:
    from playground.plugins.read.read_routes import read_routes

    return read_routes(service)


@hook
def tools(service: Service) -> Sequence[Callable[..., Awaitable[str]]]:
    from playground.plugins.read.read_routes import read_tool

    return [read_tool(service)]


@hook
def page_part(service: Service | None) -> PagePart | None:
    if service is None:
        return None
    from playground.plugins.read.read_routes import readable

    if not readable(service):
        return None
    measured = {"reliability": json.loads(RELIABILITY.read_text(encoding="utf-8"))}
    return PagePart(script=ASSETS / "dist/plugins-read.js", tray="Read", prompt=True, config=measured)
