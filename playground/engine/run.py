"""Run: a row on its way through a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.models import Model
from playground.engine.row import Row

S = TypeVar("S")


@dataclass(kw_only=True)
class Run(Generic[S]):
    """What a batch knows of a row. `S` is what its way of writing keeps from step to step."""

    number: int
    row: Row
    cache: DynamicCache
    unread: Tensor
    """int64 (1, n): what the encoder has yet to read before the next block."""
    room: int
    """How many tokens may still come."""
    block: int = 0
    step: int = 0
    """Of the block; 0 before its first one."""
    encoded: int = 0
    """Tokens that the encoder has read since the last step."""
    state: S | None = None

    def read(self, model: Model) -> None:
        """Encodes what is unread, by itself as it would be alone: causally, into the row's own cache."""
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
    """What goes by tokens goes with those that are read."""
    return tensor[:, :length] if name == "mm_token_type_ids" else tensor
