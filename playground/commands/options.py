"""Options that several commands share, made from the one table of settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import click

from playground.settings import SamplerSettings


def model_options(command: Callable) -> Callable:
    """--model, --revision, --device, --dtype and --offline, as `load_model` takes them."""
    command = click.option("--offline", is_flag=True, help="Load from the cache; ask no network.")(command)
    for name, text in {
        "dtype": "auto, float32, bfloat16 or float16; by default float32 on a CPU, else the checkpoint's own.",
        "device": "cpu, cuda, cuda:N, or auto for all GPUs; by default CUDA where there is one.",
        "revision": "Branch, tag or commit of a hub id.",
        "model": "Hub id or local folder; by default the embedded checkpoint.",
    }.items():
        command = click.option(f"--{name}", help=text)(command)
    return command


def settings_options(command: Callable) -> Callable:
    """One option for each sampler setting; what is not given stays at the checkpoint's default."""
    draw = click.option("--draw", type=click.Choice(["exact", "fast"]), help="How tokens are drawn.")
    command = draw(command)
    for field in reversed(dataclasses.fields(SamplerSettings)):
        if knob := field.metadata.get("knob"):
            kind = int if field.type == "int" else float
            flag = "--" + field.name.replace("_", "-")
            command = click.option(flag, type=kind, metavar=knob.unit.upper(), help=knob.help)(command)
    return command


def override(settings: SamplerSettings, given: dict[str, Any]) -> SamplerSettings:
    """`settings` with the options that were given.

    Raises:
        SettingError: the result is out of bounds.
    """
    return dataclasses.replace(settings, **{name: value for name, value in given.items() if value is not None})
