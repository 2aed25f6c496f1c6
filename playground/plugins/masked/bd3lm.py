"""BD3LM on Qwen3 and Qwen2: masked diffusion block by block, by the dLLM project (Tiny-A2D).

Checkpoints such as `dllm-hub/Qwen3-0.6B-diffusion-bd3lm-v0.1` have the weights of transformers' `Qwen3ForCausalLM`, and
those made of Qwen2.5 those of `Qwen2ForCausalLM`. Their config.json is MDLM's, so only their name, or the path that
they were saved to, tells them apart. Blocks have 32 tokens, unless the config or a person says otherwise.

Paper: Block Diffusion (BD3-LM), arXiv 2503.09573.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from transformers.models.qwen2 import Qwen2Config, Qwen2ForCausalLM
from transformers.models.qwen3 import Qwen3Config, Qwen3ForCausalLM

from playground.plugins.masked.base import BlockMasked


class _Renamed:
    """A config that has a name of ours, whatever its file says."""

    @classmethod
    def get_config_dict(cls, *place: Any, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        parent: Any = super()
        config, rest = parent.get_config_dict(*place, **options)
        return {**config, "model_type": getattr(cls, "model_type", "")}, rest


class Bd3lmConfig(_Renamed, Qwen3Config):
    model_type = "a2d-qwen3-bd3lm"


class Bd3lmQwen2Config(_Renamed, Qwen2Config):
    model_type = "a2d-qwen2-bd3lm"


class Bd3lmOnQwen3(Qwen3ForCausalLM):
    config_class = Bd3lmConfig


class Bd3lmOnQwen2(Qwen2ForCausalLM):
    config_class = Bd3lmQwen2Config


class Bd3lm(BlockMasked):
    kind = Bd3lmConfig.model_type
    stated = "a2d-qwen3"
    architecture = Bd3lmOnQwen3
    canvas_length = 32

    @classmethod
    def claims(cls, config: Mapping[str, Any], name: str) -> bool:
        return super().claims(config, name) and _by_blocks(name)


class Bd3lmQwen2(Bd3lm):
    kind = Bd3lmQwen2Config.model_type
    stated = "a2d-qwen2"
    architecture = Bd3lmOnQwen2


def _by_blocks(place: str) -> bool:
    """Does a hub id or a path speak of BD3LM? What counts is its last part that speaks of either method."""
    for part in reversed(re.sub(r"[-_ ]", "", place.lower()).replace("\\", "/").split("/")):
        if "bd3lm" in part or "mdlm" in part:
            return "bd3lm" in part
    return False
