"""Moment: a run between two steps, with everything that its next step depends on.

A run that goes on from a moment gives bit for bit what the run gave that the moment was taken from. Nothing in a moment
is ever changed: each step makes new tensors, and the cache of a moment is its own list of tensors.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from torch import Tensor
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer

from playground.engine.row import Row
from playground.spec.run import RunSpec
from playground.trace.frame import StepFrame


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A run after one of its steps, before anything follows from it, such as the end of a block."""

    spec: RunSpec
    """What the run was at the step, before it branched off."""
    block: int
    step: int
    """The last step; 0 right after the block's first canvas was made."""
    written: int
    """How many tokens the ended blocks have added to the text."""
    cache: DynamicCache
    """What the encoder has read."""
    read_ids: Tensor
    """As `Row.read_ids`."""
    state: Any
    """What its way of writing keeps from step to step: canvas, conditioning, stopping history."""
    draws: Tensor
    """The state of its random generator: uint8."""

    @classmethod
    def of(cls, row: Row, state: Any, draws: Tensor) -> Moment:
        return cls(
            spec=row.now,
            block=row.block,
            step=row.step,
            written=row.written,
            cache=copied(row.cache),
            read_ids=row.read_ids,
            state=state,
            draws=draws,
        )

    def resume(self, row: Row) -> None:
        """Puts a run that has not begun where this moment was taken."""
        while row.now != self.spec:
            row.now = row.turns.popleft()
        row.block, row.step, row.written = self.block, self.step, self.written
        row.cache, row.state, row.begins = copied(self.cache), self.state, False
        row.unread, row.read_ids = row.unread[:, :0], self.read_ids
        row.generator.set_state(self.draws)

    def apart(self) -> Moment:
        """The same moment with a state of its own: views would hold on to the memory of all rows that shared a pass."""
        return replace(self, state=_cloned(self.state))

    @property
    def size(self) -> int:
        """The bytes of its tensors."""
        return sum(tensor.nbytes for tensor in self.tensors())

    def tensors(self) -> Iterator[Tensor]:
        """All its tensors. Some share their memory with those of other moments."""
        yield from (self.draws, self.read_ids)
        yield from _tensors(self.state)
        for layer in self.cache.layers:
            assert isinstance(layer, DynamicLayer)
            yield from (tensor for tensor in (layer.keys, layer.values) if tensor is not None)


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a run starts that has been computed up to there: the moment, and the frames of all steps before."""

    moment: Moment
    frames: list[StepFrame]


def copied(cache: DynamicCache) -> DynamicCache:
    """A cache of its own with the same tensors; reading more replaces them and does not change them."""
    twin = copy.copy(cache)
    twin.layers = [copy.copy(layer) for layer in cache.layers]
    return twin


def _tensors(state: Any) -> Iterator[Tensor]:
    for field in fields(state):
        value = getattr(state, field.name)
        if isinstance(value, Tensor):
            yield value
        elif value is not None:
            yield from _tensors(value)


def _cloned(state: Any) -> Any:
    if isinstance(state, Tensor):
        return state.clone()
    return state and type(state)(**{field.name: _cloned(getattr(state, field.name)) for field in fields(state)})
