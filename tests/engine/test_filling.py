"""Texts with gaps: how sure a run is of what it filled in, and which length of a gap is taken."""

import numpy as np
import pytest

import playground as pg
from playground.errors import SpecError
from playground.spec.prompt import Prompt
from playground.trace.filling import sureness
from tests.trace_helpers import trace_of


def test_the_surest_length_comes_first(embedded_model):
    spec = pg.RunSpec(prompt=Prompt(text="Write a function that returns x plus 3."), settings=embedded_model.settings)
    fillings = pg.fill(embedded_model, spec, "def compute(x):\n    return ____(2-4)")
    assert fillings[0].trace.text == "def compute(x):\n    return x + 3"
    assert [filling.sureness for filling in fillings] == sorted((f.sureness for f in fillings), reverse=True)
    assert {filling.template[-7:] for filling in fillings} == {"____(2)", "____(3)", "____(4)"}
    assert fillings[1].sureness == sureness(fillings[1].trace) < fillings[0].sureness


def test_no_length_has_two_places_for_one_pin(embedded_model):
    spec = pg.RunSpec(prompt=Prompt(text="Write a story."), pins={0: 40})
    with pytest.raises(SpecError, match="Place 0 is pinned twice"):
        pg.fill(embedded_model, spec, "Lily ____(1-2) smiled.")


def described(*, way="uniform", pins):
    settings = pg.SamplerSettings().replace(way=way)
    return pg.RunSpec(prompt=Prompt(text=""), settings=settings, model="hand-made", pins=pins).to_dict()


def test_sureness_is_the_mean_up_to_the_last_pin_with_the_pins():
    # At the last step token 5 has 3/4 and token 3 has 1/8; token 4 is no candidate and counts as the last one, 1/8.
    steps = [(1, [5, 5, 5, 5], [0] * 4), (1, [5, 4, 5, 3], [1] * 4)]
    trace = trace_of(steps, spec=described(pins={0: 5, 2: 5}))
    assert sureness(trace) == pytest.approx((2 * np.log(0.75) + np.log(0.125)) / 3)
    trace = trace_of(steps, spec=described(pins={3: 3}))
    assert sureness(trace) == pytest.approx((2 * np.log(0.75) + 2 * np.log(0.125)) / 4)
    assert sureness(trace_of(steps)) is None


def test_what_stays_counts_with_the_step_that_accepted_it():
    sure = {"top_probs": np.full((2, 2), [1.0, 0.0], "float32")}
    steps = [(1, [5, 5], [1, 0]), (1, [5, 5], [1, 1], [5, 5], sure)]
    trace = trace_of(steps, spec=described(way="masked", pins={1: 5}))
    assert sureness(trace) == pytest.approx(np.log(0.75) / 2)


def test_a_token_that_the_model_rules_out_counts_as_hardly_possible():
    none = {"top_probs": np.full((1, 2), [1.0, 0.0], "float32")}
    trace = trace_of([(1, [3], [1], [3], none)], spec=described(pins={0: 3}))
    assert sureness(trace) == pytest.approx(np.log(1e-9))
