"""A server refuses constraints that are larger than its limit, in one sentence, before they begin."""

import pytest

from playground.errors import LimitError
from playground.service import Service
from playground.service.limits import Limits

RULE = "a"
"""It has four edges: that of the token that spells it, that of the end behind it, and then those of more ends and of
padding."""


def test_the_edges_of_a_rule_are_bounded(random_slot):
    model = random_slot.model
    spelled = [model.token_texts([token])[0] for token in range(model.vocab_size)].count(RULE)
    plain = model.spec("hi", {"max_new_tokens": 16})
    spec = plain.replace(processors={"constrain": {"regex": RULE}})
    assert spelled == 1 and Service(random_slot, Limits.of(False, ("constraint_edges=4",))).check_size(spec)
    fewer = Service(random_slot, Limits.of(False, ("constraint_edges=3",)))
    with pytest.raises(LimitError) as error:
        fewer.check_size(spec)
    assert error.value.limit == "constraint_edges" and fewer.check_size(plain)
    assert str(error.value).endswith("it has 4 edges over its tokens, and may have at most 3 here.")
