"""Measures this machine: `doctor` examines a host, `bench` measures a model, and the Cost panel has a roofline.

measure/    speed and size, of a model and of a machine; `doctor`'s findings
gpu/        `doctor --card`: a GPU host, part by part
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground import workshop
from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    import click
    from starlette.routing import BaseRoute

    from playground.service import Service

needs = ("gpu",)

_OF_MODELS = Command(
    help="Measure speed and size of a model, and of this machine.", at="playground.plugins.card.bench:bench"
)
_OF_ALL = Command(
    help="Measure speed and size: of a model, the page, or a server under load.", at=workshop.address_of("bench")
)


@hook
def commands() -> Mapping[str, Command]:
    return {
        "doctor": Command(
            help="Examine this host: does the checkpoint fit, is it right, how fast is it?",
            at="playground.plugins.card.doctor:doctor",
        ),
        "bench": _OF_ALL if workshop.stands_beside() else _OF_MODELS,
    }


@hook
def serve_options() -> Sequence[click.Option]:
    from playground.plugins.card.options import OPTIONS

    return OPTIONS


@hook
def routes(service: Service, options: Mapping[str, Any], public: bool) -> Sequence[BaseRoute]:
    from playground.plugins.card.machine import MachineSpeed
    from playground.server.functions import SHORT_TEXT, function_routes

    machine = MachineSpeed(service, open=not public)
    if options.get("measure_machine"):
        machine.measure_when_ready()
    return function_routes({"machine": (SHORT_TEXT, machine.answer)})


@hook
def page_part(service: Service | None, options: Mapping[str, Any], public: bool) -> PagePart:
    return PagePart(
        script=ASSETS / "dist/plugins-card.js", cost=True, config={"measures": service is not None}, held=True
    )
