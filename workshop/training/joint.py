"""One pass over [prompt | canvas] rows, equal to running the model class's encoder and then its decoder.

The encoder and the decoder share their weights, so prompt and canvas can go through the layers together. The attention
mask keeps the prompt causal and blind to the canvas, and lets a canvas see its prompt and all of itself. Several
segments, each with its own positions from 0, share a row of one fixed length. `tests/workshop/training/test_joint.py`
compares this with `DiffusionGemmaForBlockDiffusion.forward`.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import DiffusionGemmaForBlockDiffusion


def joint_mask(segment: Tensor, is_canvas: Tensor, positions: Tensor) -> Tensor:
    """Says which keys each query sees.

    Args:
        segment: (batch, length), the number of each token's segment; -1 for unused tokens.
        is_canvas: (batch, length), True on the canvas, False on the prompt.
        positions: (batch, length), the position inside the segment.

    Returns:
        (batch, 1, length, length) bool, True where the query may look. Unused tokens see only each other.
    """
    same = segment[:, :, None] == segment[:, None, :]
    causal = ~is_canvas[:, None, :] & (positions[:, None, :] <= positions[:, :, None])
    return (same & (is_canvas[:, :, None] | causal))[:, None]


def rotary_tables(model: DiffusionGemmaForBlockDiffusion, positions: Tensor) -> dict[str, tuple[Tensor, Tensor]]:
    """Layer type -> (cos, sin), each (batch, length, head_size). They are made outside the compiled pass."""
    decoder = model.model.decoder
    like = decoder.embed_tokens.weight[:1]
    return {kind: decoder.rotary_emb(like, positions, kind) for kind in sorted(decoder.unique_layer_types)}


def _rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    half = x.shape[-1] // 2
    turned = torch.cat((-x[..., half:], x[..., :half]), dim=-1)
    return x * cos + turned * sin


def _attention(layer, hidden: Tensor, cos: Tensor, sin: Tensor, mask: Tensor) -> Tensor:
    """(batch, length, hidden) -> the same. `mask` is additive, (batch, 1, length, length)."""
    attention = layer.self_attn
    shape = (*hidden.shape[:2], -1, attention.head_dim)
    query = attention.q_norm(attention.q_proj(hidden).view(shape))
    projected = attention.k_proj(hidden).view(shape)
    key = attention.k_norm(projected)
    value = attention.v_norm(projected if attention.v_proj is None else attention.v_proj(hidden).view(shape))
    cos, sin = cos[:, :, None], sin[:, :, None]
    query, key = _rotate(query, cos, sin).transpose(1, 2), _rotate(key, cos, sin).transpose(1, 2)
    groups = attention.num_key_value_groups
    key, value = key.repeat_interleave(groups, dim=1), value.transpose(1, 2).repeat_interleave(groups, dim=1)
    mixed = (fused if hidden.is_cuda else written_out)(query, key, value, mask, attention.scaling)
    return attention.o_proj(mixed.transpose(1, 2).flatten(2))


def fused(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, scaling: float) -> Tensor:
    """Attention on a GPU, where to write and read the weights of all pairs takes longer than the products.

    Args:
        query, key, value: (batch, heads, length, head_size).
        mask: additive, (batch, 1, length, length).
    """
    kind = value.dtype
    return F.scaled_dot_product_attention(query.to(kind), key.to(kind), value, mask.to(kind), scale=scaling)


def written_out(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, scaling: float) -> Tensor:
    """The same on a CPU, where at this size plain products under torch.compile beat the fused kernel."""
    weights = (query @ key.transpose(-1, -2)).float() * scaling + mask
    return weights.softmax(dim=-1).to(value.dtype) @ value


def _feed_forward(layer, residual: Tensor) -> Tensor:
    """Adds the dense MLP and the single expert. With one expert, the router's weight is its `per_expert_scale`."""
    dense = layer.post_feedforward_layernorm_1(layer.mlp(layer.pre_feedforward_layernorm(residual)))
    experts = layer.experts
    gate, up = F.linear(layer.pre_feedforward_layernorm_2(residual), experts.gate_up_proj[0]).chunk(2, dim=-1)
    expert = F.linear(experts.act_fn(gate) * up, experts.down_proj[0]) * layer.router.per_expert_scale
    return layer.post_feedforward_layernorm(dense + layer.post_feedforward_layernorm_2(expert))


def transformed(layer, hidden: Tensor, cos: Tensor, sin: Tensor, mask: Tensor) -> Tensor:
    """One layer of the decoder: (batch, length, hidden) -> the same."""
    attended = _attention(layer, layer.input_layernorm(hidden), cos, sin, mask)
    hidden = hidden + layer.post_attention_layernorm(attended)
    return (hidden + _feed_forward(layer, hidden)) * layer.layer_scalar


def embedded(decoder, ids: Tensor, is_canvas: Tensor, previous: Tensor | None, use_previous: Tensor | None) -> Tensor:
    """The decoder's input, (batch, length, hidden); the arguments are those of `joint_hidden`."""
    # Not the embedding module: its padding_idx would block the gradient of <pad>, which is a canvas token here.
    embedding, scale = decoder.embed_tokens.weight, decoder.embed_tokens.scalar_embed_scale
    tokens = F.embedding(ids, embedding) * scale
    if previous is None:
        soft = torch.zeros_like(tokens)
    else:
        soft = (previous.float().softmax(dim=-1).to(embedding.dtype) @ embedding) * (scale * use_previous)
    return torch.where(is_canvas[..., None], decoder.self_conditioning(tokens, soft).float(), tokens)


def joint_hidden(
    model: DiffusionGemmaForBlockDiffusion,
    ids: Tensor,
    is_canvas: Tensor,
    mask: Tensor,
    tables: dict[str, tuple[Tensor, Tensor]],
    previous: Tensor | None = None,
    use_previous: Tensor | None = None,
    *,
    embed: Callable[..., Tensor] = embedded,
    transform: Callable[..., Tensor] = transformed,
) -> Tensor:
    """Computes the last layer's output, (batch, length, hidden), of which `logits_of` makes logits.

    Args:
        ids: (batch, length) prompt tokens and noised canvas tokens.
        is_canvas: (batch, length) bool.
        mask: (batch, 1, length, length) float, 0 where the query may look and very negative elsewhere.
        tables: from `rotary_tables`.
        previous: (batch, length, vocabulary) temperature-processed logits of the step before; None without any.
        use_previous: (batch, length, 1) float, 1 where self-conditioning is on and 0 where it is off.
        embed, transform: compiled forms of these parts. Layers that differ only in weights share one.
    """
    decoder = model.model.decoder
    hidden = embed(decoder, ids, is_canvas, previous, use_previous)
    for layer, kind in zip(decoder.layers, decoder.text_config.layer_types, strict=True):
        hidden = transform(layer, hidden, *tables[kind], mask)
    return hidden


def logits_of(model: DiffusionGemmaForBlockDiffusion, hidden: Tensor) -> Tensor:
    """The logits at every place, of the token there on a canvas, and of the next token elsewhere.

    Args:
        hidden: from `joint_hidden`.

    Returns:
        (batch, length, vocabulary) float32, soft-capped as the class does.
    """
    decoder = model.model.decoder
    logits = F.linear(decoder.norm(hidden), decoder.embed_tokens.weight).float()
    cap = model.final_logit_softcapping
    return cap * torch.tanh(logits / cap)
