"""Runs for tests of the service, and what kinds of events came of them."""

import playground as pg
from playground.prompt import Prompt
from playground.spec import RunSpec

SHORT = RunSpec(prompt=Prompt(text="hello"), settings=pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=32))
LONG = SHORT.replace(
    settings=pg.SamplerSettings(
        max_denoising_steps=96, max_new_tokens=192, entropy_bound=0.01, confidence_threshold=0.0
    )
)


def kinds(events):
    return [type(event) for event in events]
