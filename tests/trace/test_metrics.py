"""Figures derived from traces, on runs small enough to be counted by hand."""

import metrics
import numpy as np
import pytest
from trace_helpers import trace_of

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


def test_a_token_that_is_no_candidate_has_no_probability():
    probability = metrics.probability(trace_of(RUN), "sampled")
    assert probability[0].tolist() == pytest.approx([np.nan, 0.125, np.nan, np.nan], nan_ok=True)
