"""What a folder is that is no checkpoint which can be loaded here: says so, and what would load."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path

from playground.errors import ModelError

ADAPTER = "adapter_config.json"
MOST_NAMED = 5
"""How many folders are named."""
_FORMATS = {
    "*.gguf": "GGUF",
    "model_index.json": "a pipeline of diffusers",
    "*.npz": "MLX's .npz",
    "*.onnx": "ONNX",
    "*.nemo": "NeMo",
    "*.msgpack": "Flax",
    "*.h5": "TensorFlow",
    "*.distcp": "a distributed checkpoint of a trainer",
    "pytorch_model*.bin": "PyTorch's .bin",
    "*.pth": "PyTorch's .pth",
    "*.ckpt": "PyTorch's .ckpt",
    "*.pt": "PyTorch's .pt",
}
"""The names of files -> the format that they are in."""


def refusal(folder: Path, names: Sequence[str], title: str, lack: str) -> ModelError:
    """The error for a folder that cannot be loaded.

    Args:
        names: of its files, those on the hub included.
        lack: what is said if nothing better is known.
    """
    if (folder / ADAPTER).is_file():
        return ModelError(
            f"{title} is an adapter for {_base(folder)}, and no checkpoint by itself: merge it into that model "
            "(merge_and_unload of peft), save the whole, and give that folder."
        )
    for pattern, form in _FORMATS.items():
        if matches := sorted(name for name in names if fnmatch(name, pattern)):
            return ModelError(
                f"{title} is in a format that is not read here, {form} ({matches[0]}); the same model as *.safetensors "
                "with a config.json, as save_pretrained of transformers writes it, would load."
            )
    configs = [*folder.glob("*/config.json"), *folder.glob("*/*/config.json")]
    if configs and not (folder / "config.json").is_file():
        inner = ", ".join(sorted(str(path.parent.relative_to(folder)) for path in configs)[:MOST_NAMED])
        return ModelError(f"{title} is not a checkpoint, but has some in it: give one of its folders, such as {inner}.")
    return ModelError(lack)


def _base(folder: Path) -> str:
    """The model that an adapter changes."""
    try:
        return str(json.loads((folder / ADAPTER).read_text(encoding="utf-8"))["base_model_name_or_path"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return "another model"
