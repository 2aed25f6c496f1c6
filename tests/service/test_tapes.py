"""Which tapes a server remembers, and how much of them."""

import pytest
from service_helpers import ANNA

import playground as pg
from playground.service import Over, Tape, Waiting
from playground.service.limits import Limits
from playground.service.runs import Run
from playground.service.tape import Bell
from playground.service.tapes import Tapes
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec


@pytest.fixture(scope="module")
def trace(random_model):
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    return pg.record(random_model, RunSpec(prompt=Prompt(text="hello"), settings=settings))


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


def test_the_runs_of_studies_are_counted_by_themselves():
    tapes = Tapes(Limits(runs_kept=1, study_traces=3))
    first, second = ended(tapes, runs=2, results=True), ended(tapes, runs=2, results=True)
    single = ended(tapes)
    assert known(tapes, first, second, single) == [False, True, True]


def test_tapes_without_runs_are_forgotten_too():
    tapes = Tapes(Limits(runs_kept=2))
    answers = [ended(tapes, runs=0) for _ in range(5)]
    assert known(tapes, *answers) == [False] * 3 + [True] * 2


def test_messages_are_dropped_after_some_time_while_the_traces_stay(monkeypatch, trace):
    tapes = Tapes(Limits())
    tape = ended(tapes, trace=trace)
    assert known(tapes, tape) == [True] and len(tape.after(-1)) == 2
    monkeypatch.setattr("playground.service.tapes.KEPT_SECONDS", 0)
    assert known(tapes, tape) == [True] and tape.after(-1) is None
    assert tapes.recorded(tape.runs[0].name).token_ids == trace.token_ids


def test_what_is_shown_to_others_is_not_dropped_as_long_as_it_is(monkeypatch):
    tapes, others = Tapes(Limits()), frozenset([Bell()])
    tape = ended(tapes)
    tape.bells |= others
    monkeypatch.setattr("playground.service.tapes.KEPT_SECONDS", 0)
    known(tapes)
    assert len(tape.after(-1)) == 2
    tape.bells -= others
    known(tapes)
    assert tape.after(-1) is None


def test_events_are_dropped_before_the_messages(monkeypatch):
    tapes = Tapes(Limits())
    tape = ended(tapes)
    known(tapes)
    assert tape.after(-1)[0].event == Waiting("")
    monkeypatch.setattr("playground.service.tape.SLIM_SECONDS", 0)
    known(tapes)
    assert [message.event for message in tape.after(-1)] == [None, None]


def test_all_messages_together_have_so_many_bytes_and_the_newest_stay(trace):
    size = ended(Tapes(Limits()), text="x" * 1000).bytes
    tapes = Tapes(Limits(tapes_bytes=2 * size))
    first, second = (ended(tapes, text="x" * 1000, trace=trace) for _ in range(2))
    known(tapes)
    assert len(first.after(-1)) == len(second.after(-1)) == 2, "so many may be there"
    third = ended(tapes, text="x" * 1000)
    known(tapes)
    assert first.after(-1) is None and len(second.after(-1)) == len(third.after(-1)) == 2
    assert tapes.recorded(first.runs[0].name).token_ids == trace.token_ids


def test_nobody_can_guess_what_stops_a_run_from_what_shows_it():
    tapes = Tapes(Limits())
    tape, second = ended(tapes), ended(tapes)
    (run,) = tape.runs
    assert tapes.controlled(tape.control) is tape
    for wrong in (tape.key, run.name, "", None, 7):
        assert tapes.controlled(wrong) is None
    for wrong in (tape.control, run.name, "", None, 7):
        assert tapes.find(wrong) is None
    assert len({tape.key, tape.control, run.name, second.key, second.control}) == 5
    assert min(len(tape.key), len(tape.control), len(run.name)) >= 20


def test_what_is_asked_about_a_tape_leaves_no_trace_in_the_register():
    tapes = Tapes(Limits())
    tape = ended(tapes)
    for number in range(100):
        assert tapes.find(f"made up {number}") is None and tapes.of_run(f"made up {number}") is None
    assert len(tapes) == 1 and tapes.find(tape.key) is tape


def test_only_what_has_ended_and_recorded_something_has_a_trace(trace):
    tapes = Tapes(Limits())
    live = Tape([Run()])
    tapes.add(live)
    assert tapes.recorded(live.runs[0].name) is tapes.recorded(ended(tapes).runs[0].name) is None
    assert tapes.recorded("made up") is None
    live.runs[0].close(trace)
    assert tapes.recorded(live.runs[0].name).token_ids == trace.token_ids


def test_readers_are_counted():
    tapes = Tapes(Limits())
    with ended(tapes).reading(), ended(tapes).reading():
        assert tapes.readers == 2
    assert tapes.readers == 0
