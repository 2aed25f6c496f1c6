"""`doctor --card`: parts in processes of their own, and what follows from what they find."""

import dataclasses
import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from playground.cli import main
from playground.errors import PolicyError
from playground.plugins.card.gpu import examination
from playground.plugins.card.gpu.host import Examined
from playground.plugins.card.gpu.parts import PARTS
from playground.plugins.card.gpu.report import command, read_recommended, recommended, write_report
from workshop.bench.page import free_port

pytestmark = pytest.mark.slow


@pytest.fixture
def examine(monkeypatch, tmp_path):
    """Examines with parts that end as their names are told to."""

    def run(budget=120.0, **ends):
        monkeypatch.setattr(examination, "CHILD", "examined_parts")
        monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).parent}:{Path(__file__).parents[3]}")
        monkeypatch.setenv("PARTS_END", " ".join(f"{name}={how}" for name, how in ends.items()))
        lines = [*examination.examine(Examined(), tmp_path, budget)]
        written = [json.loads(line) for line in (tmp_path / examination.RESULTS).read_text().splitlines()]
        assert written == lines, "what is told stands in the file"
        return lines

    return run


def ends_of(lines):
    return {line["part"]: line["state"] for line in lines if line.get("state", "begun") != "begun"}


def test_parts_of_a_process_share_it_and_all_are_done(examine):
    lines = examine()
    assert ends_of(lines) == dict.fromkeys(PARTS, "done")
    processes = {line["part"]: line["figures"]["pid"] for line in lines if "check" in line}
    for name, part in PARTS.items():
        for other, beside in PARTS.items():
            assert (processes[name] == processes[other]) == (part.process == beside.process), (name, other)


def test_a_part_that_crashes_costs_itself_alone(examine):
    lines = examine(graphs="crashes")
    assert ends_of(lines) == dict.fromkeys(PARTS, "done") | {"graphs": "ended"}
    (ended,) = [line for line in lines if line.get("state") == "ended"]
    assert re.fullmatch(r"its process ended with code -\d+", ended["why"])


def test_what_the_time_does_not_reach_is_said(examine, monkeypatch):
    monkeypatch.setattr(examination, "STARTUP_SECONDS", 30.0)
    monkeypatch.setattr(examination, "LEAST_SECONDS", 119.6)  # used up by what hangs
    shorter = dataclasses.replace(PARTS["embedded"], seconds=0.5)
    monkeypatch.setattr(examination, "PARTS", PARTS | {"embedded": shorter})
    lines = examine(budget=120.0, embedded="hangs")
    rest = [name for name in PARTS if name not in ("machine", "embedded")]
    assert ends_of(lines) == {"machine": "done", "embedded": "ended", **dict.fromkeys(rest, "skipped")}
    assert [line["why"] for line in lines if line.get("state") == "ended"] == ["it took too long"]


def test_a_part_that_runs_when_the_time_is_up_is_ended(examine, monkeypatch):
    monkeypatch.setattr(examination, "LEAST_SECONDS", 0.0)
    first, second, *_ = lines = [line for line in examine(budget=0.1, machine="hangs") if line.get("state") != "begun"]
    assert (first["part"], first["state"], first["why"]) == ("machine", "ended", "the time was up")
    assert second == {"part": "embedded", "state": "skipped", "why": "too little time was left"}
    assert len(lines) == len(PARTS)


def finding(check, verdict="fine", **figures):
    return {"part": "x", "check": check, "verdict": verdict, "said": f"{check} <b>", "figures": figures}


STEPS = [finding("eager", ms=80.0), finding("compiled", ms=35.0), finding("compiled ahead", ms=31.0)]
GRAPHS = [finding("graphs", ms=31.2), finding("graphs ahead", ms=28.0)]


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        ([], {}),
        ([finding("eager", ms=80.0)], {"eager": True}),
        (STEPS, {"ahead": True}),
        (STEPS + GRAPHS, {"cuda_graphs": True, "ahead": True}),
        ([*STEPS, finding("graphs ahead", ms=30.1)], {"ahead": True}),  # not worth 3%
        ([*STEPS, finding("graphs ahead", ms=30.0)], {"cuda_graphs": True, "ahead": True}),
        ([*STEPS, *GRAPHS, finding("graphs against eager", "stop")], {"ahead": True}),
        ([*STEPS, finding("compiled against eager", "stop")], {"eager": True}),
        ([finding("eager", ms=30.0), finding("compiled", ms=30.0)], {"eager": True}),
        ([*STEPS, *GRAPHS, finding("served", "stop", ended=0)], {"eager": True}),
    ],
)
def test_the_fastest_way_is_recommended_unless_a_simpler_one_is_as_fast(lines, options):
    assert recommended(lines)["options"] == options


