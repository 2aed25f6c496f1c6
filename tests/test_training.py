"""Batches, objective, loop and export: what is promised of a run."""

import json
import math
import os
import signal
import subprocess
import sys
import time

import pytest
import torch

from playground.errors import PlaygroundError
from playground.training import sudoku
from playground.training.architecture import Shape, build_config, build_model, trained_parameters
from playground.training.data import ROW_LENGTH, STORY, SUDOKU, BatchMaker, puzzle_bank
from playground.training.evaluate import (
    story_cases,
    sudoku_cases,
)
from playground.training.loop import Run, TrainSettings, rate_factor
from playground.training.objective import Objective, loss_table
from playground.training.stories import WORDS, Facts
from playground.training.story_check import check_story
from playground.training.tokenizer import build_tokenizer

TINY = Shape(hidden=32, layers=2, heads=2, kv_heads=1, head_size=16, mlp=48, expert=16)


@pytest.fixture(scope="module")
def tokenizer():
    return build_tokenizer()


@pytest.fixture(scope="module")
def bank(tmp_path_factory):
    return puzzle_bank(40, 0, tmp_path_factory.mktemp("bank"))


@pytest.fixture
def maker(tokenizer, bank):
    def make(**changes):
        return BatchMaker(tokenizer, bank, **{"rows": 16, "seed": 4, "canvas_length": 128, **changes})

    return make


def settings(work_dir, **changes):
    given = {"steps": 6, "rows": 4, "puzzles": 20, "shape": TINY, "compile": False, "report_every": 3}
    return TrainSettings(work_dir=work_dir, **{**given, **changes})


# --- data


def test_a_batch_depends_on_seed_and_step_alone(maker):
    one, same, next_step, other_seed = maker()(7), maker()(7), maker()(8), maker(seed=5)(7)
    for name, value in vars(one).items():
        assert torch.equal(value, getattr(same, name))
    assert not torch.equal(one.clean, next_step.clean)
    assert not torch.equal(one.clean, other_seed.clean)


def test_segments_are_prompts_and_answers_that_belong_together(maker, tokenizer):
    batch = maker()(0)
    kinds = {STORY: 0, SUDOKU: 0}
    for row in range(16):
        for number in range(2):
            here = batch.segment[row] == number
            if not here.any():
                continue
            on_canvas = here & batch.is_canvas[row]
            assert batch.positions[row][here].tolist() == list(range(int(here.sum())))
            prompt = tokenizer.decode(batch.clean[row][here & ~on_canvas], skip_special_tokens=True)
            canvas = batch.clean[row][on_canvas]
            answer = tokenizer.decode(canvas, skip_special_tokens=True)
            end = canvas.tolist().index(tokenizer.eos_token_id)
            assert set(canvas[end + 1 :].tolist()) <= {tokenizer.pad_token_id}
            weights = batch.weight[row][on_canvas].tolist()
            assert weights[: end + 1] == [1.0] * (end + 1)
            assert weights[end + 1 :] == pytest.approx([0.05] * (len(canvas) - end - 1))
            grid = "\n".join(prompt.split("\n")[-6:])  # whatever stands above it
            if (puzzle := sudoku.from_text(grid)) is not None:
                assert sudoku.solutions(puzzle) == [sudoku.from_text(answer)]
                assert len(canvas) in (44, 128)
                kinds[SUDOKU] += 1
            else:
                assert check_story(answer).is_perfect
                assert len(canvas) == 128
                kinds[STORY] += 1
    assert min(kinds.values()) >= 6
    assert (batch.weight[~batch.is_canvas] == 0).all()


def test_noise_is_uniform_falls_on_the_canvas_alone_and_as_often_as_its_level_says(maker, tokenizer):
    hits, places, seen = [0] * 4, [0] * 4, torch.zeros(len(tokenizer))
    for step in range(12):
        batch = maker()(step)
        changed = batch.noised != batch.clean
        assert not (changed & ~batch.is_canvas).any()
        seen += torch.bincount(batch.noised[changed], minlength=len(tokenizer))
        for quarter in range(4):
            inside = batch.is_canvas & ((batch.level * 4).long() == quarter)
            hits[quarter] += int((changed & inside).sum())
            places[quarter] += int(inside.sum())
    for quarter in range(4):  # a segment's level is spread evenly, so the mean level of a quarter is its middle
        assert hits[quarter] / places[quarter] == pytest.approx((quarter + 0.5) / 4, abs=0.03)
    expected = seen.sum() / len(tokenizer)
    assert ((seen - expected).abs() < 6 * expected.sqrt()).all()


