"""A rule of the reader's own: a sampler written in the page, in JavaScript, which runs in the reader's browser alone.

The page offers it wherever the browser can make the runs of the model that is held: to the engine it is one more
sampler, which decides in a sandbox. Its text is `sampler_source` in the spec, so traces, links and branches hold it, as
data.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import PagePart, hook

if TYPE_CHECKING:
    from playground.service import Service

needs = ("live",)
"""Its engine in the browser makes the runs."""
RULES = Path(__file__).with_name("rules")
"""Those to start from, in JavaScript and in Python."""


@hook
def page_part(service: Service | None) -> PagePart | None:
    from playground.engine.loading.source import EMBEDDED_NAME

    if service is not None and service.slot.name != EMBEDDED_NAME:
        return None  # no engine in the browser has the server's model
    return PagePart(
        script=ASSETS / "dist/plugins-own_rule.js",
        samplers={"own-rule": "Keeps what a rule of your own picks."},
        inline=[ASSETS / "dist/plugins-own_rule-frame.js"],
        files={f"own_rules/{path.name}": path for path in RULES.glob("*.*")},
    )
