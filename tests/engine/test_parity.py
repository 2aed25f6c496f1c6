"""The loop against transformers' generate(): same checkpoint, settings and seed, token for token, step for step."""

import random

import numpy as np
import pytest
import reference
import torch

import playground as pg

pytestmark = pytest.mark.slow


def runs(count, seed, steps, lengths):
    """(seed, settings) of each: spread over what generate() accepts, thresholds on both sides of what runs reach."""
    draw = random.Random(seed)
    for number in range(count):
        settings = pg.SamplerSettings(
            max_denoising_steps=draw.choice(steps),
            entropy_bound=draw.choice([1e-6, 0.1, 1.0, 5.0, 1000.0]),
            t_max=draw.choice([0.5, 1.0, 1.7]),
            t_min=draw.choice([0.0, 0.05, 0.4]),
            stability_threshold=draw.choice([0, 1, 1, 4]),
            confidence_threshold=draw.choice([0.005, 0.5, 2.0]),
            max_new_tokens=draw.choice(lengths),
        )
        yield number, settings


def assert_same(model, prompt, settings, seed):
    expected = reference.generate(model, model.encode(prompt), settings, seed)
    trace = pg.record(model, prompt, settings, seed=seed)
    ids = trace.token_ids
    assert ids == expected.token_ids[: len(ids)]
    assert set(expected.token_ids[len(ids) :]) <= {model.pad_id}, "generate() wrote on where the trace ended"
    assert trace.nfe == expected.passes
    columns = trace.columns
    assert np.array_equal(columns["input_ids"], torch.stack(expected.inputs).numpy())
    assert np.array_equal(columns["sampled_ids"], torch.stack(expected.sampled).numpy())
    assert np.array_equal(columns["accepted"], torch.stack(expected.accepted).numpy())
    assert np.array_equal(columns["entropy"], torch.stack(expected.entropy).numpy())
    return trace


def test_random_checkpoint_equals_generate(random_model):
    seen = set()
    for seed, settings in runs(25, 5, [1, 2, 6, 12], [16, 32, 64]):
        trace = assert_same(random_model, "To be, or not to be"[: 1 + seed % 19], settings, seed)
        seen |= {*trace.stop_reasons, trace.finish_reason, len(trace.stop_reasons)}
    # The comparison means something only if runs ended in every way.
    assert seen >= {"stable-and-confident", "max-steps", "end-of-text", "max-new-tokens", 1, 2, 4}


def test_embedded_checkpoint_equals_generate(embedded_model, monkeypatch):
    """On a canvas of 32, so that one text takes several blocks. What meets is tried above, on smaller weights."""
    monkeypatch.setattr(embedded_model.module.config, "canvas_length", 32)
    prompts = ["Write a story.", "Write a story about Lily, a cat and a red ball.", "Write a long story about Tom."]
    blocks = set()
    for seed, settings in runs(6, 3, [1, 2, 4, 8], [32, 64, 96]):
        trace = assert_same(embedded_model, prompts[seed % 3], settings, seed)
        blocks.add(len(trace.stop_reasons))
    assert {1, 2, 3} <= blocks


def test_embedded_checkpoint_equals_generate_at_its_own_settings(embedded_model):
    assert_same(embedded_model, "Write a story about Lily, a cat and a red ball.", embedded_model.settings, seed=0)
