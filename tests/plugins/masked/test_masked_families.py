"""Masked families: checkpoints saved as their authors save them, against passes and samplers that are written out."""

import shutil
from functools import partial
from itertools import chain

import numpy as np
import pytest
import torch
from batches import assert_same, played
from plugins.masked import masked_checkpoint
from plugins.masked.masked_reference import (
    END,
    MASK,
    by_blocks,
    dllm_sampler,
    dream_sampler,
    everything,
    forbidden,
    plain_pass,
)
from refusals import refuse
from safetensors.torch import load_file, save_file

import playground as pg
from playground.engine.batch import Batch
from playground.engine.families import Conditioning, described
from playground.engine.passes import Eager
from playground.engine.row import Row
from playground.errors import SettingError
from playground.plugins.inside.look import look
from playground.plugins.masked.dream import Dream
from playground.plugins.masked.mdlm import Mdlm, MdlmQwen2

PROMPTS = ["Where did the cat sit?", "A boat"]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    place = tmp_path_factory.mktemp("masked")
    return {
        "qwen3": masked_checkpoint.save_qwen3(place / "qwen3"),
        "qwen2": masked_checkpoint.save_qwen3(place / "qwen2", base="Qwen2"),
        "dream": masked_checkpoint.save_dream(place / "dream"),
    }


@pytest.fixture(scope="module")
def mdlm(folders):
    return pg.load_model(str(folders["qwen3"]))


@pytest.fixture(scope="module")
def bd3lm(folders):
    return pg.load_model(str(folders["qwen3"]), family="a2d-qwen3-bd3lm")


@pytest.fixture
def copy(folders, tmp_path):
    return shutil.copytree(folders["qwen3"], tmp_path / "copy")


def publish(hub, folder, name):
    shutil.rmtree(hub.folder)
    shutil.copytree(folder, hub.folder)
    hub.name = name


def test_mdlm_is_fetched_by_its_name_and_runs_no_code_of_its_own(hub, folders):
    publish(hub, folders["qwen3"], masked_checkpoint.MDLM)
    model = pg.load_model(masked_checkpoint.MDLM)
    assert model.name == masked_checkpoint.MDLM and "modeling_qwen3.py" not in hub.asked
    assert (model.canvas_length, model.eos_ids, model.pad_id, model.tokens.mask) == (128, [END], 340, MASK)
    settings = model.settings
    assert (settings.way, settings.sampler, settings.max_denoising_steps) == ("masked", "top-k", 128)
    assert model.encode("Hi")[:2] == model.tokenizer.convert_tokens_to_ids(["<|im_start|>", "user"])
    assert model.tokenizer.decode(model.encode("Hi")).endswith("assistant\n<think>\n\n</think>\n\n")
    assert model.token_texts(model.tokenizer(" the cat\n")["input_ids"]) == [" the", " cat", "\n"]
    said = "published with masked diffusion, attention to everything, without self-conditioning"
    assert said in described(model.denoiser)


@pytest.mark.parametrize(
    ("base", "family", "steps", "blocks"),
    [
        ("qwen3", "a2d-qwen3", 32, 1),
        ("qwen3", "a2d-qwen3", 8, 2),
        ("qwen2", "a2d-qwen2", 8, 2),
        ("qwen3", "a2d-qwen3-bd3lm:4", 2, 3),
        ("qwen3", "a2d-qwen3-bd3lm:32", 32, 2),
        ("qwen2", "a2d-qwen2-bd3lm:16", 8, 3),
        ("dream", "Dream", 32, 1),
        ("dream", "Dream", 8, 1),
    ],
)
def test_a_family_writes_token_for_token_what_its_authors_sampler_writes(
    base, family, steps, blocks, folders, monkeypatch
):
    for kind in (Mdlm, MdlmQwen2, Dream):
        monkeypatch.setattr(kind, "canvas_length", 32)
    folder, size = folders[base], family.partition(":")[2]
    seen = partial(by_blocks, size=int(size)) if size else everything
    sampler = dream_sampler if base == "dream" else partial(dllm_sampler, seen=seen)
    model = pg.load_model(str(folder), family=family)
    settings = {"max_denoising_steps": steps, "max_new_tokens": model.canvas_length * blocks, "draw": "greedy"}
    for prompt in PROMPTS:
        expected = sampler(model, folder, model.encode(prompt), steps, blocks)
        assert len({*expected}) >= 5, "a text, and not one token"
        columns = pg.record(model, prompt, **settings).columns
        last = np.append(np.flatnonzero(np.diff(columns["block"])), -1)
        found = columns["sampled_ids"][last].ravel().tolist()
        assert found == expected[: len(found)] and (len(found) == len(expected) or END in found)


@pytest.mark.parametrize(("base", "family"), [("qwen3", None), ("qwen3", "a2d-qwen3-bd3lm"), ("dream", None)])
def test_rows_of_different_lengths_get_what_they_would_get_alone(base, family, folders):
    model = pg.load_model(str(folders[base]), family=family)
    settings = model.settings.replace(max_denoising_steps=4, max_new_tokens=model.canvas_length)
    rows = [Row.of(model, prompt, settings) for prompt in [PROMPTS[0], *PROMPTS]]
    for row, frames in zip(rows, played(Batch(model), *rows), strict=True):
        assert_same(list(pg.denoise(model, row.spec)), frames)


