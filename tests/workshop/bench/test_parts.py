"""Each part of the benchmark runs, at its smallest size; what it counts, and what becomes of a figure that fails."""

import asyncio
import json
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

import playground as pg
from playground.cli import main
from playground.errors import PlaygroundError
from playground.export.chromium import browser, chromium_path
from playground.plugins.card.measure import measure
from playground.trace import Trace
from playground.trace.columns import COLUMNS
from workshop.bench import attacks, beside, load, page, strangers, traces
from workshop.bench.crowd import Viewer
from workshop.bench.load import Load, soaked
from workshop.commands.bench import FILES, SoakLength

pytestmark = pytest.mark.slow

SMALL_SHAPE = {
    "vocab_size": 2000, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 2,
    "num_key_value_heads": 1, "head_dim": 16, "max_position_embeddings": 512, "tie_word_embeddings": True,
}  # fmt: skip
SMALLEST = {
    "engine": {"LOADS": 1, "LENGTH": 16, "VOCABULARY": 1000},
    "model": {"ROUNDS": 1, "STEPS": 2},
    "pins": {"ROUNDS": 1, "STEPS": 3},
    "zoo": {"ROUNDS": 1},
    "study": {"SEEDS": 2, "ALONE": 1, "ROUNDS": 1, "STEPS": 8},
    "constrained": {"LENGTH": 48, "VOCABULARY": 1000, "ROUNDS": 1},
    "branching": {"STEP": 2, "ROUNDS": 1},
    "page": {"YIELD_INTERVAL_S": 0.5, "REPLAYS": 1, "STARTS": 1, "STEPS": 4},
    "opening": {"VISITS": 1, "STAY_S": 0.5, "REST_S": 0.5},
    "panels": {"BLOCKS": 1, "RUNS": 1, "WARM_UP": 1},
    "lanes": {"PASSES": 2, "ROUNDS": 1},
    "roofline": {"TURNS": 1},
    "traces": {"POSITIONS": 16, "STEPS": 4, "MOST": 64},
    "film": {"STEPS": 3},
    "readers": {"READERS": 3, "ROUNDS": 1, "STEPS": 3},
    "in_browser": {"ROUNDS": 1, "VISITS": 1, "RUNS": 1, "STEPS": 6},
    "model_page": {"VISITS": 1},
    "parity": {"RUNS": 1, "WHOLE": 1},
    "families": {"SHAPE": SMALL_SHAPE, "TURNS": 3},
    "replicas": {"WAVES": 1, "ROUNDS": 1},
}
"""File of the benchmark -> its constants."""
DRAWN = {"page", "opening", "panels", "lanes", "film", "in_browser", "model_page", "parity"}
"""The files that need Chromium."""


@pytest.fixture(scope="module")
def thread():
    """A thread to measure in: in this one, Playwright's event loop may run already."""
    with ThreadPoolExecutor(1) as thread:
        yield thread


@pytest.fixture(scope="module")
def drawing():
    """A thread with the event loop of a browser, and what stands in for `browser` there: all that is measured shares
    one, and leaves no window open in it."""
    started = browser()
    with ThreadPoolExecutor(1) as thread:
        chromium = thread.submit(started.__enter__).result()

        @contextmanager
        def shared():
            yield chromium
            for window in chromium.contexts:
                window.close()

        yield thread, shared
        thread.submit(started.__exit__, None, None, None).result()


@pytest.fixture(scope="module")
def one_server():
    """Stands in for `server`: a process that is ready, with the options of all that is measured on it."""
    with attacks.attacked() as ready:
        yield lambda *options: nullcontext(ready)


LONGER = {
    "embedded_load_s", "replay_fps_256", "page_ready_s", "longest_task_ms", "slow_link_first_paint_s",
    "replay_fps_1024_all_details", "heap_growth_mb", "replay_fps_four_lanes", "browser_pass_over_torch_1",
    "browser_step_over_python_1", "browser_first_step_s", "static_first_paint_s", "engine_megabytes", "tab_megabytes",
    "film_mp4_s", "film_gif_s", "masked_float32_loading_over_weights",
}  # fmt: skip
"""A figure of each part that takes seconds at its smallest too, beside others of its file that do not."""


def parts_of(file, longer):
    return {part: names for part, names in import_module(file).PARTS.items() if bool(names.keys() & LONGER) == longer}


@pytest.mark.parametrize("file", FILES)
def test_every_file_is_measured(file, measured):
    measured(parts_of(file, longer=False), file)


@pytest.mark.thorough
@pytest.mark.parametrize("file", [file for file in FILES if parts_of(file, longer=True)])
def test_every_part_is_measured(file, measured):
    measured(parts_of(file, longer=True), file)


