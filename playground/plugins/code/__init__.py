"""A run's settings for use elsewhere: as code with this package, a command line, or for transformers and diffusers."""

from __future__ import annotations

from collections.abc import Mapping

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook


@hook
def commands() -> Mapping[str, Command]:
    return {
        "settings": Command(
            help="Print code that makes the run of a trace again.", at="playground.plugins.code.command:settings"
        )
    }


@hook
def page_part() -> PagePart:
    return PagePart(script=ASSETS / "dist/plugins-code.js", share=True, lanes=True, held=True)
