"""What a checkpoint will take is computed from its config, and near what it then takes."""

from dataclasses import replace

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode
from transformers import Qwen3Config, Qwen3ForCausalLM

import playground as pg
from playground.engine.loading import expected
from playground.engine.loading.expected import LARGE, default_dtype, expect
from playground.rules.cost import plain_pass

CPU = torch.device("cpu")
QWEN = Qwen3Config(
    vocab_size=500, hidden_size=64, intermediate_size=96, num_hidden_layers=3, num_attention_heads=4,
    num_key_value_heads=2, head_dim=32, max_position_embeddings=512,
)  # fmt: skip


def test_a_plain_decoders_pass_is_what_torch_counts():
    with torch.device("meta"):
        model = Qwen3ForCausalLM._from_config(QWEN, attn_implementation="eager")
        with FlopCounterMode(display=False) as counted:
            model(torch.zeros(1, 40, dtype=torch.int64))
    cost = plain_pass(QWEN, positions=40, prefix=0)
    assert cost.total_flops == pytest.approx(counted.get_total_flops(), rel=0.01)
    weights = sum(weight.numel() for weight in model.parameters()) - QWEN.vocab_size * QWEN.hidden_size  # the input's
    norms = sum(weight.numel() for weight in model.parameters() if weight.ndim == 1)
    assert cost.bytes["weights"] + cost.bytes["embeddings"] == 2 * (weights - norms)


def test_a_prefix_is_read_again_or_kept():
    kept, again = (plain_pass(QWEN, positions=40, prefix=100, read_again=again) for again in (False, True))
    whole = plain_pass(QWEN, positions=140, prefix=0)
    for name in ("mlp", "attention"):
        assert again.flops[name] == whole.flops[name] == kept.flops[name] * 3.5
    assert again.flops["head"] == kept.flops["head"], "the head is for the canvas alone"
    assert again.bytes["cache"] == 0 and kept.bytes["cache"] == 2 * (2 * 3 * 100 * 2 * 32)


def test_by_hand(random_folder, monkeypatch):
    """10 GB and 1 TFLOP a second, and a millisecond for the statistics of a position."""
    monkeypatch.setattr(expected, "_copy_rate", lambda device: 1e10)
    monkeypatch.setattr(expected, "_product_rate", lambda *shape: 1e12)
    monkeypatch.setattr(expected, "_statistics_seconds", lambda vocabulary, greedy, device: 1e-3)
    taken = expect(str(random_folder), device="cpu")
    model = pg.load_model(str(random_folder), device="cpu")
    assert taken.seconds == pytest.approx(16e-3, rel=0.1), "16 positions; the pass takes next to nothing"
    assert taken.fetched == pytest.approx(model.memory, rel=0.1)
    assert taken.memory == pytest.approx(model.memory + 3 * 4 * 16 * model.vocab_size, rel=0.1)
    assert str(taken).startswith(f"{random_folder.name} takes 0.2 MB of memory in float32; its weight files are ")


def test_only_of_a_large_one_the_time_is_said():
    small = expected.Expected(name="m", fetched=1_200_000_000, memory=LARGE - 1, dtype="bfloat16", seconds=1.234)
    assert str(small) == "m takes 200.0 MB of memory in bfloat16; its weight files are 1.2 GB."
    large = str(replace(small, memory=LARGE))
    assert large.startswith("m takes 200.0 MB of memory in bfloat16, and a step takes about 1.2 s here; its weight")


@pytest.mark.parametrize(
    ("stored", "size", "gain", "chosen"),
    [
        ("bfloat16", LARGE, 2.0, "bfloat16"),
        ("bfloat16", LARGE, 1.1, "float32"),
        ("bfloat16", LARGE - 1, 2.0, "float32"),
        ("float32", LARGE, 2.0, "float32"),
        (None, LARGE, 2.0, "float32"),
    ],
)
def test_a_cpu_computes_in_what_is_clearly_faster(stored, size, gain, chosen, monkeypatch):
    monkeypatch.setattr(expected, "bfloat16_gain", lambda: gain)
    assert default_dtype({"dtype": stored}, size, CPU) == chosen
    assert default_dtype({"dtype": stored, "quantization_config": {}}, size, CPU) == "float32"


def test_rates_are_work_by_the_least_time_that_it_takes(monkeypatch):
    monkeypatch.setattr(expected, "times", lambda work, device: [work(), 0.5, 0.25][1:])
    assert expected._product_rate.__wrapped__(2, 3, 5, torch.float32, CPU) == 2 * 2 * 3 * 5 / 0.25
    assert expected._statistics_seconds.__wrapped__(7, False, CPU) == 0.25 / expected.POSITIONS
