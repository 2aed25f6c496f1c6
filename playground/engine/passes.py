"""How a denoiser pass is run: eagerly, or compiled for static shapes.

Eager is the default, and exact. Compiled pays where launching single operations costs more than computing them, which
is on a GPU; it needs what `torch.compile` needs there (triton), and rounds otherwise. What it compiles depends on
shapes alone: settings are tensors, so moving a slider compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from transformers import DiffusionGemmaForBlockDiffusion, DynamicCache

from playground.engine.config import layer_types, text_config
from playground.engine.rowwise import Layer, Prefixes, read_layer
from playground.engine.step import advance
from playground.errors import SettingError

if TYPE_CHECKING:
    from playground.engine.models import Model


def forward(
    module: DiffusionGemmaForBlockDiffusion,
    canvas: Tensor,
    conditioning: Tensor | None,
    conditioned: Tensor | None,
    prefixes: Prefixes,
    positions: Tensor,
) -> Tensor:
    """Logits float32 (B, L, V) of the class's own forward pass.

    Args:
        conditioning: (B, L, V) of the step before; None when no row has one.
        conditioned: bool (B,), which rows have one; None when all have, or none.
    """
    return module(
        decoder_input_ids=canvas,
        self_conditioning_logits=conditioning,
        self_conditioning_mask=conditioned,
        decoder_attention_mask=prefixes.masks,
        past_key_values=prefixes,
        decoder_position_ids=positions,
    ).logits


class Eager:
    """Operation by operation, any number of rows and any lengths."""

    compiled = False
    forward = staticmethod(forward)
    advance = staticmethod(advance)

    def prefixes(self, caches: Sequence[DynamicCache], model: Model) -> Prefixes:
        return Prefixes(caches, layer_types(model.module))

    def check(self, rows: int, tokens: int) -> None:
        """What fits the checkpoint fits here."""


@dataclass(frozen=True, kw_only=True)
class Shapes:
    """What passes are compiled for; nothing that a user moves is in it."""

    rows: int
    """The most rows in one pass."""
    context: int
    """The most tokens before a canvas: a prompt and all blocks but the last."""
    backend: str | Callable = "inductor"
    """Of `torch.compile`."""

    @classmethod
    def fitting(cls, model: Model, rows: int, context: int = 4096) -> Shapes | None:
        """None where compiling does not pay: on a CPU, where most of a pass is matrix products in either case."""
        if model.device.type != "cuda":
            return None
        return cls(rows=rows, context=min(context, text_config(model.module).max_position_embeddings))


class Compiled:
    """Every pass in a shape that was compiled before: 1, 2, 4 ... rows, each with room for `shapes.context` tokens."""

    compiled = True

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._forward = _compiled(forward, shapes.backend)
        self.advance = _compiled(advance, shapes.backend)

    def forward(
        self,
        module: DiffusionGemmaForBlockDiffusion,
        canvas: Tensor,
        conditioning: Tensor | None,
        conditioned: Tensor | None,
        prefixes: Prefixes,
        positions: Tensor,
    ) -> Tensor:
        rows = len(canvas)
        if conditioned is None:
            conditioned = torch.full((rows,), conditioning is not None, device=canvas.device)
        if conditioning is None:
            conditioning = canvas.new_zeros(*canvas.shape, text_config(module).vocab_size, dtype=module.dtype)
        inputs = [_seated(t) for t in (canvas, conditioning, conditioned)]
        return self._forward(module, *inputs, prefixes, _seated(positions))[:rows]

    def prefixes(self, caches: Sequence[DynamicCache], model: Model) -> Prefixes:
        seated = [*caches, *[caches[0]] * (seats(len(caches)) - len(caches))]
        return StaticPrefixes(seated, layer_types(model.module), self._shapes.context, model.canvas_length)

    def check(self, rows: int, tokens: int) -> None:
        """
        Raises:
            SettingError: there are more rows than passes are compiled for, or one needs more tokens before its last
                canvas.
        """
        if rows > self._shapes.rows:
            raise SettingError(f"{rows} runs would share a pass; passes are compiled for at most {self._shapes.rows}.")
        if tokens > self._shapes.context:
            raise SettingError(
                f"Prompt and text take {tokens:,} tokens before the last block; passes are compiled for at most "
                f"{self._shapes.context:,}."
            )


def seats(rows: int) -> int:
    """Passes are compiled for powers of two."""
    return 1 << (rows - 1).bit_length()


def _seated(rows: Tensor) -> Tensor:
    """Idle seats repeat the first row, so that they read no expert that is not read anyway."""
    idle = seats(len(rows)) - len(rows)
    return torch.cat([rows, rows[:1].expand(idle, *rows.shape[1:])]) if idle else rows


class StaticPrefixes(Prefixes):
    """As `Prefixes`, of one shape whatever the rows have read; what is not theirs is masked."""

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
        """bool (B, 1, L, longest + L): which keys a row attends to."""
        keys = torch.arange(longest + self._canvas_length, device=self._device)
        seen = keys >= torch.tensor(begins, device=self._device)[:, None]
        return seen[:, None, None, :].expand(-1, 1, self._canvas_length, -1)


@cache
def _compiled(function: Callable, backend: Any) -> Callable:
    return torch.compile(function, backend=backend, fullgraph=True, dynamic=False)
