"""A run of a request whose process is lost: its readers get no step twice, and are told what became of it."""

import numpy as np
import pytest
from trace_helpers import frame, header

from playground.service.runs import Run
from playground.trace import Trace


@pytest.fixture
def run():
    run = Run()
    run.live = Trace.begin(header(), lambda ids: [f"<{i}>" for i in ids], str)
    return run


def steps(first, last):
    return [frame(step=number) for number in range(first, last + 1)]


def test_one_that_is_lost_before_its_first_step_begins_anew_without_a_notice(run):
    assert run.again() == (
        "The process that computed this run was lost before its first step; another one computes it again."
    )
    assert all(run.take(step) for step in steps(1, 2))
    assert run.notice == ""


def test_steps_that_its_readers_have_are_taken_again_and_not_sent(run):
    for step in steps(1, 3):
        run.take(step)
    assert "was lost after 3 steps; another" in run.again() and len(run.live) == 0
    assert [run.take(step) for step in steps(1, 4)] == [False, False, False, True]
    same = "another one computed the first 3 steps again, in which all of them came out the same."
    assert run.notice == f"A process was lost on the way: {same}"
    assert run.live.end().columns["step"].tolist() == [1, 2, 3, 4] and run.live.header.seconds > 0


def test_what_comes_out_differently_is_named_and_the_last_run_is_kept_as_a_whole(run):
    for step in steps(1, 3):
        run.take(step)
    run.again()
    odd = frame(step=2, sampled_ids=np.array([7, 7], "int32"))
    for step in (frame(), odd, frame(step=3), frame(step=4)):
        run.take(step)
    assert run.notice == (
        "A process was lost on the way: another one computed the first 3 steps again, where step 2 came out "
        "differently; the run that is kept is the last one, as a whole."
    )
    assert run.live.columns["sampled_ids"][1].tolist() == [7, 7]


def test_one_that_is_lost_again_on_the_way_is_compared_with_what_its_readers_have(run):
    for step in steps(1, 3):
        run.take(step)
    run.again()
    run.take(frame())
    assert "was lost after 3 steps; another" in run.again()
    assert [run.take(step) for step in steps(1, 4)] == [False, False, False, True]
    assert run.notice.startswith("2 processes were lost on the way: another one computed the first 3 steps again, in")


def test_one_that_is_closed_holds_on_to_its_file_alone(run):
    assert run.take(frame(finish_reason="end-of-text", stop_reason="max-steps"))
    assert (run.steps, run.notice) == (1, "")
    run.row = object()
    run.close(run.live.end())
    assert run.ended and (run.row, run.live) == (None, None)
    assert run.trace().columns["step"].tolist() == [1]
