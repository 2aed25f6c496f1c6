"""Several models in one process: the page offers them all, and a run names the one that it is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.hooks import PagePart, hook

if TYPE_CHECKING:
    import click

    from playground.plugins.several.models import SeveralSlot
    from playground.service import Service
    from playground.service.slot import Wanted


@hook
def serve_options() -> Sequence[click.Option]:
    import click

    return [
        click.Option(
            ["--also"],
            metavar="ID_OR_FOLDER",
            multiple=True,
            help="Another model to hold beside it, for the page to offer; `embedded` is the embedded one. What they "
            "take together is said before they load. Repeatable.",
        )
    ]


@hook
def check_options(options: Mapping[str, Any]) -> None:
    from playground.engine.loading.source import resolve

    for name in options["also"]:
        resolve(name)


@hook
def slot(options: Mapping[str, Any], wanted: Wanted) -> SeveralSlot | None:
    from playground.commands.holding import here
    from playground.errors import PolicyError

    if not options["also"]:
        return None
    from playground.plugins.several.models import SeveralSlot

    engine = here(wanted)
    home = wanted.home
    if home.alone:
        raise PolicyError(f"--also needs the models in one process that stays, so it does not go {home.beside}.")
    return SeveralSlot(wanted.model, options["also"], **engine)


@hook
def page_part(service: Service | None) -> PagePart | None:
    if service is None or not service.slot.others:
        return None
    return PagePart(script=ASSETS / "dist/plugins-several.js", models=True)