def test_noise_levels_are_stratified(maker):
    batch = maker()(3)
    levels = sorted({round(float(level), 6) for level in batch.level[batch.is_canvas]})
    assert [math.floor(level * len(levels)) for level in levels] == list(range(len(levels)))


@pytest.mark.parametrize("held_out", [False, True])
def test_neither_side_of_the_split_leaks_into_the_other(maker, tokenizer, held_out):
    stories = grids = 0
    for step in range(15):
        batch = maker(held_out=held_out)(step)
        for row in range(16):
            for number in range(2):
                canvas = batch.clean[row][(batch.segment[row] == number) & batch.is_canvas[row]]
                text = tokenizer.decode(canvas, skip_special_tokens=True)
                if (grid := sudoku.from_text(text)) is not None:
                    assert sudoku.is_held_out(grid) == held_out
                    grids += 1
                elif text:
                    report = check_story(text)
                    facts = Facts(**{fact: report.mentions[fact][0] for fact in WORDS}, plot=report.plot)
                    assert facts.is_held_out == held_out
                    stories += 1
    assert stories > 50
    assert grids > 50


def test_evaluation_cases_are_held_out(bank):
    for puzzle in sudoku_cases(bank, 16, 10):
        assert puzzle.count(0) == 20
        (solution,) = sudoku.solutions(puzzle)
        assert sudoku.is_held_out(solution)
    assert story_cases(5) == story_cases(5)


# --- objective


def test_loss_is_the_weighted_mean_over_the_canvas(maker, tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0)
    batch = maker(rows=4)(0)
    loss, nats = Objective(model, device=torch.device("cpu"), compile=False)(batch, step=0, seed=0)
    on_canvas = [
        (n, w) for n, w, c in zip(nats.flatten(), batch.weight.flatten(), batch.is_canvas.flatten(), strict=True) if c
    ]
    by_hand = sum(float(n * w) for n, w in on_canvas) / sum(float(w) for _, w in on_canvas)
    assert loss.item() == pytest.approx(by_hand, rel=1e-4)
    assert nats.shape == (4, ROW_LENGTH)


def test_self_conditioning_is_on_at_every_other_step(maker, tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0)
    batch = maker(rows=4)(0)
    for step, conditioned in ((0, False), (1, True)):
        model.zero_grad()
        Objective(model, device=torch.device("cpu"), compile=False)(batch, step=step, seed=0)[0].backward()
        gradient = model.model.decoder.self_conditioning.down_proj.weight.grad
        assert bool(gradient.abs().max() > 0) == conditioned


def test_every_trained_weight_gets_a_gradient_that_of_pad_too(maker, tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0)
    Objective(model, device=torch.device("cpu"), compile=False)(maker()(1), step=1, seed=0)[0].backward()
    for name, weight in trained_parameters(model).items():
        assert weight.grad is not None and weight.grad.abs().max() > 0, name
    assert model.model.decoder.embed_tokens.weight.grad[tokenizer.pad_token_id].abs().max() > 0


def test_loss_table_by_hand(maker):
    batch = maker()(0)
    table = loss_table(batch, batch.level + 10.0 * batch.task)
    for quarter in range(4):
        assert table["story"][quarter] == pytest.approx((quarter + 0.5) / 4, abs=0.125)
        assert table["sudoku"][quarter] == pytest.approx(10 + (quarter + 0.5) / 4, abs=0.125)


