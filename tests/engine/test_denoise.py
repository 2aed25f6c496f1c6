"""What the loop allows beyond generate(), and that runs do not touch each other."""

from itertools import pairwise

import numpy as np
import pytest

import playground as pg

FREE = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=10.0, max_new_tokens=48)


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
