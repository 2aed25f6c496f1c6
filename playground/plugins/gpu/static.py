"""Prefixes of a fixed shape, for compiled passes: buffers that a canvas's keys and values are written behind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.rowwise import KeyMask, Layer, Prefixes, read_layer
from playground.plugins.gpu.graphs import Room


class StaticPrefixes(Prefixes):
    """Room for `context` tokens of each row and for its canvas, whatever the rows have read. A mask hides the rest.

    A pass writes the canvas behind the prefix, in place: nothing is concatenated. The next pass writes over it.

    Args:
        room: where its tensors are, always in the same places; None for memory of their own.
    """

    def __init__(
        self, caches: Sequence[DynamicCache], layer_types: Sequence[str], context: int, canvas_length: int,
        room: Room | None = None,
    ) -> None:  # fmt: skip
        self.context, self._canvas_length = context, canvas_length
        self._room, self._numbers = room, count()
        self._device = read_layer(caches[0], 0).keys.device
        super().__init__(caches, layer_types)

    def append(self, index: int, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        layer, length = self.layers[index], self._canvas_length
        layer.keys[:, :, -length:] = keys
        layer.values[:, :, -length:] = values
        return layer.keys, layer.values

    def _longest(self, layers: Sequence[Layer]) -> int:
        # One more than a window's keys: kernels want lengths that are multiples of 8.
        window = layers[0].window
        return self.context if window is None else min(self.context, window)

    def _mask(self, begins: tuple[int, ...], longest: int) -> KeyMask:
        keys = torch.arange(longest + self._canvas_length, device=self._device)
        seen = keys >= torch.tensor(begins, device=self._device)[:, None]
        return KeyMask(self._placed(seen[:, None, None, :]))

    def _joined(self, parts: Sequence[Tensor], longest: int) -> Tensor:
        _, heads, _, size = parts[0].shape
        room = self._placed(parts[0].new_zeros(()).expand(len(parts), heads, longest + self._canvas_length, size))
        for row, part in zip(room, parts, strict=True):
            row[:, longest - part.shape[2] : longest] = part[0]
        return room

    def _placed(self, tensor: Tensor) -> Tensor:
        """The tensor's content in memory of its own, or in its place in the room."""
        return self._room.copy(next(self._numbers), tensor) if self._room else tensor.contiguous()
