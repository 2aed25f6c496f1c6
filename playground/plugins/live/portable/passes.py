"""The passes of a checkpoint as graphs: what reads, what denoises, and what a pass tells the next one.

Keys and values go in and come out as tensors, (1, heads, read, head size) for each layer, uncut: a graph itself takes
of a sliding layer what that sees. Each graph also says where one position looks, which costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn.functional import linear
from transformers.integrations.moe import ALL_EXPERTS_FUNCTIONS, _default_apply_gate

from playground.engine.families import Conditioning, Denoiser
from playground.engine.models import Model
from playground.engine.rowwise import Layer, Prefixes, Watch, watching
from playground.plugins.live.portable.graphs import Graph, Part

DENSE = "dense"
"""The experts' implementation in graphs: all experts compute every token, and the router weighs what they say."""


def pass_graphs(model: Model) -> list[Graph]:
    """`read`, `denoise` and, with self-conditioning, `embed`."""
    denoiser, length = model.denoiser, model.canvas_length
    example, position = 40, torch.zeros(1, dtype=torch.int64)
    layers = range(len(denoiser.layer_types))
    names = [f"{kind}{layer}" for layer in layers for kind in ("keys", "values")]
    prefix = {
        name: torch.randn(1, heads, example, size)
        for name, (heads, size) in zip(names, [shape for shape in denoiser.cache_shapes for _ in (0, 1)], strict=True)
    }
    moving, seen = dict.fromkeys(prefix, 2), [f"attention{layer}" for layer in layers]
    hidden = torch.randn(1, length, denoiser.hidden_size)
    canvas = torch.zeros(1, length, dtype=torch.int64)
    at = {"positions": torch.arange(example, example + length)[None], "position": position}
    reading, whole = {"ids": canvas, **at, **prefix}, {"signal": hidden, "strength": torch.ones(1, 1, 1)}
    denoising, processed = {"canvas": canvas, **at, **whole, **prefix}, torch.randn(1, length, model.vocab_size)
    graphs = [
        Graph(
            name="read",
            module=_Read(model, reading, names),
            inputs=reading,
            outputs=["logits", *seen, *(f"{name}_out" for name in names)],
            moving={"ids": 1, "positions": 1, **moving},
        ),
        Graph(
            name="denoise",
            module=_Denoise(model, denoising, names),
            inputs=denoising,
            outputs=["logits", *seen],
            moving=moving,
        ),
    ]
    if denoiser.self_conditioning:
        embedding = {"processed": processed}
        graphs.append(
            Graph(name="embed", module=_Embed(model, embedding), inputs=embedding, outputs=["signal"], moving={})
        )
    return graphs


class _Pass(Part):
    """Runs the checkpoint.

    Args:
        names: the inputs that are the keys and values of the layers.
    """

    def __init__(self, model: Model, inputs: Mapping[str, Tensor], names: Sequence[str] = ()) -> None:
        super().__init__(inputs)
        self.module, self.denoiser, self._names_of_prefix = model.module, model.denoiser, list(names)

    def prefix(self, values: Any) -> list[Tensor]:
        return [getattr(values, name) for name in self._names_of_prefix]


class _Read(_Pass):
    """Reads more tokens into the caches, and gives the logits after the last of them.

    ids, positions: int64 (1, n). position: int64 (1,), of these; where it looks is said for each layer, (heads, keys).
    """

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        cache, positions = _Cache(self.prefix(values)), values.positions[..., None]
        keys = torch.arange(cache.get_seq_length() + values.ids.shape[1])
        causal = keys <= positions
        sliding = causal & (keys > positions - self.denoiser.window)
        masks = {"full_attention": causal[:, None], "sliding_attention": sliding[:, None]}
        with _exported(self.module), watching(seen := _Seen(values.position)):
            hidden = self.denoiser.encoded(values.ids, values.positions, masks, cache)
            logits = self.denoiser.head(hidden[:, -1:])
        return logits, *seen.weights, *cache.all


