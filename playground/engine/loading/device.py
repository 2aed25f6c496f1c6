"""Finds the device that a model is to be on. A name that none can have is refused without torch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playground.errors import ModelError

if TYPE_CHECKING:
    import torch

_NAME = re.compile(r"(?!cpu:)[a-z]+(:[0-9]{1,3})?")


def check_device(device: str | None) -> None:
    """Refuses what is no name of a device: None, which is the default, is fine.

    Raises:
        ModelError: it is none.
    """
    if device is not None and not _NAME.fullmatch(str(device)):
        raise ModelError(f"device is {device!r:.60}; allowed are cpu, cuda, cuda:N and auto.")


def place_of(device: str | None) -> torch.device | None:
    """The device for the weights; None leaves the choice to accelerate.

    Args:
        device: such as "cuda" or "cpu"; by default CUDA if there is a GPU. "auto" is accelerate's choice.

    Raises:
        ModelError: there is no such device here.
    """
    import torch

    check_device(device)
    if device == "auto":
        return None
    try:
        place = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    except RuntimeError as error:
        raise ModelError(f"device is {device!r}; allowed are cpu, cuda, cuda:N and auto.") from error
    if place.type == "cuda" and not torch.cuda.is_available():
        raise ModelError(f"device is {device!r}, but this machine has no CUDA GPU that torch can use; cpu works.")
    if place.type == "cuda" and (place.index or 0) >= torch.cuda.device_count():
        raise ModelError(
            f"device is {device!r}, but this machine has {torch.cuda.device_count()} GPUs, counted from cuda:0."
        )
    if place.type != "cuda":  # of CUDA's there may be only a stand-in, until a run is lent the GPU
        try:
            torch.Generator(place)
        except RuntimeError as error:
            raise ModelError(f"device is {device!r}, on which torch cannot draw numbers here; cpu works.") from error
    return place