def test_initial_model(tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=1)
    state = torch.random.get_rng_state()
    same, other = (build_model(build_config(TINY, tokenizer), seed=seed) for seed in (1, 2))
    assert torch.equal(torch.random.get_rng_state(), state)
    embedding = model.model.decoder.embed_tokens.weight
    assert torch.equal(embedding, same.model.decoder.embed_tokens.weight)
    assert not torch.equal(embedding, other.model.decoder.embed_tokens.weight)
    assert embedding[tokenizer.pad_token_id].std() > 0.1  # not the zeros of padding_idx
    assert embedding.std().item() == pytest.approx(32**-0.5, rel=0.05)
    assert model.model.encoder.language_model.layers[0].mlp.gate_proj.weight is (
        model.model.decoder.layers[0].mlp.gate_proj.weight
    )


# --- loop


def test_rate_warms_up_stays_and_falls_to_zero():
    assert rate_factor(0, 0.0) == pytest.approx(0.01)
    assert rate_factor(99, 0.1) == rate_factor(5000, 0.55) == 1.0
    assert rate_factor(5000, 0.775) == pytest.approx(0.5)
    assert rate_factor(5000, 1.0) == 0.0


@pytest.mark.parametrize("how", ["stop", "close"])
def test_an_interrupted_run_ends_as_an_unbroken_one(tmp_path, how):
    whole = Run(settings(tmp_path / "whole"))
    reports = list(whole.train())
    assert [report.step for report in reports] == [3, 6]
    assert reports[-1].progress == 1.0

    first = Run(settings(tmp_path / "broken"))
    stepping = first.train()
    assert next(stepping).step == 3
    if how == "close":
        stepping.close()
    else:
        first.stop()
        assert list(stepping) == []
    second = Run(settings(tmp_path / "broken"))
    second.load()
    assert second.step == 3
    list(second.train())
    assert second.step == 6
    for name, weight in whole.weights.items():
        assert torch.equal(weight, second.weights[name]), name
        assert torch.equal(whole.average[name], second.average[name]), name
    log = (tmp_path / "broken" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in log] == [3, 6]


def test_a_failing_step_leaves_the_checkpoint_before_it(tmp_path, monkeypatch):
    run = Run(settings(tmp_path))
    stepping = run.train()
    next(stepping)
    run.save()
    monkeypatch.setattr(run.optimisers[1], "step", lambda: 1 / 0)  # between the two optimisers
    with pytest.raises(ZeroDivisionError):
        next(stepping)
    again = Run(settings(tmp_path))
    again.load()
    assert again.step == 3
    assert not torch.equal(again.weights["layers.0.mlp.up_proj.weight"], run.weights["layers.0.mlp.up_proj.weight"])


def test_a_killed_run_resumes(tmp_path):
    script = (
        "import sys; from pathlib import Path; from test_training import settings\n"
        "from playground.training.loop import Run\n"
        "list(Run(settings(Path(sys.argv[1]), steps=100_000, checkpoint_seconds=0)).train())"
    )
    paths = os.pathsep.join([os.path.dirname(__file__), os.getcwd()])
    process = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], env={**os.environ, "PYTHONPATH": paths})
    try:
        deadline = time.monotonic() + 50
        while not (tmp_path / "checkpoint.pt").exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)  # into the writing of a later checkpoint, more likely than not
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    run = Run(settings(tmp_path, steps=100_000))
    run.load()
    reached = run.step
    assert reached >= 1
    stepping = run.train()
    assert reached < next(stepping).step <= reached + 3
    stepping.close()


def test_resuming_needs_a_checkpoint_of_the_same_run(tmp_path):
    with pytest.raises(PlaygroundError, match="There is no checkpoint to resume"):
        Run(settings(tmp_path)).load()
    Run(settings(tmp_path)).save()
    with pytest.raises(PlaygroundError, match="has seed 0, but this run has 1"):
        Run(settings(tmp_path, seed=1)).load()
    with pytest.raises(PlaygroundError, match=r"has shape .* but this run has"):
        Run(settings(tmp_path, shape=Shape(hidden=64, layers=2, heads=2, kv_heads=1, head_size=16))).load()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"steps": None}, "give either minutes or steps"),
        ({"minutes": 1.0}, "give either minutes or steps"),
        ({"steps": 0}, "steps must be above 0, but got 0"),
        ({"rows": -1}, "rows must be above 0, but got -1"),
    ],
)
def test_settings_are_refused_by_name(tmp_path, changes, message):
    with pytest.raises(PlaygroundError, match=message):
        settings(tmp_path, **changes)
