"""Runs that other programs recorded, as traces, and recorders around loops of others. What those do not tell is left
out, never filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, Reader, hook


@hook
def names() -> Mapping[str, str]:
    return {
        "DraftRecorder": "playground.plugins.importing.recorders:DraftRecorder",
        "StepRecorder": "playground.plugins.importing.steps:StepRecorder",
        "record_diffusers": "playground.plugins.importing.recorders:record_diffusers",
    }


@hook
def commands() -> Mapping[str, Command]:
    about = "Make a trace of what another program wrote about its run."
    return {"open": Command(help=about, at="playground.plugins.importing.command:open")}


@hook
def readers() -> Sequence[Reader]:
    from playground.plugins.importing.streams import parse

    return [parse]


@hook
def page_part() -> PagePart:
    return PagePart(script=ASSETS / "dist/plugins-importing.js", reads=(".txt", ".log"), held=True)
