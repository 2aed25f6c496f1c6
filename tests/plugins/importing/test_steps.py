"""StepRecorder: a loop of somebody's own is recorded as it tells, and nothing is invented."""

import numpy as np
import pytest

import playground as pg
from playground.plugins.importing.steps import ROUNDING

TEXTS = ["<mask>", " cat", " <script>", " ball"]


def recorder(**options):
    return pg.StepRecorder(lambda ids: [TEXTS[i] for i in ids], 4, "my loop", **options)


def test_the_trace_has_what_was_told_and_nothing_else():
    record = recorder(way="masked", special_ids=[0])
    record.step([0, 1, 2, 0], [1.0, 0.5, 0.25, 2.0], [False, True, False, False])
    record.step(np.array([1, 1, 2, 3]), np.array([0, 0.5, 0.25, -ROUNDING / 2]), [1, 1, 1, 1], ends=True)
    record.step([3, 0, 0, 0], [0, 1, 1, 1], [True, False, False, False])
    assert not record.over
    record.end()
    assert record.over
    trace = pg.Trace.from_bytes(record.trace().to_bytes())
    assert set(trace.columns) == {"block", "step", "argmax_ids", "entropy", "accepted", "mean_entropy"}
    assert trace.columns["block"].tolist() == [1, 1, 2] and trace.columns["step"].tolist() == [1, 2, 1]
    assert trace.columns["entropy"][1].tolist() == [0, 0.5, 0.25, 0]
    assert trace.columns["mean_entropy"].tolist() == [0.9375, 0.1875, 0.75]
    assert trace.columns["accepted"].sum(axis=1).tolist() == [1, 4, 1]
    assert trace.text == " cat cat <script> ball ball" and trace.stop_reasons == ["stopped", "stopped"]
    assert (trace.header.source, trace.header.way, trace.header.pass_kind) == ("my loop", "masked", "")
    with pytest.raises(pg.TraceError, match="temperature"):
        trace.columns["temperature"]


@pytest.mark.parametrize(
    "step, sentence",
    [
        (dict(ids=[1, 2, 3]), "ids must be 4 whole numbers from 0 to 1e\\+07"),
        (dict(ids=[1, 2, 3, 1.5]), "ids must be 4 whole numbers"),
        (dict(ids=[1, 2, 3, -1]), "ids must be 4 whole numbers"),
        (dict(ids="abcd"), "ids must be 4 whole numbers"),
        (dict(ids=[[1], [2, 3]]), "ids must be 4 whole numbers"),
        (dict(entropies=[0, 0, 0, float("nan")]), "entropies must be 4 numbers"),
        (dict(entropies=[0, 0, 0, -2 * ROUNDING]), "entropies must be 4 numbers"),
        (dict(accepted=[0, 0, 0, 2]), "accepted must be 4 numbers from 0 to 1,"),
        (dict(accepted=None), "Each step tells both"),
        (dict(entropies=None, accepted=None), "Each step tells both"),
    ],
)
def test_what_no_step_can_be_is_refused_in_one_sentence(step, sentence):
    record = recorder()
    good = dict(ids=[1, 2, 3, 1], entropies=[0, 0, 0, 1], accepted=[1, 1, 1, 0])
    record.step(**good)
    with pytest.raises(pg.TraceError, match=sentence):
        record.step(**{**good, **step})
    assert len(record.trace()) == 1


def test_a_loop_may_tell_only_its_canvas_and_has_so_many_steps(monkeypatch):
    monkeypatch.setattr("playground.plugins.importing.steps.MAX_STEPS", 2)
    record = recorder()
    for _ in range(2):
        record.step([1, 1, 2, 3])
    assert set(record.trace().columns) == {"block", "step", "argmax_ids"}
    with pytest.raises(pg.TraceError, match="at most 2 steps"):
        record.step([1, 1, 1, 1])


def test_a_canvas_has_positions():
    for length in (0, (1 << 16) + 1):
        with pytest.raises(pg.TraceError, match="is not recorded; 1 to 65,536"):
            pg.StepRecorder(lambda ids: [], length)
    assert pg.StepRecorder(lambda ids: [], 1 << 16).header.canvas_length == 1 << 16
