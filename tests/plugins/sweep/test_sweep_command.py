"""`sweep` over the seeds of a prompt; tests/workshop/commands has it over held-out cases."""

import json

import pytest
from click.testing import CliRunner
from own_sampler import EXPLANATION, HEAD

from playground.cli import main
from playground.evaluation.intervals import wilson

pytestmark = pytest.mark.slow

SHORT = ("--set", "max_denoising_steps=2", "--set", "max_new_tokens=16")


@pytest.fixture
def sweep(endless_folder, tmp_path):
    """Invokes it, for (what came of it, the rows of its table)."""

    def run(*arguments, out=tmp_path / "figure.html"):
        prompt = ["sweep", "--model", endless_folder, "--prompt", "hello", *SHORT, "--out", out]
        done = CliRunner().invoke(main, [*map(str, prompt), *map(str, arguments)])
        table = out.with_suffix(".json")
        return done, json.loads(table.read_text())["rows"] if table.exists() else []

    return run


def test_a_measure_of_one_s_own_and_a_wish(sweep, tmp_path):
    check = tmp_path / "measure.py"
    check.write_text("def check(text):\n    return True")
    four = ("--cases", 4, "--vary", "entropy_bound=0.1,5")
    done, rows = sweep(*four, "--check", check, "--wish", "0.2")
    assert done.exit_code == 0, done.output
    assert "Shown: at least 20% right, with the fewest passes." in done.output, "all of 4 show 51% at least"
    found = [(row["entropy_bound"], row["share"], row["low"]) for row in rows]
    assert found == [(bound, 1.0, wilson(4, 4)[0]) for bound in (0.1, 5.0)]
    assert "plotly" in (tmp_path / "figure.html").read_text()
    done, rows = sweep(*four)
    assert done.exit_code == 0 and done.output.count("no quality measured") == 2
    assert [row["share"] for row in rows] == [None, None] and all(row["passes"] > 0 for row in rows)


def test_it_varies_the_bound_at_each_schedule(sweep):
    settings = ("--bound", 5, "--bound", 0.1, "--temperature", 0.8, 0.4, "--temperature", 0.4, 0.1)
    done, rows = sweep("--cases", 1, *settings)
    assert done.exit_code == 0, done.output
    assert [(row["t_max"], row["t_min"], row["entropy_bound"]) for row in rows] == [
        (0.8, 0.4, 0.1), (0.8, 0.4, 5.0), (0.4, 0.1, 0.1), (0.4, 0.1, 5.0),
    ]  # fmt: skip


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("options", "name", "values"),
    [
        (["--sampler", "FILE", "--vary", "ahead=0.1,0.9"], "ahead", [0.1, 0.9]),
        (["--vary", "sampler=margin,FILE"], "sampler", ["margin", "leading"]),
    ],
)
def test_a_sampler_from_a_file_varies_and_is_varied(sweep, tmp_path, options, name, values):
    knobs = "    knobs = {'ahead': pg.number(0.5, 'a', '', 0, 1, (0, 1, 0.1), 'b')}\n"
    accept = "    def accept(self, before, found): return found.margin > before.knobs['ahead']\n"
    path = tmp_path / "leading.py"
    path.write_text(f"{HEAD}{EXPLANATION}{knobs}{accept}")
    done, rows = sweep("--cases", 1, *(option.replace("FILE", str(path)) for option in options))
    assert done.exit_code == 0, done.output
    assert [row[name] for row in rows] == values


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--vary", "entropy_bound=much"], 1, "entropy_bound is 'much'; allowed is a number"),
        (["--vary", "entropy_bound"], 1, "entropy_bound varies over []; it needs a list of values."),
        (["--temperature", "0.4", "0.8"], 2, "t_max is 0.4 and t_min is 0.8"),
        (["--temperature", "nan", "0.8"], 2, "nan is not a finite number."),
        (["--out", "/no/where/x.html"], 2, "the folder /no/where does not exist"),
        (["--out", "x.jpg"], 2, "x.jpg cannot be a figure; allowed are .html, .svg and .png."),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence(sweep, arguments, code, words):
    done, rows = sweep(*arguments)
    assert done.exit_code == code and words in " ".join(done.output.split()) and not rows


def test_a_picture_needs_what_draws_it(sweep, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    done, _ = sweep(out=tmp_path / "figure.svg")
    assert done.exit_code == 2
    assert ".svg needs the package kaleido and Chromium; .html needs neither." in " ".join(done.output.split())


def test_held_out_cases_need_the_workshop(monkeypatch, tmp_path):
    monkeypatch.setattr("playground.workshop._FOLDER", tmp_path / "workshop")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["sweep"])
    sentence = "`sweep` without --prompt needs the folder `workshop`, which only the source has, beside `playground`."
    assert done.exit_code == 1 and done.stderr == f"Error: {sentence}\n"
