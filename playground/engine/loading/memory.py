"""Checks that there is room for the weights before they are loaded: running out halfway can kill other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import psutil
import torch

from playground.engine.loading.progress import gigabytes
from playground.errors import ModelError

CGROUP = Path("/sys/fs/cgroup")


def check_room(name: str, stored: int, config: dict[str, Any], dtype: str, place: torch.device | None) -> None:
    """Refuses weights that do not fit.

    Args:
        stored: bytes of the weights as files.
        config: the checkpoint's config.
        dtype: "auto" or a name such as "float32".
        place: where they go; None for all GPUs and, where these are too small, the computer's memory.

    Raises:
        ModelError: the weights alone need more than what is free.
    """
    needed = loaded_bytes(stored, config, dtype)
    free, where = free_bytes(place)
    if needed <= free:
        return
    ways = []
    if needed > stored:
        ways.append(f"--dtype auto makes it {gigabytes(stored)}")
    if place is not None and place.type == "cuda" and torch.cuda.device_count() > 1:
        ways.append("--device auto uses all GPUs")
    ways.append("a quantised checkpoint is smaller")
    raise ModelError(
        f"{name} needs {gigabytes(needed)} of memory for its weights alone, but {where} has {gigabytes(free)} free; "
        f"{', '.join(ways)}."
    )


def loaded_bytes(stored: int, config: dict[str, Any], dtype: str) -> int:
    """Bytes of the weights in memory: as stored if they are quantised or keep their type, otherwise converted."""
    own = config.get("dtype") or config.get("torch_dtype")
    if dtype == "auto" or not isinstance(own, str) or "quantization_config" in config:
        return stored
    return stored * getattr(torch, dtype).itemsize // getattr(torch, own).itemsize


def free_bytes(place: torch.device | None) -> tuple[int, str]:
    """What is free there, and what the place is called."""
    if place is not None and place.type == "cuda":
        return torch.cuda.mem_get_info(place)[0], str(place)
    host = min(psutil.virtual_memory().available, _container_bytes())
    if place is None and torch.cuda.is_available():
        cards = sum(torch.cuda.mem_get_info(card)[0] for card in range(torch.cuda.device_count()))
        return cards + host, "all GPUs and this computer together"
    return host, "this computer"


def _container_bytes() -> int:
    """Bytes that a container's limit leaves, not counting file cache; a huge number without a limit (cgroup v2)."""
    try:
        limit, used = (int((CGROUP / f"memory.{name}").read_text()) for name in ("max", "current"))
        stat = dict(line.split() for line in (CGROUP / "memory.stat").read_text().splitlines())
    except (OSError, ValueError):
        return sys.maxsize
    return limit - used + int(stat["file"])
