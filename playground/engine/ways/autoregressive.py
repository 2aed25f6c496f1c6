"""Autoregressive writing: one token a pass, from left to right, each based on all tokens before it.

It uses the same weights causally: the encoder's pass over the last token gives the logits of the next one. A frame
shows what is written so far; the rest is blank. The step limit, the schedule and the sampler do not apply. The
temperature is t_max, and each step accepts one more position.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, ClassVar

from playground.engine.samplers.base import Explanation
from playground.engine.ways.base import Way


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

    def declaration(self) -> dict[str, Any]:
        explanation = Explanation(order="place", cut="rank", accepted="written", rejected="not reached")
        return {"label": self.label, "rule": self.rule, "paper": "", **asdict(explanation)}
