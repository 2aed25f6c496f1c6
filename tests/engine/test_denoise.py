"""What the loop allows beyond generate(), and that runs do not touch each other."""

from itertools import pairwise

import numpy as np
import pytest

import playground as pg

FREE = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=10.0, max_new_tokens=48)


def arrays(frame):
    return {k: v for k, v in vars(frame).items() if isinstance(v, np.ndarray)}


def assert_same_frame(a, b):
    assert all(np.array_equal(a_value, arrays(b)[name]) for name, a_value in arrays(a).items())
    assert (a.block, a.step, a.temperature, a.mean_entropy, a.stable_for, a.stop_reason, a.finish_reason) == (
        b.block, b.step, b.temperature, b.mean_entropy, b.stable_for, b.stop_reason, b.finish_reason
    )  # fmt: skip


def test_same_seed_same_frames_other_seed_others(random_model):
    first, second, other = (list(pg.denoise(random_model, "hello", FREE, seed=s)) for s in (3, 3, 4))
    for a, b in zip(first, second, strict=True):
        assert_same_frame(a, b)
    assert not np.array_equal(first[0].input_ids, other[0].input_ids)


@pytest.mark.parametrize("length", [1, 15, 16, 17, 40])
def test_any_length_cuts_the_last_block_only(random_model, length):
    long = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=48)
    seed = next(s for s in range(20) if len(pg.record(random_model, "x", long, seed=s).token_ids) == 48)
    whole = pg.record(random_model, "x", long, seed=seed)
    cut = pg.record(random_model, "x", pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=length), seed=seed)
    assert cut.token_ids == whole.token_ids[:length]
    assert cut.finish_reason == "max-new-tokens" and len(cut.stop_reasons) == -(-length // 16)


def test_accepted_tokens_stay_and_the_rest_is_renoised(random_model):
    frames = list(
        pg.denoise(random_model, "hello", pg.SamplerSettings(max_denoising_steps=8, max_new_tokens=16), seed=5)
    )
    changed = 0
    for now, following in pairwise(frames):
        assert np.array_equal(following.input_ids[now.accepted], now.sampled_ids[now.accepted])
        changed += (following.input_ids != now.sampled_ids)[~now.accepted].sum()
    assert changed > 50, "noise is drawn afresh, it is not the sampled token"


def test_the_fast_draw_runs_and_says_so(random_model):
    settings = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=16, draw="fast")
    trace = pg.record(random_model, "hello", settings, seed=1)
    assert trace.header.settings["draw"] == "fast" and trace.nfe == 4
    assert pg.record(random_model, "hello", settings, seed=1).token_ids == trace.token_ids


def test_bad_input_is_refused_before_the_first_step(random_model):
    with pytest.raises(pg.PromptError, match="prompt is empty"):
        pg.denoise(random_model, "  \n ")
    with pytest.raises(pg.PromptError, match=r"301 tokens long; with 16 new tokens this checkpoint takes at most 240"):
        pg.denoise(random_model, "a" * 300, FREE.__class__(max_new_tokens=16))
    assert next(pg.denoise(random_model, "a" * 239, pg.SamplerSettings(max_new_tokens=16))).step == 1
    with pytest.raises(pg.SettingError, match=r"max_new_tokens is 256; this checkpoint takes at most 240"):
        pg.denoise(random_model, "a", pg.SamplerSettings(max_new_tokens=256))
    for seed in (-1, 2**53, 1.5, "7", None, True):
        with pytest.raises(pg.SettingError, match="seed is"):
            pg.denoise(random_model, "a", FREE, seed=seed)


def test_a_closed_run_keeps_its_frames(random_model):
    recorder = pg.Recorder(random_model, "hello", FREE, seed=3)
    for frame in recorder:
        if frame.step == 2:
            break
    trace = recorder.trace()
    assert trace.nfe == 2 and trace.stop_reasons == ["stopped"] and trace.finish_reason == "stopped"
    whole = pg.record(random_model, "hello", FREE, seed=3)
    assert np.array_equal(trace.columns["argmax_ids"], whole.columns["argmax_ids"][:2])
