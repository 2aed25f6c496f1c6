"""Folders of people: what lies beside a checkpoint does not matter, and what is no checkpoint is called what it is."""

import json
import shutil

import pytest
from random_checkpoint import rewrite
from refusals import refuse

import playground as pg
from playground.engine.loading.expected import expect

SIDECAR = b"\0\5\x16\7\0\2\0\0Mac OS X  "
"""What macOS writes to `._NAME` beside each file on a drive of another kind."""


def test_files_that_macos_leaves_are_no_files_of_the_checkpoint(folder, random_model):
    for file in [*folder.iterdir()]:
        (folder / f"._{file.name}").write_bytes(SIDECAR)
    (folder / ".DS_Store").write_bytes(b"\0")
    assert pg.load_model(str(folder)).revision == random_model.revision
    assert expect(str(folder)).fetched == (folder / "model.safetensors").stat().st_size


def test_they_are_not_fetched_either(hub):
    (hub.folder / "._model.safetensors").write_bytes(SIDECAR)
    (hub.folder / "._config.json").write_bytes(SIDECAR)
    assert pg.load_model("someone/model").canvas_length == 16
    assert not [name for name in hub.asked if name.startswith("._")]


@pytest.mark.parametrize("content", ["[]", "{", "3", ""])
def test_json_files_of_ones_own_may_hold_anything(content, folder):
    (folder / "eval_results.json").write_text(content)
    assert pg.load_model(str(folder)).canvas_length == 16
    (folder / "special_tokens_map.json").write_text("[]")
    refuse("is damaged: its special_tokens_map.json is not a JSON object", folder)


@pytest.mark.parametrize(
    "index",
    ['{"weight_map": {"a": "model-00001-of-00002.safetensors"}}', '{"weight_map": {"a.weight_scale": "b"}}', "["],
)
def test_an_index_beside_a_whole_file_does_not_matter(index, folder):
    (folder / "model.safetensors.index.json").write_text(index)
    assert pg.load_model(str(folder)).canvas_length == 16
    (folder / "model.safetensors").unlink()
    refuse(r"weight files are missing|cannot be read|such as a\.weight_scale", folder)


def test_other_tensors_beside_a_whole_file_do_not_matter(folder):
    size = (folder / "model.safetensors").stat().st_size
    (folder / "consolidated.safetensors").write_bytes(b"\3")
    assert pg.load_model(str(folder)).canvas_length == 16 and expect(str(folder)).fetched == size
    (folder / "model.safetensors").unlink()
    refuse(
        r"is incomplete: it has consolidated\.safetensors, but no model\.safetensors or model\.safetensors\.ind", folder
    )


ADAPTER = {"base_model_name_or_path": "google/diffusiongemma-26B-A4B-it", "peft_type": "LORA"}


def test_an_adapter_is_named_with_what_it_is_for(folder):
    (folder / "adapter_config.json").write_text(json.dumps(ADAPTER))
    assert pg.load_model(str(folder)).canvas_length == 16, "a whole model beside it"
    (folder / "model.safetensors").rename(folder / "adapter_model.safetensors")
    said = (
        r"is an adapter for google/diffusiongemma-26B-A4B-it, and no checkpoint by itself: merge it into that model "
        r"\(merge_and_unload of peft\), save the whole, and give that folder\.$"
    )
    refuse(said, folder)
    (folder / "config.json").unlink()
    refuse(said, folder)
    (folder / "adapter_config.json").write_text("[]")
    refuse("is an adapter for another model, and no checkpoint", folder)


def test_an_adapter_on_the_hub_is_refused_before_it_is_fetched(hub):
    (hub.folder / "adapter_config.json").write_text(json.dumps(ADAPTER))
    (hub.folder / "config.json").unlink()
    (hub.folder / "model.safetensors").rename(hub.folder / "adapter_model.safetensors")
    refuse("^someone/model is an adapter for google/diffusiongemma-26B-A4B-it", "someone/model")
    assert "adapter_model.safetensors" not in hub.asked


FORMATS = [
    ("m-Q4_K_M.gguf", "GGUF"),
    ("model_index.json", "a pipeline of diffusers"),
    ("weights.npz", "MLX's .npz"),
    ("pytorch_model-00001-of-00002.bin", "PyTorch's .bin"),
    ("model.onnx", "ONNX"),
    ("flax_model.msgpack", "Flax"),
    ("last.ckpt", "PyTorch's .ckpt"),
]


@pytest.mark.parametrize("config", [True, False])
@pytest.mark.parametrize(("file", "form"), FORMATS)
def test_another_format_is_named_with_what_would_load(file, form, config, folder, hub):
    said = (
        rf"is in a format that is not read here, {form} \({file}\); the same model as \*\.safetensors with a config"
        r"\.json, as save_pretrained of transformers writes it, would load\.$"
    )
    for place in (folder, hub.folder):
        (place / "model.safetensors").rename(place / file)
        if not config:
            (place / "config.json").unlink()
    refuse(said, folder)
    refuse(said, "someone/model")
    assert file not in hub.asked or file.endswith(".json")


def test_a_folder_of_checkpoints_names_them(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "runs" / "alpaca" / "checkpoint-final")
    shutil.copytree(folder, tmp_path / "runs" / "checkpoint-10")
    refuse("not a checkpoint, but has some in it: give one of its folders, such as alpaca/checkpoint-final, che", tmp_path / "runs")  # fmt: skip # noqa: E501
    rewrite(folder / "config.json", model_type="llama")
    refuse("is a model of type 'llama'", folder)
