"""StepFrame: what one denoising step of one run decided, as small numpy arrays on the CPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

StopReason = Literal["", "stable-and-confident", "max-steps", "stopped"]
"""Why a block ended: "" while it goes on, "stopped" when the reader interrupted it."""

FinishReason = Literal["", "end-of-text", "max-new-tokens", "stopped"]
"""Why the run ended: "" while it goes on."""


@dataclass(frozen=True, kw_only=True)
class StepFrame:
    """One denoising step, `L` positions wide, with `k` candidates a position.

    The committed text comes from `argmax_ids` of a block's last step, never from `sampled_ids`.
    """

    block: int
    """Which block of the run, counted from 1."""
    step: int
    """Which denoising step of the block, counted from 1."""
    input_ids: np.ndarray
    """int32 (L,): the canvas that the denoiser saw, noise included."""
    sampled_ids: np.ndarray
    """int32 (L,): the token drawn at each position."""
    argmax_ids: np.ndarray
    """int32 (L,): the most probable token at each position."""
    accepted: np.ndarray
    """bool (L,): kept by the sampler; every other position is re-noised for the next step."""
    entropy: np.ndarray
    """float32 (L,): of softmax(logits / temperature), in nats."""
    top_ids: np.ndarray
    """int32 (L, k): the most probable tokens, surest first."""
    top_probs: np.ndarray
    """float32 (L, k): their probabilities under softmax(logits / temperature)."""
    temperature: float
    mean_entropy: float
    """Mean of `entropy` over the canvas, in nats: what the confidence threshold is held against."""
    stable_for: int
    """Consecutive comparisons, up to this step, in which the argmax canvas did not change."""
    stop_reason: StopReason = ""
    """Set on the last step of a block."""
    finish_reason: FinishReason = ""
    """Set on the last step of a run."""
    rows: int = 1
    """How many runs shared the denoiser pass; not stored per step, see `Header.execution`."""
    compiled: bool = False
    """Whether the pass was compiled, and so rounds otherwise than an eager one; stored as `rows` is."""
