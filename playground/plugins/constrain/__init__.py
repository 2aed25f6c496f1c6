"""Constraints: a run whose text fits a regular expression or a JSON schema, at every step.

`playground.plugins.constrain.paths` says how, and what that is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.engine.processors import Maker, Processor
    from playground.service import Service
    from playground.service.limits import Limit, Limits
    from playground.spec.run import RunSpec


@hook
def commands() -> Mapping[str, Command]:
    return {
        "constrain": Command(
            help="Run a prompt so that its text fits a regular expression or a JSON schema.",
            at="playground.plugins.constrain.command:constrain",
        )
    }


@hook
def page_part(service: Service | None) -> PagePart | None:
    """The engine in the browser has no processors."""
    if service is None:
        return None
    return PagePart(script=ASSETS / "dist/plugins-constrain.js", tray="Rule", processor="constrain", tune="Rule")


@hook
def limits() -> Mapping[str, Limit]:
    from playground.plugins.constrain.limit_table import LIMITS

    return LIMITS


@hook
def check_run(spec: RunSpec, model: Model, limits: Limits) -> None:
    if any(name == "constrain" for run in spec.chain for name, _ in run.processors):
        from playground.plugins.constrain.limit_table import check

        check(spec, model, limits)


@hook
def processors() -> Mapping[str, Maker]:
    return {"constrain": _constraint}


def _constraint(settings: Mapping[str, Any], model: Model, spec: RunSpec) -> Processor:
    from playground.plugins.constrain.constraint import Constraint

    return Constraint.of(settings, model, spec)
