"""Constraints: a run whose text fits a regular expression or a JSON schema, at every step.

`playground.plugins.constrain.paths` says how, and what that is not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.engine.processors import Maker
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
    from playground.service.limits import Limit

    edges = Limit(
        unit="edges",
        private=200_000,
        public=50_000,
        help="The edges of an expression's automaton over a model's tokens, of which a step looks at each for each "
        "position; more than 200,000 are never followed.",
        sentence="The regular expression is too large for this model: it has {edges:,} edges over its tokens, and may "
        "have at most {limit:,} here.",
    )
    return {"constraint_edges": edges}


@hook
def check_run(spec: RunSpec, model: Model, limits: Limits) -> None:
    """Also of the runs that it branches from."""
    for settings in (text for run in spec.chain for name, text in run.processors if name == "constrain"):
        from playground.plugins.constrain.constraint import machine_of

        edges = len(machine_of(json.loads(settings), model).source)
        if edges > limits["constraint_edges"]:
            raise limits.refuse("constraint_edges", edges=edges)


@hook
def processors() -> Mapping[str, Maker]:
    from playground.plugins.constrain.constraint import Constraint

    return {"constrain": Constraint.of}
