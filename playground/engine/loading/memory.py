"""Checks that the weights fit before they are loaded: running out of memory halfway can kill other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import psutil
import torch

from playground.engine.loading.packing import Packing, asked_for
from playground.engine.loading.progress import gigabytes
from playground.engine.loading.stored import quantised
from playground.errors import ModelError

CGROUP = Path("/sys/fs/cgroup")


def check_room(
    name: str, stored: int, config: dict[str, Any], dtype: str, packing: Packing | None, place: torch.device | None
) -> None:
    """Refuses weights that do not fit.

    Args:
        stored: size of the weight files in bytes.
        config: the checkpoint's config.
        dtype: "auto" or a name such as "float32".
        packing: how weights are packed while they are loaded; None for not at all.
        place: the device; None for all GPUs and, if these are too small, the computer's memory.

    Raises:
        ModelError: the weights alone need more than the free memory.
    """
    needed = loaded_bytes(stored, config, dtype, packing)
    free, where = free_bytes(place)
    if needed <= free:
        return
    ways = []
    if needed > stored:
        ways.append(f"--dtype auto makes it {gigabytes(stored)}")
    if place is not None and place.type == "cuda" and torch.cuda.device_count() > 1:
        ways.append("--device auto uses all GPUs")
    if not packing and not quantised(config):
        ways += [f"{each.flag} makes it {gigabytes(loaded_bytes(stored, config, dtype, each))}" for each in asked_for()]
    if not ways:
        ways.append("a smaller checkpoint needs less")
    raise ModelError(
        f"{name} needs {gigabytes(needed)} of memory for its weights alone, but {where} has {gigabytes(free)} free; "
        f"{', '.join(ways)}."
    )


def loaded_bytes(stored: int, config: dict[str, Any], dtype: str, packing: Packing | None) -> int:
    """The size of the weights in memory, in bytes: as stored if quantised or of the same type, otherwise converted."""
    name = config.get("dtype") or config.get("torch_dtype")
    stored_as = getattr(torch, name, None) if isinstance(name, str) else None
    if quantised(config) or not isinstance(stored_as, torch.dtype):
        return stored
    loaded_as = stored_as if dtype == "auto" else getattr(torch, dtype)
    whole = stored * loaded_as.itemsize // stored_as.itemsize
    return whole - int(packing.weights(config) * (loaded_as.itemsize - packing.bits / 8)) if packing else whole


def free_bytes(place: torch.device | None) -> tuple[int, str]:
    """How many bytes are free there, and what to call the place."""
    if place is not None and place.type == "cuda":
        return _free_on_card(place), str(place)
    host = min(psutil.virtual_memory().available, _container_bytes())
    if place is None and torch.cuda.is_available():
        cards = sum(map(_free_on_card, range(torch.cuda.device_count())))
        return cards + host, "all GPUs and this computer together"
    return host, "this computer"


def _free_on_card(card: torch.device | int) -> int:
    """Bytes that a program can still have on a GPU: what is free, and what torch holds for it and does not use."""
    held = torch.cuda.memory_reserved(card) - torch.cuda.memory_allocated(card)
    return torch.cuda.mem_get_info(card)[0] + held


def _container_bytes() -> int:
    """Bytes left under a container's limit (cgroup v2), file cache not counted; a huge number if there is no limit."""
    try:
        limit, used = (int((CGROUP / f"memory.{name}").read_text(encoding="utf-8")) for name in ("max", "current"))
        stat = dict(line.split() for line in (CGROUP / "memory.stat").read_text(encoding="utf-8").splitlines())
    except (OSError, ValueError):
        return sys.maxsize
    return limit - used + int(stat["file"])
