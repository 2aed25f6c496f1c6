"""Addresses of the page that make a run again; `assets/js/page/address.js` reads them."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from playground.settings import all_knobs
from playground.steering import FIELDS
from playground.trace import Header

MOST_PROMPT = 4000
"""The longest prompt, with its system prompt and what steers the run, that an address holds."""

WORDS = {
    "prompt",
    "system",
    "thinking",
    "seed",
    "model",
    "revision",
    "sampler_source",
    "steering",
    "stopped",
    "version",
}
WORDS |= {"run", "lane", "from", "after", "rival", "study", "lesson", "part", "block", "step", "position", "compared"}
WORDS |= {"mode", "layer", "colour", "view", "unit", "by", "only", "seeds", "vary", "values", "measure", "wanted"}
"""What an address may hold besides settings, by name."""


def link(page: str, header: Header) -> str:
    """The address that makes a run again from its seed; "" if an address cannot hold what it was asked.

    Args:
        page: the address of the page.
    """
    steering = {name: value for name in FIELDS if (value := header.spec.get(name)) not in (None, [], {})}
    steered = json.dumps(steering, separators=(",", ":")) if steering else ""
    size = len(header.prompt) + len(header.system) + len(steered)
    if header.image_sha256 or header.branch or size > MOST_PROMPT:
        return ""
    said: dict[str, object] = {"prompt": header.prompt}
    if header.system:
        said["system"] = header.system
    if header.thinking:
        said["thinking"] = "on"
    said["seed"] = header.seed
    said |= {
        name: header.settings[name]
        for name, knob in all_knobs().items()
        if header.settings.get(name, knob.default) != knob.default
    }
    said |= {"model": header.model, "revision": header.revision}
    if source := header.spec.get("sampler_source"):
        said["sampler_source"] = source
    if steered:
        said["steering"] = steered
    return f"{page.rstrip('/')}/#{urlencode(said)}"
