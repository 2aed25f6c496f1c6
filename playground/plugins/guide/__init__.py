"""Guidance: a run's logits against those without its prompt, at steps of a schedule, with both passes counted.

schedule    the scale, and which steps are guided
guided      the second pass, and what the sampler sees
command     one guided run, or many beside plain ones
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    from playground.engine.processors import Maker
    from playground.service import Service
    from playground.spec.run import RunSpec

needs = ("sweep",)


@hook
def page_part(service: Service | None) -> PagePart | None:
    """The engine in the browser has no processors."""
    if service is None:
        return None
    return PagePart(script=ASSETS / "dist/plugins-guide.js", processor="guide", tune="Guidance")


@hook
def commands() -> Mapping[str, Command]:
    about = "Run a prompt with guidance, or compare guided runs with plain ones."
    return {"guide": Command(help=about, at="playground.plugins.guide.command:guide")}


@hook
def processors() -> Mapping[str, Maker]:
    from playground.plugins.guide.guided import Guided

    return {"guide": Guided.of}


@hook
def added_passes(spec: RunSpec, steps: int) -> int | None:
    from playground.plugins.guide.schedule import NAME, Guidance

    settings = dict(spec.processors).get(NAME)
    if settings is None:
        return None
    return Guidance.of(json.loads(settings)).passes(steps, spec.settings.max_denoising_steps)
