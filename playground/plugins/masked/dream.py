"""Dream and DiffuCoder on Qwen2: masked diffusion over whole canvases, with logits shifted by one.

Checkpoints such as `Dream-org/Dream-v0-Instruct-7B` and `apple/DiffuCoder-7B-cpGRPO` have the weights of transformers'
`Qwen2ForCausalLM`, and attention to everything. As the models that they were made from do, they give at each position
the logits of the next one. Their authors keep the positions with the lowest entropy first, at a temperature of 0.2.
They also cut off unlikely tokens (top-p 0.95), which no sampler here does.

Papers: Dream 7B, arXiv 2508.15487; DiffuCoder, arXiv 2506.20639.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from transformers import PreTrainedTokenizerBase
from transformers.models.qwen2 import Qwen2Config, Qwen2ForCausalLM, Qwen2Tokenizer

from playground.plugins.masked.base import WholeMasked


class DreamConfig(Qwen2Config):
    model_type = "Dream"


class DreamQwen2(Qwen2ForCausalLM):
    config_class = DreamConfig


class Dream(WholeMasked):
    kind = DreamConfig.model_type
    architecture = DreamQwen2
    canvas_length = 128
    shifted = True

    @classmethod
    def tokenizer(cls, folder: Path) -> PreTrainedTokenizerBase:
        # Its files name a class of the checkpoint's own code, and are Qwen2's.
        return Qwen2Tokenizer.from_pretrained(folder)

    @property
    def settings(self) -> Mapping[str, Any]:
        return {**super().settings, "sampler": "lowest-entropy", "t_max": 0.2, "t_min": 0.2, "draw": "fast"}
