import dataclasses
import json

import pytest
import torch
from random_checkpoint import rewrite, scaled
from refusals import refuse
from transformers import DiffusionGemmaForBlockDiffusion

import playground as pg
from playground.engine import models
from playground.engine.loading import packing
from playground.engine.loading.expected import expect
from playground.engine.loading.memory import free_bytes
from playground.engine.loading.packing import Packing


def test_a_local_folder_loads_and_its_revision_follows_the_weights(random_model, random_folder, folder):
    assert random_model.name == random_folder.name and len(random_model.revision) == 12
    assert (random_model.canvas_length, random_model.pad_id, random_model.eos_ids) == (16, 0, [1, 20])
    assert random_model.decode(random_model.encode("hello you")) == " hello you"
    module = random_model.module
    assert random_model.memory == sum(tensor.nbytes for tensor in (*module.parameters(), *module.buffers()))
    assert pg.load_model(str(folder)).revision == random_model.revision
    weights = bytearray((folder / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "model.safetensors").write_bytes(weights)
    assert pg.load_model(str(folder)).revision != random_model.revision


def test_its_generation_config_gives_the_default_settings(folder):
    sampler = {"_cls_name": "EntropyBoundSamplerConfig", "entropy_bound": 0.7}
    rewrite(folder / "generation_config.json", max_denoising_steps=9, t_max=0.6, sampler_config=sampler)
    settings = pg.load_model(str(folder)).settings
    assert (settings.max_denoising_steps, settings.t_max, settings.entropy_bound) == (9, 0.6, 0.7)
    assert settings.t_min == 0.4, "what it leaves open is the published default"
    rewrite(folder / "generation_config.json", t_min=0.5, t_max=101.0)
    with pytest.raises(pg.ModelError, match=r"generation config of .* cannot be used: t_max is 101"):
        pg.load_model(str(folder)).settings  # noqa: B018


def test_one_module_is_built_at_a_time(random_folder, monkeypatch):
    held, init = [], DiffusionGemmaForBlockDiffusion.__init__

    def build(self, config):
        held.append(models._TURN.locked())
        init(self, config)

    monkeypatch.setattr(DiffusionGemmaForBlockDiffusion, "__init__", build)
    pg.load_model(str(random_folder))
    assert held == [True] and not models._TURN.locked()


def test_dtype(folder):
    model = pg.load_model(str(folder), dtype="bfloat16", device="auto")
    assert (model.dtype, model.placement) == (torch.bfloat16, "cuda:0" if torch.cuda.is_available() else "cpu")
    assert pg.record(model, "x", max_denoising_steps=2, max_new_tokens=16).header.dtype == "bfloat16"


def test_what_is_no_model_is_refused_in_one_sentence(folder, random_folder, tmp_path, monkeypatch):
    refuse("There is no model 'nonsense': give a local folder, or a hub id such as", "nonsense")
    refuse("There is no model '/no/such/folder'", "/no/such/folder")
    (tmp_path / "empty").mkdir()
    refuse("no readable config.json", tmp_path / "empty")
    refuse("dtype is 'int3'; allowed are auto, float32", random_folder, dtype="int3")
    refuse("device is 'warp'; allowed are cpu, cuda, cuda:N and auto", random_folder, device="warp")
    refuse("device is 'meta', on which torch cannot draw numbers here; cpu works.", random_folder, device="meta")
    if not torch.cuda.is_available():
        refuse("no CUDA GPU", random_folder, device="cuda")
    refuse("revision is 'main', but the embedded checkpoint has only one; a hub id has several", None, revision="main")
    refuse("revision is 'main', but a local folder has only one; a hub id has several", folder, revision="main")
    (folder / "config.json").write_text(json.dumps({"model_type": "llama"}))
    refuse("type 'llama' by its config.json; known here are 'diffusion_gemma'", folder)
    monkeypatch.setattr("playground.engine.loading.source.EMBEDDED", tmp_path / "none")
    refuse("python -m playground train", None)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert models.place_of("cuda:1") == torch.device("cuda:1")
    refuse("device is 'cuda:2', but this machine has 2 GPUs, counted from cuda:0.", random_folder, device="cuda:2")


@pytest.mark.parametrize("length", [-1, 0, 65_537, 1.5, None, True, "16"])
def test_a_canvas_that_is_none_is_refused_by_its_length(length, folder):
    rewrite(folder / "config.json", canvas_length=length)
    refuse(rf"canvas_length is {length!r} in its config\.json; allowed is a whole number from 1 to 65,536\.$", folder)


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.json", "{", "it has no readable config.json"),
        ("config.json", "[" * 100_000, "it has no readable config.json"),
        ("config.json", '{"model_type": "diffusion_gemma", "text_config": "x"}', "its config.json cannot be read"),
        ("config.json", '{"model_type": "diffusion_gemma", "dtype": "float99"}', "its config.json cannot be read"),
        ("generation_config.json", "[]", "its generation_config.json is not a JSON object"),
        ("generation_config.json", "[" * 100_000, "its generation_config.json is not JSON"),
        ("generation_config.json", '{"eos_token_id": "x"}', "eos_token_id is 'x' in its generation_config.json"),
        ("generation_config.json", '{"eos_token_id": [1, -1]}', "eos_token_id is -1 in its generation_config.json"),
        ("generation_config.json", '{"sampler_config": []}', "its weights or their generation_config.json cannot be"),
        ("tokenizer.json", "{}", r"its tokenizer cannot be read \(KeyError: 'added_tokens'\)"),
        ("tokenizer_config.json", '"x"', "its tokenizer_config.json is not a JSON object"),
        ("model.safetensors", "\2" + 7 * "\0" + "[]" + 99 * " ", "model.safetensors has no readable header"),
    ],
)  # fmt: skip
def test_a_damaged_file_of_a_checkpoint_is_named(file, content, message, folder):
    (folder / file).write_text(content)
    refuse(rf"The folder {folder} .*{message}.*\.$", folder)


