"""BENCHMARKS.md is what `bench --report` makes of the files that `bench --out` saved."""

import json
from datetime import UTC, datetime
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from playground.cli import main
from playground.errors import PlaygroundError
from playground.plugins.card.bench import measure_figures
from playground.plugins.card.benchmarks import report
from playground.plugins.card.measure.occasion import Occasion
from playground.plugins.card.targets import TARGETS, Target

ROOT = Path(__file__).parents[3]
MEASURED = sorted((ROOT / "workshop/measured").glob("*.json"))
PASSES = [ROOT / "assets/figures" / name for name in ("passes.json", "many.json")]

COMMAND = "write it again, by the command in docs/plugins/card.md"


def saved(path, day, **figures):
    figures = {name: {"value": value, "meaning": f"what {name} is"} for name, value in figures.items()}
    content = {"date": day, "commit": "c0ffee", "machine": "a desk", "software": "Python", "figures": figures}
    path.write_text(json.dumps(content))
    return path


def test_the_page_is_what_the_command_writes():
    done = CliRunner().invoke(main, ["bench", "--report", *map(str, [*MEASURED, *PASSES])])
    assert done.exit_code == 0 and len(done.stdout.splitlines()) <= 120
    assert done.stdout == (ROOT / "BENCHMARKS.md").read_text(), COMMAND


def test_each_target_is_of_a_figure_that_was_measured():
    measured = {name for path in MEASURED for name in Occasion.model_validate_json(path.read_text()).figures}
    assert TARGETS.keys() <= measured


def test_the_newest_value_counts_and_a_miss_is_bold(tmp_path):
    old = saved(tmp_path / "b.json", "2026-01-01", block_growth=1.0, rows4_speedup=1.4999, copy_ms=2)
    new = saved(tmp_path / "a.json", "2026-01-02", block_growth=1.11, trace_mib=12345)
    lines = report([new, old]).splitlines()
    assert "| 2 | 2026-01-02 | c0ffee | a desk | Python |" in lines
    assert "| `block_growth` | **1.11** | <= 1.1 | the first block | 2 | what block_growth is |" in lines
    assert "| `rows4_speedup` | **1.5** | >= 1.5 | 4 runs one by one | 1 | what rows4_speedup is |" in lines
    assert "- 1: `copy_ms` 2" in lines and "- 2: `trace_mib` 12,345" in lines


@pytest.mark.parametrize(("wanted", "met", "missed"), [("<= 0.8", 0.8, 0.8001), (">= 55", 55, 54.99)])
def test_a_bound_is_met_at_its_value(wanted, met, missed):
    target = Target(wanted)
    assert not target.missed(met) and target.missed(missed) and not Target(anchor="x").missed(missed)


def test_figures_are_saved_with_the_day_and_the_machine_and_a_failure_is_left_out(tmp_path):
    def broken():
        raise PlaygroundError("There is no light.")

    parts = {lambda: {"fine": 1.5}: {"fine": "a fine figure"}, broken: {"dark": "a dark figure"}}
    out = tmp_path / "out.json"
    with pytest.raises(click.ClickException, match=r"1 of 2 figures"):
        measure_figures(parts, [], False, out)
    occasion = Occasion.model_validate_json(out.read_text())
    assert {name: figure.model_dump() for name, figure in occasion.figures.items()} == {
        "fine": {"value": 1.5, "meaning": "a fine figure"}
    }
    assert abs((datetime.now(UTC).date() - datetime.fromisoformat(occasion.date).date()).days) <= 1
    assert "processors" in occasion.machine and "torch 2." in occasion.software


@pytest.mark.parametrize("content", ["{", '{"date": "2026-01-01"}', "[]", '{"figures": {"x": 1}}'])
def test_a_foreign_file_is_refused_by_name(content, tmp_path):
    path = tmp_path / "foreign.json"
    path.write_text(content)
    done = CliRunner().invoke(main, ["bench", "--report", str(path)])
    assert done.exit_code == 1 and f"{path} is no file that `bench --out` saved." in done.output


@pytest.mark.parametrize("arguments", [["--report"], [str(PASSES[0])]])
def test_files_and_the_option_go_together(arguments):
    done = CliRunner().invoke(main, ["bench", *arguments])
    assert done.exit_code == 2 and "--report takes the files that --out saved" in done.stderr
