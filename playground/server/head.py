"""What stands in the head of the page."""

from __future__ import annotations

import json
from typing import Any

from playground.server.files import PageFiles
from playground.service.limits import Limits
from playground.spec.settings import MAX_SEED, all_knobs, samplers_with


def head(files: PageFiles, config: dict[str, Any]) -> str:
    """Returns the markup: the style sheet, the page's configuration, what to fetch at once, and the script.

    Args:
        config: as `config` makes it.
    """
    # As data, which no browser runs; no text in it can end the element.
    data = json.dumps(config).replace("<", "\\u003c")
    return "\n".join(
        [
            f'<link rel="stylesheet" href="{files.styles}">',
            f'<script type="application/json" id="playground-config">{data}</script>',
            files.preloads(),
            f'<script type="module" src="{files.script}"></script>',
        ]
    )


def login_head(files: PageFiles) -> str:
    """Returns the markup of the page that asks for a login."""
    return "\n".join(
        [
            f'<link rel="stylesheet" href="{files.path("css/login.css")}">',
            f'<script type="module" src="{files.path("js/login.js")}"></script>',
        ]
    )


def config(limits: Limits, max_mib: int, public: bool, publishes: bool) -> dict[str, Any]:
    """What the page's scripts know from the start: the table of settings, from which they build the form, and limits.

    Args:
        max_mib: the largest size that a trace may unpack to when the page opens it.
        public: do strangers use the server?
        publishes: does it keep runs for whoever has their link?
    """
    knobs = [
        {
            "name": name,
            "label": knob.label,
            "unit": knob.unit,
            "help": knob.help,
            "value": knob.default,
            "minimum": knob.minimum,
            "maximum": knob.maximum,
            "whole": knob.whole,
            "slider": list(knob.slider),
            "logarithmic": knob.logarithmic,
            "choices": dict(knob.choices),
            "samplers": samplers_with(name),
        }
        for name, knob in all_knobs().items()
    ]
    return {
        "knobs": knobs,
        "prompt_characters": limits.prompt_characters,
        "max_mib": max_mib,
        "max_seed": MAX_SEED,
        "public": public,
        "publish_days": limits.published_days if publishes else 0,
    }
