"""Packs weights to 4 bits while they are loaded, those of the experts included.

A layer's experts are two three-dimensional parameters, which a library's quantised linear layers do not reach; nor do
they reach those that an encoder and a decoder share. So here each weight is packed as it comes from the file, no more
than one is held whole, and it is unpacked each time that a pass uses it. The embeddings, the head, routers and the
vision tower stay as they are.

Format: NF4 with double quantisation (Dettmers et al. 2023, https://arxiv.org/abs/2305.14314, section 3). The kernels
are those of bitsandbytes. No GPU has run this yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor
from torch.nn.utils.parametrize import register_parametrization
from transformers import PreTrainedModel
from transformers.core_model_loading import ConversionOps
from transformers.quantizers import HfQuantizer, register_quantization_config, register_quantizer
from transformers.utils.quantization_config import QuantizationConfigMixin

from playground.engine.families import FAMILIES
from playground.plugins.quantize.nf4_format import NF4, NF4_BITS

_WHOLE = {"router", "vision_tower", "embed_vision"}


def packed_weights(config: Mapping[str, Any]) -> int:
    """How many weights of a checkpoint are packed, counted from its config.json on a device without memory."""
    architecture: Any = FAMILIES[config["model_type"]].architecture
    with torch.device("meta"):
        module = architecture(architecture.config_class.from_dict(dict(config)))
    module.tie_weights()
    return sum({id(weight): weight.numel() for _, weight in _packable(module)}.values())


@register_quantization_config(NF4)
class Nf4Config(QuantizationConfigMixin):
    """What `from_pretrained` takes to load a checkpoint this way."""

    def __init__(self, **_saved: Any) -> None:
        self.quant_method: Any = NF4


@register_quantizer(NF4)
class Nf4Quantizer(HfQuantizer):
    requires_calibration = False
    is_trainable = False
    quantized_element_size = NF4_BITS / 8

    def is_serializable(self) -> bool:
        return False

    def _process_model_before_weight_loading(self, model: PreTrainedModel, **_options: Any) -> None:
        self._names = {name for name, _ in _packable(model)}
        self.states: dict[str, Any] = {}
        """How to unpack a parameter, by its name."""

    def param_needs_quantization(self, model: PreTrainedModel, param_name: str, **_options: Any) -> bool:
        return param_name in self._names

    def get_quantize_ops(self) -> ConversionOps:
        return _Pack(self.states)

    def _process_model_after_weight_loading(self, model: PreTrainedModel, **_options: Any) -> PreTrainedModel:
        states = {id(model.get_parameter(name)): state for name, state in self.states.items()}
        shared = [  # by all modules that share it
            (module, name, states[id(weight)])
            for module in model.modules()
            for name, weight in module.named_parameters(recurse=False)
            if id(weight) in states
        ]
        for module, name, state in shared:
            register_parametrization(module, name, _unpacking(state), unsafe=True)
        return model


class _Pack(ConversionOps):
    def __init__(self, states: dict[str, Any]) -> None:
        self._states = states

    def convert(self, input_dict: dict[str, Any], *_patterns: Any, **_options: Any) -> dict[str, Any]:
        from bitsandbytes.functional import quantize_4bit

        ((name, value),) = input_dict.items()
        weight = value[0] if isinstance(value, list) else value
        packed, self._states[name] = quantize_4bit(weight, compress_statistics=True, quant_type=NF4)
        return {name: torch.nn.Parameter(packed, requires_grad=False)}


def _unpacking(state: Any) -> torch.nn.Module:
    """The library's; its scales are buffers, so that they count as memory of the model."""
    from bitsandbytes.nn.parametrize import Bnb4bitParametrization

    part: torch.nn.Module = Bnb4bitParametrization(state)
    part.register_buffer("scales", state.absmax, persistent=False)
    part.register_buffer("scales_of_scales", state.state2.absmax, persistent=False)
    return part


def _packable(model: PreTrainedModel) -> Iterator[tuple[str, Tensor]]:
    """The weights to pack, by name: of linear layers but the head, and of experts."""
    head = model.get_output_embeddings()
    for name, module in model.named_modules():
        if module is head or _WHOLE & set(name.split(".")):
            continue
        linear = isinstance(module, torch.nn.Linear)
        for leaf, weight in module.named_parameters(recurse=False):
            if weight.ndim == 3 or (linear and weight.ndim == 2):
                yield f"{name}.{leaf}", weight
