"""How a checkpoint's weights are stored: refuses what nothing here reads, before its weights are fetched or used.

A way of storing that is not known would else be skipped: the codes would be taken for weights, and noise comes out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from transformers.quantizers.auto import AUTO_QUANTIZATION_CONFIG_MAPPING, AutoHfQuantizer

from playground.engine.loading.faults import reading
from playground.engine.loading.packing import instead, reader_of
from playground.errors import ModelError

WHOLE, INDEX = "model.safetensors", "model.safetensors.index.json"
"""All weights in one file, which counts where there is one; or the list of the files that they are in."""
MODELOPT = "hf_quant_config.json"
PLAIN = ("F64", "F32", "F16", "BF16")
"""The types of weights that need no scale, as safetensors names them."""
_PARTS = re.compile(r"weight_(scale|packed|zero_point|shape)|scale_(inv|weight)|scales$|qweight|qzeros|absmax|_blocks$")
"""In the name of a tensor: it belongs to a weight that is stored in fewer bits."""
_SCALES = re.compile(r"scale|zero_point|zeros|packed|absmax|quant|SCB|qweight|_blocks$")
"""The same where the class has no such tensor, so that its own names cannot be meant."""
_ACTIVATIONS = re.compile(r"(^|[._])(input|output|activation|[qkv]|kv_cache)_(scale|zero_point)$")
"""Scales of activations and of caches, which are computed in full here and need none."""


def check_stored(folder: Path, config: Mapping[str, Any], title: str, place: torch.device | None) -> None:
    """Checks how weights are stored by a checkpoint's description: its config, its index, and what stands beside them.

    Raises:
        ModelError: nothing here reads them, or what does lacks a package or a device.
    """
    if algorithm := _algorithm(folder, title):
        raise _unread(title, f"modelopt's {algorithm} (by its {MODELOPT})")
    for described in _descriptions(config):
        if name := _unknown(described):
            raise _unread(title, name)
        if reader_of({"quantization_config": described}) is None:
            with reading(title, "its quantization_config"):
                reader = AutoHfQuantizer.from_config(dict(described), pre_quantized=True)
                reader.validate_environment(device_map=None if place is None else {"": place}, weights_only=True)
    if not quantised(config):
        _check_names(_indexed(folder), title)


def check_types(files: Sequence[Path], config: Mapping[str, Any], title: str) -> None:
    """Checks the types of the tensors in weight files that are here, by their headers.

    Raises:
        ModelError: some are stored in fewer bits, and the config does not say how.
    """
    if quantised(config):
        return
    types: dict[str, str] = {}
    for file in files:
        with reading(title, file.name), safe_open(file, "pt") as opened:
            types |= {name: opened.get_slice(name).get_dtype() for name in opened.keys()}  # noqa: SIM118
    _check_names(types, title)
    for name, kind in types.items():
        if "weight" in name.rpartition(".")[2] and kind not in PLAIN:
            raise _unread(title, f"{kind}, such as {name}, without a word on its scale")


def check_left_over(names: Collection[str], title: str) -> None:
    """Checks the tensors of a checkpoint that its class did not take.

    Raises:
        ModelError: they speak of scales, so the weights are not what they should be.
    """
    scales = sorted(name for name in names if _SCALES.search(name) and not _ACTIVATIONS.search(name))
    if scales:
        raise _unread(title, f"a way that has {len(scales):,} tensors beside its weights, {scales[0]} first")


def quantised(config: Mapping[str, Any]) -> bool:
    """Does a config.json say that its weights are quantised?"""
    return any(True for _ in _descriptions(config))


def _unread(title: str, way: str) -> ModelError:
    return ModelError(f"{title} is stored in {way}, which nothing here reads; {instead()}.")


def _descriptions(config: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What a config says of quantisation: of the whole model, or of a part of it such as its text model."""
    for part in (config, *(value for value in config.values() if isinstance(value, Mapping))):
        for name in ("quantization_config", "quantization"):
            described = part.get(name)
            if described is not None:
                yield described if isinstance(described, Mapping) else {"quant_method": described}
                break


def _unknown(described: Mapping[str, Any]) -> str:
    """The name of a quantisation that nothing here reads; "" for one that something reads."""
    method = described.get("quant_method")
    if described.get("load_in_4bit") or described.get("load_in_8bit"):
        return ""
    kind = described.get("quant_algo") or described.get("format") or ""
    if method is None and {"bits", "group_size"} <= described.keys() and not kind:
        return f"MLX's {described['bits']} bits"
    if method is None:
        return f"{kind or 'a quantisation'} without a quant_method"
    packed = method == "compressed-tensors" and reader_of({"quantization_config": described}) is None
    if packed or not isinstance(method, str) or method not in AUTO_QUANTIZATION_CONFIG_MAPPING:
        return f"{method} {kind}".strip()
    return ""


def _algorithm(folder: Path, title: str) -> str:
    """The algorithm that NVIDIA's modelopt names in a file of its own; "" if there is none."""
    try:
        described = json.loads((folder / MODELOPT).read_text(encoding="utf-8"))
        return str(described["quantization"]["quant_algo"] or "")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelError(f"{title} is damaged: its {MODELOPT} cannot be read.") from error


def _indexed(folder: Path) -> Collection[str]:
    """The names of the tensors by the index, if that counts; whether it can be read is for others to say."""
    if (folder / WHOLE).is_file():
        return []
    try:
        return [*map(str, json.loads((folder / INDEX).read_text(encoding="utf-8"))["weight_map"])]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []


def _check_names(names: Collection[str], title: str) -> None:
    parts = sorted(name for name in names if _PARTS.search(name))
    if parts:
        raise _unread(title, f"a way that its config.json does not name, with tensors such as {parts[0]}")
