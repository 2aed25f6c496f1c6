"""*Look inside*: of a position at one step, its whole distribution, what it attends to, and what self-conditioning did.

The step is computed again from the run's spec, in the same loop; nothing of this size is ever stored.

look       of the engine: a step is taken again and watched
nearest    from the moment nearest to it that is kept
answers    what the page gets
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import PagePart, hook

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from playground.service import Service

MOST = 128 << 10
"""The most characters of a question, which describes a run wholly."""


@hook
def routes(service: Service) -> Sequence[BaseRoute]:
    from playground.plugins.inside.answers import Insides
    from playground.server.functions import function_routes

    insides = Insides(service)
    functions = {"look_inside": insides.look_inside, "without_conditioning": insides.without_conditioning}
    return function_routes({name: (MOST, function) for name, function in functions.items()})


@hook
def page_part(service: Service | None) -> PagePart | None:
    if service is not None and not service.slot.looks:
        return None
    return PagePart(script=ASSETS / "dist/plugins-inside.js", position=True, held=True)
