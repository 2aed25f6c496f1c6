"""Watching together: others follow a presenter's runs on their own screens, and answer what a lesson asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.hooks import PagePart, hook

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from playground.service import Service
    from playground.service.limits import Limit


needs = ("learn",)


@hook
def limits() -> Mapping[str, Limit]:
    from playground.plugins.hall.limit_table import LIMITS

    return LIMITS


@hook
def routes(service: Service, options: Mapping[str, Any]) -> Sequence[BaseRoute]:
    from playground.plugins.hall.hall_routes import HallRoutes
    from playground.plugins.hall.halls import Halls
    from playground.plugins.learn.library import library_of

    halls = Halls(service.limits)
    service.when_closing(halls.close)
    service.account.gauge("watchers", "People who follow a run in a hall.", lambda: halls.watchers)
    return HallRoutes(service, halls, library_of(options)).routes()


@hook
def page_part(service: Service | None) -> PagePart:
    from playground.assets import ASSETS

    script = ASSETS / "dist/plugins-hall.js"
    if service is None:  # it says that there is no hall
        return PagePart(script=script, kinds=("watch",))
    return PagePart(script=script, share=True, kinds=("watch",), remembers="hall")
