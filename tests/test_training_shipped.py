"""The checkpoint in `assets/model` belongs to this code, and does what its card says."""

from pathlib import Path

import pytest
import torch
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion

from playground.training import sudoku
from playground.training.data import puzzle_bank
from playground.training.evaluate import (
    Sampling,
    answer_prompts,
    score_stories,
    score_sudoku,
    story_cases,
    sudoku_cases,
)
from playground.training.export import SHIPPED_SAMPLING
from playground.training.tokenizer import CHAT_TEMPLATE, build_tokenizer

FOLDER = Path(__file__).parent.parent / "assets" / "model"


@pytest.fixture(scope="module")
def tokenizer():
    return AutoTokenizer.from_pretrained(FOLDER)


@pytest.fixture(scope="module", params=[torch.float32, torch.bfloat16], ids=["float32", "bfloat16"])
def model(request):
    return DiffusionGemmaForBlockDiffusion.from_pretrained(FOLDER, dtype=request.param).eval()


def test_tokenizer_is_the_one_that_the_world_builds(tokenizer):
    built = build_tokenizer()
    assert tokenizer.get_vocab() == built.get_vocab()
    assert tokenizer.chat_template == CHAT_TEMPLATE


def test_it_is_small():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 15_000_000


def test_its_sampler_settings_are_the_shipped_ones(model):
    config = model.generation_config
    found = {name: getattr(config, name) for name in vars(SHIPPED_SAMPLING) if name != "entropy_bound"}
    assert Sampling(entropy_bound=config.sampler_config.entropy_bound, **found) == SHIPPED_SAMPLING
    assert config.max_new_tokens == model.config.canvas_length == 128


def test_held_out_stories_are_told_as_requested(model, tokenizer):
    cases = story_cases(6, seed=9)
    scores = score_stories(cases, answer_prompts(model, tokenizer, [case.text for case in cases], SHIPPED_SAMPLING))
    assert scores["sentences"] > 0.9
    assert scores["perfect"] >= 5 / 6
    assert scores["as_requested"] >= 5 / 6
    assert scores["steps"] < 40


def test_held_out_sudokus_are_solved(model, tokenizer, tmp_path):
    puzzles = sudoku_cases(puzzle_bank(60, 1, tmp_path), 18, 12)
    prompts = [sudoku.PROMPT + sudoku.to_text(puzzle) for puzzle in puzzles]
    scores = score_sudoku(puzzles, answer_prompts(model, tokenizer, prompts, SHIPPED_SAMPLING))
    assert scores["solved"] >= 10 / 12
