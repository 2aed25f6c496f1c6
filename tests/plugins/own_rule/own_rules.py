"""What the tests of a rule of the reader's own share."""

import numpy as np

from playground.plugins.own_rule import RULES as RULES
from playground.spec.settings import knobs
from workshop.page.sources import evaluate

OWN_RULE = "plugins/own_rule/in-page.ts"
"""What these tests call in a browser."""
ALLOWED = (
    "a mask, which says true or false (1 or 0) for each of the 128 positions, or a list of positions from 0 to 127"
)
"""What a rule must return, in the words of its sentences."""
LEAD = np.float32(0.9)


def leads(trace):
    """By how much the most probable token leads at each position of each step."""
    first, second = (trace.columns["top_probs"][..., rank] for rank in (0, 1))
    return first - second


def run_by(here, rule, *specs):
    """Runs by a rule in JavaScript in the place of their samplers, as `EnginePage.run` answers."""
    shared = [{name: getattr(spec.settings, name) for name in knobs()} for spec in specs]
    values = [
        spec.to_dict() | {"settings": settings | {"sampler": "own-rule"}, "sampler_source": rule}
        for spec, settings in zip(specs, shared, strict=True)
    ]
    evaluate(here.page, "(rule) => { window.rule = () => sources.deciderOf(engine.base, rule); }", rule, OWN_RULE)
    return here.run(values, decider="rule")
