"""Which tapes a server remembers, and how much of them."""

import pytest
from service_helpers import ANNA
from trace_helpers import built, frame

from playground.service import Over, Tape, Waiting
from playground.service.limits import Limits
from playground.service.runs import Run
from playground.service.tape import Bell
from playground.service.tapes import Tapes


@pytest.fixture
def trace():
    return built(frame(stop_reason="max-steps", finish_reason="end-of-text"))


def ended(tapes, runs=1, text="", results=False, trace=None):
    """A tape that is over."""
    tape = Tape([Run() for _ in range(runs)], ANNA, results=results)
    tapes.add(tape)
    tape.append(Waiting(text))
    for run in tape.runs:
        run.close(trace)
    tape.append(Over())
    return tape


def known(tapes, *each):
    """Which of some tapes are still remembered, once one more has come."""
    tapes.add(Tape([Run()]))
    return [tapes.find(tape.key) is tape for tape in each]


def test_those_that_go_on_are_remembered_and_of_those_that_have_ended_so_many_runs():
    tapes = Tapes(Limits(runs_kept=3))
    live = [Tape([Run()]) for _ in range(5)]
    for tape in live:
        tapes.add(tape)
    oldest, pair, last = ended(tapes), ended(tapes, runs=2), ended(tapes)
    assert known(tapes, *live, oldest, pair, last) == [True] * 5 + [False, True, True]
    assert tapes.of_run(oldest.runs[0].name) is None and tapes.of_run(pair.runs[1].name) == (pair, pair.runs[1])
    assert tapes.live()[:5] == live
    without = [ended(tapes, runs=0) for _ in range(5)]
    assert known(tapes, pair, *without) == [False] * 3 + [True] * 3, "one without runs counts as one"


def test_the_runs_of_studies_are_counted_by_themselves():
    tapes = Tapes(Limits(runs_kept=1, study_traces=3))
    first, second = ended(tapes, runs=2, results=True), ended(tapes, runs=2, results=True)
    single = ended(tapes)
    assert known(tapes, first, second, single) == [False, True, True]


def test_events_are_dropped_after_some_time_then_messages_that_nobody_is_shown_while_the_traces_stay(
    monkeypatch, trace
):
    tapes, others = Tapes(Limits()), frozenset([Bell()])
    tape, shown = ended(tapes, trace=trace), ended(tapes)
    shown.bells |= others
    assert known(tapes, tape) == [True] and tape.after(-1)[0].event == Waiting("")
    monkeypatch.setattr("playground.service.tape.SLIM_SECONDS", 0)
    known(tapes)
    assert [message.event for message in tape.after(-1)] == [None, None]
    monkeypatch.setattr("playground.service.tapes.KEPT_SECONDS", 0)
    assert known(tapes, tape) == [True] and tape.after(-1) is None
    assert tapes.recorded(tape.runs[0].name).token_ids == trace.token_ids
    assert len(shown.after(-1)) == 2
    shown.bells -= others
    known(tapes)
    assert shown.after(-1) is None


def test_all_messages_together_have_so_many_bytes_and_the_newest_stay():
    size = ended(Tapes(Limits()), text="x" * 1000).bytes
    tapes = Tapes(Limits(tapes_bytes=2 * size))
    first, second = (ended(tapes, text="x" * 1000) for _ in range(2))
    known(tapes)
    assert len(first.after(-1)) == len(second.after(-1)) == 2, "so many may be there"
    third = ended(tapes, text="x" * 1000)
    known(tapes)
    assert first.after(-1) is None and len(second.after(-1)) == len(third.after(-1)) == 2


def test_nobody_can_guess_what_stops_a_run_from_what_shows_it():
    tapes = Tapes(Limits())
    tape, second = ended(tapes), ended(tapes)
    (run,) = tape.runs
    assert tapes.controlled(tape.control) is tape and tapes.find(tape.key) is tape
    for wrong in (tape.key, run.name, "", None, 7):
        assert tapes.controlled(wrong) is None
    for wrong in (tape.control, run.name, "", None, 7):
        assert tapes.find(wrong) is None
    assert len({tape.key, tape.control, run.name, second.key, second.control}) == 5
    assert min(len(tape.key), len(tape.control), len(run.name)) >= 20
    assert len(tapes) == 2, "what is asked leaves nothing in the register"


def test_only_what_has_ended_and_recorded_something_has_a_trace(trace):
    tapes = Tapes(Limits())
    live = Tape([Run()])
    tapes.add(live)
    assert tapes.recorded(live.runs[0].name) is tapes.recorded(ended(tapes).runs[0].name) is None
    assert tapes.recorded("made up") is None
    live.runs[0].packed = trace.to_bytes()
    assert tapes.recorded(live.runs[0].name) is None, "it goes on"
    live.runs[0].close(trace)
    assert tapes.recorded(live.runs[0].name).token_ids == trace.token_ids


def test_readers_are_counted():
    tapes = Tapes(Limits())
    with ended(tapes).reading(), ended(tapes).reading():
        assert tapes.readers == 2
    assert tapes.readers == 0
