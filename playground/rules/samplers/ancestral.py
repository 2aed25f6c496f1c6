"""Ancestral: draw the next canvas from the posterior q(x_s | x_t, p) of uniform-state diffusion, in every position.

Nothing is ranked. Chance decides whether a position stays, takes the model's draw or becomes noise; see
`clean.posterior`. At the last step nothing becomes noise.

Papers: D3PM, arXiv 2107.03006; UDLM, arXiv 2412.10193; DUO, arXiv 2506.10892. Reference: `algo.py` in s-sahoo/duo.
"""

from __future__ import annotations

from playground.rules.samplers.base import Before, Decision, Statistics
from playground.rules.samplers.clean import Drawing, drawn, posterior, share


class Ancestral(Drawing):
    name = "ancestral"
    version = "fe14f30221c9"
    label = "Ancestral"
    rule = "Draws each position's next token from the posterior: it stays, takes the model's draw, or becomes noise."
    paper = "arXiv 2506.10892"

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        a_t, a_s = (share(before, done, before.steps) for done in (before.step - 1, before.step))
        return drawn(*posterior(before, statistics, a_t, a_s), before, statistics)
