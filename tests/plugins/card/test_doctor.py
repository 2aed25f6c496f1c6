"""The doctor examines what is there, and stops at the first thing that makes the rest pointless."""

import dataclasses
import json
import re
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
import torch
from click.testing import CliRunner

from playground.cli import main
from playground.engine import speed
from playground.engine.loading.progress import untold
from playground.plugins.card.measure import doctor, model
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.experts import INSTALLED
from playground.service.limits import Limits

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _brief(monkeypatch):
    """Nothing here depends on how exact a rate is."""
    monkeypatch.setattr(speed, "SECONDS", 0.01)
    for module in (doctor, model):
        monkeypatch.setattr(module, "STEPS", 4)


ALL = ["machine", "checkpoint", "expected", "load", "generate()", "compile", "speed", "rows", "limits"]


def examined(*arguments):
    done = CliRunner().invoke(main, ["doctor", *map(str, arguments)])
    assert "Traceback" not in done.output
    return done


def test_a_small_checkpoint_on_a_cpu(random_folder):
    done = examined("--model", random_folder, "--device", "cpu", "--json")
    findings = {one["check"]: one for one in json.loads(done.stdout)}
    assert done.exit_code == 0 and list(findings) == ALL
    assert findings["generate()"]["figures"] == {"seeds": 3, "same": 3}
    assert findings["expected"]["figures"]["bfloat16_gain"] > 0
    speed = findings["speed"]["figures"]
    assert 0 < speed["least_step_ms"] < speed["step_ms"]
    options = re.search(r"--limit (\S+) --limit (\S+);", findings["limits"]["said"])
    limits = Limits.of(True, options.groups())
    figures = findings["rows"]["figures"]
    assert limits.run_positions <= figures["positions_per_s"] * limits.run_seconds and limits.runs == figures["runs"]


def test_another_text_than_generates_stops_it(random_folder, monkeypatch):
    real = doctor.denoise
    monkeypatch.setattr(doctor, "denoise", lambda model, prompt, settings, seed: real(model, prompt, settings, seed=9))
    *_, last = doctor.examine({"name": str(random_folder), "device": "cpu"})
    assert (last.check, last.verdict) == ("generate()", "stop") and last.figures["same"] == 0


def test_a_model_on_two_cards_is_examined_with_eager_passes(random_folder, monkeypatch):
    real = doctor.load_model

    def on_two_cards(*given, **options):
        model = real(*given, **options)
        model.module.hf_device_map = {"model.encoder": 0, "model.decoder": 1}
        return dataclasses.replace(model)

    monkeypatch.setattr(doctor, "load_model", on_two_cards)
    fitting = Shapes.fitting

    def on_a_gpu(model, rows):
        assert model.placement == "cuda:0, cuda:1" and rows == 2
        gpu = SimpleNamespace(device=torch.device("cuda"), placement=model.placement, denoiser=model.denoiser)
        return fitting(gpu, rows)

    monkeypatch.setattr(Shapes, "fitting", on_a_gpu)
    monkeypatch.setattr(doctor, "rows_with_room", lambda model: 3)
    findings = {one.check: one for one in doctor.examine({"name": str(random_folder), "device": "cpu"})}
    assert [*findings] == ALL and doctor.healthy([*findings.values()])
    assert "single GPU alone" in findings["compile"].said and "on cuda:0, cuda:1" in findings["load"].said
    assert [name for name in findings["rows"].figures if "tokens" in name] == [
        "rows1_tokens_per_s", "rows2_tokens_per_s",
    ]  # fmt: skip


def test_what_cannot_be_had_does_not_fit_or_is_refused_by_a_host_stops_it(tmp_path, random_folder, monkeypatch):
    done = examined("--model", tmp_path)
    assert done.exit_code == 1 and "STOP" in done.output and "generate()" not in done.output
    assert "There is no model" in examined("--model", "nowhere").output
    with monkeypatch.context() as full:
        full.setattr("playground.engine.loading.memory.free_bytes", lambda place: (1000, "this computer"))
        assert "needs" in examined("--model", random_folder).output.splitlines()[-1]
    monkeypatch.setattr(doctor, "_as_generate", lambda model: [][0])
    done = examined("--model", random_folder, "--device", "cpu")
    assert done.exit_code == 1 and "IndexError: list index out of range" in done.output.splitlines()[-1]


def test_too_little_memory_to_compile_is_no_note(monkeypatch):
    monkeypatch.setattr(doctor, "warm_up", Mock(side_effect=torch.OutOfMemoryError))
    with pytest.raises(torch.OutOfMemoryError):
        doctor._compiled(None, Shapes(rows=1, context=64), untold)


@pytest.mark.thorough
def test_compiling_and_comparing_are_timed_and_a_failure_is_a_note(random_model):
    def broken(*_):
        raise RuntimeError("no compiler")

    torch._dynamo.reset()
    good, several, bad = (
        doctor._compiled(random_model, Shapes(rows=rows, context=64, backend=backend), untold)
        for rows, backend in ((1, "eager"), (2, "eager"), (1, broken))
    )
    assert good.verdict == "fine" and min(good.figures["compare_s"], good.figures["compile_s"]) > 0
    times = r" of the passes compiled in \d+ s and does what eager ones do, compared in \d+ s\."
    assert re.fullmatch("The only form" + times, good.said)
    assert re.fullmatch("The first of 2 forms" + times, several.said)
    assert bad.verdict == "note" and "cannot be compiled" in bad.said and bad.said.endswith("They run eagerly.")


def test_the_loop_is_rehearsed_at_full_size():
    done = examined("--rehearse")
    assert done.exit_code == 0, done.output
    assert "23,568 bytes" in done.output and "H200 SXM" in done.output and "COMPUTED" in done.output


@pytest.mark.parametrize("fastest", INSTALLED)
def test_the_doctor_names_the_option_for_the_fastest(random_model, monkeypatch, fastest):
    seconds = {name: 0.001 if name == fastest else 0.002 for name in INSTALLED}
    monkeypatch.setattr(doctor, "layer_times", lambda *_: [*seconds.items(), ("sonicmoe", "no package")])
    finding = doctor._experts(random_model, INSTALLED)
    assert f"1 ms with {fastest}" in finding.said and "sonicmoe cannot be used (no package)" in finding.said
    assert ("`serve --experts batched_mm` uses the fastest" in finding.said) == (fastest == "batched_mm")
    assert finding.figures == {f"{name}_ms": 1000 * value for name, value in seconds.items()}
