"""Runs that other programs recorded: what they hold is read, what they do not hold is not made up."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import playground as pg
from playground.cli import main
from playground.export import run as export
from playground.plugins.importing import foreign, streams
from playground.plugins.importing.streams import parse
from playground.trace.check import ALWAYS
from playground.trace.files import read_run

ROOT = Path(__file__).parents[3]
FOREIGN = Path(__file__).with_name("foreign")
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
    assert [
        {
            "source": trace.header.source,
            "text": trace.text,
            "block": trace.columns["block"].tolist(),
            "step": trace.columns["step"].tolist(),
            "pieces": [[trace.tokens[one] for one in row] for row in trace.columns["argmax_ids"].tolist()],
        }
        for trace in parse(raw, "x")
    ] == case["runs"]


def test_a_file_has_so_many_bytes_and_no_more(monkeypatch):
    raw = (FOREIGN / "unsloth.txt").read_bytes().ljust(2_000, b"\n")
    monkeypatch.setattr(streams, "MOST_BYTES", 2_000)
    assert parse(raw, "x")
    with pytest.raises(pg.TraceError, match=r"^x has 2,001 bytes; at most 2,000 are read\.$"):
        parse(raw + b"\n", "x")


def test_what_is_not_told_is_in_no_column_and_in_no_setting_and_is_said_when_it_is_asked_for():
    trace = pg.Trace.from_bytes(read_run(FOREIGN / "unsloth.txt").to_bytes())
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
    with pytest.raises(KeyError, match="surprise"):
        ours.columns["surprise"]
    del ours.columns["entropy"]
    with pytest.raises(pg.TraceError, match="its column 'entropy' is missing"):
        pg.Trace.from_bytes(ours.to_bytes())
    del ours.header.settings["t_max"]
    with pytest.raises(pg.TraceError, match=r"header\.spec\.settings\.t_max is missing"):
        pg.Trace.from_bytes(ours.to_bytes())


def test_the_command_makes_a_trace(tmp_path):
    done = CliRunner().invoke(main, ["open", str(FOREIGN / "llama.txt"), "--trace", str(tmp_path / "a.trace")])
    assert done.exit_code == 0 and "5 steps in 2 blocks, from llama.cpp's visual server" in done.output
    assert pg.Trace.load(tmp_path / "a.trace").text == CASES["llama"]["runs"][0]["text"]
    done = CliRunner().invoke(main, ["open", str(ROOT / "tests/runs/lily.trace"), "--trace", str(tmp_path / "b.trace")])
    assert re.search(r"b\.trace: \d+ steps in 1 block\.\n", done.output)
    done = CliRunner().invoke(main, ["open", str(ROOT / "README.md"), "--trace", str(tmp_path / "b.trace")])
    assert done.exit_code == 1 and "README.md is not a trace, and holds no step" in done.output


def test_each_run_of_a_log_is_a_trace_of_its_own_and_where_one_is_wanted_a_sentence_says_so(tmp_path):
    log = tmp_path / "log.txt"
    log.write_text(CASES["two turns"]["file"])
    done = CliRunner().invoke(main, ["open", str(log), "--trace", str(tmp_path / "a.trace")])
    assert done.exit_code == 0 and "a.trace: 2 steps in 1 block" in done.output and "a-2.trace: 3 steps" in done.output
    texts = [pg.Trace.load(tmp_path / name).text for name in ("a.trace", "a-2.trace")]
    assert texts == ["Red is warm.", "Blue is cool."]
    assert [run.name for run in export.read_runs([log, log], 8)] == ["log", "log (2)", "log (3)", "log (4)"]
    with pytest.raises(pg.TraceError, match=r"log\.txt holds 2 runs.* make a trace of each\.$"):
        read_run(log)


def test_all_runs_of_a_file_have_the_room_of_one(monkeypatch):
    monkeypatch.setattr(foreign, "MAX_STEPS", 4)
    with pytest.raises(pg.TraceError, match="x holds 5 steps of up to 3 positions; at most 4 "):
        parse(CASES["two turns"]["file"].encode(), "x")
    monkeypatch.setattr(foreign, "MAX_STEPS", 5)
    assert len(parse(CASES["two turns"]["file"].encode(), "x")) == 2


def test_such_a_file_is_exported_as_what_it_holds(tmp_path):
    for ending in (".html", ".csv"):
        out = tmp_path / f"run{ending}"
        assert CliRunner().invoke(main, ["export", str(FOREIGN / "llama.txt"), str(out)]).exit_code == 0
        assert out.stat().st_size > 1_000
    assert "entropy" not in out.read_text()