class _Denoise(_Pass):
    """A pass over a canvas, int64 (1, L), at its positions (1, L); a signal of zeros is what a first step gets."""

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        conditioning = Conditioning(signal=values.signal, strength=values.strength)
        prefixes = _Prefix(self.prefix(values), self.denoiser)
        with _exported(self.module), watching(seen := _Seen(values.position)):
            logits = self.denoiser.denoise(values.canvas, conditioning, prefixes, values.positions)
        return logits, *seen.weights


class _Embed(_Pass):
    """The soft embeddings of processed logits (1, L, V), for the next pass."""

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        return (self.denoiser.soft_embeddings(values.processed.softmax(-1, dtype=torch.float32)),)


class _Cache:
    """Stands in for the encoder's cache: gives a layer all keys and values, and keeps them."""

    is_compileable = False

    def __init__(self, prefix: Sequence[Tensor]) -> None:
        self.all = list(prefix)

    def get_seq_length(self, layer_idx: int = 0) -> int:
        return self.all[2 * layer_idx].shape[2]

    def update(self, keys: Tensor, values: Tensor, layer_idx: int, *_: object) -> tuple[Tensor, Tensor]:
        at = 2 * layer_idx
        self.all[at] = torch.cat([self.all[at], keys], dim=2)
        self.all[at + 1] = torch.cat([self.all[at + 1], values], dim=2)
        return self.all[at], self.all[at + 1]


class _Prefix(Prefixes):
    """What has been read, of sliding layers as much as they see."""

    def __init__(self, prefix: Sequence[Tensor], denoiser: Denoiser) -> None:
        self.layers, self.masks = [], cast("Any", dict.fromkeys(denoiser.layer_types))
        for index, kind in enumerate(denoiser.layer_types):
            keys, values = prefix[2 * index : 2 * index + 2]
            if kind == "sliding_attention":
                keys, values = (part[:, :, 1 - denoiser.window :] for part in (keys, values))
            self.layers.append(Layer(keys, values))


class _Seen(Watch):
    """Keeps where a position looks that is itself a tensor, int64 (1,)."""

    def __init__(self, position: Tensor) -> None:
        super().__init__(0)
        self._position = position

    @property
    def weights(self) -> list[Tensor]:
        return [self.seen[layer] for layer in sorted(self.seen)]

    def see(self, module: Any, query: Tensor, key: Tensor, mask: Any, scale: float, _: int) -> None:
        heads, groups = query.shape[1], module.num_key_value_groups
        asking = query.index_select(2, self._position).reshape(heads // groups, groups, -1)
        scores = (asking @ key[0].transpose(1, 2)).reshape(heads, -1).float() * scale
        if mask is not None:
            scores = scores.masked_fill(~mask.index_select(2, self._position)[0, 0], float("-inf"))
        self.seen[module.layer_idx] = scores.softmax(-1)


@contextmanager
def _exported(module: Any) -> Iterator[None]:
    """The module as it is exported: without routing tokens to some experts, which a graph cannot do."""
    usual = module.config.get_text_config(decoder=True)._experts_implementation
    module.set_experts_implementation(DENSE)
    try:
        yield
    finally:
        module.set_experts_implementation(usual)


def _dense(module: Any, tokens: Tensor, index: Tensor, weights: Tensor) -> Tensor:
    """The experts over tokens (n, H): int64 `index` (n, k) says which, with the `weights` (n, k)."""
    parts = []
    for expert in range(module.num_experts):
        hidden = _default_apply_gate(module, linear(tokens, module.gate_up_proj[expert]))
        share = (weights * (index == expert)).sum(-1, keepdim=True)
        parts.append((linear(hidden, module.down_proj[expert]) * share).to(tokens.dtype))
    return reduce(torch.add, parts)


ALL_EXPERTS_FUNCTIONS.register(DENSE, _dense)
