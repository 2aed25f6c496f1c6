"""What `bench` counts, measures and computes of a model; nothing here depends on how fast the machine is."""

import json
import re
from pathlib import Path

import pytest
import torch
from accelerate import init_empty_weights
from click.testing import CliRunner
from own_sampler import EXPLANATION, HEAD
from transformers import DiffusionGemmaForBlockDiffusion

import playground as pg
from playground.assets import ASSETS
from playground.cli import added_commands, main
from playground.engine import speed
from playground.engine.denoise import denoise_rows
from playground.engine.full_size import full_config
from playground.engine.row import Row
from playground.plugins.card.measure import full_size, many, roofline
from playground.plugins.card.measure import model as bench
from playground.plugins.card.measure.floor import step_bytes
from playground.plugins.card.measure.rehearsal import PREFIX, by_part, counted, lines, rehearsed
from playground.plugins.card.measure.rehearsal import full_size as full_size_model
from playground.plugins.gpu.compiled import Shapes
from playground.rules.cost import autoregressive_pass, denoiser_pass
from playground.rules.samplers import RULES, SAMPLERS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from workshop.makers import gpus
from workshop.makers.rehearsed import FILE, script

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _brief(monkeypatch):
    """Smaller than the real benchmark, with every figure of it that takes no GPU."""
    monkeypatch.setattr(bench, "STEPS", 2)
    monkeypatch.setattr(bench, "ROUNDS", 1)


def empty(config):
    with init_empty_weights(include_buffers=False):
        module = DiffusionGemmaForBlockDiffusion(config)
    module.tie_weights()
    return module


@pytest.mark.parametrize(("rows", "context"), [(1, 0), (3, 5000)])
def test_the_bytes_are_those_of_the_weights(embedded_model, random_model, rows, context):
    """`step_bytes` counts the weights themselves."""
    full = empty(full_config()).bfloat16()
    for module, width in ((embedded_model.module, 4), (random_model.module, 4), (full, 2)):
        cost = denoiser_pass(module.config, prefix=context, rows=rows, width=width)
        assert cost.bytes == pytest.approx(step_bytes(module, rows, context), rel=1e-6)


def test_step_bytes_by_hand(random_model):
    """float32; hidden 32, 3 layers of 2 experts, both per token, 1 key head of 16, window 32, canvas 16."""
    found = step_bytes(random_model.module, rows=1, context=100)
    assert found["experts"] == 3 * 2 * (2 * 24 * 32 + 32 * 24) * 4
    assert found["embeddings"] == 2 * 111 * 32 * 4
    assert found["cache"] == 2 * 16 * (31 + 31 + 100) * 4
    assert found["logits"] == 2 * 16 * 111 * 4
    total = sum(weight.nbytes for weight in random_model.module.model.decoder.parameters())
    assert found["weights"] + found["experts"] + found["embeddings"] // 2 == total
    two = step_bytes(random_model.module, rows=2, context=100)
    assert two["cache"] == 2 * found["cache"] and two["weights"] == found["weights"]


def test_the_full_size_has_the_published_number_of_parameters_and_few_tokens_touch_few_experts():
    config = full_config()
    module = empty(config).bfloat16()
    assert sum(weight.numel() for weight in module.model.decoder.parameters()) / 1e9 == pytest.approx(25.2, abs=0.06)
    one_expert = 3 * 2816 * 704 * 2
    everything = step_bytes(module, rows=1, context=0)["experts"]
    assert everything == pytest.approx(30 * 128 * one_expert, rel=1e-6), "256 tokens with 8 of 128 reach all"
    config.canvas_length = 1
    assert step_bytes(module, rows=1, context=0)["experts"] == pytest.approx(30 * 8 * one_expert, rel=1e-6)


def test_a_random_model_of_any_size_runs(random_model):
    model = full_size.random_model(random_model.module.config, torch.device("cpu"), torch.bfloat16)
    assert not any(weight.is_meta for weight in [*model.module.parameters(), *model.module.buffers()])
    assert model.dtype == torch.bfloat16
    encoder, decoder = model.module.model.encoder.language_model, model.module.model.decoder
    assert encoder.embed_tokens.weight is decoder.embed_tokens.weight is model.module.lm_head.weight
    assert encoder.layers[0].experts.down_proj is decoder.layers[0].experts.down_proj, "each weight is made once"
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    spec = RunSpec(prompt=Prompt(text="x"), settings=settings)
    row = Row(spec=spec, prompt_ids=[5, 6, 7], generator=torch.Generator())
    frames = [frames[0] for frames in denoise_rows(model, [row])]
    assert len(frames) == 2 and frames[0].entropy.max() > 0


def test_a_random_model_is_refused_in_one_sentence_where_it_cannot_be(random_model, monkeypatch):
    monkeypatch.setattr(full_size, "free_bytes", lambda device: (1000, "this computer"))
    with pytest.raises(pg.ModelError, match=r"this size need \d+,\d{3} bytes; this computer has 1,000 bytes free\.$"):
        full_size.random_model(random_model.module.config, torch.device("cpu"), torch.bfloat16)
    for options, message in (
        ([], "bytes free."),
        (["--dtype", "int3"], "dtype is 'int3'"),
        (["--device", "x"], "'x'"),
    ):
        result = CliRunner().invoke(main, ["bench", "--full-size-random", *options])
        assert result.exit_code == 1 and message in result.output and "Traceback" not in result.output


def test_every_part_of_a_model_is_measured(random_folder):
    result = CliRunner().invoke(main, ["bench", "--json", "--model", str(random_folder)])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout.splitlines()[-1])
    wanted = {name for names in bench.parts(lambda: None).values() for name in names}
    assert set(figures) == wanted - {"step_over_floor", "peak_gigabytes"}
    assert all(value > 0 for value in figures.values())
    assert figures["denoiser_ms"] + figures["statistics_ms"] < 10 * figures["ms_per_step"]


