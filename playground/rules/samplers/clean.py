"""What the rules for uniform noise have in common: the share of clean tokens, and the draw of what happens where.

The forward process keeps a token with probability a; otherwise it replaces it with one of K tokens, uniformly. A step
goes from a canvas with clean share a_t to a cleaner one with a_s. At each position every rule mixes three outcomes: the
current token, the model's draw, and uniform noise. One uniform number per position picks one of them.
"""

from __future__ import annotations

from typing import ClassVar

from playground.rules.knobs import number
from playground.rules.samplers.base import Before, Decision, Explanation, Sampler, Statistics, Tensor


class Drawing(Sampler):
    """A rule that draws what happens to each position. Every position that does not become noise counts as accepted."""

    explanation = Explanation(
        order="none", cut="draw", accepted="left as they were or drawn by the model", rejected="turned into noise"
    )
    knobs: ClassVar = {
        "clean_power": number(
            1.0, "Clean power", "exponent", 0.1, 10.0, (0.25, 4.0, 0.25),
            "The share of clean tokens after step s of N is s/N to this power. At 1 it grows evenly; higher: later.",
        ),
    }  # fmt: skip
    ways = ("uniform",)
    uniforms = 1


def share(before: Before, done: Tensor, of: Tensor) -> Tensor:
    """The share of clean tokens after `done` of `of` steps, both int64 (B, 1): float32 (B, 1)."""
    return (done / of).pow(before.knobs["clean_power"])


def posterior(before: Before, statistics: Statistics, a_t: Tensor, a_s: Tensor) -> tuple[Tensor, Tensor]:
    """The chances (stay, noise) under q(x_s | x_t, p), (B, L) each; the rest of 1 is the chance of the model's draw.

    With r = a_t / a_s and z the one-hot x_t, q is proportional to
    a_t K p z + (r - a_t) z + (a_s - a_t) p + (1 - r)(1 - a_s) / K, which sums to a_t K p[x_t] + 1 - a_t.
    """
    vocab_size = statistics.processed.shape[-1]
    held, ratio = statistics.chance(before.canvas) * vocab_size * a_t, a_t / a_s
    total = held + 1 - a_t
    return (held + ratio - a_t) / total, (1 - ratio) * (1 - a_s) / total


def drawn(stay: Tensor, noise: Tensor, before: Before, statistics: Statistics) -> Decision:
    """Leaves a position alone with chance `stay`, makes it noise with chance `noise`, else takes the model's draw."""
    fate = before.uniforms[:, 0]
    accepted, stays = fate >= noise, (fate >= noise) & (fate < noise + stay)
    canvas = before.canvas.where(stays, statistics.sampled.where(accepted, before.instead))
    return Decision(accepted=accepted, canvas=canvas)
