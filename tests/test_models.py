import json
import shutil

import pytest
import torch

import playground as pg
from playground.engine.source import resolve


@pytest.fixture
def folder(random_folder, tmp_path):
    return shutil.copytree(random_folder, tmp_path / "copy")


def test_a_local_folder_loads(random_model, random_folder):
    assert random_model.name == str(random_folder) and len(random_model.revision) == 12
    assert (random_model.canvas_length, random_model.pad_id, random_model.eos_ids) == (16, 0, [1, 20])
    assert random_model.decode(random_model.encode("hello you")) == " hello you"


def test_the_embedded_checkpoint_loads(embedded_model):
    assert embedded_model.name == "embedded" and embedded_model.dtype == torch.float32
    assert embedded_model.settings.max_new_tokens >= 1


def test_its_generation_config_gives_the_default_settings(folder):
    config = json.loads((folder / "generation_config.json").read_text())
    config |= {"max_denoising_steps": 9, "t_max": 0.6, "sampler_config": {"_cls_name": "EntropyBoundSamplerConfig", "entropy_bound": 0.7}}  # fmt: skip # noqa: E501
    (folder / "generation_config.json").write_text(json.dumps(config))
    settings = pg.load_model(str(folder)).settings
    assert (settings.max_denoising_steps, settings.t_max, settings.entropy_bound) == (9, 0.6, 0.7)
    assert settings.t_min == 0.4, "what it leaves open is the published default"


def test_the_revision_follows_the_weights(folder, random_model):
    assert pg.load_model(str(folder)).revision == random_model.revision
    weights = bytearray((folder / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "model.safetensors").write_bytes(weights)
    assert pg.load_model(str(folder)).revision != random_model.revision


def test_dtype(folder):
    model = pg.load_model(str(folder), dtype="bfloat16")
    assert model.dtype == torch.bfloat16
    assert (
        pg.record(model, "x", pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)).header.dtype == "bfloat16"
    )


def refuse(message, name, **options):
    with pytest.raises(pg.ModelError, match=message) as refusal:
        pg.load_model(str(name) if name else None, **options)
    assert "\n" not in str(refusal.value)


def test_what_is_no_model_is_refused_in_one_sentence(folder, random_folder, tmp_path):
    refuse("There is no model 'nonsense': give a local folder, or a hub id such as", "nonsense")
    refuse("There is no model '/no/such/folder'", "/no/such/folder")
    refuse("no readable config.json", tmp_path)
    refuse("nobody/nothing cannot be loaded", "nobody/nothing")
    refuse("dtype is 'int3'; allowed are auto, float32", random_folder, dtype="int3")
    refuse("device is 'warp'; allowed are cpu, cuda", random_folder, device="warp")
    if not torch.cuda.is_available():
        refuse("no CUDA GPU", random_folder, device="cuda")

    (folder / "config.json").write_text(json.dumps({"model_type": "llama"}))
    refuse("type 'llama'; only 'diffusion_gemma'", folder)
    (folder / "config.json").write_text("{")
    refuse("no readable config.json", folder)


def test_a_half_downloaded_folder_is_refused(folder):
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    refuse("cannot be loaded", folder)
    weights.unlink()
    refuse("no \\*.safetensors", folder)


def test_an_unusable_generation_config_is_refused(folder):
    config = json.loads((folder / "generation_config.json").read_text()) | {"t_min": 0.5, "t_max": 101.0}
    (folder / "generation_config.json").write_text(json.dumps(config))
    with pytest.raises(pg.ModelError, match=r"generation config of .* is not usable: t_max is 101"):
        pg.load_model(str(folder)).settings  # noqa: B018


def test_without_an_embedded_checkpoint_the_way_out_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("playground.engine.source.EMBEDDED", tmp_path / "none")
    with pytest.raises(pg.ModelError, match="python -m playground train"):
        resolve(None)
