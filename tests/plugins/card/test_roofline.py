"""What `bench --roofline` and `--many` measure and compute; nothing here depends on how fast the machine is."""

import json

import pytest
from click.testing import CliRunner

from playground.cli import main
from playground.engine import speed
from playground.engine.full_size import full_config
from playground.plugins.card.measure import many, roofline
from playground.rules.cost import autoregressive_pass, denoiser_pass
from workshop.makers import gpus

pytestmark = pytest.mark.slow


def run(monkeypatch, *arguments, part="--roofline"):
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    done = CliRunner().invoke(main, ["bench", part, *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


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


def test_steps_are_measured_with_many_rows_in_both_ways(monkeypatch, random_folder, random_model, tmp_path):
    monkeypatch.setattr(many, "TURNS", 1)
    out = tmp_path / "many.json"
    text = run(monkeypatch, "--model", random_folder, "--out", out, part="--many")
    assert "MEASURED" in text and text.count("COMPUTED, not measured: the 26B checkpoint in bfloat16 on an H") == 2
    found, config = json.loads(out.read_text()), random_model.module.config
    assert [(one["kind"], one["rows"], one["positions"]) for one in found["passes"]] == [
        *(("denoiser", rows, config.canvas_length) for rows in many.ROWS),
        *(("autoregressive", rows, 1) for rows in many.ROWS),
    ]
    assert all(one["seconds"] > 0 for one in found["passes"])
    h200 = found["computed"]["H200 SXM"]["passes"]
    by = {(one["kind"], one["rows"]): one["least_seconds"] for one in h200}
    full = full_config()
    # Four rows' weights are read once; 64 rows' arithmetic is 64 times one row's.
    assert by["denoiser", 4] == denoiser_pass(full, prefix=roofline.PREFIX, rows=4).total_bytes / 4.8e12
    assert by["denoiser", 64] == pytest.approx(64 * denoiser_pass(full, prefix=roofline.PREFIX).total_flops / 989.5e12)
    assert by["autoregressive", 64] == autoregressive_pass(full, prefix=roofline.PREFIX, rows=64).total_bytes / 4.8e12


def test_the_report_says_what_is_measured_and_what_is_computed(monkeypatch, random_folder):
    said = run(monkeypatch, "--model", random_folder)
    assert "GFLOP/s (measured)" in said
    assert said.count("COMPUTED, not measured: the 26B checkpoint in bfloat16 on an H") == 2


def test_the_page_has_the_gpus():
    assert gpus.FILE.read_text() == gpus.script(), "run `python -m workshop.makers.gpus`"
