"""StepFrame: what one denoising step of one run decided, as small numpy arrays on the CPU."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

BlockEnd = Literal["stable-and-confident", "complete", "max-steps", "stopped"]
RunEnd = Literal["end-of-text", "max-new-tokens", "stopped"]

StopReason = Literal["", BlockEnd]
"""Why a block ended: "" while it goes on, "complete" if every position has its final token (masked diffusion,
autoregressive), "stopped" if it was interrupted."""

FinishReason = Literal["", RunEnd]
"""Why the run ended: "" while it goes on."""


@dataclass(frozen=True, kw_only=True)
class StepFrame:
    """One denoising step of `L` positions, with `k` candidates for each.

    `playground.trace.columns` explains the figures. The way of writing says what a step leaves standing for the block.
    """

    block: int
    step: int
    temperature: float
    mean_entropy: float
    """In nats."""
    stable_for: int
    input_ids: np.ndarray
    """int32 (L,)."""
    sampled_ids: np.ndarray
    """int32 (L,)."""
    argmax_ids: np.ndarray
    """int32 (L,)."""
    accepted: np.ndarray
    """bool (L,)."""
    entropy: np.ndarray
    """float32 (L,), in nats."""
    top_ids: np.ndarray
    """int32 (L, k)."""
    top_probs: np.ndarray
    """float32 (L, k)."""
    key: np.ndarray | None = None
    """float32 (L,)."""
    seconds: float | None = None
    encoder_tokens: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    """Figures of the table that have no field here, by name."""

    stop_reason: StopReason = ""
    """Set on the last step of a block."""
    finish_reason: FinishReason = ""
    """Set on the last step of a run."""
    rows: int = 1
    """How many runs shared the pass. It is not stored for each step; see `Header.rows`."""
    compiled: bool = False
    """Was the pass compiled? It then rounds differently from an eager one. Stored like `rows`."""

    @classmethod
    def of(cls, figures: Mapping[str, Any], **rest: Any) -> StepFrame:
        """Makes a frame from figures, by their names in the table, and the other fields."""
        names = {field.name for field in dataclasses.fields(cls)}
        more = {name: figure for name, figure in figures.items() if name not in names}
        return cls(**{name: figure for name, figure in figures.items() if name in names}, more=more, **rest)

    def figure(self, column: str) -> Any:
        """This step's figure for a column of the table; None if it lacks an optional one."""
        return self.more[column] if column in self.more else getattr(self, column, None)


@dataclass(frozen=True)
class Block:
    """A summary of one committed or interrupted block."""

    steps: int
    stop_reason: StopReason
    mean_entropy: float
    """The mean entropy of its last step, in nats; NaN if it is not recorded."""
    token_ids: list[int]
    """What the block adds to the output: `standing` at its last step, up to and including end-of-text."""


def committed_ids(canvas: np.ndarray, eos_ids: list[int], room: int) -> list[int]:
    """What a block adds to the output: `canvas` (L,) up to and including the first end-of-text, at most `room` ids."""
    ends = np.flatnonzero(np.isin(canvas, eos_ids))
    length = int(ends[0]) + 1 if len(ends) else len(canvas)
    return canvas[: min(length, room)].tolist()
