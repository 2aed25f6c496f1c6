"""The command: one constrained run, or constrained runs beside free ones."""

import json
import re

import pytest
import random_checkpoint
from click.testing import CliRunner
from command_line import run_here

from playground.cli import main

RULE = ("--regex", "[a-z]{3}")
FEW = ("--max-denoising-steps", "4", "--max-new-tokens", "16", "--stability-threshold", "9")


@pytest.fixture(scope="module")
def constrain(tmp_path_factory):
    """With a tiny model of which one token ends a text."""
    folder = random_checkpoint.save(tmp_path_factory.mktemp("one_end") / "checkpoint", eos_ids=(1,))
    return lambda *more: run_here("constrain", *more, "--model", folder, *FEW).stdout


def test_one_run_fits(constrain, tmp_path):
    assert re.fullmatch("[a-z]{3}\n", constrain("hi", *RULE))
    (tmp_path / "schema.json").write_text('{"type": "boolean"}')
    row = json.loads(constrain("hi", "--schema", str(tmp_path / "schema.json"), "--json"))
    assert row["text"] in ("true", "false") and row["fits"] and row["right"] is None
    assert row["passes"] == 4 and row["seconds"] > 0


def test_each_manner_says_what_it_took_and_shares_are_compared_seed_by_seed(constrain):
    """Chance does not write three letters; drawing again then takes all tries."""
    table = json.loads(constrain("hi", *RULE, "--runs", "2", "--tries", "3", "--json"))
    assert {manner: [(row["fits"], row["passes"]) for row in rows] for manner, rows in table.items()} == {
        "freely": [(False, 4)] * 2,
        "again": [(False, 12)] * 2,
        "constrained": [(True, 4)] * 2,
    }
    *means, again, gain = constrain("hi", *RULE, "--runs", "2", "--tries", "1").splitlines()
    assert [line.split()[:3] for line in means] == [
        ["fits", "passes", "seconds"],
        *([manner, fits, "4.0"] for manner, fits in (("freely", "0.0"), ("again", "0.0"), ("constrained", "1.0"))),
    ]
    assert again.startswith("Texts drawn again fit +0% more often than free ones (95%: -")
    expected = r"Constrained texts fit \+100% more often than free ones \(95%: \+[0-9]+% to \+100%, 2 pairs\)\."
    assert re.fullmatch(expected, gain)


def test_drawing_again_ends_with_a_text_that_fits(constrain):
    table = json.loads(constrain("hi", "--regex", r"[\s\S]*", "--runs", "2", "--json"))
    assert table["again"] == table["freely"] and all(row["fits"] for row in table["freely"])


def test_held_out_cases_are_judged_by_their_rule(constrain, monkeypatch):
    """Each case by its own: here the second one is right."""

    def cases(kind, model, settings, runs, seed, folder, task):
        return kind, [(model.spec("hi", settings, seed), lambda _, right=place == 1: right) for place in range(runs)]

    monkeypatch.setattr("playground.plugins.sweep.command.held_out", cases)
    made = json.loads(constrain("--kind", "mine", *RULE, "--runs", "2", "--tries", "2", "--json"))
    for rows in made.values():
        assert [row["right"] for row in rows] == [False, True]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["hi"], "Give --regex or --schema, one of them."),
        (["hi", *RULE, "--schema", "FILE"], "Give --regex or --schema, one of them."),
        ([*RULE], "Give a PROMPT or --kind, one of them."),
        ([*RULE, "--kind", "mine"], "--kind compares cases: give how many with --runs."),
        (["hi", "--schema", "FILE"], "no.json is not JSON."),
    ],
)
def test_what_does_not_go_together_is_one_sentence(words, sentence, tmp_path):
    (tmp_path / "no.json").write_text("no")
    words = [str(tmp_path / "no.json") if word == "FILE" else word for word in words]
    refused = CliRunner().invoke(main, ["constrain", *words])
    assert refused.exit_code and sentence in refused.output
