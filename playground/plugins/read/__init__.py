"""Reads a text instead of writing it: the labels of its slots by probability, beside what writing puts there.

The fixed text is pinned, one pass gives a distribution over each slot, and a later pass gives another. Nothing in them
is calibrated, and here one sees how far: the share of each label in many runs, and held-out stories whose truth is
known.

template    a text with slots
canvas      its tokens: pins, and the labels of each slot
reading     one pass, a later pass, and what runs write
chain       the same token after token
table       all ways as one table: `pg.read`
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from playground.service import Service
    from playground.service.limits import Limit


@hook
def commands() -> Mapping[str, Command]:
    about = "Read the slots of a text by probability, beside what writing puts there."
    return {"read": Command(help=about, at="playground.plugins.read.command:read")}


@hook
def names() -> Mapping[str, str]:
    return {"read": "playground.plugins.read.table:read"}


@hook
def limits() -> Mapping[str, Limit]:
    from playground.service.limits import Limit

    return {
        "read_bytes": Limit(
            unit="bytes",
            private=256 << 10,
            public=32 << 10,
            help="The body of a request that reads slots.",
            sentence="The request is too large: with its template it may have at most {bytes:,} bytes.",
        )
    }


@hook
def routes(service: Service) -> Sequence[BaseRoute]:
    from playground.plugins.read.read_routes import ReadRoutes

    return ReadRoutes(service).routes()


@hook
def page_part(service: Service | None) -> PagePart | None:
    from playground.plugins.read.read_routes import readable
    from playground.plugins.read.reliability import FILE

    if service is None or not readable(service):
        return None
    measured = {"reliability": json.loads(FILE.read_text(encoding="utf-8"))}
    return PagePart(script=ASSETS / "dist/plugins-read.js", tray="Read", prompt=True, config=measured)
