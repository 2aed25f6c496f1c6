"""Batches, objective, loop and export: what is promised of a run."""

import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import torch

from playground.engine.source import EMBEDDED
from playground.errors import PlaygroundError
from playground.training import sudoku
from playground.training.architecture import Shape, build_config, build_model, trained_parameters
from playground.training.data import (
    AUTOREGRESSIVE,
    CODE,
    DIFFUSION,
    MASKED,
    REPAIRED,
    ROW_LENGTH,
    STORY,
    SUDOKU_4,
    SUDOKU_6,
    SUDOKU_9,
    TASKS,
    BatchMaker,
    Mixture,
    corrupt,
    puzzle_banks,
)
from playground.training.export import load_checkpoint
from playground.training.function_check import check_function, read_function_request
from playground.training.functions import is_held_out
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
def banks(tmp_path_factory):
    return puzzle_banks(10, 0, tmp_path_factory.mktemp("banks"))


@pytest.fixture
def maker(tokenizer, banks):
    def make(**changes):
        return BatchMaker(tokenizer, banks, **{"rows": 16, "seed": 4, "canvas_length": 128, **changes})

    return make


def settings(work_dir, **changes):
    given = {"steps": 6, "rows": 4, "puzzles": 4, "shape": TINY, "compile": False, "report_every": 3}
    return TrainSettings(work_dir=work_dir, **{**given, **changes})


EVERYTHING = Mixture(
    shares={STORY: 0.25, SUDOKU_6: 0.125, CODE: 0.25, REPAIRED: 0.125}, masked=0.25, autoregressive=0.25
)


def segments(batch):
    """(row, places of a segment in it) for every segment of the batch."""
    for row in range(len(batch.ids)):
        for number in range(int(batch.segment[row].max()) + 1):
            yield row, batch.segment[row] == number


# --- data


def test_banks_hold_minimal_puzzles_and_are_kept(tmp_path):
    banks = puzzle_banks(3, 1, tmp_path)
    assert {size: bank.shape for size, bank in banks.items()} == {4: (3, 2, 16), 6: (12, 2, 36), 9: (3, 2, 81)}
    for bank in banks.values():
        for puzzle, solution in bank.tolist():
            assert sudoku.solutions(tuple(puzzle)) == [tuple(solution)]
    changed = banks[4].copy()
    changed[0] = 0
    (path,) = tmp_path.glob("puzzles-4-*.npy")
    np.save(path, changed)
    assert (puzzle_banks(3, 1, tmp_path)[4][0] == 0).all()  # read, not made again


def test_a_batch_depends_on_seed_and_step_alone(maker):
    one, same, next_step, other_seed = maker()(7), maker()(7), maker()(8), maker(seed=5)(7)
    for name, value in vars(one).items():
        assert torch.equal(value, getattr(same, name))
    assert not torch.equal(one.target, next_step.target)
    assert not torch.equal(one.target, other_seed.target)


def text_of(tokenizer, batch, row, here):
    """(prompt, answer ids) of a segment, whatever the way of writing."""
    if batch.way[row, 0] == AUTOREGRESSIVE:
        ids = [*batch.ids[row][here].tolist()]
        start = ids.index(tokenizer.convert_tokens_to_ids("<answer>")) + 1
        return tokenizer.decode(ids[1 : start - 1]), ids[start:]
    on_canvas = here & batch.is_canvas[row]
    prompt = tokenizer.decode(batch.ids[row][here & ~on_canvas], skip_special_tokens=True)
    return prompt, batch.target[row][on_canvas].tolist()


def test_segments_are_prompts_and_answers_that_belong_together(maker, tokenizer):
    kinds = dict.fromkeys(range(len(TASKS)), 0)
    second_canvases = 0
    for step in range(8):
        batch = maker(mixture=EVERYTHING)(step)
        for row, here in segments(batch):
            assert batch.positions[row][here].tolist() == list(range(int(here.sum())))
            task = int(batch.task[row][here][0])
            prompt, canvas = text_of(tokenizer, batch, row, here)
            kinds[task] += 1
            if tokenizer.eos_token_id not in canvas:
                assert prompt.lower().startswith(("write a long", "tell a long")) and len(canvas) == 128
                continue
            end = canvas.index(tokenizer.eos_token_id)
            assert set(canvas[end + 1 :]) <= {tokenizer.pad_token_id}
            answer = tokenizer.decode(canvas[:end])
            if task in (SUDOKU_4, SUDOKU_6, SUDOKU_9):
                puzzle = sudoku.from_text(prompt.removeprefix(sudoku.PROMPT))
                assert sudoku.solutions(puzzle) == [sudoku.from_text(answer)]
                assert TASKS[task] == f"sudoku{sudoku.board_of(puzzle).size}"
            elif task == CODE:
                assert check_function(answer, read_function_request(prompt)).is_right
            elif task == REPAIRED:
                assert prompt.startswith("Repair this:\n") and not prompt.endswith(answer)
            elif " long story" in prompt:
                second_canvases += 1
                assert check_story(prompt.partition("<answer>")[2] or prompt + answer).total > 9
            else:
                assert check_story(answer).is_perfect
                assert len(canvas) == 128
    assert min(kinds.values()) >= 5
    assert second_canvases >= 1


