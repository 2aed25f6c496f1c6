"""The end of a training run: scores, the exported model, and the command that does it all."""

import re
import subprocess
import sys

import pytest
import torch
from click.testing import CliRunner
from test_training import TINY, settings
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion

from playground.commands.train import train as train_command
from playground.training import sudoku
from playground.training.architecture import build_config, build_model, trained_parameters
from playground.training.evaluate import (
    Answer,
    Sampling,
    answer_prompts,
    score_stories,
    score_sudoku,
    story_cases,
)
from playground.training.export import export_model
from playground.training.loop import Run
from playground.training.requests import StoryRequest
from playground.training.tokenizer import build_tokenizer


@pytest.fixture(scope="module")
def tokenizer():
    return build_tokenizer()


# --- evaluation and export


def test_scores_by_hand():
    right = "123456\n456123\n231564\n564231\n312645\n645312"
    puzzle = tuple(0 if i % 5 == 0 else int(d) for i, d in enumerate(right.replace("\n", "")))
    assert sudoku.solutions(puzzle) == [sudoku.from_text(right)]
    wrong = right.replace("123456\n456123", "123456\n456132")
    scores = score_sudoku(
        [puzzle] * 4, [Answer(text=t, steps=s, tokens=42) for t, s in ((right, 2), (right, 4), (wrong, 6), ("no", 8))]
    )
    assert scores == {"solved": 0.5, "cells": pytest.approx((1 + 1 + 34 / 36 + 0) / 4), "steps": 5.0}

    story = story_cases(1)[0]
    cases = [StoryRequest(text="x", named={"hero": "Lily", "plot": "lost"}), StoryRequest(text="x", named={})]
    text = (
        "One day, Lily and her cat went to the park. Lily took a red ball, and the cat was happy. "
        'At the park, the red ball was gone! "Where is my ball?" cried Lily. The cat looked behind every bush. '
        'Then a kind farmer found the ball in the grass. "Thank you, farmer!" said Lily. '
        "Lily, the cat and the farmer played at the park. Then Lily carried the red ball home."
    )
    answers = [
        Answer(text=text, steps=10, tokens=90),
        Answer(text=text.replace("The cat looked", "The dog looked"), steps=20, tokens=90),
    ]
    scores = score_stories(cases, answers)
    assert (scores["perfect"], scores["sentences"], scores["consistent"], scores["steps"]) == (0.5, 1.0, 0.5, 15)
    assert (scores["animal_consistent"], scores["hero_consistent"], scores["plot_as_requested"]) == (0.5, 1.0, 1.0)
    assert story.named


def test_export_loads_with_from_pretrained_and_generates(tmp_path):
    run = Run(settings(tmp_path / "work", steps=1))
    list(run.train())
    out = tmp_path / "model"
    out.mkdir()
    (out / "leftover.txt").write_text("of an older export")
    export_model(run, out, sampling=Sampling(max_denoising_steps=2), cases=1)
    assert not (out / "leftover.txt").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model", "work"]

    tokenizer = AutoTokenizer.from_pretrained(out)
    model = DiffusionGemmaForBlockDiffusion.from_pretrained(out, dtype=torch.float32)
    for name, weight in trained_parameters(model).items():
        assert torch.equal(weight, run.average[name].to(torch.bfloat16).float()), name
    assert model.generation_config.max_denoising_steps == 2
    assert model.generation_config.sampler_config.entropy_bound == 0.1
    assert model.generation_config.eos_token_id == tokenizer.eos_token_id
    prompt = [{"role": "user", "content": "Write a story about Lily."}]
    ids = tokenizer.apply_chat_template(prompt, add_generation_prompt=True, return_tensors="pt")["input_ids"]
    output = model.generate(ids)
    assert output.sequences.shape == (1, ids.shape[1] + 128)

    card = (out / "MODEL_CARD.md").read_text()
    assert "license: apache-2.0" in card
    assert "1 held-out cases" in card
    assert not re.search(r"\{\w+", card)


def test_answers_keep_the_order_of_prompts_of_different_lengths(tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0).eval()
    prompts = ["Write a story.", "Write a story about Lily.", "Tell a story."]
    sampling = Sampling(max_denoising_steps=3, confidence_threshold=1e-9)
    state = torch.random.get_rng_state()
    answers = answer_prompts(model, tokenizer, prompts, sampling, batch_size=2)
    assert torch.equal(torch.random.get_rng_state(), state)
    assert [answer.steps for answer in answers] == [3, 3, 3]
    assert answers == answer_prompts(model, tokenizer, prompts, sampling, batch_size=2)


# --- the command


def test_command_says_what_is_wrong_in_one_sentence(tmp_path):
    def error(*arguments):
        result = CliRunner().invoke(train_command, [*arguments, "--work-dir", str(tmp_path)])
        assert result.exit_code == 2, result.output
        return result.output

    assert "either --minutes or --steps" in error("--minutes", "1", "--steps", "1")
    assert "--device nonsense cannot be used here" in error("--device", "nonsense", "--steps", "1")
    assert "Invalid value for '--minutes'" in error("--minutes", "0")
    (tmp_path / "checkpoint.pt").write_bytes(b"")
    assert "pass --resume to continue it or --fresh" in error("--steps", "1")


def test_importing_the_command_leaves_torch_alone():
    script = "import sys, playground.commands.train; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
