"""The commands that measure a checkpoint, and what `train` refuses."""

import json
import re
import signal
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from training_helpers import TINY, settings

from playground.cli import main
from playground.engine.recording import record_each
from playground.evaluation.intervals import wilson
from playground.spec.settings import SamplerSettings
from workshop.commands.train import STEPS
from workshop.commands.train import train as train_command
from workshop.training import export, loop
from workshop.training.architecture import build_config, build_model
from workshop.training.loop import Run
from workshop.training.mixture import Mixture
from workshop.training.shapes import SHAPES, SHIPPED
from workshop.training.states import INDEX, read_state
from workshop.world import cases

pytestmark = pytest.mark.slow


def test_command_says_what_is_wrong_in_one_sentence(tmp_path):
    def error(*arguments):
        result = CliRunner().invoke(train_command, [*arguments, "--work-dir", str(tmp_path)])
        assert result.exit_code == 2, result.output
        return result.output

    assert "either --minutes or --steps" in error("--minutes", "1", "--steps", "1")
    assert "--device nonsense cannot be used here" in error("--device", "nonsense", "--steps", "1")
    assert "Invalid value for '--minutes'" in error("--minutes", "0")
    assert "either --resume or --fresh" in error("--resume", "--fresh")
    assert "Invalid value for '--rows'" in error("--rows", "3")
    assert "--device meta cannot be used here" in error("--device", "meta", "--steps", "1")
    assert "4294967296 is not in the range 0<=x<=4294967295" in error("--seed", str(2**32))
    (tmp_path / "state").mkdir()
    assert "pass --resume to continue from it, or --fresh" in error("--steps", "1")


def test_a_minute_here_goes_on_elsewhere_from_what_was_carried(tmp_path, few_puzzles, monkeypatch):
    """As on a lent GPU: by the clock, with a state to be carried, and nothing measured until all is done."""
    monkeypatch.setattr(loop, "PuzzleBanks", lambda *_: few_puzzles)
    monkeypatch.setitem(SHAPES, SHIPPED, TINY)
    there, here, exported = tmp_path / "there", tmp_path / "here", []

    def export_model(run, out, **_):
        exported.append((run.step, out, run.settings.mixture.masked, signal.getsignal(signal.SIGINT)))

    monkeypatch.setattr(export, "export_model", export_model)  # which would measure for half an hour

    def invoke(*options):
        return CliRunner().invoke(train_command, ["--no-compile", "--diffusion-only", *map(str, options)])

    lent = invoke("--minutes", 1 / 15, "--rows", 4, "--compact", "--workers", 1, "--work-dir", there)
    assert lent.exit_code == 0, lent.output
    step = int(re.search(r"Done at step (\d+), after 0\.\d minutes\.", lent.output)[1])
    logged = [json.loads(line) for line in (there / loop.LOG).read_text().splitlines()]
    assert logged[-1]["step"] == step >= 1 and logged[-1]["rows_per_s"] > 0 < logged[-1]["loss"]
    assert all(path.stat().st_size < 15e6 for path in (there / loop.STATE).iterdir())
    over = invoke("--resume", "--compact", "--work-dir", there)
    assert f"Done at step {step}, after 0.1 minutes." in over.output, "its minutes, as planned"

    carried = ["--resume", there / loop.STATE, "--work-dir", here]
    handler = signal.getsignal(signal.SIGINT)
    home = invoke("--steps", step + 2, *carried, "--out", "out")
    assert home.exit_code == 0, home.output
    assert f"Resumed at step {step}, after" in home.output and f"Done at step {step + 2}" in home.output
    assert exported == [(step + 2, Path("out"), 0, handler)], "what comes after training can be interrupted"
    other = invoke("--steps", step + 2, "--rows", 5, *carried[:2], "--work-dir", tmp_path / "other")
    assert "has rows 4, but this run has 5." in str(other.exception)
    fresh = invoke("--steps", 1, "--rows", 4, "--fresh", "--work-dir", here)
    assert "Done at step 1," in fresh.output


def test_a_damaged_state_is_named_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "CASE_PUZZLES", 4)
    snapshot = tmp_path / loop.SNAPSHOTS / "0000001"
    for folder, command in ((tmp_path / loop.STATE, "train --steps 1 --resume"), (snapshot, "curve")):
        folder.mkdir(parents=True)
        (folder / INDEX).write_bytes(bytes(range(256)))
        refused = CliRunner().invoke(main, [*command.split(), "--work-dir", str(tmp_path)])
        assert refused.exit_code == 1 and isinstance(refused.exception, SystemExit)
        assert f"{folder} is damaged, or not a state of a training run." in refused.stderr.replace("\n", "")


