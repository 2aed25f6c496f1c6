"""The register of runs."""

from playground.service.runs import Runs


def test_live_runs_are_kept_and_of_those_that_have_ended_the_latest():
    runs = Runs(kept=2)
    live = [runs.start() for _ in range(5)]
    over = [runs.start() for _ in range(4)]
    for run in over:
        run.close()
    last = runs.start()
    assert [runs.find(run.name) for run in live] == live and runs.find(last.name) is last
    assert [runs.find(run.name) for run in over] == [None, None, *over[2:]]


def test_nobody_can_guess_what_stops_a_run_from_its_name():
    runs = Runs(kept=2)
    run = runs.start()
    assert runs.controlled(run.control) is run
    assert runs.controlled(run.name) is None and runs.find(run.control) is None
    assert len({run.name, run.control, runs.start().name}) == 3 and min(len(run.name), len(run.control)) >= 20


def test_what_is_asked_about_a_run_leaves_no_trace_in_the_register():
    runs = Runs(kept=2)
    run = runs.start()
    for number in range(100):
        assert runs.find(f"made up {number}") is None and runs.controlled(f"made up {number}") is None
    assert len(runs) == 1 and runs.find(run.name) is run
