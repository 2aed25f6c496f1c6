"""What families of masked diffusion share: a causal language model's class of transformers, run in both directions.

Their authors trained such models on, to fill in masks, and published them with code of their own. The weights have the
names and shapes of transformers' class, so that class runs them, and none of that code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn.functional import pad
from transformers import DynamicCache, PreTrainedModel, PreTrainedTokenizerBase

from playground.engine.families.base import PIECE, Compiler, Conditioning, Denoiser
from playground.engine.rowwise import Prefixes, use_rowwise
from playground.errors import ModelError
from playground.rules.ways import WAYS

LAYER = "full_attention"
"""The type of every layer: these families have no sliding windows."""


class MaskedDenoiser(Denoiser):
    """A family of masked diffusion, either `WholeMasked` or `BlockMasked`."""

    way = WAYS["masked"]
    ways = ("masked",)
    shifted = False
    self_conditioning = False
    portable = False
    source = "authors' sampler"
    untried = True
    canvas_length: int
    image_id = None

    @classmethod
    def check_config(cls, config: Mapping[str, Any], name: str) -> None:
        stated, layers = config.get("layer_types"), config.get("num_hidden_layers")
        slides = config.get("use_sliding_window") and config.get("sliding_window")
        first = config.get("max_window_layers", 28)
        if isinstance(stated, list):
            slides = any(kind != LAYER for kind in stated)
        elif isinstance(first, int) and isinstance(layers, int):
            slides = slides and first < layers
        if slides:
            raise ModelError(
                f"{name} has layers with a sliding window (use_sliding_window in its config.json), in which no masked "
                "family is run here; one whose layers all see everything would load."
            )

    @property
    def eos_ids(self) -> list[int]:
        places = (self._tokenizer, self._text)
        values = (getattr(place, "eos_token_id", None) for place in places)
        ids: Any = next((value for value in values if value is not None), [])
        return [ids] if isinstance(ids, int) else list(ids)

    @property
    def pad_id(self) -> int | None:
        return getattr(self._tokenizer, "pad_token_id", None)

    @property
    def mask_id(self) -> int | None:
        stated = getattr(self._text, "mask_token_id", None)
        return getattr(self._tokenizer, "mask_token_id", None) if stated is None else stated

    @property
    def never(self) -> Sequence[range]:
        known = self.vocab_size if self._tokenizer is None else len(self._tokenizer)
        return [range(known, self.vocab_size)]

    @property
    def settings(self) -> Mapping[str, Any]:
        length = self.canvas_length
        return {"sampler": "top-k", "max_denoising_steps": length, "max_new_tokens": 128}

    @property
    def layer_types(self) -> Sequence[str]:
        return [LAYER] * int(self._text.num_hidden_layers)

    def prepare(self) -> None:
        use_rowwise(self._module)

    def cache(self) -> DynamicCache:
        return DynamicCache(config=self._text)


class WholeMasked(MaskedDenoiser):
    """A family in which everything sees everything: what was read depends on the canvas, and no cache of it is exact.

    So its cache holds the ids that it has read, as the keys of one layer, and every pass runs over them again.
    """

    attention = "everything"

    @property
    def layer_types(self) -> Sequence[str]:
        return [LAYER]

    def cache(self) -> DynamicCache:
        return DynamicCache()

    def read(self, cache: DynamicCache, ids: Tensor, media: Mapping[str, Tensor]) -> None:
        cache.update(ids[:, None, :, None], ids[:, None, :, None], 0)

    def denoise(
        self,
        canvas: Tensor,
        conditioning: Conditioning,
        prefixes: Prefixes,
        positions: Tensor,
        compiled: Compiler | None = None,
    ) -> Tensor:
        read, begins = prefixes.layers[0].keys[:, 0, :, 0], cast("tuple[int, ...]", prefixes.masks[LAYER])
        if not any(begins):
            return self._logits(torch.cat([read, canvas], dim=1), canvas.shape[1])
        rows = [torch.cat([read[row, begin:], canvas[row]])[None] for row, begin in enumerate(begins)]
        return torch.cat([self._logits(row, canvas.shape[1]) for row in rows])

    def _logits(self, ids: Tensor, length: int) -> Tensor:
        """Runs a pass over all `ids` (B, n), and returns the logits of the last `length` positions."""
        end = ids.shape[1] - self.shifted
        return cast(
            "Tensor",
            self._module(
                input_ids=ids,
                attention_mask={LAYER: (0,) * len(ids)},  # each row sees all of its keys
                use_cache=False,
                logits_to_keep=torch.arange(end - length, end, device=ids.device),
                is_causal=False,
                before=ids.shape[1] - length,
            ).logits.float(),
        )


class BlockMasked(MaskedDenoiser):
    """A family in which each block sees itself and what stands before it. So what was read stays as it is.

    What is read is split into blocks from its end, and the first block has the rest: authors fill it up on the left.
    """

    attention = "block by block"
    lengths = True

    def __init__(self, module: PreTrainedModel, tokenizer: PreTrainedTokenizerBase | None) -> None:
        super().__init__(module, tokenizer)
        self.canvas_length = getattr(self._text, "block_size", None) or type(self).canvas_length

    @classmethod
    def check_config(cls, config: Mapping[str, Any], name: str) -> None:
        super().check_config(config, name)
        length = config.get("block_size")
        if length is not None and (type(length) is not int or not 1 <= length <= PIECE):
            raise ModelError(
                f"{name} is damaged: block_size is {length!r} in its config.json; allowed is a whole number from 1 to "
                f"{PIECE:,}."
            )

    @classmethod
    def configured(cls, folder: Path, config: Mapping[str, Any]) -> Any:
        described = super().configured(folder, config)
        described.block_size = config.get("block_size")
        return described

    def read(self, cache: DynamicCache, ids: Tensor, media: Mapping[str, Tensor]) -> None:
        most, rest = PIECE // self.canvas_length * self.canvas_length, ids
        while rest.shape[1]:
            first = (rest.shape[1] - 1) % most + 1
            self._read(cache, rest[:, :first])
            rest = rest[:, first:]

    def _read(self, cache: DynamicCache, ids: Tensor) -> None:
        count = ids.shape[1]
        block = (torch.arange(count, device=ids.device) - count) // self.canvas_length
        seen = pad(block[:, None] >= block, (cache.get_seq_length(), 0), value=True)
        self._module.base_model(input_ids=ids, attention_mask=seen[None, None], past_key_values=cache)

    def denoise(
        self,
        canvas: Tensor,
        conditioning: Conditioning,
        prefixes: Prefixes,
        positions: Tensor,
        compiled: Compiler | None = None,
    ) -> Tensor:
        run = compiled(_pass) if compiled else _pass
        return cast("Tensor", run(self._module, canvas, prefixes, positions))


def _pass(module: Any, canvas: Tensor, prefixes: Prefixes, positions: Tensor) -> Tensor:
    return cast(
        "Tensor",
        module(
            input_ids=canvas,
            attention_mask=prefixes.masks,
            past_key_values=prefixes,
            position_ids=positions,
            is_causal=False,
        ).logits.float(),
    )
