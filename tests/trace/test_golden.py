"""Golden traces: files made once, which Python and `assets/page` must read alike, and go on to."""

import json
from pathlib import Path

import numpy as np
import pytest
from golden.make import corrected, panels

import playground as pg
from playground.trace.status import status

FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN = sorted(FOLDER.glob("*.trace"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_python_derives_the_golden_figures(path):
    trace, expected = pg.Trace.load(path), json.loads(path.with_suffix(".expected.json").read_text())
    codes = status(trace.columns["accepted"], trace.columns["block"])
    assert [np.bincount(row, minlength=4).tolist() for row in codes] == expected["status_counts"]
    assert (len(trace), trace.nfe) == (expected["steps"], expected["nfe"])
    assert [block.steps for block in trace.blocks] == expected["block_steps"]
    assert trace.token_ids == expected["text_tokens"]
    assert np.allclose(trace.columns["entropy"].mean(axis=1), trace.columns["mean_entropy"], atol=1e-6)
    for name, figures in (panels(trace) | corrected(trace)).items():
        assert figures == expected[name], name
