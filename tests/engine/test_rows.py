"""Several runs in one pass: each gives what it gives alone, whoever joins or leaves; and what the loop allows."""

import random
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
import random_checkpoint
import torch
from batches import assert_same

import playground as pg
from playground.engine.batch import Batch
from playground.engine.denoise import denoise_rows
from playground.engine.recording import record_all
from playground.engine.row import Row
from playground.engine.rowwise import Growing

PROMPTS = ["hello", "a", "Write a story about Lily.", "Once upon a time there was a rocket with a red nose"]


@pytest.fixture(scope="module")
def routed_model(tmp_path_factory):
    """Eight experts, so that few tokens reach each of them."""
    return pg.load_model(str(random_checkpoint.save(tmp_path_factory.mktemp("routed") / "checkpoint", experts=8)))


def jobs_of(draw):
    """Own prompt lengths, settings, seeds, lengths, stopping and ways to draw."""
    for seed in range(5):
        settings = pg.SamplerSettings(
            max_denoising_steps=draw.choice([3, 8, 20]),
            entropy_bound=draw.choice([0.1, 1.0, 10.0]),
            t_max=draw.choice([0.8, 1.2]),
            confidence_threshold=draw.choice([0.005, 0.5, 9.0]),
            max_new_tokens=draw.choice([16, 32, 33, 48]),
            draw=draw.choice(["exact", "exact", "fast"]),
        )
        yield draw.choice(PROMPTS), settings, seed


def test_full_canvases_of_the_embedded_checkpoint_are_the_same_among_many(embedded_model):
    """A product of so many rows may be summed in another order; `playground.__init__` sees to it that it is not."""
    settings = pg.SamplerSettings(max_denoising_steps=2, confidence_threshold=0.0, max_new_tokens=128)
    together, alone = (
        denoise_rows(embedded_model, [Row.of(embedded_model, PROMPTS[2], settings, seed) for seed in seeds])
        for seeds in ([0, 1, 2, 3, 0], [0])
    )
    for frames, (frame,) in zip(together, (each.values() for each in alone), strict=True):
        assert_same([frame, frame], [frames[0], frames[4]])


@pytest.mark.slow
@pytest.mark.parametrize("which", ["random_model", "routed_model", "embedded_model"])
def test_rows_give_bit_for_bit_what_they_give_alone(which, request, monkeypatch):
    """One joins at every third step, one is stopped in the middle; blocks end at different steps."""
    model = request.getfixturevalue(which)
    monkeypatch.setattr(model.module.config, "canvas_length", 16)
    together, jobs = 0, list(jobs_of(random.Random(0)))
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
    for index, (prompt, settings, seed) in enumerate(jobs):
        expected = list(pg.denoise(model, prompt, settings, seed=seed))[: 2 if index == 2 else None]
        assert_same(expected, frames[index], (which, index))
    assert together >= 3, "the case must be one where rows really met"


def test_in_bfloat16_the_difference_is_one_of_rounding(random_folder):
    """A batch may round otherwise there; from the same input canvas the entropies stay close."""
    model = pg.load_model(str(random_folder), dtype="bfloat16")
    settings = pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=model.canvas_length, t_max=1.0)
    rows = [Row.of(model, prompt, settings, seed) for seed, prompt in enumerate(PROMPTS)]
    (together,) = denoise_rows(model, rows)
    for index, row in enumerate(rows):
        (a,) = pg.denoise(model, row.spec)
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
    with pytest.raises(KeyError, match="99"):
        batch.distributions(99)


def test_what_fails_as_a_block_begins_is_its_rows_own_but_for_a_failed_device(random_model):
    errors, failed = [RuntimeError(), torch.AcceleratorError("CUDA error")], {}
    begin, row = Mock(side_effect=errors), Row.of(random_model, "a", pg.SamplerSettings(max_new_tokens=16))
    assert not row.begun(begin, failed) and failed == {row.number: errors[0]}
    with pytest.raises(torch.AcceleratorError):
        row.begun(begin, failed)


def test_a_trace_says_that_its_passes_were_shared(random_model):
    specs = [random_model.spec(text, max_denoising_steps=3, max_new_tokens=16) for text in ("hello", "a")]
    shared, own = record_all(random_model, specs)[0], pg.record(random_model, specs[0])
    assert (shared.header.pass_kind, shared.header.rows) == ("eager", 2)
    assert (own.header.pass_kind, own.header.rows) == ("eager", 1) and own.token_ids == shared.token_ids


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


@pytest.mark.parametrize("length", [1, 15, 16, 17, 40])
def test_any_length_cuts_the_last_block_only(endless_model, length):
    whole, cut = (
        pg.record(endless_model, "x", max_denoising_steps=2, max_new_tokens=tokens, seed=1) for tokens in (48, length)
    )
    assert cut.token_ids == whole.token_ids[:length]
    assert cut.finish_reason == "max-new-tokens" and len(cut.stop_reasons) == -(-length // 16)


def test_bad_input_is_refused_before_the_first_step(random_model):
    with pytest.raises(pg.PromptError, match="prompt is empty"):
        pg.denoise(random_model, "  \n ")
    with pytest.raises(pg.PromptError, match=r"241 tokens long; with 16 new tokens this checkpoint takes at most 240"):
        pg.denoise(random_model, "a" * 240, max_new_tokens=16)
    assert next(pg.denoise(random_model, "a" * 239, max_new_tokens=16)).step == 1
    with pytest.raises(pg.SettingError, match=r"max_new_tokens is 256; this checkpoint takes at most 240"):
        pg.denoise(random_model, "a", max_new_tokens=256)
    for seed in (-1, 2**53, 1.5, "7", None, True):
        with pytest.raises(pg.SettingError, match="seed is"):
            pg.denoise(random_model, "a", seed=seed)


def test_a_golden_run_comes_out_as_it_was_recorded(tmp_path):
    recorded = pg.Trace.load(Path(__file__).parents[1] / "golden" / "hostile.trace")  # two blocks
    header, model = recorded.header, pg.load_model(str(random_checkpoint.save(tmp_path, eos_ids=(1,))))
    assert model.revision == header.revision
    again = pg.record(model, header.prompt, pg.SamplerSettings(**header.settings), seed=header.seed)
    for name in ("block", "step", "input_ids", "sampled_ids", "argmax_ids", "accepted", "stable_for"):
        assert np.array_equal(again.columns[name], recorded.columns[name]), name
    for name in ("entropy", "top_probs"):  # another processor rounds otherwise, and conditioning feeds that back
        assert np.allclose(again.columns[name], recorded.columns[name], atol=2e-2), name
    assert again.stop_reasons == recorded.stop_reasons and again.token_ids == recorded.token_ids
