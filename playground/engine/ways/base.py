"""What a way of writing is: what a canvas begins with, what a pass may change, what stands where nothing was accepted.

Importing this costs no torch, as with the samplers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from playground.knobs import Value

if TYPE_CHECKING:
    from torch import Tensor

NEVER = -1e9
"""A logit that no softmax gives a chance to; finite, so that 0 * log(0) stays 0."""


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """The ids that ways need of a vocabulary."""

    mask: int
    """What masked diffusion begins with; -1 where a checkpoint has none."""
    blank: int
    """What stands where nothing is written yet: padding, which decoding leaves out."""


class Way:
    """A way of writing. Stateless; one of `WAYS`."""

    name: ClassVar[str]
    label: ClassVar[str]
    rule: ClassVar[str]
    """In one sentence."""
    defaults: ClassVar[Mapping[str, Value]] = {}
    """Settings that differ from a checkpoint's own where nobody says otherwise."""
    sticky: ClassVar[bool] = False
    """Does a token that is accepted stay?"""
    causal: ClassVar[bool] = False
    """Do its passes run through the encoder, one token each? The denoiser sees the whole canvas at each pass."""

    def declaration(self) -> dict[str, Any]:
        """How its decisions are explained, JSON-ready; empty where a sampler decides."""
        return {}

    def first(self, noise: Tensor, tokens: Tokens) -> Tensor:
        """The canvas before any pass, int64 (B, L), from uniform tokens of that shape."""
        raise NotImplementedError

    def settle(self, logits: Tensor, canvas: Tensor, tokens: Tokens) -> Tensor:
        """Which positions stand for good: bool (B, L). May change `logits` (B, L, V) in place."""
        raise NotImplementedError

    def instead(self, noise: Tensor, tokens: Tokens) -> Tensor:
        """What stands next where a position is not accepted: int64 (B, L)."""
        raise NotImplementedError