def test_as_many_rows_are_recommended_as_cost_less_than_twice_a_step():
    lines = [finding("rows", rows=count, ms=ms) for count, ms in ((1, 47.0), (2, 94.0), (4, 94.1))]
    assert recommended(lines)["options"] == {"max_rows": 2}
    found = recommended([*STEPS, *lines])
    assert command(found) == "python -m playground serve --ahead --max-rows 2" and len(found["why"]) == 2


def test_a_report_is_taken_on_its_own_gpu_only(tmp_path):
    rates = finding("rates") | {"said": "NVIDIA H100 copies 2,960 GB/s and multiplies 760.0 TFLOP/s in bfloat16."}
    write_report(tmp_path, [rates, *STEPS])
    assert read_recommended(tmp_path, "NVIDIA H100") == {"ahead": True}
    with pytest.raises(PolicyError, match="is of NVIDIA H100, and this host has NVIDIA A100; examine this host"):
        read_recommended(tmp_path, "NVIDIA A100")
    report = (tmp_path / "report.txt").read_text()
    assert "\nok    x                  eager <b>\n" in report and report.endswith(
        "\npython -m playground serve --ahead\n"
    )


@pytest.mark.parametrize("content", [None, "{", '{"options": 3, "gpu": ""}'])
def test_another_folder_is_no_report(tmp_path, content):
    if content is not None:
        (tmp_path / "recommended.json").write_text(content)
    with pytest.raises(PolicyError, match=r"is no report of `doctor --card`: it has no readable recommended\.json"):
        read_recommended(tmp_path, "any")


def test_a_server_takes_what_is_recommended_where_no_option_says_otherwise(tmp_path, monkeypatch):
    import torch

    from playground.commands import serve as served

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "NVIDIA H100")
    taken = {}

    def slot_of(wanted, options):
        taken.update(asdict(wanted.passes), runs=wanted.limits.runs)
        raise PolicyError("enough")

    monkeypatch.setattr(served, "slot_of", slot_of)
    report = {"options": {"cuda_graphs": True, "ahead": True, "max_rows": 3}, "gpu": "NVIDIA H100", "why": []}
    (tmp_path / "recommended.json").write_text(json.dumps(report))
    arguments = ["serve", "--port", str(free_port()), "--as-measured", str(tmp_path), "--max-rows", "2"]
    done = CliRunner().invoke(main, arguments)
    assert "enough" in done.output
    assert taken["cuda_graphs"] and taken["ahead"] and not taken["eager"] and taken["runs"] == 2
    (tmp_path / "recommended.json").write_text(json.dumps(report | {"gpu": "NVIDIA A100"}))
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2 and "--as-measured: The report in" in done.output


@pytest.fixture
def rehearsed(monkeypatch, tmp_path):
    """Rehearses, with limits that a processor with much else to do keeps: those of the parts are a GPU's."""
    patient = {name: dataclasses.replace(part, seconds=20 * part.seconds) for name, part in PARTS.items()}
    monkeypatch.setattr(examination, "PARTS", patient)
    monkeypatch.setattr(examination, "STARTUP_SECONDS", 600.0)

    def rehearsed(*arguments):
        small = ["--rows", "2", "--prompt-tokens", "64"]
        return CliRunner().invoke(
            main, ["doctor", "--card", "--rehearse", "--report", str(tmp_path), *small, *arguments]
        )

    return rehearsed


def test_a_part_is_rehearsed_on_the_cpu(rehearsed):
    done = rehearsed("--only", "eager", "--budget", "90m")
    assert done.exit_code == 0, done.output
    assert re.search(r"^ok +eager +eager: [\d.]+ ms a step, ", done.stdout, re.M)
    assert "python -m playground serve --eager\n" in done.stdout


@pytest.mark.thorough
def test_the_whole_examination_is_rehearsed_on_the_cpu(rehearsed, tmp_path):
    done = rehearsed("--budget", "90m")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert ends_of(lines) == {name: "done" for name in PARTS if name != "memory"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--card"], "--card examines a GPU, and torch can use none here"),
        (["--card", "--rehearse", "--only", "nothing"], "--only: there is no part 'nothing'; the parts are machine,"),
        (["--card", "--rehearse", "--budget", "0m"], "'0m' is not a time such as 90s or 9m"),
    ],
)
def test_what_cannot_be_examined_is_refused_in_a_sentence(tmp_path, arguments, sentence):
    done = CliRunner().invoke(main, ["doctor", "--report", str(tmp_path), *arguments])
    assert done.exit_code == 2 and sentence in done.output and "Traceback" not in done.output
