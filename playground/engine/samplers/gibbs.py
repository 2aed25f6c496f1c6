"""Gibbs corrector: between ancestral steps, redraw the positions that least fit the others, by the leave-one-out model.

What the model says of a position leans on the token that stands there. With clean share a, its leave-one-out form p_loo
has log(1 + K a / (1 - a)) subtracted from that token's logit. A correction redraws the `redrawn` positions where the
standing token is least ahead of its best rival under a p_loo + (1 - a) / K, from that distribution; all others stay. It
leaves the clean share as it is. Every second step is a correction, but never the last; the others are ancestral.

Paper: Uniform Diffusion Models Revisited, arXiv 2605.22765. Reference: `DiscreteDDIMScheduler.step_correct` in
diffusers, which adds Gumbel noise to the choice of positions and takes an extra pass for each correction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from playground.engine.samplers.base import Before, Decision, lowest
from playground.engine.samplers.clean import Drawing, drawn, posterior, share
from playground.knobs import number

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics


class Gibbs(Drawing):
    name = "gibbs"
    label = "Gibbs corrector"
    rule = "Ancestral at every other step; between them it redraws the positions that least fit the rest."
    paper = "arXiv 2605.22765"
    knobs: ClassVar = {
        **Drawing.knobs,
        "redrawn": number(
            8, "Redrawn", "positions", 1, 100_000, (1, 64, 1),
            "How many positions a correction draws anew.",
        ),
    }  # fmt: skip
    uniforms = 3

    def decide(self, before: Before, found: Statistics) -> Decision:
        corrects = (before.step % 2 == 0) & (before.step < before.steps)
        done, of = before.step // 2, before.steps // 2 + 1  # ancestral steps before this one, and in all
        a_t, a_s = share(before, done, of), share(before, done + 1, of)
        ahead = drawn(*posterior(before, found, a_t, a_s), before, found)
        fixed = correct(before, found, a_t)
        return Decision(
            accepted=fixed.accepted.where(corrects, ahead.accepted), canvas=fixed.canvas.where(corrects, ahead.canvas)
        )


def correct(before: Before, found: Statistics, a: Tensor) -> Decision:
    """One correction of a canvas with clean share `a`, float32 (B, 1)."""
    vocab_size = found.processed.shape[-1]
    # Two numbers of 24 bits make one that can reach every token of a large vocabulary.
    uniforms = before.uniforms[:, 1].double() + before.uniforms[:, 2].double() * 2**-24
    alone = found.lowered(before.canvas, (vocab_size * a / (1 - a)).log1p(), uniforms)
    standing, noise = alone.chance(before.canvas), (1 - a) / vocab_size
    rival = alone.top_probs[..., 1].where(alone.argmax == before.canvas, alone.confidence)
    lead = (a * standing + noise).log() - (a * rival + noise).log()
    redrawn = lowest(lead, before.own["redrawn"])
    clean = before.uniforms[:, 0] < a
    fresh = alone.sampled.where(clean, before.instead)
    return Decision(accepted=clean | ~redrawn, canvas=fresh.where(redrawn, before.canvas))
