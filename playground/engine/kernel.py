"""The statistics of a pass as two Triton kernels, which read the logits once.

One program for each group of 1,024 tokens of a position divides its logits by the temperature, stores them and keeps
the largest, their mass and their share of the entropy, and for the exact draw the best candidate. Then one program for
each position joins its groups' figures, and reads again the few groups that it needs tokens of.

At 256 positions of 262,144 tokens that moves 0.41 GB with the fast draw and 0.68 GB with the exact one, where inductor
plans 0.83 and 1.09 for `playground.engine.online` (counted; see BENCHMARKS.md). Only a GPU can show which is faster:
where there is one, `playground.engine.contest` tries both. The draws are the same as there.

Importing this needs `triton`, which comes with torch's builds for a GPU.
"""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor

from playground.engine.statistics import CANDIDATES, Statistics

GROUP = 1024
"""Tokens that a program has in its registers."""
SLOTS = triton.next_power_of_2(CANDIDATES)
"""Groups that are read again for the candidates."""


def kernel_statistics(logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor) -> Statistics:
    """As `playground.engine.statistics.statistics`, but `logits` are overwritten only if they are `processed` too."""
    rows, length, vocab_size = logits.shape
    positions, groups, k = rows * length, triton.cdiv(vocab_size, GROUP), min(CANDIDATES, vocab_size)
    draw = "greedy" if numbers is None else "exact" if numbers.ndim == 3 else "fast"
    numbers = temperature if numbers is None else numbers.view(-1)  # a greedy kernel reads none
    flat = logits.view(-1), temperature, numbers, processed.view(-1)
    figures = logits.new_empty(4, positions, groups)
    places = logits.new_empty(positions, groups, dtype=torch.int32)
    _read_groups[groups, positions](*flat, figures, places, positions, length, vocab_size, draw == "exact", GROUP)

    def empty(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
        return logits.new_empty(rows, length, *shape, dtype=dtype)

    results = Statistics(
        sampled=empty(),
        argmax=empty(),
        entropy=empty(dtype=torch.float32),
        top_ids=empty(k),
        top_probs=empty(k, dtype=torch.float32),
        processed=processed,
    )
    divided = processed.data_ptr() == logits.data_ptr()
    _join_groups[(positions,)](
        *flat[:3], figures, places,
        results.sampled, results.argmax, results.entropy, results.top_ids, results.top_probs,
        positions, length, vocab_size, groups,
        divided, draw, k, triton.next_power_of_2(groups), SLOTS, GROUP, num_warps=8,
    )  # fmt: skip
    return results


@triton.jit
def _read_groups(
    logits, temperature, numbers, processed, figures, places, positions, length, vocab_size,
    EXACT: tl.constexpr, SIZE: tl.constexpr,
):  # fmt: skip
    group, position = tl.program_id(0), tl.program_id(1)
    tokens = group * SIZE + tl.arange(0, SIZE)
    inside = tokens < vocab_size
    at = position.to(tl.int64) * vocab_size + tokens
    scaled = tl.load(logits + at, inside, other=float("-inf")) / tl.load(temperature + position // length)
    tl.store(processed + at, scaled, inside)
    peak = tl.max(scaled, 0)
    below = tl.where(inside, scaled - peak, 0.0)
    weights = tl.where(inside, tl.exp(below), 0.0)
    place = position * tl.num_programs(0) + group
    step = positions * tl.num_programs(0)
    tl.store(figures + place, peak)
    tl.store(figures + step + place, tl.sum(weights, 0))
    tl.store(figures + 2 * step + place, tl.sum(below * weights, 0))
    if EXACT:
        scores = tl.where(inside, scaled - tl.log(tl.load(numbers + at, inside, other=1.0)), float("-inf"))
        best, token = tl.max(scores, 0, return_indices=True)
        tl.store(figures + 3 * step + place, best)
        tl.store(places + place, token)


@triton.jit
def _join_groups(
    logits, temperature, numbers, figures, places, sampled, argmax, entropy, top_ids, top_probs,
    positions, length, vocab_size, groups, DIVIDED: tl.constexpr, DRAW: tl.constexpr, K: tl.constexpr,
    LANES: tl.constexpr, SLOTS: tl.constexpr, SIZE: tl.constexpr,
):  # fmt: skip
    position = tl.program_id(0)
    logits += position.to(tl.int64) * vocab_size
    divisor = 1.0
    if not DIVIDED:
        divisor = tl.load(temperature + position // length)
    lanes = tl.arange(0, LANES)
    real = lanes < groups
    at, step = position * groups + lanes, positions * groups
    peak = tl.load(figures + at, real, other=float("-inf"))
    mass = tl.load(figures + step + at, real, other=0.0)
    moment = tl.load(figures + 2 * step + at, real, other=0.0)

    highest = tl.max(peak, 0)
    below = tl.where(real, peak - highest, 0.0)
    scale = tl.exp(below)
    moment = (moment + mass * below) * scale
    weights = mass.to(tl.float64) * scale
    total = tl.sum(weights, 0)
    tl.store(entropy + position, tl.log(total).to(tl.float32) - tl.sum(moment, 0) / total.to(tl.float32))

    # The most probable tokens are in the groups with the highest peaks.
    slots, within = tl.arange(0, SLOTS), tl.arange(0, SIZE)
    chosen, left = tl.zeros([SLOTS], tl.int32), peak
    for rank in tl.static_range(SLOTS):
        group = tl.argmax(left, 0)
        chosen = tl.where(slots == rank, group, chosen)
        left = tl.where(lanes == group, float("-inf"), left)
    ids = chosen[:, None] * SIZE + within[None, :]
    known = (slots < groups)[:, None] & (ids < vocab_size)
    ids, known = tl.reshape(ids, [SLOTS * SIZE]), tl.reshape(known, [SLOTS * SIZE])
    members = tl.load(logits + ids, known, other=float("-inf")) / divisor
    seats = tl.arange(0, SLOTS * SIZE)
    for rank in tl.static_range(K):
        value, seat = tl.max(members, 0, return_indices=True)
        token = tl.sum(tl.where(seats == seat, ids, 0), 0)
        tl.store(top_ids + position * K + rank, token)
        tl.store(top_probs + position * K + rank, tl.exp(value - highest) / total.to(tl.float32))
        if rank == 0:
            tl.store(argmax + position, token)
            if DRAW == "greedy":
                tl.store(sampled + position, token)
        members = tl.where(seats == seat, float("-inf"), members)

    if DRAW == "exact":
        group = tl.argmax(tl.load(figures + 3 * step + at, real, other=float("-inf")), 0)
        tl.store(sampled + position, group * SIZE + tl.load(places + position * groups + group))
    if DRAW == "fast":
        group, rest = _invert(weights, tl.load(numbers + position), groups)
        tokens = group * SIZE + within
        logit = tl.load(logits + tokens, tokens < vocab_size, other=float("-inf")) / divisor
        token, _ = _invert(tl.exp(logit - highest).to(tl.float64), rest, SIZE)
        tl.store(sampled + position, tl.minimum(group * SIZE + token, vocab_size - 1))


@triton.jit
def _invert(weights, uniform, count):
    """As `playground.engine.statistics.invert`, for one position."""
    cumulative = tl.cumsum(weights, 0)
    reached = uniform * tl.sum(weights, 0)
    place = tl.minimum(tl.sum((cumulative <= reached).to(tl.int32), 0), count - 1)
    here = tl.arange(0, weights.shape[0]) == place
    weight = tl.sum(tl.where(here, weights, 0.0), 0)
    before = tl.sum(tl.where(here, cumulative, 0.0), 0) - weight
    return place, (reached - before) / weight
