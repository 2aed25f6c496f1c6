"""What loading, examining and the page make of masked checkpoints."""

import json

import pytest
import torch
from page_helpers import finish, text
from plugins.masked.masked_checkpoint import save_dream, save_qwen3
from random_checkpoint import rewrite, scaled
from refusals import refuse
from serving import loaded

import playground as pg
from playground.engine.steering import tokens_of
from playground.service import EngineSlot


def test_a_masked_checkpoint_is_tried_too(tmp_path):
    scaled(save_qwen3(tmp_path), torch.inf)
    refuse("its logits are not finite numbers", tmp_path)


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


@pytest.mark.thorough
def test_a_model_that_writes_only_from_masks_writes_at_the_first_press(serve, visit, tmp_path):
    slot = loaded(EngineSlot(str(save_qwen3(tmp_path / "bd3lm"))))
    page = visit(serve(slot))
    assert text(page, "#model-status").endswith("its family is untried on real weights here.")
    off = "[...document.querySelectorAll('#knob-way option:disabled')].map(option => option.value)"
    assert page.evaluate(off) == ["uniform", "autoregressive"]
    page.fill("#prompt textarea", "moon")
    page.click("#generate")
    finish(page)
    spec = pg.RunSpec.from_dict(page.evaluate("playground.player.recording.header.spec"))
    assert page.evaluate("playground.player.recording.text") == pg.record(slot.model, spec).text
    page.evaluate("playground.runList.choose(playground.runList.items.find(({ title }) => title.startsWith('Lily')))")
    page.wait_for_function("() => playground.player.recording.header.spec.settings.way === 'uniform'")
    assert page.inner_text(".tdp-opening").startswith("It starts all masked.")
    assert page.evaluate("playground.knobs.values.way") == "masked", (
        "a run of the embedded model brings its prompt alone"
    )


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
