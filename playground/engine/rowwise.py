"""Runs rows of different lengths in one pass of the model's decoder, each computed as it would be alone.

Each row is encoded by itself into its own cache. For the decoder the caches are put side by side, padded on the left.
Two parts then run row by row, with transformers' own kernels: attention, which mixes positions, so each row gets only
its own keys; and the experts, whose rounding depends on how many tokens are routed to them. The model runs everything
else on all rows at once: norms, softmax and activations work within a position, and a matrix product with at least 4
rows a thread rounds every row the same however many there are (MKL, float32; the tests check it).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import linear, pad, scaled_dot_product_attention
from transformers import DynamicCache, PreTrainedConfig, PreTrainedModel
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer
from transformers.integrations.moe import ALL_EXPERTS_FUNCTIONS, _default_apply_gate, grouped_mm_experts_forward
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS, sdpa_mask
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

NAME = "rowwise"

_rows: ContextVar[int] = ContextVar("rows", default=1)
"""How many rows of equal length make up the tokens that reach the experts."""

_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@dataclass(frozen=True)
class Layer:
    """What the decoder reads from one layer's cache; both tensors are (B, heads, longest, head size)."""

    keys: Tensor
    values: Tensor
    window: int | None = None
    """The window of a sliding layer; None where attention is full."""


@dataclass(frozen=True)
class KeyMask:
    """Which keys each row attends to, with all of its queries."""

    seen: Tensor
    """bool (B, 1, 1, keys)."""


class Prefixes:
    """What the rows have read so far; stands in for the model's KV cache."""

    is_compileable = False

    def __init__(self, caches: Sequence[DynamicCache], layer_types: Sequence[str]) -> None:
        self.layers: list[Layer] = []
        self.masks: dict[str, tuple[int, ...] | KeyMask] = {}
        """Layer type -> where each row's keys begin, or which they are. `attention` gets this instead of a mask."""
        for index, kind in enumerate(layer_types):
            layers = [read_layer(cache, index) for cache in caches]
            longest = self._longest(layers)
            if kind not in self.masks:
                self.masks[kind] = self._mask(tuple(longest - layer.keys.shape[2] for layer in layers), longest)
            keys = self._joined([layer.keys for layer in layers], longest)
            self.layers.append(Layer(keys, self._joined([layer.values for layer in layers], longest)))

    def append(self, index: int, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """The keys and values of a layer, with those of the canvases behind them."""
        layer = self.layers[index]
        return torch.cat([layer.keys, keys], dim=-2), torch.cat([layer.values, values], dim=-2)

    def update(self, keys: Tensor, values: Tensor, layer_idx: int, *_: object) -> tuple[Tensor, Tensor]:
        """As `append`, by the name that the classes of transformers call."""
        return self.append(layer_idx, keys, values)

    def _longest(self, layers: Sequence[Layer]) -> int:
        return max(layer.keys.shape[2] for layer in layers)

    def _mask(self, begins: tuple[int, ...], longest: int) -> tuple[int, ...] | KeyMask:
        return begins

    def _joined(self, parts: Sequence[Tensor], longest: int) -> Tensor:
        return _side_by_side(parts, longest)


def read_layer(cache: DynamicCache, index: int) -> Layer:
    """Reads what the encoder has left in one layer of a row's cache."""
    layer = cache.layers[index]
    assert isinstance(layer, DynamicLayer) and layer.keys is not None and layer.values is not None
    window = layer.sliding_window if isinstance(layer, DynamicSlidingWindowLayer) else None
    return Layer(layer.keys, layer.values, window)


class Growing:
    """The caches of several rows, used as one in an encoder pass over one token of each.

    On a CPU, a matrix product with few rows rounds differently from one with many. Idle seats, which repeat the first
    row, fill up a small batch, so that a row's logits do not depend on which others share the pass.
    """

    is_compileable = False

    def __init__(self, caches: Sequence[DynamicCache], config: PreTrainedConfig, device: torch.device) -> None:
        self._caches, self._device = caches, device
        self.idle = max(0, 4 * torch.get_num_threads() - len(caches)) if device.type == "cpu" else 0
        self._lengths = [cache.get_seq_length() + 1 for cache in caches]
        windows = {"full_attention": max(self._lengths), "sliding_attention": config.sliding_window}
        self.masks: dict[str, tuple[int, ...]] = {}
        """Layer type -> where each row's keys begin. `attention` gets this instead of a mask."""
        for kind, window in windows.items():
            lengths = [min(length, window) for length in self._lengths]
            self.masks[kind] = tuple(max(lengths) - length for length in [*lengths, *lengths[:1] * self.idle])

    @property
    def positions(self) -> Tensor:
        """The position of each token: int64 (seats, 1)."""
        return torch.tensor([[n - 1] for n in [*self._lengths, *self._lengths[:1] * self.idle]], device=self._device)

    def get_seq_length(self, layer_idx: int = 0) -> int:
        return max(self._lengths) - 1

    def update(self, keys: Tensor, values: Tensor, layer_idx: int, *_: object) -> tuple[Tensor, Tensor]:
        """Adds each row's token to its own cache, and returns all that the rows have read, side by side."""
        pairs = [
            cache.update(keys[row : row + 1], values[row : row + 1], layer_idx)
            for row, cache in enumerate(self._caches)
        ]
        pairs += pairs[:1] * self.idle
        longest = max(key.shape[2] for key, _ in pairs)
        return _side_by_side([key for key, _ in pairs], longest), _side_by_side([value for _, value in pairs], longest)


def _side_by_side(parts: Sequence[Tensor], longest: int) -> Tensor:
    return torch.cat([pad(part, (0, 0, longest - part.shape[2], 0)) for part in parts])


def use_rowwise(module: PreTrainedModel) -> None:
    """Makes the module call the functions below. For a single row they do what the stock ones do."""
    if module.config.get_text_config(decoder=True)._attn_implementation != NAME:
        module.set_attn_implementation(NAME)
        if own_experts(module):
            module.set_experts_implementation(NAME)


def own_experts(module: PreTrainedModel) -> bool:
    """Does `experts`, below, compute the module's experts?

    On a GPU the rounding of kernels depends on the batch size anyway. But a single expert needs no routing, and torch's
    counts of tokens for each expert wait for the host there, which no CUDA graph can hold.
    """
    config = module.config.get_text_config(decoder=True)
    return module.device.type == "cpu" or getattr(config, "num_experts", None) == 1


def use_stock(module: PreTrainedModel) -> None:
    """Undoes `use_rowwise`, for comparisons: the module uses what transformers itself would choose."""
    module.set_attn_implementation("sdpa")
    module.set_experts_implementation("grouped_mm")


@contextmanager
def together(rows: int) -> Iterator[None]:
    """Tells the experts that the module's tokens are this many rows of equal length."""
    token = _rows.set(rows)
    try:
        yield
    finally:
        _rows.reset(token)


class Watch:
    """Keeps where one position of a single row looks, while the module runs.

    Args:
        query: which of the canvas's positions.
    """

    def __init__(self, query: int) -> None:
        self.query = query
        self.seen: dict[int, Tensor] = {}
        """Layer -> float32 (heads, keys), each row a distribution over the keys."""

    def see(
        self, module: Any, query: Tensor, key: Tensor, mask: tuple[int, ...] | Tensor | None, scale: float, before: int
    ) -> None:
        """Computes a layer's weights, as `eager_attention_forward` in transformers does for all positions.

        A pass without the position, such as one over a short prompt before the canvas, shows nothing.
        """
        at = before + self.query
        if at >= query.shape[2]:
            return
        first = mask[0] if isinstance(mask, tuple) else 0
        keys = key[0, :, first:].repeat_interleave(module.num_key_value_groups, dim=0)
        scores = (query[0, :, at, None] @ keys.transpose(1, 2))[:, 0].float() * scale
        if isinstance(mask, Tensor):
            row = mask[0, :, at]
            scores = scores.masked_fill(~row, float("-inf")) if row.dtype == torch.bool else scores + row
        elif mask is None and module.is_causal and query.shape[2] > 1:
            scores[:, keys.shape[1] - query.shape[2] + at + 1 :] = float("-inf")
        self.seen[module.layer_idx] = scores.softmax(-1)


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Has `watch` see what the module does in this block."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def attention(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: tuple[int, ...] | KeyMask | Tensor | None,
    before: int = 0,
    **options: Any,
) -> tuple[Tensor, None]:
    """Works like `sdpa_attention_forward`, which it calls once for each row.

    Args:
        attention_mask: where each row's keys begin, or which they are, or a mask that the stock function accepts.
        before: how many of the queries stand before the canvas.
    """
    if isinstance(attention_mask, KeyMask):
        return _grouped(query, key, value, attention_mask.seen, options["scaling"]), None
    if not torch.compiler.is_dynamo_compiling() and (watch := _watch.get()) is not None:
        watch.see(module, query, key, attention_mask, options["scaling"], before)
    if not isinstance(attention_mask, tuple):
        return sdpa_attention_forward(module, query, key, value, attention_mask, **options)
    if not any(attention_mask):
        return sdpa_attention_forward(module, query, key, value, None, **options)
    rows = [
        sdpa_attention_forward(
            module, query[r : r + 1], key[r : r + 1, :, k:], value[r : r + 1, :, k:], None, **options
        )
        for r, k in enumerate(attention_mask)
    ]
    return torch.cat([out for out, _ in rows]), None


