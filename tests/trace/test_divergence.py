"""Where runs part, on runs small enough to be compared by hand."""

import dataclasses

import pytest
from trace_helpers import trace_of

from playground.trace.divergence import Divergence, divergence, incomparable

KEPT = [1, 1]


def run_of(*canvases, **header):
    """Steps as (block, canvas)."""
    return trace_of([(block, canvas, KEPT) for block, canvas in canvases], **header)


LONG = ((1, [2, 3]), (1, [2, 4]), (2, [5, 5]), (2, [5, 6]))


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (LONG, None),
        (((1, [2, 3]), (1, [2, 5]), (2, [4, 5]), (2, [5, 6])), Divergence(1, 2, 1)),
        (((1, [2, 3]), (1, [2, 4]), (2, [6, 6]), (2, [5, 6])), Divergence(2, 1, 0)),
        (LONG[:3], Divergence(2, 2, None)),
        (((1, [2, 3]), (1, [2, 4]), (1, [5, 5]), (2, [5, 6])), Divergence(1, 3, None)),
        (((1, [2, 3]), (2, [2, 4])), Divergence(1, 2, None)),
    ],
)
def test_runs_part_where_their_sampled_canvases_first_differ(other, found):
    one, two = run_of(*LONG), run_of(*other)
    assert divergence(one, two) == divergence(two, one) == found
    assert incomparable(one, two) == ""


def test_what_is_compared_is_what_was_sampled():
    one = trace_of([(1, [2, 3], KEPT, [2, 3])])
    assert divergence(one, trace_of([(1, [4, 4], KEPT, [2, 3])])) is None
    assert divergence(one, trace_of([(1, [2, 3], KEPT, [2, 4])])) == Divergence(1, 1, 1)


def test_a_divergence_says_where_it_is():
    assert str(Divergence(2, 7, 31)) == "block 2, step 7, position 31"
    assert str(Divergence(2, 7, None)) == "block 2, step 7, which only one of them has"


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (trace_of([(1, [2, 3, 4], [1, 1, 1])]), "the canvases have 2 and 3 positions"),
        (run_of(*LONG, way="autoregressive"), "only one of them writes token after token"),
        (run_of(*LONG, vocab_size=9), "the vocabularies have 8 and 9 tokens"),
        (dataclasses.replace(run_of(*LONG), tokens={2: "?"}), "the same token ids stand for different texts"),
        (run_of(*LONG, way="masked"), ""),
    ],
)
def test_canvases_of_different_kinds_are_not_compared(other, reason):
    assert incomparable(run_of(*LONG), other) == reason
