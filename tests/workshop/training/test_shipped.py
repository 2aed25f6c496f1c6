"""The checkpoint in `assets/model` belongs to this code, and does what its card says."""

import pytest
from transformers import AutoTokenizer

from playground.assets import ASSETS
from playground.engine.models import load_model
from playground.plugins.small_world.understanding import CHAT_TEMPLATE
from workshop.evaluation.evaluate import evaluate, repair
from workshop.training.export import SHIPPED_SETTINGS, load_checkpoint
from workshop.training.tokenizer import build_tokenizer
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
