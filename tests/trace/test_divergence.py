"""What the place is called where runs part, and what is compared; `golden/rules/divergence.json` has the places."""

import dataclasses

import pytest
from trace_helpers import trace_of

from playground.trace.divergence import Divergence, incomparable

ACCEPTED = [1, 1]


def run_of(*canvases, **header):
    """Steps as (block, canvas)."""
    return trace_of([(block, canvas, ACCEPTED) for block, canvas in canvases], **header)


LONG = ((1, [2, 3]), (1, [2, 4]), (2, [5, 5]), (2, [5, 6]))


def test_a_divergence_says_where_it_is():
    assert str(Divergence(2, 7, 31)) == "block 2, step 7, position 31"
    assert str(Divergence(2, 7, None)) == "block 2, step 7, which only one of them has"


@pytest.mark.parametrize(
    ("run", "reason"),
    [
        (trace_of([(1, [2, 3, 4], [1, 1, 1])]), "the canvases have 2 and 3 positions"),
        (run_of(*LONG, way="autoregressive"), "only one of them writes token after token"),
        (run_of(*LONG, vocab_size=9), "the vocabularies have 8 and 9 tokens"),
        (dataclasses.replace(run_of(*LONG), tokens={2: "?"}), "the same token ids stand for different texts"),
        (run_of(*LONG, source="elsewhere"), "only the text of the steps is recorded"),
        (run_of(*LONG, way="masked"), ""),
    ],
)
def test_canvases_of_different_kinds_are_not_compared(run, reason):
    assert incomparable(run_of(*LONG), run) == reason
