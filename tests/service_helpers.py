"""Runs for tests of the service, and what came of them."""

import numpy as np

import playground as pg
from playground.prompt import Prompt
from playground.service import Over, Visitor
from playground.spec import RunSpec
from playground.trace import COLUMNS

SHORT = RunSpec(prompt=Prompt(text="hello"), settings=pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=32))
LONG = SHORT.replace(
    settings=pg.SamplerSettings(
        max_denoising_steps=96, max_new_tokens=192, entropy_bound=0.01, confidence_threshold=0.0
    )
)
ANNA, BEN, CAT = (Visitor(name, f"10.0.0.{number}") for number, name in enumerate(("anna", "ben", "cat")))


def happened(tape):
    """Yields what happens to the only run of a tape, to its end."""
    for _, event in tape.events():
        if not isinstance(event, Over):
            yield event


def of_each(tape):
    """What happened to each run of a tape; what concerns all of them is left out."""
    events = [[] for _ in tape.runs]
    for place, event in tape.events():
        if place is not None:
            events[place].append(event)
    return events


def kinds(events):
    return [type(event) for event in events]


def assert_same_columns(trace, expected):
    """In all but what was measured, such as seconds."""
    assert len(trace) == len(expected)
    for name, column in expected.columns.items():
        assert COLUMNS[name].measured or np.array_equal(trace.columns[name], column), name
