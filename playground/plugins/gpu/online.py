"""The statistics of a pass by reading its logits once, for a compiler that fuses what it can.

The vocabulary is split into groups of some hundred tokens. From one look at each group come its largest logit, its
mass, its share of the entropy and, for the exact draw, its best candidate. A kernel holds a group in its registers, so
the logits are read once, and only the processed ones are written. All else follows from these few numbers.

The draws are those of `playground.engine.statistics`, from the same random numbers, but they round differently: the
exact draw takes argmax(logit / T - log(draws)), which is argmax(probs / draws). Run eagerly, this would be slower.
"""

from __future__ import annotations

import torch
from torch import Tensor

from playground.engine.statistics import CANDIDATES, Statistics, group_size, invert


def online_statistics(logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor) -> Statistics:
    """As `playground.engine.statistics.statistics`, but `logits` are overwritten only if they are `processed` too."""
    vocab_size = logits.shape[-1]
    size = group_size(vocab_size)
    scaled = logits / temperature[:, None, None]
    grouped = scaled.unflatten(-1, (-1, size))  # (B, L, groups, G)
    peak = grouped.amax(dim=-1)
    below = grouped - peak[..., None]
    weights = below.exp()
    mass, moment = weights.sum(dim=-1), (below * weights).sum(dim=-1)

    highest = peak.amax(dim=-1, keepdim=True)
    scale = (peak - highest).exp()
    moment = (moment + mass * (peak - highest)) * scale
    mass = mass.double() * scale
    total = mass.sum(dim=-1, keepdim=True)
    entropy = total.log().squeeze(-1).float() - moment.sum(dim=-1) / total.squeeze(-1).float()

    # The k most probable tokens are in the k groups with the highest peaks.
    k = min(CANDIDATES, vocab_size)
    groups = peak.topk(min(k, peak.shape[-1])).indices
    top = _members(scaled, groups, size).flatten(-2).topk(k)
    top_ids = groups.gather(-1, top.indices // size) * size + top.indices % size
    top_probs = (top.values - highest).exp() / total.float()
    argmax = top_ids[..., 0].contiguous()

    if numbers is None:
        sampled = argmax
    elif numbers.ndim == 3:
        best = (grouped - numbers.log().unflatten(-1, (-1, size))).max(dim=-1)
        group = best.values.argmax(dim=-1, keepdim=True)
        sampled = (group * size + best.indices.gather(-1, group)).squeeze(-1)
    else:
        group, rest = invert(mass.flatten(0, 1), numbers.view(-1, 1))
        group = group.view(*numbers.shape, 1)
        members = (_members(scaled, group, size).squeeze(-2) - highest).exp().double()
        within, _ = invert(members.flatten(0, 1), rest)
        sampled = group.squeeze(-1) * size + within.view(numbers.shape)
    processed.copy_(scaled)
    return Statistics(
        sampled=sampled, argmax=argmax, entropy=entropy, top_ids=top_ids, top_probs=top_probs, processed=processed
    )


def _members(scaled: Tensor, groups: Tensor, size: int) -> Tensor:
    """The logits of some groups: (B, L, V) and int64 (B, L, k) -> (B, L, k, G)."""
    places = groups[..., None] * size + torch.arange(size, device=groups.device)
    return scaled.gather(-1, places.flatten(-2)).unflatten(-1, (-1, size))
