"""How long work takes on a device, measured."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import torch

SECONDS = 0.5
"""How long each rate is measured."""


@cache
def processor() -> str:
    """The name of this machine's processor; only that of its kind where the system says no more."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # not on Linux
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def copy_bandwidth(device: torch.device) -> float:
    """How many bytes a copy within the device's memory reads and writes in a second; no cache holds what is copied."""
    source = torch.zeros(1 << (30 if device.type == "cuda" else 28), dtype=torch.uint8, device=device)
    target = torch.zeros_like(source)
    return 2 * source.nbytes / min(times(lambda: target.copy_(source), device))


def times(work: Callable[[], object], device: torch.device) -> list[float]:
    """Seconds of each call in about `SECONDS`, after one that warms up; at least three."""

    def timed() -> float:
        started = time.perf_counter()
        work()
        if device.type == "cuda":
            torch.cuda.synchronize(device)
        return time.perf_counter() - started

    timed()
    until, times = time.perf_counter() + SECONDS, [timed(), timed(), timed()]
    while time.perf_counter() < until:
        times.append(timed())
    return times
