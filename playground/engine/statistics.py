"""From logits to what the sampler needs: the drawn token, the most probable one, the entropy and the candidates.

There are two ways to draw from the same distribution:

- *exact* picks argmax(probs / Exponential(1) draws). `torch.multinomial` does the same for one sample, so a run equals
  transformers' `generate()` bit for bit. The entropies follow `torch.distributions.Categorical` for the same reason.
- *fast* reads the logits once. It splits the vocabulary into groups, and one pass gives each group's largest logit, its
  mass and its share of the entropy. Everything else follows from these few numbers and the groups they point to. One
  uniform number per position picks a group, and its remainder picks the token within the group.

*greedy* draws nothing and takes the most probable token. Its figures are those of *fast*.

Every operation works within a position, so positions are processed in chunks that fit the CPU's cache. Only one array
of the vocabulary's size is kept: the processed logits, which condition the next step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

CANDIDATES = 8
"""How many of the most probable tokens a frame records for each position."""

CHUNK_ON_CPU, CHUNK = 1 << 18, 1 << 28
"""Logits handled at a time: on a CPU 1 MiB of them, which fits a core's cache; elsewhere 1 GiB."""


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """What one pass says about B rows of L positions."""

    sampled: Tensor
    """int64 (B, L)."""
    argmax: Tensor
    """int64 (B, L)."""
    entropy: Tensor
    """float32 (B, L), in nats."""
    top_ids: Tensor
    """int64 (B, L, k), the most probable first."""
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
        """float32 (B, L): the probability of the most probable token minus that of the second."""
        return self.top_probs[..., 0] - self.top_probs[..., 1]

    def held(self, ids: Tensor, where: Tensor) -> Statistics:
        """What the pass would say if it were certain of the tokens `ids` at some positions; `processed` is unchanged.

        Args:
            ids: int64 (B, L).
            where: bool (B, L).
        """
        each = where[..., None]
        first = torch.arange(self.top_ids.shape[-1], device=ids.device) == 0
        return Statistics(
            sampled=ids.where(where, self.sampled),
            argmax=ids.where(where, self.argmax),
            entropy=self.entropy.masked_fill(where, 0.0),
            top_ids=ids[..., None].where(each & first, self.top_ids),
            top_probs=self.top_probs.where(~each, first.to(self.top_probs.dtype)),
            processed=self.processed,
        )

    def lead(self, ids: Tensor) -> Tensor:
        """float32 (B, L), in nats: how far the most probable tokens are ahead of the tokens `ids` (B, L)."""
        places = self.top_ids[..., :1], ids[..., None]
        best, logit = (self.processed.gather(-1, place).squeeze(-1).float() for place in places)
        return best - logit

    def chance(self, ids: Tensor) -> Tensor:
        """float32 (B, L): the probabilities of the tokens `ids` (B, L)."""
        return (-self.lead(ids)).exp() * self.confidence

    def lowered(self, ids: Tensor, by: Tensor, uniforms: Tensor) -> Statistics:
        """Statistics of the same logits after lowering those of the tokens `ids`, with a new fast draw.

        Args:
            ids: int64 (B, L).
            by: (B, 1), how far.
            uniforms: float64 (B, L), in [0, 1).
        """
        places, rows = ids[..., None], len(ids)
        logits = self.processed.float()
        logits = logits.scatter(-1, places, logits.gather(-1, places) - by[..., None])
        return statistics(logits, logits.new_ones(rows), uniforms, logits)

    def divergence(self, earlier: Tensor) -> Tensor:
        """float32 (B, L): KL(these distributions || those of the logits `earlier` (B, L, V)), in nats."""
        rows, length, vocab_size = earlier.shape
        size = _chunk(earlier)
        chunks = []
        for now, then in zip(*(t.reshape(-1, vocab_size).split(size) for t in (self.processed, earlier)), strict=True):
            log_probs = now.float().log_softmax(dim=-1)
            apart = log_probs - then.float().log_softmax(dim=-1)
            chunks.append(log_probs.exp().mul_(apart).nansum(dim=-1))  # 0 * inf: an impossible token adds nothing
        return torch.cat(chunks).clamp_(min=0).view(rows, length)


