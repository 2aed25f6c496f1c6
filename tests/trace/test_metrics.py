"""Figures derived from traces, on runs small enough to be counted by hand."""

import numpy as np
import pytest

from playground.settings import SamplerSettings
from playground.trace import Header, StepFrame, TraceBuilder, metrics


def trace_of(steps, **header):
    """Steps are (block, argmax, accepted) with as many positions each; sampled and input are the argmax too."""
    length = len(steps[0][1])
    fields = dict(
        model="hand-made", revision="", device="cpu", dtype="float32", canvas_length=length, vocab_size=8, eos_ids=[1],
        pad_id=0, special_ids=[0, 1], prompt="", prompt_ids=[2], settings=SamplerSettings().to_dict(), seed=0,
        software={},
    )  # fmt: skip
    builder = TraceBuilder(Header(**{**fields, **header}))
    for row, (block, argmax, accepted) in enumerate(steps):
        ids = np.array(argmax, "int32")
        builder.append(
            StepFrame(
                block=block, step=1 + sum(b == block for b, _, _ in steps[:row]), input_ids=ids, sampled_ids=ids,
                argmax_ids=ids, accepted=np.array(accepted, bool), entropy=np.zeros(length, "float32"),
                top_ids=np.full((length, 2), [5, 3], "int32"), top_probs=np.full((length, 2), [0.75, 0.125], "float32"),
                temperature=1.0, mean_entropy=0.0, stable_for=0,
                stop_reason="max-steps" if row + 1 == len(steps) or steps[row + 1][0] != block else "",
                finish_reason="end-of-text" if row + 1 == len(steps) else "",
            )
        )  # fmt: skip
    return builder.build(lambda ids: [str(i) for i in ids], str)


RUN = [
    (1, [2, 3, 1, 0], [1, 0, 1, 1]),
    (1, [2, 4, 4, 0], [0, 1, 0, 1]),
    (1, [2, 3, 4, 1], [1, 1, 0, 1]),
    (2, [3, 3, 3, 3], [0, 0, 0, 1]),
    (2, [1, 0, 0, 0], [1, 1, 1, 1]),
]


def test_content_is_before_end_of_text_and_not_padding():
    expected = [[1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 0]]
    assert metrics.content(trace_of(RUN)).tolist() == np.array(expected, bool).tolist()
    without = metrics.content(trace_of(RUN, pad_id=None))
    assert without[1].tolist() == [True] * 4, "a model without padding has content up to end-of-text"


def test_the_accepted_share_counts_content_alone():
    share = metrics.accepted_share(trace_of(RUN))
    assert share[:4].tolist() == pytest.approx([1 / 2, 1 / 3, 2 / 3, 1 / 4])
    assert np.isnan(share[4])


def test_revisions_and_changes_stay_within_a_block():
    trace = trace_of(RUN)
    assert metrics.revised(trace).sum(axis=1).tolist() == metrics.changed(trace).sum(axis=1).tolist() == [0, 2, 2, 0, 4]
    assert metrics.revisions(trace)[[2, 3]].tolist() == [[0, 2, 1, 1], [0, 0, 0, 0]]


def test_the_lock_step_is_that_of_the_last_lock_in_the_block():
    assert metrics.lock_steps(trace_of(RUN))[[1, 2, 3]].tolist() == [[1, 2, 1, 1], [3, 2, 1, 1], [0, 0, 0, 1]]


def test_a_token_that_is_no_candidate_has_no_probability():
    probability = metrics.probability(trace_of(RUN), "sampled")
    assert probability[0].tolist() == pytest.approx([np.nan, 0.125, np.nan, np.nan], nan_ok=True)
