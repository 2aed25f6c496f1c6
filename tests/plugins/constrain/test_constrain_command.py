"""The command: one constrained run, or constrained runs beside free ones."""

import json
import re

import pytest
from click.testing import CliRunner
from command_line import run_here

from playground.cli import main

RULE = ("--regex", "[a-z]{3}")
FEW = ("--max-denoising-steps", "4", "--max-new-tokens", "16", "--stability-threshold", "9")


def constrain(*more):
    return run_here("constrain", "hi", *more, *FEW).stdout


def test_one_run_fits(tmp_path):
    assert re.fullmatch("[a-z]{3}\n", constrain(*RULE))
    (tmp_path / "schema.json").write_text('{"type": "boolean"}')
    row = json.loads(constrain("--schema", str(tmp_path / "schema.json"), "--json"))
    assert row["text"] in ("true", "false") and row["fits"] and row["right"] is None
    assert row["passes"] == 4 and row["seconds"] > 0


def test_each_manner_says_what_it_took():
    """Chance does not write three letters; drawing again then takes all tries."""
    table = json.loads(constrain(*RULE, "--runs", "2", "--tries", "3", "--json"))
    assert {manner: [(row["fits"], row["passes"]) for row in rows] for manner, rows in table.items()} == {
        "freely": [(False, 4)] * 2,
        "again": [(False, 12)] * 2,
        "constrained": [(True, 4)] * 2,
    }


def test_drawing_again_ends_with_a_text_that_fits():
    table = json.loads(constrain("--regex", r"[\s\S]*", "--runs", "2", "--json"))
    assert table["again"] == table["freely"] and all(row["fits"] for row in table["freely"])


def test_shares_are_compared_seed_by_seed():
    *means, gain = constrain(*RULE, "--runs", "2", "--tries", "1").splitlines()
    assert [line.split()[:3] for line in means] == [
        ["fits", "passes", "seconds"],
        *([manner, fits, "4.0"] for manner, fits in (("freely", "0.0"), ("again", "0.0"), ("constrained", "1.0"))),
    ]
    assert re.fullmatch(
        r"Constrained texts fit \+100% more often than free ones \(95%: \+[0-9]+% to \+100%, 2 pairs\)\.", gain
    )


@pytest.mark.parametrize("words", [(), (*RULE, "--schema", "FILE")])
def test_a_rule_or_a_schema_is_given_and_it_is_json(words, tmp_path):
    (tmp_path / "no.json").write_text("no")
    words = [str(tmp_path / "no.json") if word == "FILE" else word for word in words]
    refused = CliRunner().invoke(main, ["constrain", "hi", *words])
    assert refused.exit_code == 2 and "Give --regex or --schema, one of them." in refused.output
    refused = CliRunner().invoke(main, ["constrain", "hi", "--schema", str(tmp_path / "no.json")])
    assert refused.exit_code and "no.json is not JSON." in refused.output
