"""What the benchmark counts and makes; nothing here depends on how fast the machine is."""

import json

import click
import pytest
from click.testing import CliRunner

from playground.cli import main
from playground.errors import PlaygroundError
from playground.plugins.card.measure import measure
from playground.trace import Trace
from playground.trace.columns import COLUMNS
from workshop.bench import beside, page, traces
from workshop.bench.crowd import Viewer
from workshop.bench.load import Load, soaked
from workshop.commands.bench import SoakLength

pytestmark = pytest.mark.slow


def test_a_step_takes_less_than_four_kilobytes_on_the_wire():
    figures = dict(measure(page.PARTS, {"wire_bytes_per_step", "wire_bytes_per_step_bare"}))
    assert 500 < figures["wire_bytes_per_step_bare"] < figures["wire_bytes_per_step"] <= 4096


def test_the_largest_trace_has_every_column(monkeypatch):
    for constant, value in {"POSITIONS": 16, "STEPS": 4, "MOST": 64}.items():
        monkeypatch.setattr(traces, constant, value)
    assert Trace.from_bytes(traces.largest()).columns.keys() == COLUMNS.keys()


CHECKOUT = """import json, sys
from pathlib import Path

folder = Path(__file__).parents[1]
with (folder.parent / "turns").open("a") as file:
    file.write(f"{folder.name} ")
turns = (folder.parent / "turns").read_text().split().count(folder.name)
if sys.argv[1:] != ["bench", "--json", "--only", "paint_s"]:
    sys.exit("there is no such figure")
print("measuring ...", json.dumps({"paint_s": VALUES[turns - 1]}), sep="\\n")
"""


def test_two_checkouts_take_turns_and_each_turn_has_its_ratio(tmp_path, monkeypatch):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder, values in ((ours, "[1, 6, 2]"), (theirs, "[2, 2, 2]")):
        (folder / "playground").mkdir(parents=True)
        (folder / "playground/__main__.py").write_text(CHECKOUT.replace("VALUES", values))
    monkeypatch.setattr(beside, "HERE", ours)
    command = ["bench", "--json", "--beside", str(theirs), "--turns", "3"]
    result = CliRunner().invoke(main, [*command, "--only", "paint_s"])
    ratios = json.loads(result.stdout.splitlines()[-1])
    assert ratios == {"paint_s_ratio": 1, "paint_s_least": 0.5, "paint_s_most": 3}
    assert (tmp_path / "turns").read_text().split() == ["ours", "theirs", "theirs", "ours", "ours", "theirs"]
    result = CliRunner().invoke(main, [*command, "--only", "else"])
    assert result.exit_code == 1 and f"{ours} could not measure: there is no such figure" in result.output
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 2 and "--beside measures figures that --only names" in result.output


def test_a_figure_that_is_0_in_both_is_alike_and_nothing_is_compared_with_0(monkeypatch):
    figures = {beside.HERE: {"task_ms": 0.0}, "theirs": {"task_ms": 0.0}}
    monkeypatch.setattr(beside, "_figures", lambda folder, _: figures[folder])
    (ratios,) = beside.parts("theirs", ["task_ms"], 1)
    assert ratios()["task_ms_ratio"] == 1
    figures[beside.HERE] = {"task_ms": 3.0}
    with pytest.raises(PlaygroundError, match="task_ms is 0 there and 3 here"):
        ratios()


def test_the_growth_is_that_after_the_stores_are_full_and_what_is_missing_is_lost():
    load = Load(memory=[100, 150, *[200.0] * 8, 210], seconds=[1.0] * 10, viewers=[Viewer(ends=10), Viewer(ends=9)])
    load.filling = 2
    assert load.growth == pytest.approx(2.5) and load.lost == 1
    load.memory[-2:] = [230, 230]
    assert load.growth == pytest.approx(15)
    load.filling = 9
    assert load.growth == 0 and soaked(load) == {"load_memory_full": 230, "load_memory_growth": 0}


@pytest.mark.parametrize(("given", "length"), [("45s", (45, 0)), ("10m", (600, 0)), ("1h", (3600, 0)), ("12", (0, 12))])
def test_the_length_of_a_soak_is_a_time_or_a_number_of_runs(given, length):
    assert SoakLength().convert(given, None, None) == length
    for wrong in ("1d", "h", "0s", "0", "1.5h"):
        with pytest.raises(click.BadParameter, match="is not a time such as 45s, 10m or 1h, or a number of runs"):
            SoakLength().convert(wrong, None, None)
