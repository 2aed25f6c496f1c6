"""BD3LM on Qwen3: masked diffusion block by block, by the dLLM project (Tiny-A2D).

Checkpoints such as `dllm-hub/Qwen3-0.6B-diffusion-bd3lm-v0.1` have the weights of transformers' `Qwen3ForCausalLM`.
Their config.json is MDLM's, so only their name tells them apart.

Paper: Block Diffusion (BD3-LM), arXiv 2503.09573.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transformers.models.qwen3 import Qwen3Config, Qwen3ForCausalLM

from playground.engine.families.masked import BlockMasked


class Bd3lmConfig(Qwen3Config):
    model_type = "a2d-qwen3-bd3lm"

    @classmethod
    def get_config_dict(cls, *place: Any, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        config, rest = super().get_config_dict(*place, **options)
        return {**config, "model_type": cls.model_type}, rest


class Bd3lmQwen3(Qwen3ForCausalLM):
    config_class = Bd3lmConfig


class Bd3lm(BlockMasked):
    kind = Bd3lmConfig.model_type
    architecture = Bd3lmQwen3
    canvas_length = 32

    @classmethod
    def claims(cls, config: Mapping[str, Any], name: str) -> bool:
        return config.get("model_type") == "a2d-qwen3" and "bd3lm" in name.rpartition("/")[2].lower()