def test_a_cut_off_file_is_refused_with_both_sizes(folder):
    weights = folder / "model.safetensors"
    size = weights.stat().st_size
    for kept in (size - 1, 1000, 4):
        weights.write_bytes(weights.read_bytes()[:kept])
        refuse(f"is incomplete: model.safetensors has only {kept:,} of [\\d,]+ bytes; download it again", folder)
    weights.unlink()
    refuse("no \\*.safetensors file; download it again", folder)


def test_a_folder_whose_index_names_missing_shards_is_refused(random_model, folder):
    (folder / "model.safetensors").unlink()
    random_model.module.save_pretrained(folder, max_shard_size="100KB")
    shards = sorted(folder.glob("model-*.safetensors"))
    assert len(shards) > 2
    assert pg.load_model(str(folder)).memory == random_model.memory
    last = shards[-1].read_bytes()
    shards[-1].unlink()
    refuse(f"1 of its {len(shards)} weight files are missing, {shards[-1].name} first; download it again", folder)
    shards[-1].write_bytes(last[:-1])
    refuse(f"{shards[-1].name} has only", folder)
    (folder / "model.safetensors.index.json").write_text("{")
    refuse("model.safetensors.index.json cannot be read", folder)


def test_weights_that_do_not_fit_are_refused_before_they_are_loaded(folder, monkeypatch):
    stored = (folder / "model.safetensors").stat().st_size

    class Tiny(Packing):
        option, name, bits = "pack", "tiny", 2

    monkeypatch.setattr(packing, "packings", lambda: [])

    def free(count):
        monkeypatch.setattr("playground.engine.loading.memory.free_bytes", lambda place: (count, "this computer"))

    free(stored)
    assert pg.load_model(str(folder)).dtype == torch.float32
    free(stored - 1)
    refuse(
        r"needs 0.\d MB of memory for its weights alone, but this computer has 0.\d MB free; a smaller checkp", folder
    )
    monkeypatch.setattr(packing, "packings", lambda: [Tiny()])
    refuse(r"needs 0.\d MB of memory for its weights alone, but this computer has 0.\d MB free; --pack tiny", folder)

    pg.load_model(str(folder), dtype="bfloat16").module.save_pretrained(folder)
    stored = (folder / "model.safetensors").stat().st_size
    free(2 * stored - 1)
    refuse(r"--dtype auto makes it 0.\d MB, --pack tiny makes it 0.\d MB", folder)
    assert pg.load_model(str(folder), dtype="auto").dtype == torch.bfloat16


