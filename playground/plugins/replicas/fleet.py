"""Fleet: how many replicas there are, and where."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playground.errors import ModelError

MOST_REPLICAS = 64


@dataclass(frozen=True, kw_only=True)
class Fleet:
    """What `serve` was asked for.

    Raises:
        ModelError: the numbers do not go together.
    """

    replicas: int
    """How many there are at first, and at least."""
    most: int = 0
    """How many there may be when runs wait; 0 stands for `replicas`."""
    address: str = ""
    """The address of a Ray cluster; "" starts Ray on this computer, for this server alone."""
    gpus: float | None = None
    """GPUs for each replica; None for one where there are GPUs, and for none elsewhere."""
    threads: int = 0
    """Processor cores for each replica on this computer; 0 shares them out."""

    def __post_init__(self) -> None:
        if not 1 <= self.replicas <= MOST_REPLICAS:
            raise ModelError(f"--replicas is {self.replicas}; allowed are 1 to {MOST_REPLICAS}.")
        most = self.most or self.replicas
        if not self.replicas <= most <= MOST_REPLICAS:
            raise ModelError(
                f"--max-replicas is {most}; allowed are --replicas, which is {self.replicas}, to {MOST_REPLICAS}."
            )
        if self.gpus is not None and not (self.gpus >= 0 and (self.gpus <= 1 or self.gpus == int(self.gpus))):
            raise ModelError(f"--gpus-per-replica is {self.gpus:g}; allowed are 0 to 1, and whole numbers.")
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        object.__setattr__(self, "most", most)
        object.__setattr__(self, "threads", self.threads or max(cores // most, 1))


@dataclass(frozen=True, kw_only=True)
class Loading:
    """What each replica loads: the arguments of its `EngineSlot`, and users' own samplers."""

    name: str | None
    rows: int
    moment_bytes: int
    options: dict[str, Any]
    samplers: tuple[Path, ...] = ()
