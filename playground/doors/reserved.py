"""The names that no sampler's own setting can have: something else has them wherever settings go by name."""

from __future__ import annotations

import dataclasses

from playground.doors.arguments import ARGUMENTS
from playground.doors.link import WORDS
from playground.doors.openai.request import Body
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import KNOBS, SamplerSettings

_LIBRARIES = ("context", "model_config", "path", "request")
"""Names that MCP, pydantic and Gradio keep for themselves."""


def reserved_names() -> set[str]:
    """Settings of every run, fields of a run, values that doors and the page's form take, and words of an address."""
    fields = {field.name for kind in (Prompt, RunSpec) for field in dataclasses.fields(kind)}
    methods = {name for name in dir(SamplerSettings) if not name.startswith("_")}
    return fields | methods | {*KNOBS, *ARGUMENTS, *WORDS, *Body.model_fields, *_LIBRARIES}
