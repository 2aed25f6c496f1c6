"""When a block may stop before its last step.

Rule: the argmax canvas stayed the same over the last k comparisons AND the mean entropy of the canvas is below the
confidence threshold. Reference: `StableAndConfidentStoppingCriteria` in transformers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from playground.settings import SamplerSettings


@dataclass(frozen=True, kw_only=True)
class StableAndConfident:
    """Fields are (rows,). A stability of 0 always counts as stable; a confidence of 0 is never undercut."""

    stability: Tensor
    """Comparisons."""
    confidence: Tensor
    """float32, in nats."""

    @classmethod
    def of(cls, settings: Sequence[SamplerSettings], device: torch.device) -> StableAndConfident:
        return cls(
            stability=torch.tensor([s.stability_threshold for s in settings], device=device),
            confidence=torch.tensor([s.confidence_threshold for s in settings], dtype=torch.float32, device=device),
        )

    def should_stop(self, stable_for: Tensor, mean_entropy: Tensor) -> Tensor:
        """bool (rows,), from the unchanged comparisons in a row and the mean entropies, both (rows,)."""
        return (stable_for >= self.stability) & (mean_entropy < self.confidence)
