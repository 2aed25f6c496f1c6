"""Reads the files that a training run writes, to go on from them or to measure them."""

import json
import pickle
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from playground.errors import PlaygroundError

_HELD = {"shape", "step", "active_seconds", "average"}
"""What a checkpoint and a snapshot both hold."""


def read_state(path: Path, device: torch.device) -> dict[str, Any]:
    """Reads a checkpoint or a snapshot.

    Raises:
        PlaygroundError: the file is damaged, or no such file.
    """
    try:
        state = torch.load(path, map_location=device, weights_only=True)
    except (EOFError, RuntimeError, ValueError, pickle.UnpicklingError):
        state = None
    if not isinstance(state, dict) or not state.keys() >= _HELD:
        raise PlaygroundError(f"{path} is damaged, or not a file of a training run.")
    return state


def read_exported(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Reads what `Run.export_state` wrote: what it says, and the averaged weights.

    Raises:
        PlaygroundError: the file cannot be read, or holds no exported state.
    """
    try:
        with safe_open(path, framework="pt") as file:
            state = json.loads((file.metadata() or {}).get("state", "null"))
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - not a mapping
    except (OSError, SafetensorError, ValueError) as error:
        raise PlaygroundError(f"{path} is not a readable exported state.") from error
    if not isinstance(state, dict) or not isinstance(state.get("identity"), dict):
        raise PlaygroundError(f"{path} holds weights but no exported state.")
    return state, weights
