"""Makes DiffusionGemma at its full size with random weights on the device, to measure its speed without a download."""

from __future__ import annotations

import torch
from accelerate import init_empty_weights
from transformers import DiffusionGemmaConfig, DiffusionGemmaForBlockDiffusion

from playground.engine.full_size import full_config
from playground.engine.loading.memory import free_bytes
from playground.engine.models import Model
from playground.errors import ModelError

SIZES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


def random_model(config: DiffusionGemmaConfig, device: torch.device, dtype: torch.dtype) -> Model:
    """Makes a model with normally distributed weights, each made once, in place. It has no tokenizer.

    Raises:
        ModelError: the device has too little memory; the message says how much is needed and how much is free.
    """
    with init_empty_weights(include_buffers=False):
        module = DiffusionGemmaForBlockDiffusion(config)
    module.tie_weights()
    weights = {id(weight): weight for weight in module.parameters()}.values()
    # The logits in float32, twice while they are computed, and what conditions the next step.
    room = 3 * 4 * config.canvas_length * config.text_config.vocab_size
    needed = sum(weight.numel() for weight in weights) * dtype.itemsize + room
    free, where = free_bytes(device)
    if needed > free:
        raise ModelError(f"Random weights of this size need {needed:,} bytes; {where} has {free:,} bytes free.")
    made = {
        id(weight): torch.nn.Parameter(
            torch.empty(weight.shape, device=device, dtype=dtype).normal_(std=weight.shape[-1] ** -0.5)
            if weight.ndim > 1
            else torch.ones(weight.shape, device=device, dtype=dtype),
            requires_grad=False,
        )
        for weight in weights
    }
    for part in module.modules():
        for name, weight in part.named_parameters(recurse=False, remove_duplicate=False):
            setattr(part, name, made[id(weight)])
    return Model(module=module.to(device).eval(), tokenizer=None, chat=None, name="random weights", revision="")


def load_random(device: str | None, dtype: str | None) -> Model:
    """Makes the full-size model, on a GPU by default if there is one, in bfloat16 unless `dtype` says otherwise.

    Raises:
        ModelError: as `random_model`, or there is no such device or dtype.
    """
    try:
        place = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.empty(0, device=place)
    except (RuntimeError, AssertionError) as error:  # torch without CUDA asserts
        raise ModelError(
            f"device is {device!r}, which this machine does not have; allowed are cpu and cuda."
        ) from error
    if dtype not in (None, "auto", *SIZES):
        raise ModelError(f"dtype is {dtype!r}; allowed are auto, {', '.join(SIZES)}.")
    return random_model(full_config(), place, SIZES.get(dtype, torch.bfloat16))
