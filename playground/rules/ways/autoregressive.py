"""Autoregressive writing: one token a pass, from left to right, each based on all tokens before it.

It uses the same weights causally: the encoder's pass over the last token gives the logits of the next one. A frame
shows what is written so far; the rest is blank. The step limit, the schedule and the sampler do not apply. The
temperature is t_max, and each step accepts one more position.
"""

from __future__ import annotations

from typing import Any, ClassVar

from playground.rules.ways.base import Way


class Autoregressive(Way):
    name = "autoregressive"
    label = "Autoregressive"
    rule = "writes one token a pass, from left to right, and never goes back"
    sticky = True
    defaults: ClassVar = {
        "t_max": 1.0,
        "t_min": 1.0,
        "confidence_threshold": 0.0,
        "draw": "greedy",
        "self_conditioning": "off",
    }
    causal = True
    begins = "blank"
    accepted_from = "sampled_ids"
    rest_from = None
    statuses: ClassVar = ("written", "just written", "blank", "blank again")

    def declaration(self) -> dict[str, Any]:
        return {
            "label": self.label, "rule": self.rule, "paper": "", "order": "place", "falling": False, "cut": "rank",
            "bound": "", "least": 0, "unit": "", "accepted": "written", "rejected": "not reached",
        }  # fmt: skip
