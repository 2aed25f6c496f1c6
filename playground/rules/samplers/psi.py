"""Psi: draw each position from kappa q(x_s | x_t) + (1 - kappa) [a_s p + (1 - a_s) / K].

With chance kappa this is the ancestral draw; otherwise it is a fresh draw of the model, noised again. kappa = 1 is
ancestral. A lower kappa forgets more of the current tokens, so that even late steps can correct mistakes.

Paper: Duo II, arXiv 2602.21185.
"""

from __future__ import annotations

from typing import ClassVar

from playground.rules.knobs import number
from playground.rules.samplers.base import Before, Decision, Statistics
from playground.rules.samplers.clean import Drawing, drawn, posterior, share


class Psi(Drawing):
    name = "psi"
    version = "59677abb0a69"
    label = "Psi"
    rule = "Mixes the posterior with a fresh draw of the model that is noised again."
    paper = "arXiv 2602.21185"
    knobs: ClassVar = {
        **Drawing.knobs,
        "kappa": number(
            0.9, "Kappa", "probability", 0.0, 1.0, (0.0, 1.0, 0.05),
            "The chance that a position is drawn from the posterior. Otherwise it is drawn afresh and noised again.",
        ),
    }  # fmt: skip

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        a_t, a_s = (share(before, done, before.steps) for done in (before.step - 1, before.step))
        kappa = before.knobs["kappa"]
        stay, noise = posterior(before, statistics, a_t, a_s)
        return drawn(kappa * stay, kappa * noise + (1 - kappa) * (1 - a_s), before, statistics)
