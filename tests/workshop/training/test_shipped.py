"""The checkpoint in `assets/model` belongs to this code, and does what its card says; how a run is exported as such."""

import re

import pytest
import torch
from huggingface_hub import ModelCard
from training_helpers import settings
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion

from playground.assets import ASSETS
from playground.engine.models import load_model
from playground.plugins.small_world.card import read_card
from playground.plugins.small_world.new_words import WORDS_FILE
from playground.plugins.small_world.understanding import CHAT_TEMPLATE
from playground.rules.ways import WAYS
from playground.spec.settings import SamplerSettings
from workshop.evaluation.evaluate import evaluate, repair
from workshop.training import export
from workshop.training.architecture import trained_parameters
from workshop.training.card import ways_of
from workshop.training.export import SHIPPED_SETTINGS, load_checkpoint
from workshop.training.loop import Run
from workshop.training.mixture import Mixture
from workshop.training.tokenizer import build_tokenizer
from workshop.training.trained_words import trained_words
from workshop.world import cases
from workshop.world.cases import suites
from workshop.world.puzzles import PuzzleBanks
from workshop.world.vocabulary import chat_template

pytestmark = pytest.mark.slow

FOLDER = ASSETS / "model"


@pytest.fixture(scope="module")
def tokenizer():
    return AutoTokenizer.from_pretrained(FOLDER)


@pytest.fixture(scope="module")
def model():
    return load_checkpoint(None)


@pytest.fixture(scope="module")
def kinds(tokenizer, tmp_path_factory):
    banks = PuzzleBanks(12, 5, tmp_path_factory.mktemp("banks"))
    return {kind.name: kind for kind in suites(banks, tokenizer, {6: (16, 18), 9: (45,)})}


def test_its_tokens_are_those_of_the_world(tokenizer):
    """It may have been trained before the last words came: these stand behind all others."""
    ours = build_tokenizer().get_vocab()
    assert {token: ours[token] for token in tokenizer.get_vocab()} == tokenizer.get_vocab()
    assert tokenizer.chat_template == (chat_template() if tokenizer.get_vocab() == ours else CHAT_TEMPLATE)


def test_it_is_small_and_its_sampler_settings_are_the_shipped_ones(model):
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 30_000_000
    assert model.settings == SHIPPED_SETTINGS
    assert model.canvas_length == 128
    assert model.settings.max_new_tokens == 256  # a long story takes two canvases


@pytest.mark.parametrize(
    ("kind", "way", "cases"),
    [
        ("story, facts named", "uniform", 3),
        ("Sudoku 9x9, 45 clues", "uniform", 6),
        ("function with a gap", "uniform", 6),
        ("function from a description", "masked", 6),
        ("function from a description", "autoregressive", 6),
    ],
)
def test_held_out_cases_are_mastered_in_each_way(model, kinds, kind, way, cases):
    (score,) = evaluate(model, [kinds[kind]], SHIPPED_SETTINGS.replace(way=way), cases=cases, seed=9)
    assert score.right >= cases - 1
    assert score.steps < 40


def test_in_bfloat16_it_works_too(kinds):
    model = load_model(dtype="bfloat16")
    (score,) = evaluate(model, [kinds["Sudoku 6x6, 18 clues"]], SHIPPED_SETTINGS, cases=6, seed=9)
    assert score.right >= 5


def test_broken_texts_come_back(model, kinds):
    result = repair(model, kinds["Sudoku 6x6, 16 clues"].cases(6, 9), 0.2, SHIPPED_SETTINGS)
    assert result.restored > 0.9
    assert result.broken < 0.05


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
