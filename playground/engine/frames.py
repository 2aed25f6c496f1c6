"""From tensors on the device to StepFrames on the host, in one copy a step.

Every array of a step goes into one int32 tensor, floats by their bits, so that a GPU is waited for once.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.engine.statistics import Statistics
from playground.settings import SamplerSettings
from playground.trace.frame import StepFrame
from playground.trace.trace import committed_ids


def pack(
    canvas: Tensor,
    found: Statistics,
    accepted: Tensor,
    temperature: Tensor,
    mean_entropy: Tensor,
    stable_for: Tensor,
    stop: Tensor,
) -> Tensor:
    """One row of int32 per run, on the device; `unpack` is the inverse, on the host."""
    wholes = [canvas, found.sampled, found.argmax, accepted, found.top_ids.flatten(1)]
    floats = [found.entropy, found.top_probs.flatten(1), temperature[:, None], mean_entropy[:, None]]
    parts = [t.to(torch.int32) for t in [*wholes, stable_for[:, None], stop[:, None]]]
    parts += [t.to(torch.float32).view(torch.int32) for t in floats]
    return torch.cat(parts, dim=1)


def unpack(
    packed: np.ndarray,
    length: int,
    block: int,
    step: int,
    settings: SamplerSettings,
    eos_ids: list[int],
    room: int,
    rows: int,
    compiled: bool,
) -> StepFrame:
    """The frame of one row.

    Args:
        packed: int32, a row of what `pack` gave.
        room: how many tokens the run may still add, this block included.
        rows, compiled: as in StepFrame.
    """
    k = (len(packed) - 5 * length - 4) // (2 * length)
    sizes = [length, length, length, length, length * k, 1, 1, length, length * k, 1, 1]
    parts = np.split(packed, np.cumsum(sizes)[:-1])
    input_ids, sampled_ids, argmax_ids, accepted, top_ids, stable_for, stop = parts[:7]
    entropy, top_probs, temperature, mean_entropy = (part.view(np.float32) for part in parts[7:])

    stop_reason = "stable-and-confident" if stop[0] else "max-steps" if step == settings.max_denoising_steps else ""
    finish_reason = ""
    if stop_reason:
        ids = committed_ids(argmax_ids, eos_ids, room)
        finish_reason = "end-of-text" if ids[-1] in eos_ids else "max-new-tokens" if len(ids) == room else ""
    return StepFrame(
        block=block,
        step=step,
        input_ids=input_ids,
        sampled_ids=sampled_ids,
        argmax_ids=argmax_ids,
        accepted=accepted.astype(bool),
        entropy=entropy,
        top_ids=top_ids.reshape(length, k),
        top_probs=top_probs.reshape(length, k),
        temperature=float(temperature[0]),
        mean_entropy=float(mean_entropy[0]),
        stable_for=int(stable_for[0]),
        stop_reason=stop_reason,
        finish_reason=finish_reason,
        rows=rows,
        compiled=compiled,
    )
