"""How a denoiser pass is run: eagerly, operation by operation, unless a plugin has another form of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from torch import Tensor
from transformers import DynamicCache

from playground.engine.families import Conditioning
from playground.engine.rowwise import Prefixes
from playground.engine.statistics import Statistics, statistics

if TYPE_CHECKING:
    from playground.engine.models import Model


class Passes(Protocol):
    """Runs the passes of a batch, and reads their logits. `Eager` says what each of these does."""

    compiled: bool
    """Do they round differently from eager ones?"""
    fell_back: bool
    """Has anything run eagerly since this was last set to False?"""

    def forward(
        self, model: Model, canvas: Tensor, conditioning: Conditioning, prefixes: Prefixes, positions: Tensor
    ) -> Tensor: ...

    def statistics(
        self, logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor
    ) -> Statistics: ...

    def prefixes(self, caches: Sequence[DynamicCache], model: Model) -> Prefixes: ...

    def takes(self, tokens: int) -> bool: ...


class Shapes(Protocol):
    """Another form of the passes, for rows of some shapes; the other rows' passes are eager."""

    @property
    def rows(self) -> int:
        """The most rows in one pass."""
        ...

    def passes(self) -> Passes:
        """Those of one batch."""
        ...


class Eager:
    """Runs operation by operation, for any number of rows of any lengths."""

    compiled = False
    fell_back = False

    @staticmethod
    def forward(
        model: Model, canvas: Tensor, conditioning: Conditioning, prefixes: Prefixes, positions: Tensor
    ) -> Tensor:
        """The logits of the canvases: float32 (B, L, V)."""
        return model.denoiser.denoise(canvas, conditioning, prefixes, positions)

    @staticmethod
    def statistics(logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor) -> Statistics:
        """As `playground.engine.statistics.statistics`."""
        return statistics(logits, temperature, numbers, processed)

    def prefixes(self, caches: Sequence[DynamicCache], model: Model) -> Prefixes:
        """What the rows have read, as `forward` takes it."""
        return Prefixes(caches, model.denoiser.layer_types)

    def takes(self, tokens: int) -> bool:
        """Can a row that has read so many tokens have a pass here? What fits the checkpoint can."""
        return True
