"""Weights packed to 4 bits while they are loaded, and those stored in 8 bits with a scale a row, as compressed-tensors
does, the experts each by itself."""

import json
import sys

import pytest
import torch
from click.testing import CliRunner
from random_checkpoint import rewrite, save
from safetensors.torch import load_file, save_file

from playground.cli import main
from playground.engine.denoise import denoise
from playground.engine.full_size import full_config
from playground.engine.loading.faults import out_of_memory
from playground.engine.loading.memory import loaded_bytes
from playground.engine.loading.packing import instead
from playground.engine.models import load_model
from playground.errors import ModelError
from playground.plugins.quantize.ways import Fp8, Nf4

WHOLE = ("embed", "lm_head", "router", "vision", "norm", "scal", "position")
"""What stays as it is; of those published in 8 bits, self-conditioning too."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save(tmp_path_factory.mktemp("mixture"), experts=4)


@pytest.fixture(scope="module")
def packed(folder):
    return load_model(str(folder), quantize=Nf4.name)


def test_every_weight_is_packed_alone_and_the_experts_too(folder, packed):
    from bitsandbytes.functional import dequantize_4bit, quantize_4bit  # which takes seconds

    plain = load_model(str(folder))
    packs = 0
    for name, weight in plain.module.named_parameters(remove_duplicate=False):
        module = packed.module.get_submodule(name.rpartition(".")[0])
        unpacked = getattr(module, name.rpartition(".")[2])
        if any(part in name for part in WHOLE):
            assert torch.equal(unpacked, weight), name
        else:
            packs += 1
            bits = quantize_4bit(weight.detach(), compress_statistics=True, quant_type=Nf4.name)
            assert torch.equal(unpacked, dequantize_4bit(*bits)), name
    assert packs == 2 * 3 * (4 + 3 + 2) - 2 + 3, "of both towers' layers, less one projection each, and the memory's"
    assert packed.precision == "float32, nf4"


def test_the_command_line_has_it(folder):
    done = CliRunner().invoke(main, ["generate", "abc", "--model", str(folder), "--quantize", "int3"])
    assert done.exit_code == 1 and "allowed is nf4" in done.stderr


def test_the_memory_said_before_is_what_it_takes(folder, packed):
    config = json.loads((folder / "config.json").read_text())
    stored = load_model(str(folder)).memory
    assert loaded_bytes(stored, config, "float32", Nf4()) == pytest.approx(packed.memory, rel=0.02)
    large = {**full_config().to_dict(), "dtype": "bfloat16"}
    assert loaded_bytes(52_000_000_000, large, "auto", Nf4()) < 16_000_000_000, "the vision tower whole, in bfloat16"


def test_what_cannot_be_quantised_is_refused(folder, tmp_path, monkeypatch):
    with pytest.raises(ModelError, match=r"quantize is 'int3'; allowed is nf4\."):
        load_model(str(folder), quantize="int3")
    again = save(tmp_path / "again")
    rewrite(again / "config.json", quantization_config={"quant_method": "fp8"})
    with pytest.raises(ModelError, match=r"is quantised already; leave out quantize\."):
        load_model(str(again), quantize=Nf4.name)
    monkeypatch.setitem(sys.modules, "bitsandbytes", None)
    with pytest.raises(ModelError, match=r"needs the package bitsandbytes: `pip install bitsandbytes`\."):
        load_model(str(folder), quantize=Nf4.name)


def test_sentences_name_what_would_help(folder, tmp_path, monkeypatch):
    assert out_of_memory() == "the GPU ran out of memory; use all GPUs with --device auto, or --quantize nf4."
    assert instead() == (
        "the same model in bfloat16 would load, which --quantize nf4 packs to 4 bits, or in 8 bits with a scale a row, "
        "as FP8-dynamic of compressed-tensors has it"
    )
    monkeypatch.setattr("playground.engine.loading.memory.free_bytes", lambda place: (1, "this computer"))
    with pytest.raises(ModelError, match=r"--quantize nf4 makes it \d.\d MB\.$"):
        load_model(str(folder))


STORED = {
    "quant_method": "compressed-tensors", "format": "float-quantized", "ignore": ["lm_head"],
    "config_groups": {
        "group_0": {
            "targets": ["Linear"],
            "weights": {"num_bits": 8, "type": "float", "strategy": "channel", "symmetric": True, "dynamic": False},
            "input_activations": {"num_bits": 8, "type": "float", "strategy": "token", "dynamic": True},
        }
    },
}  # fmt: skip


def rows(weight):
    scale = weight.abs().amax(-1, keepdim=True) / 448
    return (weight / scale).to(torch.float8_e4m3fn).contiguous(), scale


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A folder with such a checkpoint, and what its weights are by themselves."""
    folder = save(tmp_path_factory.mktemp("float8"), experts=4)
    tensors, expected = {}, {}
    for name, weight in load_file(folder / "model.safetensors").items():
        if any(part in name for part in (*WHOLE, "self_conditioning")):
            tensors[name] = expected[name] = weight
        elif "experts" in name:
            place, _, parameter = name.rpartition(".")
            parts = ("gate_proj", "up_proj") if parameter == "gate_up_proj" else ("down_proj",)
            for number, expert in enumerate(weight):
                for part, piece in zip(parts, expert.chunk(len(parts)), strict=True):
                    layer = f"{place}.{number}.{part}"
                    tensors[f"{layer}.weight"], tensors[f"{layer}.weight_scale"] = rows(piece)
            halves = [torch.stack(rows_of) for rows_of in zip(*map(rows, weight), strict=True)]
            expected[name] = halves[0].float() * halves[1]
        else:
            tensors[name], tensors[f"{name}_scale"] = rows(weight)
            expected[name] = tensors[name].float() * tensors[f"{name}_scale"]
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})
    rewrite(folder / "config.json", quantization_config=STORED)
    return folder, expected


