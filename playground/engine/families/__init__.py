"""Families of models, one in each file. To add one, add its file, then its class to `_ALL`."""

from __future__ import annotations

from playground.engine.families.base import Compiler, Conditioning, Denoiser, described
from playground.engine.families.diffusion_gemma import DiffusionGemma

_ALL: tuple[type[Denoiser], ...] = (DiffusionGemma,)

FAMILIES: dict[str, type[Denoiser]] = {family.kind: family for family in _ALL}
"""The families by the `model_type` of their checkpoints."""

__all__ = ["FAMILIES", "Compiler", "Conditioning", "Denoiser", "described"]