def test_looking_inside_shows_the_canvas_positions_among_all_that_they_see(mdlm, folders):
    spec = mdlm.spec(PROMPTS[0], mdlm.settings.replace(max_denoising_steps=4))
    inside = look(mdlm, spec, 3, block=1, step=2)
    read = mdlm.encode(PROMPTS[0])
    assert inside.causal is None and inside.prefix == len(read) and len(inside.keys) == len(read) + 128
    assert inside.attention.shape == (2, 4, len(read) + 128) and np.allclose(inside.attention.sum(-1), 1)
    logits = forbidden(plain_pass(folders["qwen3"], inside.keys, everything(0, len(inside.keys)))[len(read) :], mdlm)
    if inside.frame.input_ids[3] == MASK:
        assert inside.ids[0] == logits[3].argmax() and np.isclose(inside.probs[0], logits[3].softmax(-1).max())
    assert (inside.attention[..., len(read) + 4 :] > 0).any() and (inside.attention[..., : len(read)] > 0).any()


@pytest.mark.parametrize("length", [5, 32, 45, 70])
def test_bd3lms_logits_are_those_of_a_plain_pass_by_blocks(bd3lm, folders, length, monkeypatch):
    monkeypatch.setattr("playground.plugins.masked.base.PIECE", 40)
    read, canvas = [*range(20, 20 + length)], [MASK] * 20 + [*range(30, 42)]
    denoiser, positions = bd3lm.denoiser, length + torch.arange(32)[None]
    denoiser.prepare()
    with torch.inference_mode():
        denoiser.read(cache := denoiser.cache(), torch.tensor([read]), {})
        prefixes = Eager().prefixes([cache], bd3lm)
        found = denoiser.denoise(torch.tensor([canvas]), Conditioning(), prefixes, positions)[0]
    expected = plain_pass(folders["qwen3"], [*read, *canvas], by_blocks(length, length + 32))[length:]
    assert (found - expected).abs().max() < 1e-4


def test_bd3lm_reads_a_prompt_once_and_each_block_once(bd3lm):
    columns = pg.record(bd3lm, PROMPTS[0], bd3lm.settings.replace(max_denoising_steps=2, max_new_tokens=64)).columns
    assert columns["encoder_tokens"].tolist() == [len(bd3lm.encode(PROMPTS[0])), 0, 32, 0]


def test_bd3lms_passes_can_be_compiled(bd3lm):
    compiled = pytest.importorskip("playground.plugins.gpu.compiled", reason="that plugin is not there")
    settings = bd3lm.settings.replace(max_denoising_steps=4, max_new_tokens=32)
    runs = []
    for shapes in (None, compiled.Shapes(rows=2, context=128, backend="eager")):
        frames = chain(*played(Batch(bd3lm, shapes), *(Row.of(bd3lm, prompt, settings) for prompt in PROMPTS)))
        runs.append([(frame.compiled == (shapes is not None), frame.sampled_ids.tolist()) for frame in frames])
    assert runs[0] == runs[1] and len(runs[0]) == 8 and all(form for form, _ in runs[0])


def test_dream_is_fetched_by_its_name_with_a_tokenizer_that_names_code(hub, folders):
    publish(hub, folders["dream"], masked_checkpoint.DREAM_7B)
    model = pg.load_model(masked_checkpoint.DREAM_7B)
    assert not [name for name in hub.asked if name.endswith(".py")]
    assert (model.canvas_length, model.eos_ids, model.pad_id, model.tokens.mask) == (128, [340], 340, MASK)
    settings = model.settings
    assert (settings.sampler, settings.t_max, settings.t_min, settings.draw) == ("lowest-entropy", 0.2, 0.2, "fast")
    assert model.decode(model.encode("The cat")) == "user\nThe cat\nassistant\n\n\n\n\n"
    assert model.tokenizer.convert_ids_to_tokens([340, END, MASK]) == ["<|endoftext|>", "<|im_end|>", "<|mask|>"]
    assert "logits shifted by one" in described(model.denoiser)


def test_a_family_writes_in_its_own_way_alone(mdlm):
    for way in ("uniform", "autoregressive"):
        with pytest.raises(SettingError, match=f"way is '{way}', in which this checkpoint cannot write; it can in 'ma"):
            pg.record(mdlm, "x", mdlm.settings.replace(way=way))


def test_a_checkpoint_of_an_unknown_family_is_refused_with_those_that_are_known(copy):
    masked_checkpoint.rewrite(copy / "config.json", model_type="llada", architectures=["LLaDAModelLM"])
    refuse(r"of type 'llada', of class LLaDAModelLM by its config\.json; known here are 'diffusion_gemma', 'a2d-", copy)


def test_tensors_under_other_names_are_refused_by_name(copy):
    weights = load_file(copy / "model.safetensors")
    weights["model.transformer.wte.weight"] = weights.pop("model.embed_tokens.weight")
    save_file(weights, copy / "model.safetensors", {"format": "pt"})
    said = r"tensors are missing, (lm_head|model.embed_tokens).weight first; it has 1 that its family does not know, "
    refuse(rf"is incomplete: \d {said}model.transformer.wte.weight first\.$", copy)


def test_a_tokenizer_without_a_mask_token_is_refused(copy):
    masked_checkpoint.rewrite(copy / "tokenizer_config.json", mask_token=None)
    refuse("its tokenizer names no mask token, which its texts begin from", copy)
    masked_checkpoint.rewrite(copy / "config.json", mask_token_id=MASK)
    assert pg.load_model(str(copy)).tokens.mask == MASK
    masked_checkpoint.rewrite(copy / "config.json", mask_token_id=9999)
    refuse("damaged: mask_token_id is 9999 in its tokenizer; allowed are token ids from 0 to", copy)
