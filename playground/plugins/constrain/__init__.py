"""Constraints: a run whose text fits a regular expression or a JSON schema, at every step.

`playground.plugins.constrain.paths` says how, and what that is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    from playground.engine.processors import Maker
    from playground.service import Service

needs = ("sweep",)


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
def processors() -> Mapping[str, Maker]:
    from playground.plugins.constrain.constraint import Constraint

    return {"constrain": Constraint.of}
