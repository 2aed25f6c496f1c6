"""Families of models, one in each file. To add one, add its file, then its class to `_ALL`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.families.base import Compiler, Conditioning, Denoiser, described
from playground.engine.families.bd3lm import Bd3lm
from playground.engine.families.diffusion_gemma import DiffusionGemma
from playground.engine.families.dream import Dream
from playground.engine.families.mdlm import Mdlm

_ALL: tuple[type[Denoiser], ...] = (DiffusionGemma, Bd3lm, Mdlm, Dream)

FAMILIES: dict[str, type[Denoiser]] = {family.kind: family for family in _ALL}
"""The families by their kinds."""


def kind_of(config: Mapping[str, Any], name: str) -> str | None:
    """The kind of a checkpoint's family, by its config.json and its name; None if no family knows it."""
    return next((kind for kind, family in FAMILIES.items() if family.claims(config, name)), None)


__all__ = ["FAMILIES", "Compiler", "Conditioning", "Denoiser", "described", "kind_of"]