def test_weights_stay_in_8_bits_and_are_scaled_back_where_they_are_used(stored):
    folder, expected = stored
    model = load_model(str(folder))
    assert model.precision == "float32, float8-rows"
    for name, weight in expected.items():
        module = model.module.get_submodule(name.rpartition(".")[0])
        assert torch.equal(getattr(module, name.rpartition(".")[2]), weight), name
    layer, twin = model.module.model.decoder.layers[1], model.module.model.encoder.language_model.layers[1]
    packed = layer.experts.parametrizations.gate_up_proj.original
    assert packed.dtype == torch.float8_e4m3fn and packed is twin.experts.parametrizations.gate_up_proj.original


def test_a_run_is_that_of_the_same_weights(stored, tmp_path):
    folder, expected = stored
    plain = load_model(str(save(tmp_path, experts=4)))
    for name, weight in plain.module.named_parameters():
        twin = name.replace("encoder.language_model.layers", "decoder.layers")
        weight.data = expected.get(name, expected.get(twin, weight.data)).clone()
    runs = [
        denoise(model, "abc", max_new_tokens=16, max_denoising_steps=8) for model in (plain, load_model(str(folder)))
    ]
    first, second = ([step.sampled_ids.tolist() for step in run] for run in runs)
    assert first == second


def test_only_this_layout_is_read_so():
    is_fp8 = Fp8().reads
    assert is_fp8({"quantization_config": STORED})
    other = {"weights": {"num_bits": 8, "type": "int", "strategy": "channel"}}
    assert not is_fp8({"quantization_config": STORED | {"config_groups": {"group_0": other}}})
    assert not is_fp8({"quantization_config": STORED | {"config_groups": {}}})
    assert not is_fp8({"quantization_config": {"quant_method": "fp8"}}) and not is_fp8({})


@pytest.mark.parametrize(
    ("lacks", "sentence"),
    [
        ("model.decoder.layers.0.self_attn.q_proj.weight_scale", "q_proj.weight is in float8 and has no weight_scale"),
        ("model.decoder.layers.0.self_attn.q_proj.weight", "is incomplete: "),
    ],
)
def test_a_tensor_that_is_missing_is_named(stored, tmp_path, lacks, sentence):
    for file in stored[0].iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    tensors = load_file(tmp_path / "model.safetensors")
    del tensors[lacks]
    save_file(tensors, tmp_path / "model.safetensors", {"format": "pt"})
    with pytest.raises(ModelError, match=sentence):
        load_model(str(tmp_path))
