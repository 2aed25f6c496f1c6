"""Weights packed to 4 bits while they are loaded."""

import json
import sys

import pytest
import torch
from click.testing import CliRunner
from random_checkpoint import save

from playground.cli import main
from playground.engine.denoise import denoise
from playground.engine.full_size import full_config
from playground.engine.loading.faults import out_of_memory
from playground.engine.loading.memory import loaded_bytes
from playground.engine.loading.packing import instead
from playground.engine.models import load_model
from playground.errors import ModelError
from playground.plugins.quantize.ways import Nf4
from playground.spec.settings import SamplerSettings

SHORT = SamplerSettings(max_new_tokens=16, max_denoising_steps=8)
WHOLE = ("embed_tokens", "lm_head", "router", "vision", "norm", "scale", "scalar", "position_embedding")


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


def test_a_pass_is_that_of_the_unpacked_weights(folder, packed):
    plain = load_model(str(folder))
    for name, weight in plain.module.named_parameters():
        module = packed.module.get_submodule(name.rpartition(".")[0])
        weight.data = getattr(module, name.rpartition(".")[2]).detach().clone()
    runs = [list(denoise(model, "abc", SHORT, seed=3)) for model in (plain, packed)]
    assert [step.sampled_ids.tolist() for step in runs[0]] == [step.sampled_ids.tolist() for step in runs[1]]


def test_the_command_line_has_it(folder):
    few = ["--max-new-tokens", "16", "--max-denoising-steps", "2", "--json"]
    options = ["--model", str(folder), "--quantize", Nf4.name, *few]
    done = CliRunner().invoke(main, ["generate", "abc", *options])
    assert done.exit_code == 0 and json.loads(done.stdout)["nfe"] == 2, done.output
    assert "allowed is nf4" in CliRunner().invoke(main, ["generate", "abc", *options, "--quantize", "int3"]).output


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
    config = json.loads((again / "config.json").read_text())
    (again / "config.json").write_text(json.dumps(config | {"quantization_config": {"quant_method": "fp8"}}))
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
