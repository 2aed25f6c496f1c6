"""Masked families: checkpoints saved as their authors save them, against passes and samplers that are written out."""

import shutil
from functools import partial
from itertools import chain

import numpy as np
import pytest
import torch
from batches import played
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
from transformers.models.qwen2 import Qwen2ForCausalLM
from transformers.models.qwen3 import Qwen3ForCausalLM

import playground as pg
from playground.engine.batch import Batch
from playground.engine.denoise import denoise_rows
from playground.engine.families import Conditioning, described
from playground.engine.passes import Eager
from playground.engine.row import Row
from playground.errors import SettingError
from playground.plugins.inside.look import look
from playground.plugins.masked.dream import Dream
from playground.plugins.masked.mdlm import Mdlm, MdlmQwen2

PROMPTS = ["Where did the cat sit?", "A boat"]


@pytest.fixture(scope="module")
def mdlm_folder(tmp_path_factory):
    return masked_checkpoint.save_qwen3(tmp_path_factory.mktemp("mdlm") / "checkpoint")


@pytest.fixture(scope="module")
def mdlm(mdlm_folder):
    return pg.load_model(str(mdlm_folder))


@pytest.fixture(scope="module")
def bd3lm(mdlm_folder, tmp_path_factory):
    return pg.load_model(str(shutil.copytree(mdlm_folder, tmp_path_factory.mktemp("folder") / "my-BD3LM")))


@pytest.fixture(scope="module")
def dream_folder(tmp_path_factory):
    return masked_checkpoint.save_dream(tmp_path_factory.mktemp("dream") / "checkpoint")


@pytest.fixture(scope="module")
def dream(dream_folder):
    return pg.load_model(str(dream_folder))


@pytest.fixture
def copy(mdlm_folder, tmp_path):
    return shutil.copytree(mdlm_folder, tmp_path / "copy")


def publish(hub, folder, name):
    shutil.rmtree(hub.folder)
    shutil.copytree(folder, hub.folder)
    hub.name = name


def logits_of(model, read, canvas, **options):
    """(L, V), through the family: what the engine does for one row."""
    denoiser = model.denoiser
    denoiser.prepare()
    with torch.inference_mode():
        denoiser.read(cache := denoiser.cache(), torch.tensor([read]), {})
        positions = len(read) + torch.arange(len(canvas))[None]
        prefixes = Eager().prefixes([cache], model)
        return denoiser.denoise(torch.tensor([canvas]), Conditioning(), prefixes, positions, **options)[0]


def written(columns):
    """The canvases that each block ends with."""
    last = np.append(np.flatnonzero(np.diff(columns["block"])), -1)
    return columns["sampled_ids"][last].ravel().tolist()


def test_mdlm_is_fetched_by_its_name_and_runs_no_code_of_its_own(hub, mdlm_folder):
    publish(hub, mdlm_folder, masked_checkpoint.MDLM)
    model = pg.load_model(masked_checkpoint.MDLM)
    assert model.name == masked_checkpoint.MDLM and "modeling_qwen3.py" not in hub.asked
    assert (model.canvas_length, model.eos_ids, model.pad_id, model.tokens.mask) == (128, [END], 340, MASK)
    settings = model.settings
    assert (settings.way, settings.sampler, settings.max_denoising_steps) == ("masked", "top-k", 128)
    assert model.encode("Hi")[:2] == model.tokenizer.convert_tokens_to_ids(["<|im_start|>", "user"])
    assert model.tokenizer.decode(model.encode("Hi")).endswith("assistant\n<think>\n\n</think>\n\n")
    assert model.token_texts(model.tokenizer(" the cat\n")["input_ids"]) == [" the", " cat", "\n"]
    assert "attention to everything" in described(model.denoiser)


@pytest.mark.parametrize("seen", [everything, by_blocks])
@pytest.mark.parametrize("base", ["mdlm", "qwen2", "dream"])
def test_the_plain_pass_is_that_of_transformers_class(base, seen, request):
    folder = request.getfixturevalue(f"{base}_folder")
    kind = Qwen3ForCausalLM if base == "mdlm" else Qwen2ForCausalLM
    ids, mask = [*range(20, 120)], seen(40, 100)
    with torch.inference_mode():
        module = kind.from_pretrained(folder, dtype=torch.float32)
        logits = module(input_ids=torch.tensor([ids]), attention_mask=mask[None, None], use_cache=False).logits[0]
    assert (plain_pass(folder, ids, mask) - logits).abs().max() < 1e-4


