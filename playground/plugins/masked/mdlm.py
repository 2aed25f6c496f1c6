"""MDLM on Qwen3 and Qwen2: masked diffusion over whole canvases, by the dLLM project (Tiny-A2D).

Checkpoints such as `dllm-hub/Qwen3-0.6B-diffusion-mdlm-v0.1` have the weights of transformers' `Qwen3ForCausalLM`, and
those made of Qwen2.5 those of `Qwen2ForCausalLM`, with attention to everything. Their authors write up to 128 tokens in
one canvas, one token a step, the most confident first.

Paper: Simple and Effective Masked Diffusion Language Models (MDLM), arXiv 2406.07524.
"""

from __future__ import annotations

from transformers import AutoConfig
from transformers.models.qwen2 import Qwen2Config, Qwen2ForCausalLM
from transformers.models.qwen3 import Qwen3Config, Qwen3ForCausalLM

from playground.plugins.masked.base import WholeMasked


class A2dQwen3Config(Qwen3Config):
    model_type = "a2d-qwen3"


class A2dQwen2Config(Qwen2Config):
    model_type = "a2d-qwen2"


for _config in (A2dQwen3Config, A2dQwen2Config):
    AutoConfig.register(_config.model_type, _config)


class A2dQwen3(Qwen3ForCausalLM):
    config_class = A2dQwen3Config


class A2dQwen2(Qwen2ForCausalLM):
    config_class = A2dQwen2Config


class Mdlm(WholeMasked):
    kind = A2dQwen3Config.model_type
    architecture = A2dQwen3
    canvas_length = 128


class MdlmQwen2(WholeMasked):
    kind = A2dQwen2Config.model_type
    architecture = A2dQwen2
    canvas_length = 128
