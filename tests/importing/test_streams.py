"""Runs that other programs recorded: what they hold is read, what they do not hold is not made up."""

import json
import random
import subprocess
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
    for ask in (lambda: trace.columns["entropy"], lambda: trace.frame(0), trace.to_pandas):
        with pytest.raises(
            pg.TraceError, match=r"This run does not hold '.*': a stream of diffusion frames, as Unsloth"
        ):
            ask()
    (row, other) = pg.compare([trace, trace]).to_dict(orient="records")
    assert row["passes"] == 5 and str(row["relapses"]) in ("<NA>", "None") and np.isnan(row["mean_entropy"])
    assert other["divergence"] == "cannot be compared: only the text of the steps is recorded"


def test_a_trace_of_ours_may_not_lack_what_one_from_elsewhere_may(random_model):
    ours = pg.record(random_model, "hello", pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16))
    del ours.columns["entropy"]
    with pytest.raises(pg.TraceError, match="its column 'entropy' is missing"):
        pg.Trace.from_bytes(ours.to_bytes())
    del ours.header.settings["t_max"]
    with pytest.raises(pg.TraceError, match=r"header\.settings\.t_max is missing"):
        pg.Trace.from_bytes(ours.to_bytes())


def test_the_command_makes_a_trace(tmp_path):
    told = CliRunner().invoke(main, ["open", str(FOREIGN / "llama.txt"), "--trace", str(tmp_path / "a.trace")])
    assert told.exit_code == 0 and "5 steps in 2 blocks, from llama.cpp's visual server" in told.output
    assert pg.Trace.load(tmp_path / "a.trace").text == CASES["llama"]["text"]
    told = CliRunner().invoke(main, ["open", str(ROOT / "README.md"), "--trace", str(tmp_path / "b.trace")])
    assert told.exit_code == 1 and "README.md is not a trace, and holds no step" in told.output


def damaged(count):
    """Files with something changed at random, whole lines among it."""
    chance = random.Random(5)
    for _ in range(count):
        raw = bytearray((FOREIGN / chance.choice(["unsloth.txt", "llama.txt"])).read_bytes())
        for _ in range(chance.randint(1, 3)):
            at, length = chance.randrange(len(raw)), chance.choice([1, 1, 2, 20])
            match chance.randrange(4):
                case 0:
                    raw[at : at + length] = bytes(chance.choices(range(256), k=length))
                case 1:
                    raw[at : at + length] = bytes(chance.choices(b'0123456789"{}[],:\\\nu dFD', k=length))
                case 2:
                    del raw[at : at + length]
                case 3:
                    raw[at:at] = raw[max(at - 40, 0) : at]
        yield bytes(raw)


SCRIPT = """
    import { readFileSync } from "node:fs";
    import { readFrames } from "./assets/js/importing/frames.js";
    const told = JSON.parse(readFileSync(0, "utf8")).map((file) => {
      try {
        const recording = readFrames(Buffer.from(file, "latin1"), "x");
        return [recording.text, recording.frames.map(({ block, step }) => [block, step])];
      } catch (error) {
        if (error.constructor.name !== "TraceError") throw error;
        return error.message;
      }
    });
    process.stdout.write(JSON.stringify(told));
"""


def test_damaged_files_open_whole_or_are_refused_and_python_and_the_page_agree():
    files, told = list(damaged(600)), []
    for raw in files:
        try:
            trace = pg.Trace.from_bytes(parse(raw, "x").to_bytes())
            told.append(
                [
                    trace.text,
                    [list(pair) for pair in zip(*(trace.columns[n].tolist() for n in ALWAYS[:2]), strict=True)],
                ]
            )
        except pg.TraceError as error:
            told.append(str(error))
    said = json.dumps([raw.decode("latin-1") for raw in files])
    command = ["node", "--input-type=module", "-e", SCRIPT]
    page = json.loads(subprocess.run(command, cwd=ROOT, input=said, capture_output=True, text=True, check=True).stdout)
    opened = sum(isinstance(one, list) for one in told)
    assert 100 < opened < 500
    for raw, ours, theirs in zip(files, told, page, strict=True):
        assert ours == theirs, raw
