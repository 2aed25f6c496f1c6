"""Loads checkpoints whose weights are stored in 8 bits with a scale for each row, those of the experts included.

That is the layout `FP8_DYNAMIC` of compressed-tensors: each linear layer has a `weight` in float8 (E4M3) and a
`weight_scale` of one number a row, and a layer's experts, one three-dimensional parameter in transformers' class, are
stored as linear layers of their own, one for each expert. Here they are joined again and stay in float8; a weight is
scaled back each time that a pass uses it, so products are those of the type that the model computes in. Scales for
activations are not used. No GPU has run this yet.

Format: https://github.com/vllm-project/compressed-tensors
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn.utils.parametrize import register_parametrization
from transformers import PreTrainedModel
from transformers.core_model_loading import ConversionOps, WeightConverter
from transformers.quantizers import HfQuantizer, register_quantization_config, register_quantizer
from transformers.utils.quantization_config import QuantizationConfigMixin

FP8 = "float8-rows"
_PARTS = {"gate_up_proj": ("gate_proj", "up_proj"), "down_proj": ("down_proj",)}
"""A parameter of experts: the layers that each expert has in its place."""


@register_quantization_config(FP8)
class Fp8Config(QuantizationConfigMixin):
    """Takes the place of what config.json says, so that transformers calls `Fp8Quantizer`."""

    def __init__(self, **_stored: Any) -> None:
        self.quant_method: Any = FP8


@register_quantizer(FP8)
class Fp8Quantizer(HfQuantizer):
    requires_calibration = False
    is_trainable = False

    def is_serializable(self) -> bool:
        return False

    def get_new_dtype(self, converter: Any, param: Any, dtype: torch.dtype | None) -> torch.dtype | None:
        stored = param.get_dtype() if hasattr(param, "get_dtype") else str(param.dtype)
        return None if stored in ("F8_E4M3", "torch.float8_e4m3fn") else super().get_new_dtype(converter, param, dtype)

    def get_weight_conversions(self) -> list[WeightConverter]:
        experts = [
            WeightConverter(
                [f"experts.*.{part}.weight{scale}$" for part in parts for scale in ("", "_scale")],
                f"experts.{name}",
                [_Join()],
            )
            for name, parts in _PARTS.items()
        ]
        return [*experts, WeightConverter(["weight$", "weight_scale$"], "weight", [_Join()])]

    def _process_model_after_weight_loading(self, model: PreTrainedModel, **_options: Any) -> PreTrainedModel:
        scales: dict[str, Tensor] = model.__dict__.pop("_row_scales", {})
        by_weight = {id(model.get_parameter(name)): scale for name, scale in scales.items()}
        shared = [
            (module, name, by_weight[id(weight)])
            for module in model.modules()
            for name, weight in module.named_parameters(recurse=False)
            if id(weight) in by_weight
        ]
        for name, weight in model.named_parameters():
            if weight.dtype == torch.float8_e4m3fn and id(weight) not in by_weight:
                raise ValueError(f"{name} is in float8 and has no weight_scale")
        for module, name, scale in shared:
            register_parametrization(module, name, _Scaled(scale), unsafe=True)
        return model


class _Join(ConversionOps):
    """Joins the experts' layers to one parameter, and puts the scales aside."""

    supports_many_to_many = True

    def convert(
        self, input_dict: dict[str, Any], source_patterns: Any, target_patterns: Any, *,
        model: Any = None, full_layer_name: str = "", **_options: Any,
    ) -> dict[str, Any]:  # fmt: skip
        parts: dict[str, list[Tensor]] = {"": [], "_scale": []}
        for pattern in sorted(input_dict, key=list(source_patterns).index):
            tensors = input_dict[pattern]
            joined = torch.stack(tensors) if "*" in pattern else tensors[0]
            parts["_scale" if "weight_scale" in pattern else ""].append(joined)
        if parts["_scale"]:
            model.__dict__.setdefault("_row_scales", {})[full_layer_name] = _rows(parts["_scale"])
        return {target_patterns[0]: torch.nn.Parameter(_rows(parts[""]), requires_grad=False)} if parts[""] else {}


def _rows(parts: list[Tensor]) -> Tensor:
    """One tensor with the rows of all; the one that there is stays as it is, also where it has no rows."""
    return torch.cat(parts, dim=-2) if len(parts) > 1 else parts[0]


class _Scaled(torch.nn.Module):
    def __init__(self, scale: Tensor) -> None:
        super().__init__()
        self.register_buffer("scale", scale, persistent=False)
        self.scale: Tensor

    def forward(self, weight: Tensor) -> Tensor:
        return weight.to(self.scale.dtype) * self.scale
