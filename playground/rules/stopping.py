"""When a block may stop before its last step.

Rule: the argmax canvas stayed the same over the last k comparisons AND the mean entropy of the canvas is below the
confidence threshold. Reference: `StableAndConfidentStoppingCriteria` in transformers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch
    from torch import Tensor


@dataclass(frozen=True, kw_only=True)
class StableAndConfident:
    """The rule for several rows; each field is (rows,). Stability 0 is always stable; confidence 0 is never reached."""

    stability: Tensor
    """int64, in comparisons."""
    confidence: Tensor
    """float32, in nats."""

    @classmethod
    def of(cls, stability: Sequence[int], confidence: Sequence[float], device: torch.device) -> StableAndConfident:
        """Makes the rule from a threshold of each kind for each row."""
        import torch

        return cls(
            stability=torch.tensor(stability, device=device),
            confidence=torch.tensor(confidence, dtype=torch.float32, device=device),
        )

    def should_stop(self, stable_for: Tensor, mean_entropy: Tensor) -> Tensor:
        """Says which rows stop: bool (rows,).

        Args:
            stable_for: (rows,), how many comparisons in succession found no change.
            mean_entropy: (rows,), in nats.
        """
        return (stable_for >= self.stability) & (mean_entropy < self.confidence)
