"""How a denoiser pass is run: eagerly, or compiled for static shapes.

Eager passes are exact, and the default. Compiling pays on a GPU, where launching each operation costs more than
computing it. It needs what `torch.compile` needs there (triton), and it rounds differently. What is compiled depends
only on shapes, because settings are tensors: moving a slider compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.families import Conditioning
from playground.engine.rowwise import Layer, Prefixes, read_layer
from playground.engine.step import advance
from playground.errors import SettingError

if TYPE_CHECKING:
    from playground.engine.models import Model


class Eager:
    """Runs operation by operation, for any number of rows of any lengths."""

    compiled = False

    @staticmethod
    def forward(
        model: Model, canvas: Tensor, conditioning: Conditioning, prefixes: Prefixes, positions: Tensor
    ) -> Tensor:
        return model.denoiser.denoise(canvas, conditioning, prefixes, positions)

    advance = staticmethod(advance)

    def prefixes(self, caches: Sequence[DynamicCache], model: Model) -> Prefixes:
        return Prefixes(caches, model.denoiser.layer_types)

    def check(self, rows: int, tokens: int) -> None:
        """Accepts everything: what fits the checkpoint fits here."""


@dataclass(frozen=True, kw_only=True)
class Shapes:
    """What passes are compiled for. No setting of a run is part of it."""

    rows: int
    """The most rows in one pass."""
    context: int
    """The most tokens before a canvas: the prompt and all blocks but the last."""
    backend: str | Callable = "inductor"
    """The backend of `torch.compile`."""

    @classmethod
    def fitting(cls, model: Model, rows: int, context: int = 4096) -> Shapes | None:
        """The shapes for a model; None on a CPU, where compiling does not pay: most of a pass is matrix products."""
        if model.device.type != "cuda":
            return None
        return cls(rows=rows, context=min(context, model.denoiser.longest))


class Compiled:
    """Runs every pass in one of a few compiled shapes: 1, 2, 4 ... rows, with room for `shapes.context` tokens each."""

    compiled = True

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self.advance = _compiled(advance, shapes.backend)

    def forward(
        self, model: Model, canvas: Tensor, conditioning: Conditioning, prefixes: Prefixes, positions: Tensor
    ) -> Tensor:
        rows, logits, strength = conditioning.rows, conditioning.logits, conditioning.strength
        if strength is None:
            strength = torch.ones(len(canvas), 1, 1, dtype=model.dtype, device=canvas.device)
        if rows is None:
            rows = torch.full((len(canvas),), logits is not None, device=canvas.device)
        if logits is None:
            logits = canvas.new_zeros(*canvas.shape, model.vocab_size, dtype=model.dtype)
        whole = Conditioning(logits=_seated(logits), rows=_seated(rows), strength=_seated(strength))
        compiled = partial(_compiled, backend=self._shapes.backend)
        return model.denoiser.denoise(_seated(canvas), whole, prefixes, _seated(positions), compiled)[: len(canvas)]

    def prefixes(self, caches: Sequence[DynamicCache], model: Model) -> Prefixes:
        seated = [*caches, *[caches[0]] * (seats(len(caches)) - len(caches))]
        return StaticPrefixes(seated, model.denoiser.layer_types, self._shapes.context, model.canvas_length)

    def check(self, rows: int, tokens: int) -> None:
        """Checks that a row fits the compiled shapes.

        Raises:
            SettingError: there are more rows than passes are compiled for, or a row has more tokens before its last
                canvas.
        """
        if rows > self._shapes.rows:
            raise SettingError(f"{rows} runs would share a pass; passes are compiled for at most {self._shapes.rows}.")
        if tokens > self._shapes.context:
            raise SettingError(
                f"The prompt and the text take {tokens:,} tokens before the last block; passes are compiled for at "
                f"most {self._shapes.context:,}."
            )


def seats(rows: int) -> int:
    """How many rows to compile a pass for: the next power of two."""
    return 1 << (rows - 1).bit_length()


def _seated(rows: Tensor) -> Tensor:
    """Fills idle seats with copies of the first row, which need no other experts."""
    idle = seats(len(rows)) - len(rows)
    return torch.cat([rows, rows[:1].expand(idle, *rows.shape[1:])]) if idle else rows


class StaticPrefixes(Prefixes):
    """`Prefixes` of a fixed shape, whatever the rows have read. A mask hides the padding."""

    def __init__(
        self, caches: Sequence[DynamicCache], layer_types: Sequence[str], context: int, canvas_length: int
    ) -> None:
        self._context, self._canvas_length = context, canvas_length
        self._device = read_layer(caches[0], 0).keys.device
        super().__init__(caches, layer_types)

    def _longest(self, own: Sequence[Layer]) -> int:
        window = own[0].window
        return self._context if window is None else min(self._context, window - 1)

    def _mask(self, begins: tuple[int, ...], longest: int) -> Tensor:
        """Which keys each row attends to: bool (B, 1, L, longest + L)."""
        keys = torch.arange(longest + self._canvas_length, device=self._device)
        seen = keys >= torch.tensor(begins, device=self._device)[:, None]
        return seen[:, None, None, :].expand(-1, 1, self._canvas_length, -1)


@cache
def _compiled(function: Callable, backend: Any) -> Callable:
    return torch.compile(function, backend=backend, fullgraph=True, dynamic=False)
