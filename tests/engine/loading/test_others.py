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


def test_what_lies_beside_a_checkpoint_does_not_matter(folder, random_model):
    for file in [*folder.iterdir()]:
        (folder / f"._{file.name}").write_bytes(SIDECAR)
    for file in (".DS_Store", "eval_results.json", "adapter_config.json"):
        (folder / file).write_text("[")
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"a.weight_scale": "b"}}')
    assert pg.load_model(str(folder)).revision == random_model.revision
    (folder / "consolidated.safetensors").write_bytes(b"\3")
    assert expect(str(folder)).fetched == (folder / "model.safetensors").stat().st_size


def test_files_that_macos_leaves_are_not_fetched(hub):
    for file in ("._model.safetensors", "._config.json"):
        (hub.folder / file).write_bytes(SIDECAR)
    assert pg.load_model("someone/model").canvas_length == 16
    assert not [name for name in hub.asked if name.startswith("._")]


def test_other_tensors_are_no_weights(folder):
    (folder / "model.safetensors").rename(folder / "consolidated.safetensors")
    said = r"it has consolidated\.safetensors, but no model\.safetensors or model\.safetensors\.index\.json"
    refuse(f"is incomplete: {said}", folder)


def test_an_adapter_is_named_with_what_it_is_for_before_it_is_fetched(folder, hub):
    said = (
        r"is an adapter for google/diffusiongemma-26B-A4B-it, and no checkpoint by itself: merge it into that model "
        r"\(merge_and_unload of peft\), save the whole, and give that folder\.$"
    )
    for place in (folder, hub.folder):
        (place / "model.safetensors").rename(place / "adapter_model.safetensors")
        adapter = {"base_model_name_or_path": "google/diffusiongemma-26B-A4B-it", "peft_type": "LORA"}
        (place / "adapter_config.json").write_text(json.dumps(adapter))
    refuse(said, folder)
    for place in (folder, hub.folder):
        (place / "config.json").unlink()
    refuse(said, folder)
    refuse(f"^someone/model {said}", "someone/model")
    assert "adapter_model.safetensors" not in hub.asked
    (folder / "adapter_config.json").write_text("[]")
    refuse("is an adapter for another model, and no checkpoint", folder)


@pytest.mark.parametrize(
    ("file", "form", "config"),
    [
        ("m-Q4_K_M.gguf", "GGUF", True),
        ("model_index.json", "a pipeline of diffusers", False),
        ("pytorch_model-00001-of-00002.bin", "PyTorch's .bin", True),
        ("model.onnx", "ONNX", False),
    ],
)
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
