"""What loading and examining make of masked checkpoints, and what tells families with one config.json apart."""

import json
import logging
import shutil
from functools import partial

import pytest
import refusals
import torch
from click.testing import CliRunner
from page_holds import run_spec
from page_reader import finish
from plugins.masked.masked_checkpoint import save_dream, save_qwen3
from random_checkpoint import rewrite, scaled
from serving import loaded

import playground as pg
from playground.cli import main
from playground.engine.families import choose
from playground.engine.loading.expected import expect
from playground.engine.steering import tokens_of
from playground.service import EngineSlot

QWEN3, QWEN2 = {"model_type": "a2d-qwen3"}, {"model_type": "a2d-qwen2"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save_qwen3(tmp_path_factory.mktemp("dllm") / "checkpoint-final")


refuse = partial(refusals.refuse, by=(pg.load_model, expect))


@pytest.mark.parametrize(
    ("place", "by_blocks"),
    [
        ("dllm-hub/Qwen3-0.6B-diffusion-bd3lm-v0.1", True),
        ("/home/me/models/Qwen3-0.6B/bd3lm/alpaca/checkpoint-final", True),
        ("/home/me/bd3lm-experiments/mdlm/checkpoint-500", False),
        ("/home/me/mdlm/BD3-LM/checkpoint-500", True),
        (r"C:\models\bd3lm\checkpoint-final", True),
        ("/home/me/models/checkpoint-final", False),
    ],
)
def test_the_last_part_of_a_whole_path_that_speaks_of_a_method_decides(place, by_blocks):
    for config, kinds in ((QWEN3, ("a2d-qwen3", "a2d-qwen3-bd3lm")), (QWEN2, ("a2d-qwen2", "a2d-qwen2-bd3lm"))):
        assert choose(config, place, "x") == {"model_type": kinds[by_blocks]}


def test_a_trainers_own_path_is_enough_and_what_was_taken_is_said(folder, tmp_path, monkeypatch, caplog):
    place = tmp_path / "bd3lm" / "alpaca"
    shutil.copytree(folder, place / "checkpoint-final")
    monkeypatch.chdir(place)
    with caplog.at_level(logging.WARNING):
        model = pg.load_model("./checkpoint-final")
    assert (model.denoiser.kind, model.canvas_length) == ("a2d-qwen3-bd3lm", 32)
    said = "The folder checkpoint-final is read as a2d-qwen3-bd3lm, by its name; --family says otherwise, such as a2d-"
    assert f"{said}qwen3." in caplog.messages
    assert model.facts.endswith(", read as a2d-qwen3-bd3lm in canvases of 32")
    caplog.clear()
    model = pg.load_model("checkpoint-final", family="a2d-qwen3")
    assert model.facts.endswith(", read as a2d-qwen3 in canvases of 128") and not caplog.messages


@pytest.mark.parametrize(("family", "length"), [("a2d-qwen3-bd3lm", 32), ("a2d-qwen3-bd3lm:4", 4)])
def test_a_family_is_given_with_the_length_of_its_blocks(family, length, folder):
    model = pg.load_model(str(folder), family=family)
    settings = model.settings
    assert (model.denoiser.kind, model.canvas_length) == ("a2d-qwen3-bd3lm", length)
    assert (settings.max_denoising_steps, settings.max_new_tokens) == (length, 128)
    trace = pg.record(model, "A boat", max_new_tokens=length)
    assert trace.header.canvas_length == length and trace.blocks[0].steps == length
    assert expect(str(folder), family=family).memory < expect(str(folder)).memory


def test_the_length_stands_in_the_config_where_that_has_one(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "bd3lm")
    rewrite(copy / "config.json", block_size=8)
    assert pg.load_model(str(copy)).canvas_length == 8
    assert pg.load_model(str(copy), family="a2d-qwen3-bd3lm:16").canvas_length == 16, "a person knows better"
    for length in (0, 2049, "8", 1.5, True):
        rewrite(copy / "config.json", block_size=length)
        refuse(rf"block_size is {length!r} in its config\.json; allowed is a whole number from 1 to 2,048", copy)


def test_a_family_that_does_not_read_the_checkpoint_is_refused_with_those_that_do(folder, random_folder):
    said = r"by its config\.json; allowed for that: a2d-qwen3-bd3lm and a2d-qwen3\.$"
    for family in ("Dream", "nonsense", "", "a2d-qwen2-bd3lm:8"):
        kind = family.partition(":")[0]
        refuse(rf"^family is {kind!r}, but The folder {folder} is of type 'a2d-qwen3' {said}", folder, family=family)
    for length in ("0", "2049", "x", "-1", "", "1.5", "²"):
        family = f"a2d-qwen3-bd3lm:{length}"
        refuse(
            rf"^family is '{family}'; the length of a block is a whole number from 1 to 2,048\.$", folder, family=family
        )
    refuse("^family is 'a2d-qwen3:64', but a2d-qwen3 has no blocks; leave out", folder, family="a2d-qwen3:64")
    refuse("allowed for that: diffusion_gemma", random_folder, family="Dream")
    assert pg.load_model(str(random_folder), family="diffusion_gemma").canvas_length == 16


def test_the_command_takes_a_family(folder):
    done = CliRunner().invoke(main, ["generate", "A boat", "--model", str(folder), "--family", "mine"])
    assert done.exit_code == 1 and "family is 'mine'" in done.stderr and isinstance(done.exception, SystemExit)


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


def test_a_family_without_a_loop_in_transformers_ends_with_a_note(tmp_path):
    doctor = pytest.importorskip("playground.plugins.card.measure.doctor", reason="the plugin is not there")
    *_, last = doctor.examine({"name": str(save_qwen3(tmp_path)), "device": "cpu"})
    assert (last.check, last.verdict) == ("generate()", "note") and "no loop of this family" in last.said


def test_a_masked_checkpoint_is_tried_too_and_its_config_may_name_the_end_of_a_text(tmp_path):
    rewrite(save_qwen3(tmp_path) / "tokenizer_config.json", eos_token=None)
    assert pg.load_model(str(tmp_path)).eos_ids == [342]
    scaled(tmp_path, torch.inf)
    refusals.refuse("its logits are not finite numbers", tmp_path)


def test_a_token_beyond_the_embeddings_is_refused_where_it_is_written(tmp_path):
    """The tokenizer knows tokens beyond the embeddings: the last that they have is 356."""
    save_qwen3(tmp_path)
    tokenizer = json.loads((tmp_path / "tokenizer.json").read_text())
    pairs, words = [["Z", letter] for letter in "abcdefghijkl"], tokenizer["model"]
    words["vocab"] |= {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
    words["vocab"] |= {"".join(pair): 346 + at for at, pair in enumerate(pairs)}
    rewrite(tmp_path / "tokenizer.json", model=words | {"merges": [*words["merges"], *pairs]})
    extra = pg.load_model(str(tmp_path))
    fault = r"^The text holds 'Zl', token 357 of the tokenizer, but this checkpoint has embeddings for 357 "
    with pytest.raises(pg.PromptError, match=fault):
        pg.record(extra, "The Zl cat", max_new_tokens=8)
    with pytest.raises(pg.SpecError, match=fault):
        tokens_of(extra, "a Zl")
    assert tokens_of(extra, "Zk") == [356], "the last that it has"
    assert pg.record(extra, "The Zk cat", max_new_tokens=8, max_denoising_steps=2).nfe


@pytest.mark.thorough
def test_a_model_that_writes_only_from_masks_is_offered_no_other_way(serve, visit, folder):
    page = visit(serve(loaded(EngineSlot(str(folder)))))
    assert page.inner_text("#model-status").endswith("its family is untried on real weights here.")
    off = "[...document.querySelectorAll('#knob-way option:disabled')].map(option => option.value)"
    assert page.evaluate(off) == ["uniform", "autoregressive"]
    page.fill("#prompt textarea", "moon")
    page.click("#generate")
    finish(page)
    assert run_spec(page)["settings"]["way"] == "masked"