def test_what_torch_holds_and_does_not_use_is_free(monkeypatch):
    """After the experts are timed torch keeps some 24 GB, which a run can have."""
    facts = {"mem_get_info": (9, 80), "memory_reserved": 75, "memory_allocated": 51, "device_count": 2}
    for name, value in facts.items():
        monkeypatch.setattr(torch.cuda, name, lambda *_, value=value: value)
    assert free_bytes(torch.device("cuda:0")) == (9 + 75 - 51, "cuda:0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr("playground.engine.loading.memory._container_bytes", lambda: 1000)
    assert free_bytes(None) == (2 * 33 + 1000, "all GPUs and this computer together")


def test_free_memory_is_that_of_the_container_where_it_has_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("playground.engine.loading.memory.CGROUP", tmp_path)
    without, _ = free_bytes(torch.device("cpu"))
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.current").write_text("3000\n")
    (tmp_path / "memory.stat").write_text("anon 2000\nfile 900\n")
    assert free_bytes(torch.device("cpu")) == (2900, "this computer")
    (tmp_path / "memory.max").write_text("max\n")
    assert free_bytes(torch.device("cpu"))[0] > 1e8 and without > 1e8


def test_layers_spread_by_accelerate_give_the_same_run(random_model, random_folder, tmp_path):
    """Here over memory and disk, on a GPU host over its cards: the same hooks move weights and activations."""
    module = DiffusionGemmaForBlockDiffusion.from_pretrained(
        random_folder,
        dtype="float32",
        device_map="auto",
        max_memory={"cpu": int(random_model.memory * 0.6)},
        offload_folder=tmp_path,
    )
    spread = dataclasses.replace(random_model, module=module.eval())
    assert spread.placement == "cpu, disk" and spread.device.type == "cpu"
    same = [pg.record(model, "hello", max_denoising_steps=4, max_new_tokens=32) for model in (spread, random_model)]
    assert (same[0].columns["sampled_ids"] == same[1].columns["sampled_ids"]).all()


@pytest.mark.parametrize(
    "function",
    [
        "transformers.DiffusionGemmaForBlockDiffusion.from_pretrained",
        "playground.engine.families.diffusion_gemma.DiffusionGemma.denoise",
    ],
)
def test_a_gpu_that_runs_out_in_spite_of_all_is_one_sentence(folder, monkeypatch, function):
    def full(*_, **__):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.\nGPU 0 has ...")

    monkeypatch.setattr(function, full)
    refuse("does not fit: the GPU ran out of memory; use all GPUs with --device auto", folder)


def test_a_type_that_the_checkpoint_overflows_is_refused_with_one_that_holds_it(folder):
    scaled(folder, 60_000)
    assert pg.load_model(str(folder), dtype="bfloat16").dtype == torch.bfloat16
    said = (
        "after a short prompt its logits are not finite numbers; load it with --dtype bfloat16 or float32, which holds"
    )
    refuse(rf"^The folder {folder} cannot be used in float16: {said} larger numbers\.$", folder, dtype="float16")
    assert pg.load_model(str(folder), dtype="float16", tried=False).dtype == torch.float16


def test_weights_that_are_no_numbers_are_refused(folder):
    scaled(folder, torch.nan)
    for dtype, remedy in (("float32", "its weights may be damaged"), ("bfloat16", "load it with --dtype float32")):
        refuse(rf"cannot be used in {dtype}: .* are not finite numbers; {remedy}", folder, dtype=dtype)


def test_the_end_of_a_text_is_found_where_it_is_named(folder):
    (folder / "generation_config.json").unlink()
    model = pg.load_model(str(folder))
    assert (model.eos_ids, model.pad_id) == ([1], 0), "by its text config"
    assert expect(str(folder)).memory > 0
    text = json.loads((folder / "config.json").read_text())["text_config"]
    rewrite(folder / "config.json", text_config=text | {"eos_token_id": [1, 20], "pad_token_id": None})
    model = pg.load_model(str(folder))
    assert (model.eos_ids, model.pad_id) == ([1, 20], 0), "the padding by its tokenizer"
    rewrite(folder / "config.json", text_config=text | {"eos_token_id": None})
    assert pg.load_model(str(folder)).eos_ids == [1], "by its tokenizer"
    rewrite(folder / "config.json", text_config=text | {"eos_token_id": 9999})
    refuse("eos_token_id is 9999 in its generation_config.json, config.json or tokenizer", folder)
