"""Runs that other programs recorded: what they hold is read, what they do not hold is not made up."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import playground as pg
from playground.cli import main
from playground.importing.streams import parse
from playground.trace.check import ALWAYS

ROOT = Path(__file__).parents[2]
FOREIGN = ROOT / "tests" / "golden" / "foreign"
CASES = json.loads((FOREIGN / "cases.json").read_text())


@pytest.mark.parametrize("name", CASES)
def test_a_file_is_read_or_refused_in_one_sentence(name):
    case = CASES[name]
    raw = case["file"].encode("latin-1")
    if "refused" in case:
        with pytest.raises(pg.TraceError) as refused:
            parse(raw, "x")
        assert str(refused.value) == case["refused"]
        return
    trace = parse(raw, "x")
    assert (trace.header.source, trace.text) == (case["source"], case["text"])
    assert trace.columns["block"].tolist() == case["block"] and trace.columns["step"].tolist() == case["step"]
    assert [[trace.tokens[one] for one in row] for row in trace.columns["argmax_ids"].tolist()] == case["pieces"]


def test_what_is_not_told_is_in_no_column_and_in_no_setting_and_is_said_when_it_is_asked_for():
    trace = pg.Trace.from_bytes(parse((FOREIGN / "unsloth.txt").read_bytes(), "x").to_bytes())
    assert set(trace.columns) == set(ALWAYS) and trace.header.settings == {} and trace.header.spec == {}
    for ask in (lambda: trace.columns["entropy"], lambda: trace.frame(0)):
        with pytest.raises(
            pg.TraceError, match=r"This run does not hold '.*': a stream of diffusion frames, as Unsloth"
        ):
            ask()
    assert list(trace.to_pandas()) == ["block", "step", "position", "argmax_id", "argmax"]
    (first, second) = pg.compare([trace, trace]).to_dict(orient="records")
    assert all(str(first[name]) in ("<NA>", "None") for name in ("passes", "relapses"))
    assert np.isnan(first["mean_entropy"])
    assert second["divergence"] == "cannot be compared: only the text of the steps is recorded"


def test_a_trace_of_ours_may_not_lack_what_one_from_elsewhere_may(random_model):
    ours = pg.record(random_model, "hello", pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16))
    del ours.columns["entropy"]
    with pytest.raises(pg.TraceError, match="its column 'entropy' is missing"):
        pg.Trace.from_bytes(ours.to_bytes())
    del ours.header.settings["t_max"]
    with pytest.raises(pg.TraceError, match=r"in header\.spec, in settings, t_max is missing"):
        pg.Trace.from_bytes(ours.to_bytes())


def test_the_command_makes_a_trace(tmp_path):
    done = CliRunner().invoke(main, ["open", str(FOREIGN / "llama.txt"), "--trace", str(tmp_path / "a.trace")])
    assert done.exit_code == 0 and "5 steps in 2 blocks, from llama.cpp's visual server" in done.output
    assert pg.Trace.load(tmp_path / "a.trace").text == CASES["llama"]["text"]
    done = CliRunner().invoke(main, ["open", str(ROOT / "tests/runs/lily.trace"), "--trace", str(tmp_path / "b.trace")])
    assert re.search(r"b\.trace: \d+ steps in 1 block\.\n", done.output)
    done = CliRunner().invoke(main, ["open", str(ROOT / "README.md"), "--trace", str(tmp_path / "b.trace")])
    assert done.exit_code == 1 and "README.md is not a trace, and holds no step" in done.output


def test_such_a_file_is_exported_as_what_it_holds(tmp_path):
    def export(ending):
        return CliRunner().invoke(main, ["export", str(FOREIGN / "llama.txt"), str(tmp_path / f"run{ending}")])

    assert export(".html").exit_code == 0 and (tmp_path / "run.html").stat().st_size > 10_000
    assert export(".csv").exit_code == 0 and "entropy" not in (tmp_path / "run.csv").read_text()
