"""What is checked of a checkpoint once it is loaded: its tokens, and that it gives numbers."""

import json
import shutil

import pytest
import torch
from masked_checkpoint import rewrite, save_dream, save_qwen3
from safetensors.torch import load_file, save_file

import playground as pg
from playground.engine.loading.expected import expect
from playground.engine.steering import tokens_of


@pytest.fixture
def folder(random_folder, tmp_path):
    return shutil.copytree(random_folder, tmp_path / "copy")


def refuse(message, folder, **options):
    with pytest.raises(pg.ModelError, match=message) as refusal:
        pg.load_model(str(folder), **options)
    assert "\n" not in str(refusal.value)


def scaled(folder, factor):
    tensors = load_file(folder / "model.safetensors")
    name = next(name for name in tensors if name.endswith("layers.1.mlp.down_proj.weight"))
    tensors[name] = tensors[name] * factor
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})


def test_a_type_that_the_checkpoint_overflows_is_refused_with_one_that_holds_it(folder):
    scaled(folder, 60_000)
    assert pg.load_model(str(folder), dtype="float32").dtype == torch.float32
    assert pg.load_model(str(folder), dtype="bfloat16").dtype == torch.bfloat16
    refuse(
        rf"^The folder {folder} cannot be used in float16: after a short prompt its logits are not finite numbers; "
        r"load it with --dtype bfloat16 or float32, which holds larger numbers\.$",
        folder, dtype="float16",
    )  # fmt: skip
    assert pg.load_model(str(folder), dtype="float16", tried=False).dtype == torch.float16


def test_a_type_that_holds_it_is_not_refused(random_folder):
    for dtype in ("float16", "bfloat16", "float32"):
        assert pg.load_model(str(random_folder), dtype=dtype).type_name == dtype


@pytest.mark.parametrize(
    ("dtype", "remedy"), [("float32", "its weights may be damaged"), ("bfloat16", "load it with --dt")]
)
def test_weights_that_are_no_numbers_are_refused(folder, dtype, remedy):
    scaled(folder, torch.nan)
    refuse(f"cannot be used in {dtype}: after a short prompt its logits are not finite numbers; {remedy}", folder, dtype=dtype)  # fmt: skip # noqa: E501


def test_a_masked_checkpoint_is_tried_too(tmp_path):
    scaled(save_qwen3(tmp_path), torch.inf)
    refuse("its logits are not finite numbers", tmp_path)


def test_a_pass_that_does_not_fit_is_one_sentence(folder, monkeypatch):
    def full(*_, **__):
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr("playground.engine.families.diffusion_gemma.DiffusionGemma.denoise", full)
    refuse("does not fit: the GPU ran out of memory", folder)


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


def test_the_end_of_a_masked_text_is_found_in_its_config(tmp_path):
    save_qwen3(tmp_path)
    rewrite(tmp_path / "tokenizer_config.json", eos_token=None)
    assert pg.load_model(str(tmp_path)).eos_ids == [342]


@pytest.fixture
def extra(tmp_path):
    """A tokenizer that knows tokens beyond the embeddings: the last that they have is 356."""
    save_qwen3(tmp_path)
    tokenizer = json.loads((tmp_path / "tokenizer.json").read_text())
    pairs, words = [["Z", letter] for letter in "abcdefghijkl"], tokenizer["model"]
    words["vocab"] |= {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
    words["vocab"] |= {"".join(pair): 346 + at for at, pair in enumerate(pairs)}
    rewrite(tmp_path / "tokenizer.json", model=words | {"merges": [*words["merges"], *pairs]})
    return pg.load_model(str(tmp_path))


def test_a_token_beyond_the_embeddings_is_refused_where_it_is_written(extra):
    fault = r"^The text holds 'Zl', token 357 of the tokenizer, but this checkpoint has embeddings for 357 "
    with pytest.raises(pg.PromptError, match=fault):
        pg.record(extra, "The Zl cat", max_new_tokens=8)
    with pytest.raises(pg.SpecError, match=fault):
        tokens_of(extra, "a Zl")
    assert tokens_of(extra, "Zk") == [356], "the last that it has"
    assert pg.record(extra, "The Zk cat", max_new_tokens=8, max_denoising_steps=2).nfe


@pytest.mark.parametrize("save", [save_qwen3, save_dream])
def test_a_sliding_window_is_refused_where_a_layer_has_one(save, tmp_path):
    save(tmp_path)
    assert pg.load_model(str(tmp_path)).dtype == torch.float32
    config = tmp_path / "config.json"
    fault = r"has layers with a sliding window \(use_sliding_window in its config\.json\), in which no masked family"
    rewrite(config, use_sliding_window=True, sliding_window=32, max_window_layers=1)
    refuse(fault, tmp_path)
    rewrite(config, max_window_layers=2)
    assert pg.load_model(str(tmp_path)).ways == ("masked",), "the first two layers have none"
    rewrite(config, max_window_layers=0, sliding_window=None)
    assert pg.load_model(str(tmp_path)).ways == ("masked",)
    rewrite(config, use_sliding_window=False, layer_types=["full_attention", "sliding_attention"])
    refuse(fault, tmp_path)
    rewrite(config, layer_types=["full_attention"] * 2)
    assert pg.load_model(str(tmp_path)).ways == ("masked",)
