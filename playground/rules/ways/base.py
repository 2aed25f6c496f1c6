"""What a way of writing is: how a canvas starts, what a pass may change, and what goes where nothing was accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from playground.rules.knobs import Value

if TYPE_CHECKING:
    from torch import Tensor
else:  # a name for the signatures of ways
    Tensor = Any

WayName = Literal["uniform", "masked", "autoregressive"]
NEVER = -1e9
"""A logit of probability 0; finite, so that its term of the entropy is 0 and not NaN."""


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """The special ids that the ways of writing need."""

    mask: int
    """The token that masked diffusion starts from; -1 if a checkpoint has none."""
    blank: int
    """The token where nothing is written yet: padding, which decoding leaves out."""
    ends: tuple[int, ...] = ()
    """The tokens of a text that has ended: those that end it, and the padding after them."""
    never: tuple[range, ...] = ()
    """The ids that are never drawn."""


class Way:
    """A way of writing. It has no state; `WAYS` lists them all."""

    name: ClassVar[WayName]
    label: ClassVar[str]
    rule: ClassVar[str]
    """The rule in a few words, without a subject."""
    defaults: ClassVar[Mapping[str, Value]] = {}
    """Default settings that differ from a checkpoint's own."""
    sticky: ClassVar[bool] = False
    """Does an accepted token stay?"""
    causal: ClassVar[bool] = False
    """Does each pass write one token from what stands before it, rather than denoise a canvas, looking both ways?"""
    begins: ClassVar[Literal["noise", "mask", "blank"]]
    """What stands on a canvas before its first step."""
    accepted_from: ClassVar[Literal["sampled_ids", "argmax_ids"]]
    """Whose token stands where a position is accepted, if a canvas is committed as it is."""
    rest_from: ClassVar[Literal["argmax_ids"] | None] = "argmax_ids"
    """Whose token stands elsewhere; None if nothing does."""
    statuses: ClassVar[tuple[str, str, str, str]]
    """The names of the statuses, by their codes in `playground.trace.status`."""

    def declaration(self) -> dict[str, Any]:
        """What its decisions need in addition to the sampler's declaration, or instead of it; ready for JSON."""
        return {}

    def first(self, noise: Tensor, tokens: Tokens) -> Tensor:
        """Makes the first canvas, int64 (B, L), from uniform tokens of that shape: nothing is accepted yet."""
        return self.instead(noise, tokens)

    def settle(self, logits: Tensor, canvas: Tensor, tokens: Tokens) -> Tensor:
        """Says which positions are fixed for good: bool (B, L). May change `logits` (B, L, V) in place."""
        raise NotImplementedError

    def instead(self, noise: Tensor, tokens: Tokens) -> Tensor:
        """Makes what goes next where a position is not accepted, from uniform tokens of that shape: int64 (B, L)."""
        raise NotImplementedError

    def standing(self, accepted: np.ndarray, sampled_ids: np.ndarray, argmax_ids: np.ndarray) -> np.ndarray:
        """The canvas that would be committed at a step, int32, from that step's (L,) arrays."""
        ids = sampled_ids if self.accepted_from == "sampled_ids" else argmax_ids
        return np.where(accepted, ids, argmax_ids) if self.rest_from else ids[accepted]