def test_the_second_canvas_of_a_long_story_goes_on_where_the_first_ends(maker, tokenizer):
    mixture = Mixture(shares={STORY: 1.0}, long_stories=1.0, masked=0.0, autoregressive=0.0)
    firsts = seconds = 0
    for step in range(3):
        batch = maker(mixture=mixture)(step)
        for row, here in segments(batch):
            if batch.task[row][here][0] != STORY:
                continue
            on_canvas = here & batch.is_canvas[row]
            before = batch.ids[row][here & ~on_canvas].tolist()
            start = before.index(tokenizer.convert_tokens_to_ids("<answer>")) + 1
            text = tokenizer.decode(before[start:] + batch.target[row][on_canvas].tolist(), skip_special_tokens=True)
            if len(before) > start:
                assert len(before) == start + 128
                assert (report := check_story(text)).is_perfect and report.chapters == 2
                seconds += 1
            else:
                firsts += 1
    assert min(firsts, seconds) > 10


def test_weights_fall_on_what_is_to_be_learnt(maker, tokenizer):
    batch = maker(mixture=EVERYTHING)(2)
    pad = batch.target == tokenizer.pad_token_id
    for way in (DIFFUSION, MASKED, AUTOREGRESSIVE):
        assert (batch.way == way).any()
    diffused = batch.is_canvas & (batch.way == DIFFUSION)
    assert (batch.weight[diffused & ~pad] == 1).all()
    assert batch.weight[diffused & pad] == pytest.approx(0.05)
    assert (batch.weight[(batch.segment < 0) | ((batch.way != AUTOREGRESSIVE) & ~batch.is_canvas)] == 0).all()

    masked = batch.way == MASKED
    hidden = (batch.ids == tokenizer.mask_token_id) & batch.is_canvas
    assert (batch.weight[masked & ~hidden] == 0).all()
    assert (batch.weight[masked & hidden] > 0).all()
    assert (batch.ids == batch.target)[masked & batch.is_canvas & ~hidden].all()

    for row, here in segments(batch):
        if batch.way[row, 0] != AUTOREGRESSIVE:
            continue
        assert not batch.is_canvas[row].any()
        places = torch.nonzero(here & (batch.weight[row] > 0)).flatten()
        assert batch.ids[row, places[0]] == tokenizer.convert_tokens_to_ids("<answer>")
        assert torch.equal(batch.target[row, places], batch.ids[row, places + 1])
        assert batch.target[row, places[-1]] == tokenizer.eos_token_id or len(places) == 128


def test_noise_is_uniform_falls_on_the_canvas_alone_and_as_often_as_its_level_says(maker, tokenizer):
    hits, places, seen = [0] * 4, [0] * 4, torch.zeros(len(tokenizer))
    for step in range(12):
        batch = maker(mixture=Mixture(masked=0.0, autoregressive=0.0))(step)
        changed = (batch.ids != batch.target) & batch.is_canvas
        seen += torch.bincount(batch.ids[changed], minlength=len(tokenizer))
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
    found = dict.fromkeys(range(len(TASKS)), 0)
    for step in range(12):
        batch = maker(held_out=held_out, mixture=EVERYTHING)(step)
        for row, here in segments(batch):
            task = int(batch.task[row][here][0])
            prompt, canvas = text_of(tokenizer, batch, row, here)
            text = tokenizer.decode(canvas, skip_special_tokens=True)
            if task in (SUDOKU_4, SUDOKU_6, SUDOKU_9):
                assert sudoku.is_held_out(sudoku.from_text(text)) == held_out
            elif task == CODE:
                assert is_held_out(read_function_request(prompt).spec) == held_out
            elif (report := check_story(text)).is_perfect and report.chapters == 1:
                facts = Facts(**{fact: report.mentions[fact][0] for fact in WORDS}, plot=report.plot)
                assert facts.is_held_out == held_out
            else:
                continue
            found[task] += 1
    assert min(found.values()) >= 5


