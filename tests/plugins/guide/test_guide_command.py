"""The command: one guided run, or guided runs beside plain ones."""

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from command_line import run_here

from playground.cli import main
from playground.plugins.guide import guided
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.trace import Trace

FEW = ("--max-denoising-steps", "4", "--max-new-tokens", "16", "--stability-threshold", "9")


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    """The random checkpoint has no chat template around an empty prompt."""
    monkeypatch.setattr(guided, "empty_ids", lambda _: (5, 6))


def guide(folder, *more):
    return run_here("guide", *more, "--model", str(folder), *FEW)


def test_one_run_and_its_passes(random_folder, tmp_path):
    made = guide(random_folder, "hi", "--scale", "3", "--from", "0.5", "--trace", str(tmp_path / "run.trace"))
    assert "6 passes in 4 steps" in made.stderr
    trace = Trace.load(tmp_path / "run.trace")
    assert trace.nfe == 6 and trace.header.spec["processors"] == {"guide": {"scale": 3.0, "from": 0.5, "until": 1.0}}
    row = json.loads(guide(random_folder, "hi", "--scale", "3", "--until", "0.5", "--json").stdout)
    assert (row["steps"], row["passes"]) == (4, 6) and row["spec"]["processors"]["guide"]["until"] == 0.5


def test_guided_runs_beside_plain_ones(random_folder):
    compared = ("hi", "--runs", "2", "--scale", "1", "--scale", "3")
    plain, one, three = json.loads(guide(random_folder, *compared, "--json").stdout)
    assert [row["passes"] for row in (plain, one, three)] == [4, 4, 8] and three["passes_diff"] == 4
    assert plain["processors"] is None and three["processors"] == {"guide": {"scale": 3, "from": 0, "until": 1}}
    assert "processors {'guide': {'scale': 3.0, 'from': 0.0, 'until': 1.0}}" in guide(random_folder, *compared).stdout


def test_held_out_cases_are_judged_by_their_rule(monkeypatch, random_folder):
    def cases(suite, settings, length, count, seed):
        return [(RunSpec(prompt=Prompt(text=suite), settings=settings, seed=seed), lambda _: True)] * count

    held_out = SimpleNamespace(held_out_kinds=lambda *_: {"mine": "hi"}, held_out_cases=cases)
    monkeypatch.setattr("playground.workshop.part", lambda *_: held_out)
    made = guide(random_folder, "--kind", "mine", "--runs", "2")
    assert made.stdout.startswith("mine, 4 runs\n") and made.stdout.count("34.2% to 100.0%") == 2
    refused = CliRunner().invoke(main, ["guide", "--kind", "yours", "--runs", "2", "--model", str(random_folder)])
    assert "there is no kind 'yours'; the kinds are mine." in refused.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Give a PROMPT or --kind, one of them."),
        (["--kind", "mine"], "--kind compares cases: give how many with --runs."),
        (["hi", "--scale", "2", "--scale", "3"], "One run has one --scale; several are compared with --runs."),
        (["hi", "--runs", "2", "--trace", "a.trace"], "--trace is for a single run; leave out --runs."),
        (["hi", "--from", "0.5", "--until", "0.4"], "The guidance's until is 0.4; allowed is a number from 0.5 to 1."),
    ],
)
def test_what_does_not_go_together_is_one_sentence(words, sentence):
    refused = CliRunner().invoke(main, ["guide", *words])
    assert refused.exit_code and sentence in refused.output