def test_mdlms_logits_are_those_of_a_plain_pass_over_everything(mdlm, mdlm_folder):
    read, canvas = mdlm.encode(PROMPTS[0]), [MASK] * 100 + [*range(20, 48)]
    found = logits_of(mdlm, read, canvas)
    expected = plain_pass(mdlm_folder, [*read, *canvas], everything(0, len(read) + 128))[len(read) :]
    assert found.shape == (128, mdlm.vocab_size) and (found - expected).abs().max() < 1e-4
    assert expected.std() > 1


def writes_as(sampler, model, folder, steps, blocks, *more):
    changes = {"max_denoising_steps": steps, "max_new_tokens": model.canvas_length * blocks}
    for prompt in PROMPTS:
        expected = sampler(model, folder, model.encode(prompt), steps, blocks, *more)
        assert len({*expected}) >= 5, "a text, and not one token"
        found = written(pg.record(model, prompt, model.settings.replace(**changes)).columns)
        assert found == expected[: len(found)] and (len(found) == len(expected) or END in found)


@pytest.mark.parametrize("name", ["mdlm", "bd3lm", "dream"])
def test_rows_of_different_lengths_get_what_they_would_get_alone(name, request):
    model = request.getfixturevalue(name)
    settings = model.settings.replace(max_denoising_steps=4, max_new_tokens=model.canvas_length)
    rows = [Row.of(model, prompt, settings) for prompt in [PROMPTS[0], *PROMPTS]]
    frames = {number: frame for step in denoise_rows(model, rows) for number, frame in step.items()}
    for number, row in enumerate(rows):
        alone = pg.record(model, row.spec).columns
        for name in ("sampled_ids", "entropy", "top_probs"):
            assert np.array_equal(getattr(frames[number], name), alone[name][-1]), name


def test_looking_inside_shows_the_canvas_positions_among_all_that_they_see(mdlm, mdlm_folder):
    spec = mdlm.spec(PROMPTS[0], mdlm.settings.replace(max_denoising_steps=4))
    inside = look(mdlm, spec, 3, block=1, step=2)
    read = mdlm.encode(PROMPTS[0])
    assert inside.causal is None and inside.prefix == len(read) and len(inside.keys) == len(read) + 128
    assert inside.attention.shape == (2, 4, len(read) + 128) and np.allclose(inside.attention.sum(-1), 1)
    logits = forbidden(plain_pass(mdlm_folder, inside.keys, everything(0, len(inside.keys)))[len(read) :], mdlm)
    if inside.frame.input_ids[3] == MASK:
        assert inside.ids[0] == logits[3].argmax() and np.isclose(inside.probs[0], logits[3].softmax(-1).max())
    assert (inside.attention[..., len(read) + 4 :] > 0).any() and (inside.attention[..., : len(read)] > 0).any()


def test_bd3lm_is_known_by_its_name_since_its_config_is_mdlms(hub, mdlm_folder, bd3lm):
    publish(hub, mdlm_folder, masked_checkpoint.BD3LM)
    model = pg.load_model(masked_checkpoint.BD3LM)
    assert model.denoiser.kind == bd3lm.denoiser.kind == "a2d-qwen3-bd3lm"
    assert (model.canvas_length, model.settings.max_denoising_steps, model.settings.max_new_tokens) == (32, 32, 128)


@pytest.mark.parametrize("length", [5, 32, 45, 70])
def test_bd3lms_logits_are_those_of_a_plain_pass_by_blocks(bd3lm, mdlm_folder, length, monkeypatch):
    monkeypatch.setattr("playground.plugins.masked.base.PIECE", 40)
    read, canvas = [*range(20, 20 + length)], [MASK] * 20 + [*range(30, 42)]
    found = logits_of(bd3lm, read, canvas)
    expected = plain_pass(mdlm_folder, [*read, *canvas], by_blocks(length, length + 32))[length:]
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


@pytest.fixture(scope="module")
def qwen2_folder(tmp_path_factory):
    return masked_checkpoint.save_qwen3(tmp_path_factory.mktemp("qwen2") / "checkpoint", base="Qwen2")


