"""The command that prints the figures of several runs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from trace_helpers import trace_of

import playground as pg
from playground.cli import main

GOLDEN = sorted(Path(__file__).parents[2].glob("golden/**/*.trace"))


def cli(*arguments):
    done = CliRunner().invoke(main, ["compare", *map(str, arguments)], env={"COLUMNS": "120"})
    assert "Traceback" not in done.output
    return done


def test_the_command_prints_the_table(tmp_path):
    """And no control characters of a prompt."""
    first = trace_of([(1, [2, 3], [1, 1])], prompt="\x1b[31mred", seed=1)
    second = trace_of([(1, [2, 4], [1, 1])], prompt="[b]", settings=first.header.settings | {"t_max": 0.9})
    first.save(tmp_path / "a.trace")
    second.save(tmp_path / "b.trace")
    done = cli(tmp_path / "a.trace", tmp_path / "b.trace")
    assert done.exit_code == 0, done.output
    assert "\x1b" not in done.output and "prompt “[b]”" in done.output
    assert "t_max 0.9" in done.output and "max_denoising_steps" not in done.output
    assert "2 (+0)" in done.output and "position 1" in done.output
    runs = json.loads(cli(tmp_path / "a.trace", tmp_path / "b.trace", "--json").stdout)
    assert [run["file"] for run in runs] == ["a.trace", "b.trace"]
    table = json.loads(pg.compare([tmp_path / "a.trace", tmp_path / "b.trace"]).to_json(orient="records"))
    assert runs == [{"file": name, **row} for name, row in zip(["a.trace", "b.trace"], table, strict=True)]


@pytest.mark.parametrize(
    ("paths", "sentence"),
    [
        ([GOLDEN[0]], "Give at least two trace files to compare."),
        ([GOLDEN[0], "none.trace"], "none.trace cannot be read: No such file or directory."),
        ([GOLDEN[0], __file__], "test_compare.py is not a trace"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(paths, sentence):
    done = cli(*paths)
    assert done.exit_code != 0 and sentence in done.output