def test_corruption_replaces_the_share_that_it_says_by_other_words():
    rng = random.Random(0)
    ids = [rng.randrange(7, 400) for _ in range(90)]
    for share in (0.0, 0.1, 0.5, 1.0):
        broken = corrupt(ids, share, 400, rng)
        assert sum(a != b for a, b in zip(ids, broken, strict=True)) == round(share * 90)
        assert min(broken) >= 7


# --- objective


def test_loss_is_the_weighted_mean_over_the_canvas(maker, tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0)
    batch = maker(rows=4)(0)
    loss, nats = Objective(model, device=torch.device("cpu"), compile=False)(batch, step=0, seed=0)
    weighted = [(float(n), float(w)) for n, w in zip(nats.flatten(), batch.weight.flatten(), strict=True) if w > 0]
    by_hand = sum(n * w for n, w in weighted) / sum(w for _, w in weighted)
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


def test_only_diffusion_is_conditioned_on_itself(maker, tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0)
    mixture = Mixture(masked=0.5, autoregressive=0.5)
    batch = maker(rows=4, mixture=mixture)(0)
    assert not (batch.way == DIFFUSION).any()
    Objective(model, device=torch.device("cpu"), compile=False)(batch, step=1, seed=0)[0].backward()
    gradient = model.model.decoder.self_conditioning.down_proj.weight.grad
    assert gradient is None or gradient.abs().max() == 0


def test_every_trained_weight_gets_a_gradient_that_of_pad_too(maker, tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0)
    Objective(model, device=torch.device("cpu"), compile=False)(maker()(1), step=1, seed=0)[0].backward()
    for name, weight in trained_parameters(model).items():
        assert weight.grad is not None and weight.grad.abs().max() > 0, name
    assert model.model.decoder.embed_tokens.weight.grad[tokenizer.pad_token_id].abs().max() > 0


def test_loss_table_by_hand(maker):
    batch = maker(mixture=EVERYTHING, rows=64)(0)
    table = loss_table(batch, batch.level + 10.0 * batch.task + 100.0 * batch.way)
    for task, name in enumerate(TASKS):
        for quarter, nats in enumerate(table[name]):
            assert math.isnan(nats) or nats == pytest.approx(10 * task + (quarter + 0.5) / 4, abs=0.13)
    assert not math.isnan(table["sudoku9"][3])
    masked = batch.weight * (batch.way == MASKED) * (batch.level < 0.25) == 1
    assert table["masked"][0] == pytest.approx((batch.level + 10.0 * batch.task + 100.0)[masked].mean().item())
    causal = (batch.weight == 1) & (batch.way == AUTOREGRESSIVE)
    assert table["autoregressive"] == [pytest.approx((10.0 * batch.task + 200.0)[causal].mean().item())]


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


def test_a_run_may_begin_with_a_checkpoint_of_the_older_world(tmp_path):
    shipped = load_checkpoint(None)[0]
    run = Run(settings(tmp_path, shape=Shape(), start_from=EMBEDDED))
    theirs = trained_parameters(shipped)
    for name, weight in run.weights.items():
        old = theirs[name]
        assert torch.equal(weight[: len(old)] if old.ndim else weight, old), name
    embedding = run.weights["embed_tokens.weight"]
    assert len(embedding) == len(run.tokenizer) >= len(theirs["embed_tokens.weight"])


def test_what_cannot_be_begun_with_is_refused(tmp_path):
    with pytest.raises(PlaygroundError, match="No checkpoint can be read from"):
        Run(settings(tmp_path, start_from=tmp_path))
    with pytest.raises(PlaygroundError, match="has another shape"):
        Run(settings(tmp_path, start_from=EMBEDDED))
    other = tmp_path / "other"
    shutil.copytree(EMBEDDED, other)
    words = (other / "tokenizer.json").read_text()
    (other / "tokenizer.json").write_text(words.replace('" Lily"', '" Lili"'))
    with pytest.raises(PlaygroundError, match="are not the first ones of this world"):
        Run(settings(tmp_path, shape=Shape(), start_from=other))


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
