"""Run: a row and its progress in a batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.models import Model
from playground.engine.row import Row

S = TypeVar("S")


@dataclass(kw_only=True)
class Run(Generic[S]):
    """What a batch knows about a row. `S` is what its way of writing keeps from step to step."""

    number: int
    row: Row
    cache: DynamicCache
    unread: Tensor
    """int64 (1, n): tokens that the encoder must read before the next block."""
    room: int
    """How many more tokens the run may write."""
    block: int = 0
    step: int = 0
    """The last step of the block; 0 before the first."""
    encoded: int = 0
    """How many tokens the encoder has read since the last step."""
    edited: Mapping[int, int] = field(default_factory=dict)
    """Position -> token of the cells that a person changed just before this step."""
    state: S | None = None

    def read(self, model: Model) -> None:
        """Encodes the unread tokens causally into the row's own cache, as it would for a single run."""
        new = self.unread.shape[1]
        if new == 0:
            return
        encoder, known = model.module.model.encoder, self.cache.get_seq_length()
        media = {name: _cut(name, tensor, new) for name, tensor in self.row.media.items()} if self.block == 0 else {}
        positions = torch.arange(known, known + new, device=model.device)[None]
        masks = encoder.create_masks_for_generate(
            config=model.module.config,
            inputs_embeds=torch.empty(1, new, 0, dtype=model.dtype, device=model.device),
            attention_mask=None,  # a row by itself has no padding
            past_key_values=self.cache,
            position_ids=positions,
            mm_token_type_ids=media.get("mm_token_type_ids"),
        )
        encoder(
            input_ids=self.unread, attention_mask=masks, past_key_values=self.cache, position_ids=positions, **media
        )
        self.encoded += new
        self.unread = self.unread[:, :0]


def _cut(name: str, tensor: Tensor, length: int) -> Tensor:
    """Cuts a tensor that has one entry for each token to the tokens that are read now."""
    return tensor[:, :length] if name == "mm_token_type_ids" else tensor
