"""The kernels that transformers has for a layer's experts, and how fast each is on the device that a model is on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from transformers.integrations.moe import ALL_EXPERTS_FUNCTIONS

from playground.engine.rowwise import NAME, own_experts
from playground.engine.speed import times
from playground.plugins.gpu.options import STOCK

if TYPE_CHECKING:
    from playground.engine.models import Model

INSTALLED = STOCK, "batched_mm"
"""Those that torch itself has."""
FETCHED = "deepgemm", "sonicmoe"
"""Those that the package kernels fetches from the hub, for GPUs from compute capability 9.0 on."""
CLOSE = 0.05
"""How far apart two kernels' results may be, as a share of the largest; bfloat16 has about three digits."""


def loops(capability: tuple[int, int], dtype: torch.dtype) -> bool:
    """Does torch run grouped products one expert after the other, waiting for the host each time?

    On other GPUs, and in other types, it does: https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/cuda/GroupedBlas.cpp
    """
    return capability[0] not in (9, 10) or dtype != torch.bfloat16


@torch.inference_mode()
def layer_times(experts: Any, tokens: int, names: Sequence[str]) -> Iterator[tuple[str, float | str]]:
    """Times a layer's experts with each kernel, for so many tokens, each routed to experts drawn at random.

    Args:
        experts: the layer's module; it has weights.

    Yields:
        A kernel's name and its seconds, or why it cannot be used, in a few words.
    """
    weights = experts.gate_up_proj
    chosen = min(experts.config.top_k_experts, experts.num_experts)
    generator = torch.Generator(weights.device).manual_seed(0)
    inputs = torch.randn(tokens, weights.shape[-1], generator=generator, device=weights.device).to(weights.dtype)
    scores = torch.rand(tokens, experts.num_experts, generator=generator, device=weights.device)
    index = scores.topk(chosen).indices
    shares = torch.full_like(index, 1 / chosen, dtype=torch.float32)
    expected = ALL_EXPERTS_FUNCTIONS[STOCK](experts, inputs, index, shares)
    for name in names:
        kernel = ALL_EXPERTS_FUNCTIONS[name]
        try:
            apart = (kernel(experts, inputs, index, shares) - expected).abs().max() / expected.abs().max()
            if not apart <= CLOSE:
                yield name, f"its result is {float(apart):.0%} off"
            else:
                yield name, min(times(partial(kernel, experts, inputs, index, shares), weights.device))
        except (ImportError, OSError, RuntimeError, ValueError, KeyError) as error:
            yield name, str(error).splitlines()[0].rstrip(".")


def use_experts(model: Model, name: str) -> None:
    """Has the model compute experts with a kernel, in compiled passes and in eager ones on a GPU.

    Where this project has its own function for them, see `own_experts`, that one is used in the place of torch's.
    """
    model.denoiser.prepare()
    model.module.set_experts_implementation(NAME if name == STOCK and own_experts(model.module) else name)


@contextmanager
def stock_experts(model: Model) -> Iterator[None]:
    """Has the model compute experts as it would if nothing else had been chosen, in this block."""
    name = model.module.config._experts_implementation
    use_experts(model, STOCK)
    try:
        yield
    finally:
        model.module.set_experts_implementation(name)
