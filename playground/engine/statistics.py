"""From logits to what the sampler needs: the drawn token, the most probable one, the entropy, the candidates.

Two ways to draw, the same distribution:

- *exact* picks argmax(probs / Exponential(1) draws), which is what `torch.multinomial` does with one sample, so that a
  run equals transformers' `generate()` bit for bit; its entropies follow `torch.distributions.Categorical` likewise.
- *fast* reads the logits once. The vocabulary is cut into groups, and one pass gives each group's largest logit, its
  mass and its share of the entropy; all else follows from these few numbers and the groups that they point at. One
  uniform number per position picks a group, and what is left of it the token within.

Every operation works within a position, so positions are taken in chunks that stay in the CPU's cache; the only array
of the vocabulary's size that is kept is the processed logits, which the next step is conditioned on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

CANDIDATES = 8
"""How many of the most probable tokens a frame records for each position."""

CHUNK = {"cpu": 1 << 18, "cuda": 1 << 28}
"""Logits handled at a time: 1 MiB, which stays in a CPU core's cache; on a GPU all at once."""


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """What one denoiser pass says, B rows of L positions."""

    sampled: Tensor
    """int64 (B, L)."""
    argmax: Tensor
    """int64 (B, L)."""
    entropy: Tensor
    """float32 (B, L), in nats."""
    top_ids: Tensor
    """int64 (B, L, k), surest first."""
    top_probs: Tensor
    """float32 (B, L, k)."""
    processed: Tensor
    """(B, L, V): logits / temperature."""

    @property
    def confidence(self) -> Tensor:
        """float32 (B, L): the probability of the most probable token."""
        return self.top_probs[..., 0]

    @property
    def margin(self) -> Tensor:
        """float32 (B, L): by how much the most probable token is more probable than the second."""
        return self.top_probs[..., 0] - self.top_probs[..., 1]

    def chance(self, ids: Tensor) -> Tensor:
        """float32 (B, L): the probabilities of the tokens `ids` (B, L)."""
        places = ids[..., None], self.top_ids[..., :1]
        own, best = (self.processed.gather(-1, place).squeeze(-1).float() for place in places)
        return (own - best).exp() * self.confidence

    def lowered(self, ids: Tensor, by: Tensor, uniforms: Tensor) -> Statistics:
        """Of the same logits with those of the tokens `ids` lowered, and another draw.

        Args:
            ids: int64 (B, L).
            by: (B, 1).
            uniforms: float64 (B, L), in [0, 1).
        """
        places, rows = ids[..., None], len(ids)
        logits = self.processed.float()
        logits = logits.scatter(-1, places, logits.gather(-1, places) - by[..., None])
        return statistics(logits, logits.new_ones(rows), uniforms, logits)

    def divergence(self, earlier: Tensor) -> Tensor:
        """float32 (B, L): KL(these distributions, those of the logits `earlier` (B, L, V)), in nats."""
        rows, length, vocab_size = earlier.shape
        size = _chunk(earlier)
        chunks = []
        for now, then in zip(*(t.reshape(-1, vocab_size).split(size) for t in (self.processed, earlier)), strict=True):
            log_probs = now.float().log_softmax(dim=-1)
            apart = log_probs - then.float().log_softmax(dim=-1)
            chunks.append(log_probs.exp().mul_(apart).nansum(dim=-1))  # 0 * inf: a token that is ruled out adds nothing
        return torch.cat(chunks).clamp_(min=0).view(rows, length)


def statistics(logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor) -> Statistics:
    """Statistics of softmax(logits / temperature).

    Args:
        logits: float32 (B, L, V). Not needed afterwards: both `logits` and `numbers` are overwritten.
        temperature: float32 (B,).
        numbers: what picks the tokens, see `Draws.numbers`; its shape says whether the draw is exact or fast; None
            picks the most probable.
        processed: (B, L, V), filled with logits / temperature; may be `logits` itself.
    """
    rows, length, vocab_size = logits.shape
    find = _greedy if numbers is None else _exact if numbers.ndim == 3 else _fast
    numbers = logits.new_empty(rows, length) if numbers is None else numbers
    size = _chunk(logits)
    flat = [logits.view(-1, vocab_size), processed.view(-1, vocab_size), numbers.view(rows * length, -1)]
    divisors = temperature.repeat_interleave(length)[:, None]
    chunks = []
    for part, out, picks, divisor in zip(*(t.split(size) for t in [*flat, divisors]), strict=True):
        part = part.div_(divisor)
        if processed is not logits:
            out.copy_(part)
        chunks.append(find(part, picks))
    sampled, argmax, entropy, top_probs, top_ids = (
        (found[0] if len(found) == 1 else torch.cat(found)).view(rows, length, *found[0].shape[1:])
        for found in zip(*chunks, strict=True)
    )
    return Statistics(
        sampled=sampled, argmax=argmax, entropy=entropy, top_ids=top_ids, top_probs=top_probs, processed=processed
    )


