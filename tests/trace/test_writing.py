"""A trace from its first step to its last: one object, that reads at all times as one that was stopped there."""

import pickle
import time

import numpy as np
import pytest
from trace_helpers import built, frame, header

import playground as pg
from playground.trace import COLUMNS, Trace


def begun(**options):
    return Trace.begin(header(), lambda ids: [f"<{i}>" for i in ids], lambda ids: "".join(map(str, ids)), **options)


STEPS = (
    frame(seconds=0.5, encoder_tokens=3),
    frame(step=2, mean_entropy=0.25, stop_reason="max-steps"),
    frame(block=2, seconds=0.25, stop_reason="stable-and-confident", finish_reason="end-of-text"),
)


def same(trace, other):
    assert (trace.stop_reasons, trace.finish_reason, trace.tokens) == (
        other.stop_reasons, other.finish_reason, other.tokens
    )  # fmt: skip
    assert (trace.text, trace.thought, set(trace.columns)) == (other.text, other.thought, set(other.columns))
    for name, column in other.columns.items():
        assert column.dtype == trace.columns[name].dtype
        assert np.array_equal(column, trace.columns[name], equal_nan=column.dtype == "float32"), name


def test_it_is_one_object_that_reads_at_each_step_as_if_it_had_been_stopped_there():
    trace = begun()
    same(trace.fill(), built())
    for count, step in enumerate(STEPS, 1):
        assert not trace.over
        before = trace.columns
        trace.add(step)
        assert len(before["step"]) == count - 1, "what was read of it stays as it was"
        again = trace.frame(count - 1)
        assert (again.stop_reason, again.finish_reason) == (step.stop_reason, step.finish_reason)
        assert (again.seconds, again.mean_entropy) == (step.seconds, step.mean_entropy)
        assert trace.fill() is trace
        same(trace, built(*STEPS[:count]))
    assert trace.over and trace.end() is trace
    same(pg.Trace.from_bytes(trace.to_bytes()), trace)


@pytest.mark.parametrize("end", [lambda trace: trace.add(STEPS[2]), lambda trace: trace.end()])
def test_nothing_follows_the_end(end):
    trace = begun()
    trace.add(STEPS[0])
    end(trace)
    for follow in (lambda: trace.add(STEPS[1]), trace.rewind, trace.start, lambda: trace.words):
        with pytest.raises(pg.TraceError, match=r"This run is over; no step follows\."):
            follow()


def test_a_trace_that_is_over_holds_on_to_nothing_but_itself():
    trace = begun()
    for number in range(1, 20):
        trace.add(frame(step=number))
    assert not trace.end().columns["entropy"].base
    assert trace.texts([4, 5]) == ["<4>", "<5>"], "from its own tokens"


def test_one_that_goes_on_is_sent_elsewhere_as_it_is_so_far():
    trace = begun()
    trace.add(STEPS[0])
    sent = pickle.loads(pickle.dumps(trace.fill()))
    assert sent.over and not trace.over
    same(sent, trace)


def test_a_run_that_is_computed_anew_keeps_its_trace():
    trace = begun()
    trace.add(STEPS[0])
    trace.add(STEPS[1])
    before = trace.columns
    trace.rewind()
    same(trace.fill(), built())
    for step in STEPS:
        trace.add(step)
    same(trace.fill(), built(*STEPS))
    assert before["mean_entropy"].tolist() == [1.0, 0.25]


def test_figures_that_come_late_or_go_are_kept_where_their_type_can_tell():
    late = [frame(step=number, seconds=0.5 if number > 20 else None) for number in range(1, 41)]
    trace = pg.Trace.from_bytes(built(*late).to_bytes())
    assert (trace.frame(19).seconds, trace.frame(20).seconds) == (None, 0.5)
    assert np.isnan(trace.columns["seconds"][:20]).all() and (trace.columns["seconds"][20:] == 0.5).all()
    for steps in ([frame(), frame(step=2, encoder_tokens=1)], [frame(encoder_tokens=1), frame(step=2)]):
        assert "encoder_tokens" not in built(*steps, frame(step=3, encoder_tokens=1)).columns


def test_the_cost_of_a_step_does_not_grow_with_those_before(monkeypatch):
    """Counted, not timed: the bytes that are copied for 1,000 steps are at most three times those of the columns."""
    copied, concatenate = [], np.concatenate
    monkeypatch.setattr("playground.trace.writer.np.concatenate", lambda arrays: copied.append(arrays[0].nbytes) or
                        concatenate(arrays))  # fmt: skip
    trace = begun()
    for number in range(1, 1001):
        trace.add(frame(step=number))
    assert len(trace) == 1000 and copied
    assert sum(copied) <= 3 * sum(column.nbytes for column in trace.columns.values())
    assert len(copied) < 10 * len(COLUMNS)


def test_the_clock_begins_with_the_run(monkeypatch):
    now = [10.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    trace = begun()
    now[0] = 20.0
    trace.start()
    now[0] = 22.5
    trace.add(STEPS[0])
    now[0] = 60.0
    assert trace.end().header.seconds == 2.5


def test_a_recorder_that_was_left_early_lets_go_of_the_model(random_model):
    recorder = pg.Recorder(random_model, "hello", max_denoising_steps=4, max_new_tokens=16, confidence_threshold=0.0)
    for step in recorder:
        if step.step == 2:
            break
    trace = recorder.trace()
    assert recorder.over and trace is recorder.trace() and len(trace) == 2 and trace.finish_reason == "stopped"
    assert not any(value is random_model for value in vars(trace).values()) and trace._writer is None