@pytest.mark.parametrize(
    ("base", "size", "steps", "blocks"),
    [("qwen3", 4, 2, 3), ("qwen3", 16, 8, 3), ("qwen3", 32, 32, 2), ("qwen3", 64, 16, 2), ("qwen2", 16, 8, 3)],
)
def test_bd3lm_writes_token_for_token_what_its_authors_sampler_writes(base, size, steps, blocks, request):
    folder = request.getfixturevalue({"qwen2": "qwen2_folder", "qwen3": "mdlm_folder"}[base])
    model = pg.load_model(str(folder), family=f"a2d-{base}-bd3lm:{size}")
    writes_as(dllm_sampler, model, folder, steps, blocks, partial(by_blocks, size=size))


@pytest.mark.parametrize(("base", "steps", "blocks"), [("qwen3", 32, 1), ("qwen3", 8, 2), ("qwen2", 8, 2)])
def test_mdlm_writes_token_for_token_what_its_authors_sampler_writes(base, steps, blocks, request, monkeypatch):
    monkeypatch.setattr({"qwen2": MdlmQwen2, "qwen3": Mdlm}[base], "canvas_length", 32)
    folder = request.getfixturevalue({"qwen2": "qwen2_folder", "qwen3": "mdlm_folder"}[base])
    model = pg.load_model(str(folder))
    assert (model.denoiser.kind, model.eos_ids, model.pad_id, model.tokens.mask) == (f"a2d-{base}", [END], 340, MASK)
    writes_as(dllm_sampler, model, folder, steps, blocks, everything)


def test_dream_is_fetched_by_its_name_with_a_tokenizer_that_names_code(hub, dream_folder):
    publish(hub, dream_folder, masked_checkpoint.DREAM_7B)
    model = pg.load_model(masked_checkpoint.DREAM_7B)
    assert not [name for name in hub.asked if name.endswith(".py")]
    assert (model.canvas_length, model.eos_ids, model.pad_id, model.tokens.mask) == (128, [340], 340, MASK)
    settings = model.settings
    assert (settings.sampler, settings.t_max, settings.t_min, settings.draw) == ("lowest-entropy", 0.2, 0.2, "fast")
    assert model.decode(model.encode("The cat")) == "user\nThe cat\nassistant\n\n\n\n\n"
    assert model.tokenizer.convert_ids_to_tokens([340, END, MASK]) == ["<|endoftext|>", "<|im_end|>", "<|mask|>"]
    assert "logits shifted by one" in described(model.denoiser)


def test_dreams_logits_are_those_of_a_plain_pass_one_position_earlier(dream, dream_folder):
    read, canvas = dream.encode(PROMPTS[0]), [MASK] * 100 + [*range(20, 48)]
    found = logits_of(dream, read, canvas)
    expected = plain_pass(dream_folder, [*read, *canvas], everything(0, len(read) + 128))[len(read) - 1 : -1]
    assert found.shape == (128, dream.vocab_size) and (found - expected).abs().max() < 1e-4


@pytest.mark.parametrize("steps", [32, 8])
def test_dream_writes_token_for_token_what_its_authors_sampler_writes(dream, dream_folder, steps, monkeypatch):
    monkeypatch.setattr(Dream, "canvas_length", 32)
    monkeypatch.setattr(Dream, "settings", {**dream.denoiser.settings, "draw": "greedy"})
    writes_as(dream_sampler, dream, dream_folder, steps, 1)


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
    refuse(
        r"is incomplete: \d tensors are missing, (lm_head|model.embed_tokens).weight first; it has 1 that its family "
        r"does not know, model.transformer.wte.weight first\.$",
        copy,
    )


def test_a_tokenizer_without_a_mask_token_is_refused(copy):
    masked_checkpoint.rewrite(copy / "tokenizer_config.json", mask_token=None)
    refuse("its tokenizer names no mask token, which its texts begin from", copy)
    masked_checkpoint.rewrite(copy / "config.json", mask_token_id=MASK)
    assert pg.load_model(str(copy)).tokens.mask == MASK
    masked_checkpoint.rewrite(copy / "config.json", mask_token_id=9999)
    refuse("damaged: mask_token_id is 9999 in its tokenizer; allowed are token ids from 0 to", copy)
