"""From logits to what the sampler needs: the drawn token, the most probable one, the entropy, the candidates.

Two ways to draw, the same distribution:

- *exact* picks argmax(probs / Exponential(1) draws), which is what `torch.multinomial` does with one sample, so that a
  run equals transformers' `generate()` bit for bit; its entropies follow `torch.distributions.Categorical` likewise.
- *fast* inverts the cumulative distribution at one uniform number per position.

Every operation works within a position, so positions are taken in chunks that stay in the CPU's cache; the only array
of the vocabulary's size that is kept is the processed logits, which the next step is conditioned on.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from playground.engine.randomness import Randomness

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


def statistics(logits: Tensor, temperature: Tensor, randomness: Randomness, draw: str) -> tuple[Statistics, Tensor]:
    """Statistics of softmax(logits / temperature), and the processed logits themselves.

    Args:
        logits: float32 (B, L, V). Not needed afterwards; the processed logits take its place in memory.
        temperature: float32 (B,).
        draw: "exact" or "fast".
    """
    rows, length, vocab_size = logits.shape
    processed = logits.div_(temperature[:, None, None])
    size = min(rows * length, max(1, CHUNK.get(logits.device.type, CHUNK["cpu"]) // vocab_size))
    parts = processed.view(-1, vocab_size).split(size)
    if draw == "exact":
        exponentials = randomness.exponentials(length, vocab_size).view(-1, vocab_size).split(size)
        chunks = [_exact(*chunk) for chunk in zip(parts, exponentials, strict=True)]
    else:
        uniforms = randomness.uniforms(length).view(-1, 1).split(size)
        # Handed from chunk to chunk: fresh memory would cost more in page faults than the arithmetic.
        scratch = [logits.new_empty(size, vocab_size, dtype=kind) for kind in (None, None, torch.float64)]
        chunks = [_fast(*chunk, *(s[: len(chunk[0])] for s in scratch)) for chunk in zip(parts, uniforms, strict=True)]
    sampled, argmax, entropy, top_probs, top_ids = (
        torch.cat(found).view(rows, length, *found[0].shape[1:]) for found in zip(*chunks, strict=True)
    )
    found = Statistics(sampled=sampled, argmax=argmax, entropy=entropy, top_ids=top_ids, top_probs=top_probs)
    return found, processed


def _exact(processed: Tensor, exponentials: Tensor) -> tuple[Tensor, ...]:
    probs = processed.softmax(dim=-1)
    sampled = torch.div(probs, exponentials, out=exponentials).argmax(dim=-1)
    top = probs.topk(min(CANDIDATES, probs.shape[-1]))
    log_probs = processed - processed.logsumexp(dim=-1, keepdim=True)
    # softmax of the log-probabilities, not `probs` again: they differ in the last bit, and the sampler's order with it.
    entropy = -log_probs.softmax(dim=-1).mul_(log_probs).sum(dim=-1)
    return sampled, processed.argmax(dim=-1), entropy, *top


def _fast(
    processed: Tensor, uniforms: Tensor, shifted: Tensor, weights: Tensor, cumulative: Tensor
) -> tuple[Tensor, ...]:
    top = processed.topk(min(CANDIDATES, processed.shape[-1]))
    torch.sub(processed, top.values[:, :1], out=shifted)
    torch.exp(shifted, out=weights)
    torch.cumsum(weights, dim=-1, dtype=torch.float64, out=cumulative)
    total = cumulative[:, -1:]
    # right=True: a uniform number of exactly 0 must not pick a token of weight 0.
    sampled = torch.searchsorted(cumulative, uniforms * total, right=True).squeeze(-1)
    sampled = sampled.clamp_(max=processed.shape[-1] - 1)
    total = total.float()
    entropy = total.log().squeeze(-1) - shifted.mul_(weights).sum(dim=-1) / total.squeeze(-1)
    return sampled, processed.argmax(dim=-1), entropy, (top.values - top.values[:, :1]).exp() / total, top.indices
