"""Recorders for other libraries, around their real generation."""

import diffusers
import numpy as np
import pytest
import reference

import playground as pg
from playground.trace.check import ALWAYS


def test_the_drafts_of_transformers_are_the_most_probable_tokens_of_our_own_run(random_model):
    settings = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32, confidence_threshold=1e-6)
    trace = pg.record(random_model, "hello", settings, seed=3)
    recorder = pg.DraftRecorder(random_model.tokenizer)
    reference.generate(random_model, trace.header.prompt_ids, settings, 3, streamer=recorder)
    made = pg.Trace.from_bytes(recorder.trace().to_bytes())
    assert made.header.source == "transformers' put_draft" and set(made.columns) == set(ALWAYS)
    drafts = [[trace.tokens[one] for one in row] for row in trace.columns["argmax_ids"].tolist()]
    assert [[made.tokens[one] for one in row] for row in made.columns["argmax_ids"].tolist()] == drafts
    assert np.array_equal(made.columns["block"], trace.columns["block"])


def test_a_run_without_drafts_is_no_trace(random_model):
    with pytest.raises(pg.TraceError, match="The run holds no step"):
        pg.DraftRecorder(random_model.tokenizer).trace()


def test_the_steps_of_diffusers_are_recorded(embedded_model):
    pipe = diffusers.DiffusionGemmaPipeline(
        embedded_model.module, diffusers.EntropyBoundScheduler(), embedded_model.tokenizer
    )
    pipe.set_progress_bar_config(disable=True)
    trace, result = pg.record_diffusers(
        pipe, "Write a story.", gen_length=128, num_inference_steps=3, confidence_threshold=None
    )
    assert trace.columns["step"].tolist() == [1, 2, 3, 1, 2, 3][: len(trace)] and len(trace) in (3, 6)
    assert trace.header.source == "diffusers' callback_on_step_end" and result is not None
    assert set(pg.Trace.from_bytes(trace.to_bytes()).columns) == set(ALWAYS)
