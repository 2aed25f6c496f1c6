"""One pass over [prompt | canvas] rows, equal to running the model class's encoder and then its decoder.

The encoder and the decoder share their weights, so prompt and canvas can go through the layers together. The attention
mask keeps the prompt causal and blind to the canvas, and lets a canvas see its prompt and all of itself. Several
segments, each with its own positions from 0, share a row of one fixed length. `tests/training/test_joint.py` compares
this with `DiffusionGemmaForBlockDiffusion.forward`.
"""

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
    # Written out, because at this size plain products under torch.compile beat the fused kernel on a CPU.
    weights = (query @ key.transpose(-1, -2)).float() * attention.scaling + mask
    mixed = weights.softmax(dim=-1).to(value.dtype) @ value
    return attention.o_proj(mixed.transpose(1, 2).flatten(2))


def _feed_forward(layer, residual: Tensor) -> Tensor:
    """Adds the dense MLP and the single expert. With one expert, the router's weight is its `per_expert_scale`."""
    dense = layer.post_feedforward_layernorm_1(layer.mlp(layer.pre_feedforward_layernorm(residual)))
    experts = layer.experts
    gate, up = F.linear(layer.pre_feedforward_layernorm_2(residual), experts.gate_up_proj[0]).chunk(2, dim=-1)
    expert = F.linear(experts.act_fn(gate) * up, experts.down_proj[0]) * layer.router.per_expert_scale
    return layer.post_feedforward_layernorm(dense + layer.post_feedforward_layernorm_2(expert))


def joint_logits(
    model: DiffusionGemmaForBlockDiffusion,
    ids: Tensor,
    is_canvas: Tensor,
    mask: Tensor,
    tables: dict[str, tuple[Tensor, Tensor]],
    previous_logits: Tensor,
    use_previous: Tensor,
) -> Tensor:
    """Computes the logits at every place: of the token there on a canvas, and of the next token elsewhere.

    Args:
        ids: (batch, length) prompt tokens and noised canvas tokens.
        is_canvas: (batch, length) bool.
        mask: (batch, 1, length, length) float, 0 where the query may look and very negative elsewhere.
        tables: from `rotary_tables`.
        previous_logits: (batch, length, vocabulary) temperature-processed logits of the step before.
        use_previous: (batch, length, 1) float, 1 where self-conditioning is on and 0 where it is off.

    Returns:
        (batch, length, vocabulary) float32, soft-capped as the class does.
    """
    decoder = model.model.decoder
    # Not the embedding module: its padding_idx would block the gradient of <pad>, which is a canvas token here.
    embedding, scale = decoder.embed_tokens.weight, decoder.embed_tokens.scalar_embed_scale
    embedded = F.embedding(ids, embedding) * scale
    soft = (previous_logits.float().softmax(dim=-1).to(embedding.dtype) @ embedding) * (scale * use_previous)
    hidden = torch.where(is_canvas[..., None], decoder.self_conditioning(embedded, soft).float(), embedded)
    for layer, kind in zip(decoder.layers, decoder.text_config.layer_types, strict=True):
        attended = _attention(layer, layer.input_layernorm(hidden), *tables[kind], mask)
        hidden = hidden + layer.post_attention_layernorm(attended)
        hidden = (hidden + _feed_forward(layer, hidden)) * layer.layer_scalar
    logits = F.linear(decoder.norm(hidden), embedding).float()
    cap = model.final_logit_softcapping
    return cap * torch.tanh(logits / cap)
