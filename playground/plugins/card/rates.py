"""How fast a machine copies and multiplies at best, measured."""

from __future__ import annotations

import torch

from playground.engine.speed import copy_bandwidth, times
from playground.rules.cost import Machine


def measure_machine(device: torch.device | None = None, dtype: torch.dtype = torch.float32) -> Machine:
    """Measures how fast a device copies within its memory and multiplies matrices; the best of half a second each."""
    device = device or torch.device("cpu")
    threads = torch.get_num_threads()
    name = f"{threads} CPU thread{'' if threads == 1 else 's'}"
    if device.type == "cuda":
        name = torch.cuda.get_device_name(device)
    return Machine(name=name, bytes_per_s=copy_bandwidth(device), flops_per_s=_matmul_rate(device, dtype))


def _matmul_rate(device: torch.device, dtype: torch.dtype) -> float:
    size = 8192 if device.type == "cuda" else 1024
    numbers = torch.Generator(device)
    a, b = (torch.randn(size, size, device=device, generator=numbers).to(dtype) for _ in range(2))
    out = torch.empty_like(a)
    return 2 * size**3 / min(times(lambda: torch.mm(a, b, out=out), device))
