"""Runs passes faster on a GPU: compiled, recorded as CUDA graphs, launched ahead, with other kernels for the experts.

A form of the passes that differs from the engine's own is compared with it on this machine before anybody's run depends
on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.hooks import hook

if TYPE_CHECKING:
    import click

    from playground.plugins.gpu.ways import Ways


@hook
def serve_options() -> Sequence[click.Option]:
    from playground.plugins.gpu.options import OPTIONS

    return OPTIONS


@hook
def passes(options: Mapping[str, Any]) -> Ways:
    from dataclasses import fields

    from playground.plugins.gpu.ways import Ways

    return Ways(**{field.name: options[field.name] for field in fields(Ways)})
