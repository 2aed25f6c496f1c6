"""Several runs in one pass: each gives what it gives alone, whoever joins or leaves."""

import random

import numpy as np
import pytest
import random_checkpoint
import torch

import playground as pg
from playground.engine.batch import Batch
from playground.engine.denoise import denoise_rows
from playground.engine.row import Row
from playground.engine.rowwise import Growing

pytestmark = pytest.mark.slow

PROMPTS = ["hello", "a", "Write a story about Lily.", "Once upon a time there was a rocket with a red nose"]


@pytest.fixture(scope="module")
def routed_model(tmp_path_factory):
    """Eight experts, so that few tokens reach each of them."""
    return pg.load_model(str(random_checkpoint.save(tmp_path_factory.mktemp("routed") / "checkpoint", experts=8)))


def jobs_of(draw, length, count=5):
    """Own prompt lengths, settings, seeds, lengths, stopping and ways to draw."""
    for seed in range(count):
        settings = pg.SamplerSettings(
            max_denoising_steps=draw.choice([3, 8, 20]),
            entropy_bound=draw.choice([0.1, 1.0, 10.0]),
            t_max=draw.choice([0.8, 1.2]),
            confidence_threshold=draw.choice([0.005, 0.5, 9.0]),
            max_new_tokens=draw.choice([length, 2 * length, 2 * length + 1, 3 * length]),
            draw=draw.choice(["exact", "exact", "fast"]),
        )
        yield draw.choice(PROMPTS), settings, seed


def alone(model, job):
    prompt, settings, seed = job
    return list(pg.denoise(model, prompt, settings, seed=seed))


def assert_same(a, b, where):
    for name, value in vars(a).items():
        if name not in ("rows", "seconds"):  # which tell of the company and the machine
            assert np.array_equal(value, getattr(b, name)), (*where, a.block, a.step, name)


@pytest.mark.parametrize("trials", [1, pytest.param(3, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("which", ["random_model", "routed_model", "embedded_model"])
def test_rows_give_bit_for_bit_what_they_give_alone(which, trials, request, monkeypatch):
    """One joins at every third step, one is stopped in the middle; blocks end at different steps."""
    model = request.getfixturevalue(which)
    monkeypatch.setattr(model.module.config, "canvas_length", 16)
    together = 0
    for trial in range(trials):
        jobs = list(jobs_of(random.Random(trial), 16))
        batch, waiting, number_of, frames = Batch(model), list(enumerate(jobs)), {}, [[] for _ in jobs]
        for passes in range(10_000):
            if waiting and passes % 3 == 0:
                index, (prompt, settings, seed) = waiting.pop(0)
                number_of[batch.join(Row.of(model, prompt, settings, seed))] = index
            elif not waiting and not len(batch):
                break
            for number, frame in batch.step().items():
                frames[number_of[number]].append(frame)
                together = max(together, frame.rows)
            if len(frames[2]) == 2:
                batch.leave(next(number for number, index in number_of.items() if index == 2))
        for index, job in enumerate(jobs):
            expected = alone(model, job)[: 2 if index == 2 else None]
            assert len(frames[index]) == len(expected)
            for a, b in zip(expected, frames[index], strict=True):
                assert_same(a, b, (which, trial, index))
    assert together >= 3, "the case must be one where rows really met"


@pytest.mark.thorough
def test_a_full_canvas_of_the_embedded_checkpoint_is_the_same_among_others(embedded_model):
    settings = pg.SamplerSettings(max_denoising_steps=12, confidence_threshold=0.0, max_new_tokens=128)
    jobs = [(prompt, settings, seed) for seed, prompt in enumerate(PROMPTS)]
    rows = [Row.of(embedded_model, *job) for job in jobs]
    together = list(denoise_rows(embedded_model, rows))
    assert len(together) == 12 and {frame.rows for frame in together[-1].values()} == {4}
    for index, job in enumerate(jobs):
        for a, frames in zip(alone(embedded_model, job), together, strict=True):
            assert_same(a, frames[index], (index,))


@pytest.mark.parametrize("which", ["random", "embedded"])
def test_in_bfloat16_the_difference_is_one_of_rounding(which, random_folder):
    """A batch may round otherwise there; from the same input canvas the entropies stay close."""
    model = pg.load_model(str(random_folder) if which == "random" else None, dtype="bfloat16")
    settings = pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=model.canvas_length, t_max=1.0)
    jobs = [(prompt, settings, seed) for seed, prompt in enumerate(PROMPTS)]
    (together,) = denoise_rows(model, [Row.of(model, *job) for job in jobs])
    for index, job in enumerate(jobs):
        (a,) = alone(model, job)
        assert np.array_equal(a.input_ids, together[index].input_ids)
        assert np.abs(a.entropy - together[index].entropy).max() < 0.05
        assert a.entropy.max() > 1, "the bound must be small beside the entropies"


def test_rows_come_and_go(random_model):
    batch = Batch(random_model)
    assert batch.step() == {} and len(batch) == 0
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    first = batch.join(Row.of(random_model, "a", settings, 1))
    second = batch.join(Row.of(random_model, "b", pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=16), 2))
    frames = batch.step()
    assert frames[second].finish_reason and not frames[first].finish_reason
    assert len(batch) == 1, "a row that has ended has left"
    batch.leave(second), batch.leave(99)
    third = batch.join(Row.of(random_model, "c", settings, 3))
    assert len({first, second, third}) == 3, "numbers are not used twice"
    assert set(batch.step()) == {first, third}
    batch.leave(third)
    assert len(batch) == 0 and batch.step() == {}


def test_a_trace_says_that_its_passes_were_shared(random_model):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16)
    rows = [Row.of(random_model, "hello", settings, 1), Row.of(random_model, "a", settings, 2)]
    shared = pg.Recorder(random_model, "hello", settings, 1)
    for frames in denoise_rows(random_model, rows):
        if 0 in frames:
            shared.so_far.add(frames[0])
    assert (shared.trace().header.pass_kind, shared.trace().header.rows) == ("eager", 2)
    own = pg.record(random_model, "hello", settings, seed=1)
    assert (own.header.pass_kind, own.header.rows) == ("eager", 1) and own.token_ids == shared.trace().token_ids


def test_token_after_token_no_seat_is_idle_but_on_a_cpu(random_model):
    caches = [random_model.denoiser.cache()]
    config = random_model.module.config.get_text_config(decoder=True)
    assert Growing(caches, config, torch.device("cpu")).idle == 4 * torch.get_num_threads() - 1
    assert Growing(caches, config, torch.device("meta")).idle == 0


def test_a_batch_seats_a_copy_of_a_row_and_leaves_the_row_as_it_is(random_model):
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16, confidence_threshold=0.0)
    spec = pg.branch(random_model.spec("hello", settings, seed=1), 1, seed=2)
    row, batch = Row.of(random_model, spec), Batch(random_model)
    assert row.settings == row.now.settings == spec.settings
    batch.join(row)
    batch.step()
    assert row.now is row.spec and (row.number, row.block, row.written, row.state) == (-1, 0, 0, None)
    assert row.cache.get_seq_length() == 0, "what the batch read is let go with the batch's own"
