"""What is checked of a checkpoint once it is loaded: its tokens, and that it gives numbers."""

import json

import pytest
import torch
from random_checkpoint import rewrite, scaled
from refusals import refuse

import playground as pg
from playground.engine.loading.expected import expect


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