@pytest.fixture
def measured(monkeypatch, thread, request):
    def measured(parts, file):
        for name in {
            file,
            "playground.plugins.card.measure.model",
            *(f"workshop.bench.{each}" for each in ("page", "pins", "zoo")),
        }:
            for constant, value in SMALLEST[name.rpartition(".")[2]].items():
                monkeypatch.setattr(import_module(name), constant, value)
        if file.rpartition(".")[2] in DRAWN and chromium_path() is None:
            pytest.skip("no Chromium: get it with `apt-get install chromium`")
        place = thread
        if hasattr(import_module(file), "browser"):
            place, shared = request.getfixturevalue("drawing")
            monkeypatch.setattr(f"{file}.browser", shared)
        if hasattr(import_module(file), "server"):
            monkeypatch.setattr(f"{file}.server", request.getfixturevalue("one_server"))
        names = {name for figures in parts.values() for name in figures}
        figures = place.submit(lambda: dict(measure(parts, names))).result()
        assert {name: value for name, value in figures.items() if isinstance(value, str)} == {}
        assert set(figures) == names - {"step_over_floor", "peak_gigabytes"}, "all but those of a GPU"

    return measured


def test_a_figure_that_fails_costs_no_other():
    def broken():
        return {"broken": [][0]}

    parts = {broken: {"broken": "", "missing": ""}, lambda: {"fine": 1.0}: {"fine": ""}}
    line = broken.__code__.co_firstlineno + 1
    sentence = f"It failed in line {line} of test_parts.py: IndexError: list index out of range."
    figures = dict(measure(parts, {"broken", "missing", "fine"}))
    assert figures == {"broken": sentence, "missing": sentence, "fine": 1.0}
    assert dict(measure(parts, {"fine"})) == {"fine": 1.0}


def test_a_figure_that_fails_says_so_in_its_place_and_in_the_exit_code(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))  # which has neither Chromium nor node
    command = ["bench", "--only", "film_gif_s", "--only", "wire_bytes_per_step"]
    text, as_json = (CliRunner().invoke(main, [*command, *more]) for more in ([], ["--json"]))
    assert text.exit_code == as_json.exit_code == 1
    assert "1 of 2 figures could not be measured." in text.stderr and "Traceback" not in text.output
    measured, failed = text.stdout.splitlines()
    assert measured.split()[0] == "wire_bytes_per_step" and float(measured.split()[1]) > 500
    assert failed.split()[:2] == ["film_gif_s", "failed"] and "apt-get install chromium" in failed
    figures = json.loads(as_json.stdout)
    assert figures["wire_bytes_per_step"] > 500 and "apt-get install chromium" in figures["film_gif_s"]
    fine = CliRunner().invoke(main, ["bench", "--only", "wire_bytes_per_step"])
    assert fine.exit_code == 0 and not fine.stderr.startswith("Error")


def test_what_the_page_is_measured_with_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    needs = r"`apt-get install chromium.*` and `pip install playwright`"
    with pytest.raises(pg.PlaygroundError, match=needs), browser():
        pass


def test_the_shortest_soak_goes_on_until_the_stores_are_full_and_a_round_more(monkeypatch, thread, one_server):
    monkeypatch.setattr(load, "server", one_server)
    monkeypatch.setattr(load, "FILLING", 2)
    monkeypatch.setattr(load, "MOST_GROWTH", math.inf)
    monkeypatch.setattr(load, "LAST_SECONDS", 0)
    soak = ["bench", "--load", "2", "--soak", "6", "--json"]
    result = thread.submit(CliRunner().invoke, main, soak).result()
    assert result.exit_code == 0, result.output
    assert [int(line.split()[0]) for line in result.stderr.splitlines()] == [2, 4, 6]
    figures = load.meanings(2, 2, 1) | load.SOAKED
    assert json.loads(result.stdout).keys() == {name for name in figures if not name.startswith("load_watch")}


def test_attacks_are_measured_on_a_real_server(monkeypatch, thread, one_server):
    """Each with one request, all on one server."""
    monkeypatch.setattr(attacks, "SECONDS", 0)
    monkeypatch.setattr(strangers, "HELD_SECONDS", 0.1)
    monkeypatch.setattr(strangers, "ZEROS", 1 << 20)
    monkeypatch.setattr(strangers, "LONG", strangers.LONG | {"max_denoising_steps": 8, "max_new_tokens": 128})

    def measured():
        with one_server() as (process, address):
            return {
                name: asyncio.run(attacks.measure_attack(process, address, replace(attack, at_once=1)))
                for name, attack in attacks.ATTACKS.items()
            }

    for name, seen in thread.submit(measured).result().items():
        assert seen.requests == 1, name
        assert len(seen.pings) > seen.pings_refused, f"{name}: on a busy machine a ping may overtake the one before it"
        assert seen.processor >= 0 and min(seen.memory) > 50
        assert seen.lost == 0 or name == "queue", name
        assert seen.figures(name).keys() >= {f"{name}_{figure}" for figure in attacks.MEANINGS}


@pytest.mark.thorough
def test_an_attack_is_chosen_on_the_command_line(monkeypatch, thread):
    monkeypatch.setattr(attacks, "SECONDS", 0)
    command = ["bench", "--attacks", "--json", "--only", "quiet_ping_p95", "--only", "quiet_memory_after"]
    result = thread.submit(CliRunner().invoke, main, command).result()
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert set(figures) == {"quiet_ping_p95", "quiet_memory_after"} and min(figures.values()) > 0


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
