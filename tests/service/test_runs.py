"""The register of runs."""

from playground.service.runs import MOST_RUNS, Runs


def test_runs_are_bounded_and_a_used_name_is_not_used_again():
    runs = Runs()
    first = runs.start("a")
    assert runs.start("a") is not first and runs.get("a") is first
    for number in range(MOST_RUNS):
        runs.start(f"run {number}")
    assert runs.get("a") is not first
    assert runs.start("x" * 1000).name != "x" * 1000
