"""Checkpoints stored in 8 bits with a scale a row, their experts each by itself, as compressed-tensors does."""

import json

import pytest
import torch
from random_checkpoint import save
from safetensors.torch import load_file, save_file

from playground.engine.denoise import denoise
from playground.engine.models import load_model
from playground.errors import ModelError
from playground.plugins.quantize.ways import Fp8
from playground.spec.settings import SamplerSettings

SHORT = SamplerSettings(max_new_tokens=16, max_denoising_steps=8)
WHOLE = ("embed", "lm_head", "router", "vision", "norm", "scal", "self_conditioning", "position")
"""What the published checkpoints leave in bfloat16."""
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
        if any(part in name for part in WHOLE):
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
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"quantization_config": STORED}))
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
    runs = [list(denoise(model, "abc", SHORT, seed=3)) for model in (plain, load_model(str(folder)))]
    assert [step.sampled_ids.tolist() for step in runs[0]] == [step.sampled_ids.tolist() for step in runs[1]]


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
