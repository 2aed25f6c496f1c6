"""The command: a table for each slot, or JSON."""

import json

from click.testing import CliRunner
from command_line import run_here

from playground.cli import main


def read(folder, *more):
    few = ("--prompt", "hi", "--max-denoising-steps", "2", "--runs", "2")
    return run_here("read", "a____{x|y|zz}", "--model", folder, *few, *more).stdout


def test_tables_or_json_of_one_way(random_folder):
    shown = read(random_folder)
    assert "uniform, ____{x|y|zz}: 2 tokens a label, joined by their product" in shown
    assert "autoregressive, ____{x|y|zz}: 3 tokens a label, joined by their chain" in " ".join(shown.split())
    assert "outside of the labels" in shown and "100.0%" in shown
    rows = json.loads(read(random_folder, "--way", "uniform", "--json"))
    assert [(row["label"], row["kind"]) for row in rows] == [
        ("x", "label"), ("y", "label"), (None, "outside"), ("zz", "label"), (None, "outside"),
    ]  # fmt: skip
    assert rows[0]["runs"] == 2 and rows[3]["share"] is None


def test_what_is_wrong_is_one_sentence(random_folder):
    done = CliRunner().invoke(main, ["read", "no slot", "--model", str(random_folder)])
    assert done.exit_code and "A slot names its labels in braces" in done.output and "Traceback" not in done.output
