"""Where runs part: by a plain search; `tests/golden/rules/divergence.json` has cases by hand."""

import dataclasses

import numpy as np
import pytest
from trace_helpers import trace_of

from playground.trace.divergence import Divergence, divergence, incomparable

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


def any_run(draw):
    """Some blocks of one to three steps over few tokens, so that two runs often begin alike."""
    steps = [
        (block, draw.integers(2, 4, 2).tolist())
        for block in range(1, draw.integers(2, 4))
        for _ in range(draw.integers(1, 4))
    ]
    return run_of(*steps)


def test_any_two_runs_part_at_the_first_step_that_is_not_the_same():
    """Against a plain search over lists of (block, step, canvas)."""
    draw = np.random.default_rng(0)
    places = []
    for _ in range(400):
        first, second = any_run(draw), any_run(draw)
        listed = [
            list(zip(*(run.columns[name].tolist() for name in ("block", "step", "sampled_ids")), strict=True))
            for run in (first, second)
        ]
        same = 0
        while same < min(map(len, listed)) and listed[0][same] == listed[1][same]:
            same += 1
        parted = divergence(first, second)
        places.append(parted)
        assert divergence(second, first) == parted and divergence(first, first) is None
        if parted is None:
            assert listed[0] == listed[1]
            continue
        left = [steps[same] for steps in listed if same < len(steps)]
        assert (parted.block, parted.step) == min(step[:2] for step in left)
        both = len(left) == 2 and left[0][:2] == left[1][:2]
        assert parted.position == (next(p for p in (0, 1) if left[0][2][p] != left[1][2][p]) if both else None)
    assert any(one is None for one in places) and any(one and one.position is None for one in places)
    assert any(one and one.block > 1 and one.position == 1 for one in places), "the cases are not all alike"
