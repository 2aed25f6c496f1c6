"""A server refuses constraints that are larger than its limits, each in one sentence, before they begin."""

import pytest

from playground.errors import LimitError
from playground.service import Service
from playground.service.limits import Limits

RULE = "[0-9]{3}"
"""Four states. Its characters, states and edges are counted below."""


@pytest.mark.parametrize(
    ("name", "enough", "sentence"),
    [
        ("constraint_characters", 8, "The regular expression has 8 characters; it may have at most 7 here."),
        ("constraint_states", 4, "The regular expression is too large: as an automaton it has 4 states, and may have "
         "at most 3 here."),
    ],
)  # fmt: skip
def test_each_limit_is_reached_and_not_passed(random_slot, name, enough, sentence):
    spec = random_slot.model.spec("hi", {"max_new_tokens": 16}).replace(processors={"constrain": {"regex": RULE}})
    assert Service(random_slot, Limits.of(False, (f"{name}={enough}",))).check_size(spec)
    with pytest.raises(LimitError) as error:
        Service(random_slot, Limits.of(False, (f"{name}={enough - 1}",))).check_size(spec)
    assert str(error.value) == sentence and error.value.limit == name


def test_the_edges_of_a_rule_are_bounded(random_slot):
    spec = random_slot.model.spec("hi", {"max_new_tokens": 16}).replace(processors={"constrain": {"regex": RULE}})
    with pytest.raises(LimitError, match=r"has [0-9]+ edges, and may have at most 3 here"):
        Service(random_slot, Limits.of(False, ("constraint_edges=3",))).check_size(spec)
    unheld = spec.replace(processors={})
    assert Service(random_slot, Limits.of(False, ("constraint_edges=1",))).check_size(unheld)