def test_training_is_as_long_as_asked_and_without_a_word_as_the_embedded_checkpoints(tmp_path, monkeypatch):
    asked = []

    def train(run):
        asked.append((run.settings.steps, run.settings.minutes))
        assert run.settings.mixture == Mixture(), "in all three ways"
        return ()

    monkeypatch.setattr(loop.Run, "train", train)
    for options in ([], ["--steps", "3"], ["--minutes", "2"]):
        result = CliRunner().invoke(train_command, [*options, "--work-dir", str(tmp_path)])
        assert "Stopped at step 0" in result.output
    assert asked == [(STEPS, None), (3, None), (None, 2.0)]


def test_an_estimate_says_what_is_counted_and_what_is_measured():
    result = CliRunner().invoke(train_command, ["--estimate", "--size", "8", "--minutes", "2"])
    assert result.exit_code == 0, result.output
    counted, rate, minutes, core = result.output.splitlines()
    assert re.match(r"7\.85M parameters; the products of a row take \d\d\.\d GFLOP, counted\.", counted)
    assert rate.startswith("Estimate for an H200, not measured: ") and "55 TFLOP/s, as an H100 reached, to 300." in rate
    low, high = (float(part.replace(",", "")) for part in re.search(r"([\d,]+) to ([\d,]+) rows/s", rate).groups())
    assert high / low == pytest.approx(300 / 55, rel=1e-2)
    assert minutes.startswith("In 2 minutes, 60 s of which begin and compile: ")
    assert minutes.endswith(f"{low * 60 / 1e6:.1f} to {high * 60 / 1e6:.1f} million rows.")
    assert core == f"One core makes some 1,600 rows/s, measured: {high / 1600:.0f} cores suffice."


def test_importing_the_command_leaves_torch_alone():
    script = "import sys, workshop.commands.train; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory, world_tokenizer):
    model = build_model(build_config(TINY, world_tokenizer), seed=0)
    export.configure(model, world_tokenizer, SamplerSettings(max_denoising_steps=2, entropy_bound=1e6))
    folder = tmp_path_factory.mktemp("tiny") / "model"
    export.write_checkpoint(model.to(torch.bfloat16), world_tokenizer, "# Card", folder)
    return folder


@pytest.fixture
def run_command(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "CASE_PUZZLES", 4)

    def run(*arguments):
        return CliRunner().invoke(main, [*arguments, "--model", str(folder), "--work-dir", str(tmp_path / "work")])

    return run


def test_evaluate_prints_each_way_and_setting(run_command):
    result = run_command("evaluate", "--cases", "1", "--only", "with a gap")
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.output.splitlines() if "with a gap" in line]
    assert [row[:2] for row in rows] == [
        ["uniform", "shipped"],
        ["masked", "shipped"],
        ["autoregressive", "shipped"],
        ["uniform", "defaults"],
    ]
    assert all(row[6] == "0/1" and row[-1] != "" for row in rows)
    assert float(rows[0][-1]) == 2.0 and float(rows[3][-1]) > 2.0  # passes: never more than the settings allow


def test_evaluate_as_json_with_what_is_set_for_a_way_with_defaults_of_its_own(run_command):
    result = run_command(
        "evaluate", "--cases", "1", "--only", "function from", "--at", "shipped", "--way", "masked", "--json",
        "--set", "entropy_bound=0.000001", "--set", "max_denoising_steps=3",
    )  # fmt: skip
    found = json.loads(result.output)
    (row,) = found["scores"]
    assert (row["name"], row["way"], row["at"], row["right"], row["cases"]) == (
        "function from a description", "masked", "shipped", 0, 1,
    )  # fmt: skip
    assert row["steps"] == 3, "a canvas has 128 cells"
    assert (row["low"], row["high"]) == wilson(0, 1)
    assert [repair["share"] for repair in found["repair"]] == [0.1, 0.2, 0.3, 0.5]
    assert [entry["runs"] for entry in found["self_correction"]] == [1]
    assert [(one["name"], one["way"], one["cases"]) for one in found["infill"]] == [(row["name"], "masked", 1)]


def test_evaluate_only_fills_gaps(run_command):
    asked = ["evaluate", "--cases", "2", "--at", "shipped", "--way", "uniform", "--json", "--only"]
    found = json.loads(run_command(*asked, "gaps of function").output)
    assert [(one["name"], one["cases"]) for one in found["infill"]] == [("function from a description", 2)]
    assert found["scores"] == found["repair"] == found["self_correction"] == []
    refused = run_command(*asked, "poems")
    assert refused.exit_code == 2 and "no kind has 'poems' in its name; the kinds are story" in refused.output


def stop_after(monkeypatch, name, times):
    """Ctrl-C when the function `name` is called once more."""
    module, _, attribute = name.rpartition(".")
    real, calls = getattr(import_module(module), attribute), []

    def called(*arguments, **options):
        calls.append(arguments)
        if len(calls) > times:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(name, called)


