"""Weights stored in ways that nothing here reads are refused by name, before they are fetched or used."""

import json
from functools import partial

import pytest
import torch
from random_checkpoint import rewrite
from refusals import refuse as refused
from safetensors.torch import load_file, save_file

import playground as pg
from playground.engine.loading.expected import expect
from playground.engine.loading.stored import check_left_over

INSTEAD = r", which nothing here reads; the same model in bfloat16 would load[^.]*\.$"
PACKED = {"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {}}
MODELOPT = {"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "NVFP4"}}


refuse = partial(refused, by=(pg.load_model, expect))


@pytest.mark.parametrize(
    ("described", "name"),
    [
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, "modelopt NVFP4"),
        ({"quant_algo": "NVFP4", "producer": {"name": "modelopt"}}, "NVFP4 without a quant_method"),
        ({"group_size": 64, "bits": 4}, "MLX's 4 bits"),
        (PACKED, "compressed-tensors pack-quantized"),
        ({"quant_method": "mine"}, "mine"),
        ({"quant_method": ["mine"]}, r"\['mine'\]"),
        ({}, "a quantisation without a quant_method"),
        ("int4", "int4"),
    ],
)
def test_a_quantisation_that_nothing_reads_is_named_with_what_would_load(described, name, folder):
    rewrite(folder / "config.json", quantization_config=described)
    refuse(f"^The folder {folder} is stored in {name}{INSTEAD}", folder)


def test_it_is_seen_under_other_names_and_in_a_part_of_the_config(folder):
    rewrite(folder / "config.json", quantization={"group_size": 32, "bits": 8})
    refuse("is stored in MLX's 8 bits", folder)
    text = json.loads((folder / "config.json").read_text())["text_config"] | {"quantization_config": PACKED}
    rewrite(folder / "config.json", quantization=None, text_config=text)
    refuse("is stored in compressed-tensors pack-quantized", folder)
    rewrite(folder / "config.json", text_config=text | {"quantization_config": None})
    assert pg.load_model(str(folder)).dtype == torch.float32


def test_a_file_of_modelopt_is_read_too(folder):
    file = folder / "hf_quant_config.json"
    file.write_text(json.dumps(MODELOPT))
    refuse(rf"is stored in modelopt's NVFP4 \(by its hf_quant_config\.json\){INSTEAD}", folder)
    for damaged in ("[]", "{", "{}", '{"quantization": 1}'):
        file.write_text(damaged)
        refuse(r"is damaged: its hf_quant_config\.json cannot be read\.$", folder)
    file.write_text(json.dumps({"quantization": {"quant_algo": None, "kv_cache_quant_algo": "FP8"}}))
    assert pg.load_model(str(folder)).dtype == torch.float32, "only caches were to be quantised"


@pytest.mark.parametrize("part", ["weight_scale", "weight_scale_inv", "weight_packed", "qweight", "scales"])
def test_an_index_with_scales_is_refused_if_the_config_names_none(part, folder):
    name = f"model.decoder.layers.0.self_attn.q_proj.{part}"
    index = {"weight_map": {"model.decoder.layers.0.router.scale": "a.safetensors", name: "a.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    (folder / "model.safetensors").unlink()
    refuse(rf"is stored in a way that its config\.json does not name, with tensors such as {name}{INSTEAD}", folder)


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.json", {"quantization_config": PACKED}, "is stored in compressed-tensors pack-quantized"),
        ("config.json", {"quantization_config": {"quant_method": "hqq"}}, "cannot be loaded without another .*hqq"),
        ("hf_quant_config.json", MODELOPT, "is stored in modelopt's NVFP4"),
    ],
)
def test_nothing_large_is_fetched_before(file, content, message, hub):
    path = hub.folder / file
    path.write_text(json.dumps((json.loads(path.read_text()) if path.exists() else {}) | content))
    refuse(f"^someone/model {message}", "someone/model")
    assert file in hub.asked and "model.safetensors" not in hub.asked


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda weight: {"": weight.to(torch.float8_e4m3fn)}, r"F8_E4M3, such as \S+_proj\.weight, without a word"),
        (lambda weight: {"": weight.to(torch.uint8)}, r"U8, such as \S+_proj\.weight, without a word on its scale"),
        (lambda weight: {"": weight.to(torch.int8), "_scale": weight.max()}, r"does not name, .* \S+\.weight_scale"),
        (lambda weight: {"": weight, "s_zeros": weight.max()}, rf"has 20 tensors .* \S+\.weights_zeros first{INSTEAD}"),
    ],
)
def test_weights_in_fewer_bits_are_seen_in_their_files(change, said, folder):
    """`change` gives what is stored of each weight of the text model's layers, by what its name ends with."""
    tensors = {}
    for name, weight in load_file(folder / "model.safetensors").items():
        changes = "decoder.layers" in name and name.endswith("_proj.weight")
        tensors |= {name + end: part for end, part in change(weight).items()} if changes else {name: weight}
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})
    refused(f"is stored in .*{said}", folder)


def test_tensors_left_over_are_scales_of_weights_or_do_not_matter():
    check_left_over(["a.input_scale", "a.self_attn.k_scale", "v_scale", "lora.weight"], "x")
    for name in ("a.scale", "a.weight.absmax", "a.SCB", "a.gate_up_proj_blocks", "a.quant_map"):
        with pytest.raises(pg.ModelError, match=f"has 1 tensors beside its weights, {name} first"):
            check_left_over(["a.input_scale", name], "x")
