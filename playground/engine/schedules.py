"""The temperature schedule.

Rule: step s of N (counted up from 1) uses t_min + (t_max - t_min) * (N - s + 1) / N. The first step uses t_max exactly;
the last one stops a notch above t_min. Reference: `LinearTemperatureScheduleLogitsProcessor` in transformers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from playground.settings import SamplerSettings


@dataclass(frozen=True, kw_only=True)
class LinearSchedule:
    """Linear in the steps that remain; all fields (rows,)."""

    t_min: Tensor
    span: Tensor
    """t_max - t_min."""
    steps: Tensor

    @classmethod
    def of(cls, settings: Sequence[SamplerSettings], device: torch.device) -> LinearSchedule:
        # The difference is taken in double precision and rounded once, as the reference does.
        return cls(
            t_min=torch.tensor([s.t_min for s in settings], dtype=torch.float32, device=device),
            span=torch.tensor([s.t_max - s.t_min for s in settings], dtype=torch.float32, device=device),
            steps=torch.tensor([s.max_denoising_steps for s in settings], device=device),
        )

    def temperature(self, step: Tensor) -> Tensor:
        """float32 (rows,) from the step that each row is at, counted up from 1."""
        return self.t_min + self.span * ((self.steps - (step - 1)) / self.steps)
