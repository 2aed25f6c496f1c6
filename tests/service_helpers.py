"""Runs for tests of the service, and what came of them."""

import numpy as np

import playground as pg
from playground.prompt import Prompt
from playground.spec import RunSpec
from playground.trace import COLUMNS

SHORT = RunSpec(prompt=Prompt(text="hello"), settings=pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=32))
LONG = SHORT.replace(
    settings=pg.SamplerSettings(
        max_denoising_steps=96, max_new_tokens=192, entropy_bound=0.01, confidence_threshold=0.0
    )
)


def kinds(events):
    return [type(event) for event in events]


def assert_same_columns(trace, expected):
    """In all but what was measured, such as seconds."""
    for name, column in expected.columns.items():
        assert COLUMNS[name].measured or np.array_equal(trace.columns[name], column), name
