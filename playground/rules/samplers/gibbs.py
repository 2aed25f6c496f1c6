"""Gibbs corrector: between ancestral steps, redraw the positions that fit the others least, by the leave-one-out model.

The model's prediction for a position leans on the token that is there. With clean share a, the leave-one-out form p_loo
subtracts log(1 + K a / (1 - a)) from that token's logit. A correction looks at a p_loo + (1 - a) / K. It takes the
`redrawn` positions where the current token is least ahead of its best rival, and redraws them from that distribution;
all others stay. The clean share stays the same. Every second step is a correction, except the last step; all other
steps are ancestral.

Paper: Uniform Diffusion Models Revisited, arXiv 2605.22765. Reference: `DiscreteDDIMScheduler.step_correct` in
diffusers, which adds Gumbel noise to the choice of positions and takes an extra pass for each correction.
"""

from __future__ import annotations

from typing import ClassVar

from playground.rules.knobs import number
from playground.rules.samplers.base import Before, Decision, Statistics, Tensor, lowest
from playground.rules.samplers.clean import Drawing, drawn, posterior, share


class Gibbs(Drawing):
    name = "gibbs"
    version = "0dcc32acaf4a"
    label = "Gibbs corrector"
    rule = "Takes an ancestral step, then redraws the positions that fit the rest least, in turn."
    paper = "arXiv 2605.22765"
    knobs: ClassVar = {
        **Drawing.knobs,
        "redrawn": number(
            8, "Redrawn", "positions", 1, 100_000, (1, 64, 1),
            "How many positions a correction redraws.",
        ),
    }  # fmt: skip
    uniforms = 3

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        corrects = (before.step % 2 == 0) & (before.step < before.steps)
        done, of = before.step // 2, before.steps // 2 + 1  # ancestral steps before this one, and in total
        a_t, a_s = share(before, done, of), share(before, done + 1, of)
        ahead = drawn(*posterior(before, statistics, a_t, a_s), before, statistics)
        fixed = correct(before, statistics, a_t)
        return Decision(
            accepted=(corrects & fixed.accepted) | (~corrects & ahead.accepted),
            canvas=fixed.canvas.where(corrects, ahead.canvas),
        )


def correct(before: Before, statistics: Statistics, a: Tensor) -> Decision:
    """Corrects a canvas with clean share `a`, float32 (B, 1), once."""
    vocab_size = statistics.processed.shape[-1]
    # Two numbers of 24 bits make one fine enough to reach every token of a large vocabulary.
    uniforms = before.uniforms[:, 1].double() + before.uniforms[:, 2].double() * 2**-24
    alone = statistics.lowered(before.canvas, (vocab_size * a / (1 - a)).log1p(), uniforms)
    standing, noise = alone.chance(before.canvas), (1 - a) / vocab_size
    rival = alone.top_probs[..., 1].where(alone.argmax == before.canvas, alone.confidence)
    lead = (a * standing + noise).log() - (a * rival + noise).log()
    redrawn = lowest(lead.masked_fill(before.settled, float("inf")), before.knobs["redrawn"])
    clean = before.uniforms[:, 0] < a
    fresh = alone.sampled.where(clean, before.instead)
    return Decision(accepted=clean | ~redrawn, canvas=fresh.where(redrawn, before.canvas))