def _chunk(logits: Tensor) -> int:
    """How many positions of (B, L, V) to take at a time."""
    rows, length, vocab_size = logits.shape
    return min(rows * length, max(1, CHUNK.get(logits.device.type, CHUNK["cpu"]) // vocab_size))


def _greedy(processed: Tensor, _: Tensor) -> tuple[Tensor, ...]:
    argmax, entropy, *top = _of_all(processed, processed.softmax(dim=-1))
    return argmax, argmax, entropy, *top


def _exact(processed: Tensor, exponentials: Tensor) -> tuple[Tensor, ...]:
    probs = processed.softmax(dim=-1)
    sampled = torch.div(probs, exponentials, out=exponentials).argmax(dim=-1)
    return sampled, *_of_all(processed, probs)


def _of_all(processed: Tensor, probs: Tensor) -> tuple[Tensor, ...]:
    top = probs.topk(min(CANDIDATES, probs.shape[-1]))
    log_probs = processed - processed.logsumexp(dim=-1, keepdim=True)
    # softmax of the log-probabilities, not `probs` again: they differ in the last bit, and the sampler's order with it.
    entropy = -log_probs.softmax(dim=-1).mul_(log_probs).sum(dim=-1)
    return processed.argmax(dim=-1), entropy, *top


def _fast(processed: Tensor, uniforms: Tensor) -> tuple[Tensor, ...]:
    grouped = processed.unflatten(-1, (-1, _group_size(processed.shape[-1])))  # (N, groups, G)
    size = grouped.shape[-1]
    # The one pass over all logits; each group is measured from its own largest logit.
    peak = grouped.amax(dim=-1)
    below = grouped - peak[..., None]
    weights = below.exp()
    mass, moment = weights.sum(dim=-1), below.mul_(weights).sum(dim=-1)

    highest = peak.amax(dim=-1, keepdim=True)
    scale = (peak - highest).exp()
    moment = (moment + mass * (peak - highest)).mul_(scale)
    mass = mass.double() * scale
    total = mass.sum(dim=-1, keepdim=True)
    entropy = total.log().squeeze(-1).float() - moment.sum(dim=-1) / total.squeeze(-1).float()

    # The k most probable tokens are in the k groups with the highest peaks.
    k = min(CANDIDATES, processed.shape[-1])
    groups = peak.topk(min(k, peak.shape[-1])).indices
    candidates = _take(grouped, groups).flatten(1)
    top = candidates.topk(k)
    top_ids = groups.gather(-1, top.indices // size) * size + top.indices % size
    top_probs = (top.values - highest).exp() / total.float()

    group, rest = _invert(mass, uniforms)
    within, _ = _invert((_take(grouped, group) - highest[..., None]).exp().squeeze(1).double(), rest)
    sampled = (group * size + within).squeeze(-1)
    return sampled, top_ids[:, 0].contiguous(), entropy, top_probs, top_ids


def _take(grouped: Tensor, groups: Tensor) -> Tensor:
    """(N, groups, G) and int64 (N, k) -> (N, k, G)."""
    return grouped.gather(1, groups[..., None].expand(-1, -1, grouped.shape[-1]))


def _invert(weights: Tensor, uniforms: Tensor) -> tuple[Tensor, Tensor]:
    """Where the cumulative distribution of `weights` (N, n) reaches `uniforms` (N, 1), and how far into it, 0 to 1."""
    cumulative = weights.cumsum(dim=-1)
    reached = uniforms * cumulative[:, -1:]
    # right=True: a uniform number of exactly 0 must not pick what has weight 0.
    place = torch.searchsorted(cumulative, reached, right=True).clamp_(max=weights.shape[-1] - 1)
    own = weights.gather(-1, place)
    return place, (reached - (cumulative.gather(-1, place) - own)) / own


def _group_size(vocab_size: int) -> int:
    """The divisor of the vocabulary's size that is nearest to its square root, from above; small ones stay whole."""
    if vocab_size <= 1024:
        return vocab_size
    return next(n for n in range(math.isqrt(vocab_size - 1) + 1, vocab_size + 1) if vocab_size % n == 0)
