"""What the benchmark counts and makes; nothing here depends on how fast the machine is."""

import json
import math
from concurrent.futures import ThreadPoolExecutor

import click
import pytest
import torch
from accelerate import init_empty_weights
from click.testing import CliRunner
from transformers import DiffusionGemmaForBlockDiffusion

import playground as pg
from playground.cli import main
from playground.engine.denoise import denoise_rows
from playground.engine.row import Row
from playground.measure import full_size, measure
from playground.measure import model as bench
from playground.measure.floor import step_bytes
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from workshop.bench import engine
from workshop.bench import load as crowd
from workshop.bench.crowd import Viewer
from workshop.bench.load import SOAKED, Load, figures, meanings, measure_load, soaked
from workshop.commands.bench import SoakLength

pytestmark = pytest.mark.slow


def empty(config):
    with init_empty_weights(include_buffers=False):
        module = DiffusionGemmaForBlockDiffusion(config)
    module.tie_weights()
    return module


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
    config = full_size.full_config()
    module = empty(config).bfloat16()
    one_expert = 3 * 2816 * 704 * 2
    everything = step_bytes(module, rows=1, context=0)["experts"]
    assert everything == pytest.approx(30 * 128 * one_expert, rel=1e-6), "256 tokens with 8 of 128 reach all"
    config.canvas_length = 1
    assert step_bytes(module, rows=1, context=0)["experts"] == pytest.approx(30 * 8 * one_expert, rel=1e-6)


def test_the_full_size_has_the_published_number_of_parameters():
    module = empty(full_size.full_config())
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


def test_every_part_of_a_model_is_measured(random_folder, monkeypatch):
    """Smaller than the real benchmark, but every figure of it that takes no GPU."""
    monkeypatch.setattr(bench, "STEPS", 2)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    result = CliRunner().invoke(main, ["bench", "--json", "--model", str(random_folder)])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout.splitlines()[-1])
    wanted = {name for names in bench.parts(lambda: None).values() for name in names}
    assert set(figures) == wanted - {"step_over_floor", "peak_gigabytes"}
    assert all(value > 0 for value in figures.values())
    assert figures["denoiser_ms"] + figures["statistics_ms"] < 10 * figures["ms_per_step"]


def test_the_way_that_is_measured_can_be_chosen(random_folder, monkeypatch):
    monkeypatch.setattr(bench, "STEPS", 2)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    batches, rows, join = [], [], bench.Batch.join

    class Batch(bench.Batch):
        def __init__(self, *given, **options):
            super().__init__(*given, **options)
            batches.append(options)

        def join(self, row):
            rows.append(row)
            return join(self, row)

    monkeypatch.setattr(bench, "Batch", Batch)
    command = ["bench", "--json", "--model", str(random_folder)]
    chosen = ["--rows", "2", "--draw", "fast", "--prompt-tokens", "70", "--ahead", "--sampler", "margin"]
    result = CliRunner().invoke(main, [*command, *chosen, "--only", "rows2_tokens_per_s", "--only", "ms_per_step"])
    assert result.exit_code == 0, result.output
    assert set(json.loads(result.stdout.splitlines()[-1])) == {"rows2_tokens_per_s", "ms_per_step"}
    assert batches and all(options == {"ahead": True} for options in batches)
    assert {(row.settings.draw, row.settings.sampler, len(row.prompt_ids)) for row in rows} == {("fast", "margin", 70)}
    result = CliRunner().invoke(main, [*command, *chosen, "--only", "rows4_tokens_per_s"])
    assert result.exit_code == 2 and "there is no figure 'rows4_tokens_per_s'" in result.output
    result = CliRunner().invoke(main, [*command, "--cuda-graphs", "--only", "ms_per_step"])
    assert result.exit_code == 1 and "--cuda-graphs records compiled passes, and this model's" in result.output