def test_a_stopped_evaluation_prints_what_it_has(run_command, monkeypatch):
    stop_after(monkeypatch, "workshop.evaluation.measure.evaluate", 1)
    result = run_command("evaluate", "--cases", "1", "--only", "function", "--at", "shipped", "--json")
    assert result.exit_code == 130 and "Stopped. Finished results are kept." in result.stderr
    found = json.loads(result.stdout)
    assert [row["name"] for row in found["scores"]] == ["function from a description"]
    assert found["repair"] == found["self_correction"] == found["infill"] == []


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_sweep_writes_a_figure_and_its_table_of_what_it_has(run_command, tmp_path, monkeypatch, times):
    def stopped(*arguments, **options):
        yield from islice(record_each(*arguments, **options), times)
        if times < 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("playground.plugins.sweep.results.record_each", stopped)
    out = tmp_path / "figure.html"
    given = ["--cases", "1", "--bound", "5", "--bound", "0.1", "--out", str(out)]
    result = run_command("sweep", *given, "--temperature", "0.8", "0.4")
    assert result.exit_code == (0 if times == 2 else 130) and ("Stopped" in result.stderr) == (times < 2)
    assert out.exists() == (times > 0)
    if times:
        table = json.loads(out.with_suffix(".json").read_text())
        assert table["kind"] == "story, facts named", "the first kind"
        bounds = [row["entropy_bound"] for row in table["rows"]]
        assert bounds == [0.1, 5.0] if times == 2 else bounds in ([0.1], [5.0]), "whichever ended first"
        assert "plotly" in out.read_text()
    refused = run_command("sweep", "--kind", "poems")
    assert refused.exit_code == 2
    assert "there is no kind 'poems'; the kinds are story, facts named," in " ".join(refused.output.split())


def test_evaluate_at_any_number_of_clues(run_command):
    one = ["evaluate", "--cases", "1", "--only", "Sudoku", "--at", "shipped", "--way", "uniform", "--json"]
    result = run_command(*one, "--clues", "9", "80", "--clues", "4", "15", "--clues", "9", "70")
    names = [row["name"] for row in json.loads(result.output)["scores"]]
    assert names == ["Sudoku 9x9, 80 clues", "Sudoku 9x9, 70 clues", "Sudoku 4x4, 15 clues"]
    for count in ("81", "5"):
        refused = run_command(*one, "--clues", "9", count)
        assert refused.exit_code == 2
        assert re.search(rf"--clues is {count}; 9x9 puzzles have 2\d to 80 clues\.", " ".join(refused.output.split()))


def test_curve_measures_each_snapshot_of_a_run(tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "CASE_PUZZLES", 4)
    out, averages, run = tmp_path / "curve.html", [], Run(settings(tmp_path, steps=1))
    list(run.train())
    given = ["curve", "--work-dir", str(tmp_path), "--cases", "1", "--out", str(out), "--kind", "function with a gap"]
    refused = CliRunner().invoke(main, given)
    assert refused.exit_code == 1
    assert "holds no snapshots; `train --snapshot-minutes` makes them" in " ".join(refused.stderr.split())
    for steps in (2, 3):
        run.settings = replace(run.settings, steps=steps, snapshot_minutes=1e-9)
        list(run.train())
        averages.append({name: weight.clone() for name, weight in run.average.items()})
    result = CliRunner().invoke(main, given)
    assert result.exit_code == 0, result.output
    first, last = json.loads(out.with_suffix(".json").read_text())
    assert [first["step"], last["step"]] == [2, 3] and (first["low"], first["high"]) == wilson(0, 1)
    assert (last["kind"], last["share"], last["cases"]) == ("function with a gap", 0.0, 1)
    assert first["minutes"] < last["minutes"] == pytest.approx(run.seconds / 60)
    assert "plotly" in out.read_text()
    for path, average in zip(sorted((tmp_path / loop.SNAPSHOTS).iterdir()), averages, strict=True):
        _, snapshot = read_state(path)
        assert all(torch.equal(snapshot[name], weight) for name, weight in average.items())

    stop_after(monkeypatch, "workshop.evaluation.curve.evaluate", 0)
    written = out.stat().st_mtime_ns
    stopped = CliRunner().invoke(main, given)
    assert stopped.exit_code == 130 and out.stat().st_mtime_ns == written, "it had nothing to write"

    for wrong, words in (
        (["--kind", "poems"], "there is no kind 'poems'; the kinds are story, facts named,"),
        (["--out", "/no/where/x.html"], "the folder /no/where does not exist"),
    ):
        refused = CliRunner().invoke(main, [*given, *wrong])
        assert refused.exit_code == 2
        assert words in " ".join(refused.output.split())
