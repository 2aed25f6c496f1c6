"""What `bench` counts and makes of a model; nothing here depends on how fast the machine is."""

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
from playground.engine.denoise import denoise_rows
from playground.engine.full_size import full_config
from playground.engine.row import Row
from playground.plugins.card.measure import full_size
from playground.plugins.card.measure import model as bench
from playground.plugins.card.measure.floor import step_bytes
from playground.rules.cost import denoiser_pass
from playground.rules.samplers import RULES, SAMPLERS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

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


@pytest.mark.parametrize(("rows", "context"), [(1, 0), (1, 100), (3, 50), (1, 5000)])
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


def test_few_tokens_touch_few_experts():
    config = full_config()
    module = empty(config).bfloat16()
    one_expert = 3 * 2816 * 704 * 2
    everything = step_bytes(module, rows=1, context=0)["experts"]
    assert everything == pytest.approx(30 * 128 * one_expert, rel=1e-6), "256 tokens with 8 of 128 reach all"
    config.canvas_length = 1
    assert step_bytes(module, rows=1, context=0)["experts"] == pytest.approx(30 * 8 * one_expert, rel=1e-6)


def test_the_full_size_has_the_published_number_of_parameters():
    module = empty(full_config())
    assert sum(weight.numel() for weight in module.model.decoder.parameters()) / 1e9 == pytest.approx(25.2, abs=0.06)


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


def test_too_little_memory_is_said_in_one_sentence(random_model, monkeypatch):
    monkeypatch.setattr(full_size, "free_bytes", lambda device: (1000, "this computer"))
    with pytest.raises(pg.ModelError, match=r"this size need \d+,\d{3} bytes; this computer has 1,000 bytes free\.$"):
        full_size.random_model(random_model.module.config, torch.device("cpu"), torch.bfloat16)
    result = CliRunner().invoke(main, ["bench", "--full-size-random"])
    assert result.exit_code == 1 and "bytes free." in result.output and "Traceback" not in result.output


@pytest.mark.parametrize(("options", "message"), [(["--dtype", "int3"], "dtype is 'int3'"), (["--device", "x"], "'x'")])
def test_a_random_model_is_refused_where_it_cannot_be(options, message):
    result = CliRunner().invoke(main, ["bench", "--full-size-random", *options])
    assert result.exit_code == 1 and message in result.output


def test_every_part_of_a_model_is_measured(random_folder):
    result = CliRunner().invoke(main, ["bench", "--json", "--model", str(random_folder)])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout.splitlines()[-1])
    wanted = {name for names in bench.parts(lambda: None).values() for name in names}
    assert set(figures) == wanted - {"step_over_floor", "peak_gigabytes"}
    assert all(value > 0 for value in figures.values())
    assert figures["denoiser_ms"] + figures["statistics_ms"] < 10 * figures["ms_per_step"]


def test_the_rows_and_the_sampler_that_are_measured_can_be_chosen(random_folder, monkeypatch):
    rows = []

    class Watched(bench.Batch):
        def join(self, row):
            rows.append(row)
            return super().join(row)

    monkeypatch.setattr(bench, "Batch", Watched)
    command = ["bench", "--json", "--model", str(random_folder)]
    chosen = ["--rows", "2", "--sampler", "margin"]
    result = CliRunner().invoke(main, [*command, *chosen, "--only", "rows2_tokens_per_s", "--only", "ms_per_step"])
    assert result.exit_code == 0, result.output
    assert set(json.loads(result.stdout.splitlines()[-1])) == {"rows2_tokens_per_s", "ms_per_step"}
    assert {row.settings.sampler for row in rows} == {"margin"}
    result = CliRunner().invoke(main, [*command, *chosen, "--only", "rows4_tokens_per_s"])
    assert result.exit_code == 2
    assert "there is no figure 'rows4_tokens_per_s'; the figures are" in " ".join(result.output.split())


def test_a_checkpoint_is_measured_against_another(random_folder):
    command = ["bench", "--json", "--model", str(random_folder), "--against"]
    result = CliRunner().invoke(main, [*command, str(random_folder)])
    assert result.exit_code == 0, result.output
    (figure,) = json.loads(result.stdout.splitlines()[-1]).items()
    assert figure[0] == "step_over_other" and figure[1] > 0
    result = CliRunner().invoke(main, [*command, "nonsense"])
    assert result.exit_code == 1 and "There is no model 'nonsense'" in result.stderr


@pytest.mark.usefixtures("registered")
def test_a_sampler_of_ones_own_is_measured_and_has_no_generate_to_compare_with(random_folder, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(HEAD + EXPLANATION + "    def decide(self, before):\n        return before.ranks < 4\n")
    command = ["bench", "--model", str(random_folder), "--sampler", str(path), "--only"]
    done = CliRunner().invoke(main, [*command, "ms_per_step"])
    assert done.exit_code == 0 and "ms_per_step" in done.output, done.output
    del SAMPLERS["mine"], RULES["mine"]
    refused = CliRunner().invoke(main, [*command, "instrumented_over_generate"])
    assert refused.exit_code == 2, "generate() has no such sampler to compare with"


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