def _grouped(query: Tensor, key: Tensor, value: Tensor, seen: Tensor, scale: float) -> Tensor:
    """Attention where several query heads share a key head: they stand side by side, and no key is repeated.

    Args:
        query: (B, heads, L, size). key, value: (B, key heads, keys, size).
        seen: bool (B, 1, 1, keys).

    Returns:
        (B, L, heads, size).
    """
    rows, heads, length, size = query.shape
    side_by_side = query.reshape(rows, key.shape[1], -1, size)
    out = scaled_dot_product_attention(side_by_side, key, value, attn_mask=seen, scale=scale)
    return out.reshape(rows, heads, length, size).transpose(1, 2)


def experts(module: Any, tokens: Tensor, index: Tensor, weights: Tensor) -> Tensor:
    """Works like `grouped_mm_experts_forward`, which it calls once for each row. tokens: (B * L, hidden size)."""
    if module.num_experts == 1 and index.shape[-1] == 1:  # nothing to route: the same products without sorting
        hidden = _default_apply_gate(module, linear(tokens, module.gate_up_proj[0]))
        return (linear(hidden, module.down_proj[0]) * weights).to(tokens.dtype)  # the weights are float32
    if torch.compiler.is_compiling():  # compiled passes are not bit-exact anyway
        return grouped_mm_experts_forward(module, tokens, index, weights)
    rows = zip(*(t.chunk(_rows.get()) for t in (tokens, index, weights)), strict=True)
    return torch.cat([grouped_mm_experts_forward(module, *row) for row in rows])


ALL_ATTENTION_FUNCTIONS.register(NAME, attention)
ALL_MASK_ATTENTION_FUNCTIONS.register(NAME, sdpa_mask)
ALL_EXPERTS_FUNCTIONS.register(NAME, experts)