def test_a_checkpoint_is_measured_against_another(random_folder, monkeypatch):
    monkeypatch.setattr(bench, "STEPS", 2)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    command = ["bench", "--json", "--model", str(random_folder), "--against"]
    result = CliRunner().invoke(main, [*command, str(random_folder)])
    assert result.exit_code == 0, result.output
    (figure,) = json.loads(result.stdout.splitlines()[-1]).items()
    assert figure[0] == "step_over_other" and 0.1 < figure[1] < 10
    result = CliRunner().invoke(main, [*command, "nonsense"])
    assert result.exit_code == 1 and "There is no model 'nonsense'" in result.stderr


def test_the_default_figures_name_the_embedded_checkpoint():
    names = {name for figures in engine.PARTS.values() for name in figures}
    assert names >= {
        "instrumented_over_generate", "sampling_tail_ratio", "embedded_ms_per_step", "block_growth", "rows4_speedup",
        "step_over_floor", "statistics_ms", "copy_ms", "embedded_load_s", "sampler_over_entropy_bound",
    }  # fmt: skip
    assert list(measure(engine.PARTS, set())) == []


@pytest.mark.thorough
def test_clients_that_come_at_once_are_all_served():
    with ThreadPoolExecutor(1) as thread:  # in this one, Playwright's event loop may run already
        load = thread.submit(measure_load, 5, 2, rounds=2).result()
    for client in load.clients:
        assert (client.refused, client.error, client.lost) == ("", "", 0)
        assert client.frames and client.first_frame > 0
    for viewer in load.viewers:
        assert (viewer.error, viewer.lost, viewer.ends, len(viewer.first_frames)) == ("", 0, 2, 2)
    assert (len(load.clients), len(load.viewers), len(load.memory)) == (4, 3, 3) and min(load.memory) > 50
    assert load.lost == 0 and figures(load).keys() == meanings(5, 2, 2).keys()


def test_the_growth_is_that_after_the_stores_are_full_and_what_is_missing_is_lost():
    load = Load(memory=[100, 150, *[200.0] * 8, 210], seconds=[1.0] * 10, viewers=[Viewer(ends=10), Viewer(ends=9)])
    load.filling = 2
    assert load.growth == pytest.approx(2.5) and load.lost == 1
    load.memory[-2:] = [230, 230]
    assert load.growth == pytest.approx(15)
    load.filling = 9
    assert load.growth == 0 and soaked(load) == {"load_memory_full": 230, "load_memory_growth": 0}


@pytest.mark.parametrize(("length", "runs"), [pytest.param("1s", 8, marks=pytest.mark.thorough), ("10", 10)])
def test_the_shortest_soak_goes_on_until_the_stores_are_full_and_a_round_more(monkeypatch, length, runs):
    monkeypatch.setattr(crowd, "FILLING", 5)
    monkeypatch.setattr(crowd, "MOST_GROWTH", math.inf)
    monkeypatch.setattr(crowd, "LAST_SECONDS", 0)
    with ThreadPoolExecutor(1) as thread:
        soak = ["bench", "--load", "2", "--soak", length, "--json"]
        result = thread.submit(CliRunner().invoke, main, soak).result()
    assert result.exit_code == 0, result.output
    counted = [int(line.split()[0]) for line in result.stderr.splitlines()]
    assert counted[:3] == [2, 4, 6] and counted[-1] >= runs
    found = json.loads(result.stdout)
    assert found.keys() == (meanings(2, 2, 1) | SOAKED).keys() - {
        "load_watch_first_frame_p50",
        "load_watch_first_frame_p95",
    }


@pytest.mark.parametrize(("given", "length"), [("45s", (45, 0)), ("10m", (600, 0)), ("1h", (3600, 0)), ("12", (0, 12))])
def test_the_length_of_a_soak_is_a_time_or_a_number_of_runs(given, length):
    assert SoakLength().convert(given, None, None) == length
    for wrong in ("1d", "h", "0s", "0", "1.5h"):
        with pytest.raises(click.BadParameter, match="is not a time such as 45s, 10m or 1h, or a number of runs"):
            SoakLength().convert(wrong, None, None)
