"""`show` and `compare`: what traces say in a terminal, and nothing that they command."""

import io
import json
import re

import numpy as np
import pytest
from click.testing import CliRunner
from command_line import ROOT, run_here
from damage import damaged_traces
from damage_checks import FEW
from hypothesis import given
from rich.console import Console
from trace_helpers import trace_of

import playground as pg
from playground.cli import main
from playground.plugins.terminal.replay import replay
from workshop.bench.reading import unseen

GOLDEN = ROOT / "tests" / "golden"


def test_show_replays_and_shows_single_steps(random_model, tmp_path):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=32)
    trace = pg.record(random_model, "hello <b>", settings, seed=1)
    trace.save(tmp_path / "a.trace")
    last = run_here("show", tmp_path / "a.trace").stdout
    blocks = len(trace.stop_reasons)
    assert "prompt: hello <b>" in last and f"block {blocks}/{blocks} · step 3/3" in last
    assert f"{trace.nfe} denoiser passes" in last and trace.finish_reason in last
    assert "\u202e" not in last and "\u200b" not in last
    first = run_here("show", tmp_path / "a.trace", "--step", 1).stdout
    assert f"block 1/{blocks} · step 1/3" in first
    assert f"{16 - trace.frame(0).accepted.sum()} re-noised" in first
    assert "this run has" in CliRunner().invoke(main, ["show", str(tmp_path / "a.trace"), "--step", "99"]).stderr


def test_generate_and_show_tell_the_verdict_of_the_rule(random_folder, tmp_path):
    path = tmp_path / "a.trace"
    short = ("--model", random_folder, "--max-new-tokens", 16, "--max-denoising-steps", 2)
    done = run_here("generate", "Solve this Sudoku:\n1...\n..2.\n.3..\n...4", *short, "--trace", path)
    line = "Wrong: not a grid of 4 rows of 4 digits. So says a rule, not the model."
    assert line in done.stderr and line not in done.stdout
    assert run_here("show", path).stdout.rstrip().endswith(line)
    assert line not in run_here("show", path, "--step", 1).stdout
    assert "So says a rule" not in run_here("generate", "hello", *short).output


def test_show_prints_what_a_trace_says_and_obeys_none_of_it():
    path = ROOT / "tests" / "damaged" / "escapes and markup.trace"
    for arguments in (["show", str(path)], ["show", str(path), "--step", "1"]):
        done = run_here(*arguments)
        assert "[link=x]\ufffd" in done.stdout and "\ufffd[2J[red]" in done.stdout and "\ufffd]8;;x" in done.stdout
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.stdout)


@pytest.mark.slow
def test_a_damaged_trace_that_opens_is_drawn_without_a_control_character():
    drawn = []

    @FEW
    @given(damaged_traces())
    def draw(file):
        try:
            trace = pg.Trace.from_bytes(file)
        except pg.TraceError:
            return
        terminal = io.StringIO()
        replay(trace, Console(file=terminal, width=80), range(len(trace))[-1:], 0)
        drawn.append(trace)
        assert unseen(terminal.getvalue()) == ""

    draw()
    assert drawn


def test_an_error_prints_no_escape_sequence_of_a_file_s_name(tmp_path):
    (tmp_path / "\x1b[2J.trace").write_bytes(b"no trace")
    for name in ("\x1b[2J.trace", "\x1b]8;;none.trace"):
        done = CliRunner().invoke(main, ["show", str(tmp_path / name)])
        assert done.exit_code == 1 and "\ufffd" in done.stderr and "\x1b" not in done.stderr


def test_show_names_the_positions_as_the_way_of_writing_does(random_model, tmp_path):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16).replace(way="autoregressive")
    pg.record(random_model, "hi", settings).save(tmp_path / "a.trace")
    assert re.search(r"\d+ just written, \d+ blank", " ".join(run_here("show", tmp_path / "a.trace").stdout.split()))


def test_a_trace_may_unpack_to_as_much_as_is_allowed(tmp_path):
    path, story = tmp_path / "big.trace", pg.Trace.load(GOLDEN / "story.trace")
    story.columns["zeros"] = np.zeros((len(story), (1 << 20) // len(story) + 1), "uint8")
    story.save(path)
    refused = CliRunner().invoke(main, ["show", str(path), "--max-mib", "1"])
    assert refused.exit_code != 0 and "unpacks to more than 1 MiB" in refused.stderr
    assert CliRunner().invoke(main, ["show", str(path), "--max-mib", "4"]).exit_code == 0


def test_compare_prints_the_table(tmp_path):
    """And no control characters of a prompt."""
    first = trace_of([(1, [2, 3], [1, 1])], prompt="\x1b[31mred", seed=1)
    second = trace_of([(1, [2, 4], [1, 1])], prompt="[b]", settings=first.header.settings | {"t_max": 0.9})
    paths = tmp_path / "a.trace", tmp_path / "b.trace"
    first.save(paths[0]), second.save(paths[1])
    done = CliRunner().invoke(main, ["compare", *map(str, paths)], env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    assert "\x1b" not in done.output and "prompt “[b]”" in done.output
    assert "t_max 0.9" in done.output and "max_denoising_steps" not in done.output
    assert "2 (+0)" in done.output and "position 1" in done.output
    table = json.loads(pg.compare(paths).to_json(orient="records"))
    rows = [{"file": path.name, **row} for path, row in zip(paths, table, strict=True)]
    assert json.loads(run_here("compare", *paths, "--json").stdout) == rows


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ([], "Give at least two trace files to compare."),
        (["none.trace"], "none.trace cannot be read: No such file or directory."),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(more, sentence):
    done = CliRunner().invoke(main, ["compare", str(GOLDEN / "story.trace"), *more])
    assert done.exit_code != 0 and sentence in done.output and "Traceback" not in done.output