def statistics(logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor) -> Statistics:
    """Computes the statistics of softmax(logits / temperature).

    Args:
        logits: float32 (B, L, V); overwritten.
        temperature: float32 (B,).
        numbers: what picks the tokens, see `Draws.numbers`; may be overwritten. Its shape says whether the draw is
            exact or fast; None picks the most probable token.
        processed: (B, L, V), to be filled with logits / temperature; may be `logits` itself.
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
        (figure[0] if len(figure) == 1 else torch.cat(figure)).view(rows, length, *figure[0].shape[1:])
        for figure in zip(*chunks, strict=True)
    )
    return Statistics(
        sampled=sampled, argmax=argmax, entropy=entropy, top_ids=top_ids, top_probs=top_probs, processed=processed
    )


def _chunk(logits: Tensor) -> int:
    """How many positions of (B, L, V) to take at a time: all of them in a graph, whose runtime sees to its caches."""
    rows, length, vocab_size = logits.shape
    if torch.compiler.is_compiling():
        return rows * length
    return min(rows * length, max(1, (CHUNK_ON_CPU if logits.device.type == "cpu" else CHUNK) // vocab_size))


def _exact(processed: Tensor, exponentials: Tensor) -> tuple[Tensor, ...]:
    probs = processed.softmax(dim=-1)
    sampled = _argmax(torch.div(probs, exponentials, out=exponentials))
    top = probs.topk(min(CANDIDATES, probs.shape[-1]))
    log_probs = processed - processed.logsumexp(dim=-1, keepdim=True)
    # Not `probs`: the softmax of the log-probabilities differs in the last bit, which can change the sampler's order.
    entropy = -log_probs.softmax(dim=-1).mul_(log_probs).sum(dim=-1)
    return sampled, _argmax(processed), entropy, *top


def _argmax(values: Tensor) -> Tensor:
    """As `values.argmax(dim=-1)`. On a CPU torch compares one number after another, and numpy many at once."""
    if values.device.type != "cpu" or torch.compiler.is_compiling():
        return values.argmax(dim=-1)
    return torch.from_numpy(values.numpy().argmax(-1))


def _greedy(processed: Tensor, _: Tensor) -> tuple[Tensor, ...]:
    figures, grouped, peak, _, _ = _in_groups(processed)
    group = _argmax(peak)[:, None]  # of equal ones the first, which `topk` does not promise
    argmax = group[:, 0] * grouped.shape[-1] + _argmax(_take(grouped, group).squeeze(1))
    return argmax, argmax, *figures[1:]


def _fast(processed: Tensor, uniforms: Tensor) -> tuple[Tensor, ...]:
    figures, grouped, _, highest, mass = _in_groups(processed)
    group, rest = invert(mass, uniforms)
    within, _ = invert((_take(grouped, group) - highest[..., None]).exp().squeeze(1).double(), rest)
    return (group * grouped.shape[-1] + within).squeeze(-1), *figures


def _in_groups(processed: Tensor) -> tuple[tuple[Tensor, ...], Tensor, Tensor, Tensor, Tensor]:
    """The figures without a draw; and what a draw needs: the groups (N, groups, G), the largest logit of each, the
    largest of all (N, 1), and the mass of each."""
    grouped = processed.unflatten(-1, (-1, group_size(processed.shape[-1])))  # (N, groups, G)
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
    return (top_ids[:, 0].contiguous(), entropy, top_probs, top_ids), grouped, peak, highest, mass


def _take(grouped: Tensor, groups: Tensor) -> Tensor:
    """(N, groups, G) and int64 (N, k) -> (N, k, G)."""
    return grouped.gather(1, groups[..., None].expand(-1, -1, grouped.shape[-1]))


def invert(weights: Tensor, uniforms: Tensor) -> tuple[Tensor, Tensor]:
    """Finds which of the `weights` (N, n) the `uniforms` (N, 1) fall into when stacked, and how far into it, 0 to 1."""
    cumulative = weights.cumsum(dim=-1)
    reached = uniforms * cumulative[:, -1:]
    # right=True: a uniform number of exactly 0 must not pick an entry of weight 0.
    find = _searched if torch.compiler.is_exporting() else partial(torch.searchsorted, right=True)
    place = find(cumulative, reached).clamp_(max=weights.shape[-1] - 1)
    weight = weights.gather(-1, place)
    return place, (reached - (cumulative.gather(-1, place) - weight)) / weight


def _searched(rising: Tensor, values: Tensor) -> Tensor:
    """As `torch.searchsorted(rising, values, right=True)`, which a graph cannot hold. It is slower here."""
    return (rising <= values).sum(dim=-1, keepdim=True)


def group_size(vocab_size: int) -> int:
    """The smallest divisor of the vocabulary's size from its square root up; a small vocabulary is one group."""
    if vocab_size <= 1024:
        return vocab_size
    return next(n for n in range(math.isqrt(vocab_size - 1) + 1, vocab_size + 1) if vocab_size % n == 0)
