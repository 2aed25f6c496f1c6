"""The command: a table for each slot, or JSON."""

import json

from click.testing import CliRunner
from command_line import run_here

from playground.cli import main

FEW = ("--model", "{folder}", "--prompt", "hi", "--max-denoising-steps", "2", "--runs", "2")


def arguments(folder, *more):
    return ["read", "a____{x|y|zz}", *(part.format(folder=folder) for part in FEW), *more]


def test_tables(random_folder):
    shown = run_here(*arguments(random_folder)).stdout
    assert "uniform, ____{x|y|zz}: 2 tokens a label, joined by their product" in shown
    assert "autoregressive, ____{x|y|zz}: 3 tokens a label, joined by their chain" in " ".join(shown.split())
    assert "outside of the labels" in shown and "100.0%" in shown


def test_json_of_one_way(random_folder):
    rows = json.loads(run_here(*arguments(random_folder, "--way", "uniform", "--json")).stdout)
    assert [(row["label"], row["kind"]) for row in rows] == [
        ("x", "label"), ("y", "label"), (None, "outside"), ("zz", "label"), (None, "outside"),
    ]  # fmt: skip
    assert rows[0]["runs"] == 2 and rows[3]["share"] is None


def test_what_is_wrong_is_one_sentence(random_folder):
    done = CliRunner().invoke(main, ["read", "no slot", "--model", str(random_folder)])
    assert done.exit_code and "A slot names its labels in braces" in done.output and "Traceback" not in done.output
