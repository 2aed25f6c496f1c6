"""The end of a training run: the exported model and its card."""

import re

import pytest
import torch
from huggingface_hub import ModelCard
from training_helpers import settings
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion

from playground.engine.models import load_model
from playground.plugins.small_world.card import read_card
from playground.plugins.small_world.new_words import WORDS_FILE
from playground.rules.ways import WAYS
from playground.spec.settings import SamplerSettings
from workshop.training import export
from workshop.training.architecture import trained_parameters
from workshop.training.card import ways_of
from workshop.training.loop import Run
from workshop.training.mixture import Mixture
from workshop.training.trained_words import trained_words
from workshop.world import cases

pytestmark = pytest.mark.slow


FEW = ("story, facts named", "story of two canvases", "Sudoku 9x9, 36 clues")


@pytest.mark.thorough
def test_export_loads_with_from_pretrained_and_generates(tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "CASE_PUZZLES", 4)
    all_suites = export.suites
    monkeypatch.setattr(export, "suites", lambda *given: [one for one in all_suites(*given) if one.name in FEW])
    monkeypatch.setattr(export, "CLUES", {9: (36,)})
    run = Run(settings(tmp_path / "work", steps=1))
    list(run.train())
    out = tmp_path / "model"
    out.mkdir()
    (out / "leftover.txt").write_text("of an older export")
    sampling = SamplerSettings(max_denoising_steps=2, entropy_bound=1e6)  # which fills a masked canvas in one pass
    export.export_model(run, out, settings=sampling, cases=1)
    assert not (out / "leftover.txt").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model", "work"]

    tokenizer = AutoTokenizer.from_pretrained(out)
    assert (out / WORDS_FILE).read_text().split() == trained_words(tokenizer.get_vocab())
    model = DiffusionGemmaForBlockDiffusion.from_pretrained(out, dtype=torch.float32)
    for name, weight in trained_parameters(model).items():
        assert torch.equal(weight, run.average[name].to(torch.bfloat16).float()), name
    assert load_model(str(out)).settings == sampling
    assert model.generation_config.eos_token_id == tokenizer.eos_token_id
    assert model.generate(torch.tensor([[2, 5, 6]]), max_new_tokens=128).sequences.shape == (1, 3 + 128)

    card = (out / "MODEL_CARD.md").read_text()
    assert "| uniform | shipped | 0 of 1 | 0% | 0% to 79% |" in card
    for_hubs = ModelCard(card).data
    assert (for_hubs.license, for_hubs.pipeline_tag) == ("apache-2.0", "text-generation")
    shares = {result.dataset_config: result.metric_value for result in for_hubs.eval_results}
    assert shares == dict.fromkeys(FEW, 0.0)
    assert "from\nscratch; seed 0" in card
    assert "Sudoku 9x9, 36 clues | uniform | defaults" in card
    assert not re.search(r"\{\w+", card)
    read = read_card(out)
    assert read is not None and len(read.figures) == card.count("| shipped |")
    assert {figure.way for figure in read.figures} == set(WAYS) and read.shares["autoregressive"] == 0.08


def test_the_card_names_the_ways_of_writing():
    alone, all_three = map(
        ways_of, (Mixture(masked=0.0, autoregressive=0.0), Mixture(masked=0.25, autoregressive=0.125))
    )
    assert "only on uniform-state diffusion." in alone and "autoregressive writing (" not in alone
    assert (
        "next token) with\n12% of the rows, and on masked diffusion" in all_three and "for good) with 25%." in all_three
    )
