"""What `bench --roofline` measures and computes; nothing here depends on how fast the machine is."""

import json

import pytest
from click.testing import CliRunner

from playground.cli import main
from playground.engine import speed
from playground.engine.speed import measure_machine
from playground.measure import roofline
from playground.measure.full_size import full_config
from playground.rules.cost import denoiser_pass

pytestmark = pytest.mark.slow


def run(monkeypatch, *arguments):
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    done = CliRunner().invoke(main, ["bench", "--roofline", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_machine_is_measured():
    machine = measure_machine()
    assert machine.bytes_per_s > 1e8 and machine.flops_per_s > 1e8 and "CPU" in machine.name


def test_passes_are_measured_beside_what_they_take_at_best(monkeypatch, random_folder, random_model):
    found = json.loads(run(monkeypatch, "--json", "--model", random_folder))
    machine, config = found["machine"], random_model.module.config
    prefix = len(random_model.encode(roofline.PROMPT))
    assert [one["positions"] for one in found["passes"]] == [1, 64, 128, 256]
    for one in found["passes"]:
        cost = denoiser_pass(config, positions=one["positions"], prefix=prefix, width=4)
        assert (one["flops"], one["bytes"]) == pytest.approx((cost.total_flops, cost.total_bytes))
        memory, compute = one["bytes"] / machine["bytes_per_s"], one["flops"] / machine["flops_per_s"]
        assert one["least_seconds"] == pytest.approx(max(memory, compute))
        assert one["limit"] == ("memory" if memory >= compute else "compute") and one["seconds"] > 0


def test_what_the_26b_checkpoint_takes_on_gpus_is_computed(monkeypatch, random_folder):
    found = json.loads(run(monkeypatch, "--json", "--model", random_folder))["computed"]
    assert list(found) == ["H100 SXM", "H200 SXM"]
    for gpu in found.values():
        for one in gpu["passes"][1:]:
            cost = denoiser_pass(full_config(), positions=one["positions"], prefix=roofline.PREFIX)
            assert one["least_seconds"] == pytest.approx(cost.total_bytes / gpu["machine"]["bytes_per_s"])
        assert gpu["passes"][0]["kind"] == "autoregressive"
        assert gpu["passes"][0]["least_seconds"] < gpu["passes"][1]["least_seconds"]


def test_the_report_says_what_is_measured_and_what_is_computed(monkeypatch, random_folder):
    said = run(monkeypatch, "--model", random_folder)
    assert "GFLOP/s (measured)" in said
    assert said.count("COMPUTED, not measured: the 26B checkpoint in bfloat16 on an H") == 2
