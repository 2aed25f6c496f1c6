"""Reads a loaded checkpoint's config, with more exact types than its class declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformers.models.diffusion_gemma.configuration_diffusion_gemma import DiffusionGemmaTextConfig
from transformers.models.diffusion_gemma.generation_diffusion_gemma import DiffusionGemmaGenerationConfig

if TYPE_CHECKING:
    from transformers import DiffusionGemmaForBlockDiffusion


def text_config(module: DiffusionGemmaForBlockDiffusion) -> DiffusionGemmaTextConfig:
    """The config of the language model, without the vision tower."""
    config = module.config.text_config
    assert isinstance(config, DiffusionGemmaTextConfig)
    return config


def layer_types(module: DiffusionGemmaForBlockDiffusion) -> list[str]:
    """For each layer, whether its attention is full or sliding."""
    types = text_config(module).layer_types
    assert types is not None
    return types


def canvas_length(module: DiffusionGemmaForBlockDiffusion) -> int:
    """How many positions are denoised together."""
    assert module.config.canvas_length is not None
    return module.config.canvas_length


def generation_config(module: DiffusionGemmaForBlockDiffusion) -> DiffusionGemmaGenerationConfig:
    """The settings that `generate()` starts from."""
    assert isinstance(module.generation_config, DiffusionGemmaGenerationConfig)
    return module.generation_config