@pytest.mark.usefixtures("registered")
def test_the_rows_and_a_sampler_of_ones_own_can_be_chosen(random_folder, tmp_path, monkeypatch):
    rows, path = [], tmp_path / "mine.py"
    path.write_text(HEAD + EXPLANATION + "    def decide(self, before):\n        return before.ranks < 4\n")

    class Watched(bench.Batch):
        def join(self, row):
            rows.append(row)
            return super().join(row)

    def measured(*names):
        SAMPLERS.pop("mine", None), RULES.pop("mine", None)
        only = [option for name in names for option in ("--only", name)]
        chosen = ["--model", str(random_folder), "--rows", "2", "--sampler", str(path)]
        return CliRunner().invoke(main, ["bench", "--json", *chosen, *only])

    monkeypatch.setattr(bench, "Batch", Watched)
    done = measured("rows2_tokens_per_s", "ms_per_step")
    assert done.exit_code == 0, done.output
    assert set(json.loads(done.stdout.splitlines()[-1])) == {"rows2_tokens_per_s", "ms_per_step"}
    assert {row.settings.sampler for row in rows} == {"mine"}
    for name in ("rows4_tokens_per_s", "instrumented_over_generate"):  # generate() has no such sampler to compare with
        refused = measured(name)
        assert refused.exit_code == 2
        assert f"there is no figure '{name}'; the figures are" in " ".join(refused.output.split())


def test_a_checkpoint_is_measured_against_another(random_folder):
    command = ["bench", "--json", "--model", str(random_folder), "--against"]
    result = CliRunner().invoke(main, [*command, str(random_folder)])
    assert result.exit_code == 0, result.output
    (figure,) = json.loads(result.stdout.splitlines()[-1]).items()
    assert figure[0] == "step_over_other" and figure[1] > 0
    result = CliRunner().invoke(main, [*command, "nonsense"])
    assert result.exit_code == 1 and "There is no model 'nonsense'" in result.stderr


def test_the_workshops_command_goes_before_where_it_stands_beside(monkeypatch, tmp_path):
    text = CliRunner().invoke(main, ["bench", "--help"]).stdout
    assert "--load" in text and "--roofline" in text and "Measure and print all figures" in text
    assert "a server under load" in added_commands()["bench"].help
    monkeypatch.setattr("playground.workshop._FOLDER", tmp_path / "workshop")
    text = CliRunner().invoke(main, ["bench", "--help"]).stdout
    assert "--load" not in text and "--roofline" in text
    assert added_commands()["bench"].help == "Measure speed and size of a model, and of this machine."


def test_the_page_names_the_times_that_were_measured():
    script = (ASSETS / "page/plugins/card/measured.ts").read_text(encoding="utf-8")
    in_page = re.search(r"PASSES: .*? = \[(.*?)\];", script, re.S)
    row = re.search(r"\| measured \|( [\d.]+ ms \|)+", (ROOT / "BENCHMARKS.md").read_text(encoding="utf-8"))
    assert in_page and row
    _, *times = [round(float(ms)) for ms in re.findall(r"([\d.]+) ms", row[0])]
    passes = re.findall(r"\[(\d+), (\d+)\]", in_page[1])
    assert [(int(n), int(ms)) for n, ms in passes] == list(zip((64, 128, 256), times, strict=True))


def run(monkeypatch, *arguments, part="--roofline"):
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    done = CliRunner().invoke(main, ["bench", part, *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_passes_are_measured_beside_what_they_take_at_best_and_those_of_the_26b_checkpoint_computed(
    monkeypatch, random_folder, random_model
):
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
    assert list(found["computed"]) == ["H100 SXM", "H200 SXM"]
    for gpu in found["computed"].values():
        causal, *passes = gpu["passes"]
        assert causal["kind"] == "autoregressive" and causal["least_seconds"] < passes[0]["least_seconds"]
        for one in passes:
            cost = denoiser_pass(full_config(), positions=one["positions"], prefix=roofline.PREFIX)
            assert one["least_seconds"] == pytest.approx(cost.total_bytes / gpu["machine"]["bytes_per_s"])


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
    assert "GFLOP/s (measured)" in said and said.count("COMPUTED, not measured: the 26B checkpoint in bfloat16") == 2


def test_the_page_has_the_gpus():
    assert gpus.FILE.read_text() == gpus.script(), "run `python -m workshop.makers.gpus`"


def test_the_page_has_what_the_rehearsal_counts_of_a_compiled_step():
    model = full_size_model()
    page = json.loads(FILE.read_text().partition("REHEARSED: Rehearsed = ")[2].rstrip(";\n"))
    assert page["floor"] == step_bytes(model.module, 1, PREFIX)
    assert page["steps"]["static"] == by_part(counted(model, Shapes(rows=1, context=4096)))


@pytest.mark.thorough
def test_the_rehearsal_counts_a_step_by_part():
    report = rehearsed()
    steps = report["steps"]
    assert sum(report["floor"].values()) == pytest.approx(52.3e9, rel=0.01)
    assert FILE.read_text() == script(report), "run `python -m workshop.makers.rehearsed`"
    for parts in steps.values():
        assert parts["attention"]["operations"] == 30 and parts["rest of the pass"]["bytes"] < 20e9
    assert sum(part["bytes"] for part in steps["static"].values()) < sum(
        part["bytes"] for part in steps["eager"].values()
    )
    text = "\n".join(lines(report))
    assert "attention" in text and text.count("of it above the floor") == len(steps) == 3
