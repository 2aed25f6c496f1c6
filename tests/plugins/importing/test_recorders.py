"""Recorders for other libraries, around their real generation."""

import diffusers
import numpy as np
import pytest
import reference
import torch

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
    assert (made.text, made.token_ids) == (trace.text, trace.token_ids)
    assert np.array_equal(made.columns["block"], trace.columns["block"])


END, MORE, PAD = 1, 5, 0


class Words:
    """A tokenizer of which each id is a word."""

    eos_token_id, pad_token_id, all_special_ids = END, PAD, [PAD, END]

    def decode(self, ids, skip_special_tokens=False):
        return " ".join(str(token) for token in ids if not (skip_special_tokens and token in self.all_special_ids))


def drafted(*blocks, tokenizer=None):
    """What a recorder makes of blocks, each the last draft and what was committed of it, after a prompt."""
    recorder = pg.DraftRecorder(tokenizer or Words())
    recorder.put(torch.tensor([[7, 8, 9]]))
    for draft, committed in blocks:
        recorder.put_draft(torch.tensor([[9, 9, 9, 9], [8, 8, 8, 8]]))
        recorder.put_draft(torch.tensor([draft, [8, 8, 8, 8]]))
        recorder.put(torch.tensor([committed, [8, 8, 8, 8]]))
    recorder.end()
    trace = recorder.trace()
    return trace.text, trace.columns["block"].tolist()


def test_the_text_of_drafts_ends_where_generate_ends_it():
    whole = ([2, 3, 4, 5], [2, 3, 4, 5])
    assert drafted(whole) == ("2 3 4 5", [1, 1])
    assert drafted(whole, ([6, END, 7, 8], [6, END, PAD, PAD])) == ("2 3 4 5 6", [1, 1, 2, 2])
    assert drafted(([6, END, PAD, PAD], [6, END, PAD, PAD])) == ("6", [1, 1])  # the model writes the padding
    assert drafted(([2, 3, 4, END], [2, 3, 4, END])) == ("2 3 4", [1, 1])
    assert drafted(([END, 3, 4, 5], [END, PAD, PAD, PAD])) == ("", [1, 1])


def test_another_end_of_text_is_known_from_the_padding_after_it():
    assert drafted(([6, MORE, 7, 8], [6, MORE, PAD, PAD])) == ("6 5", [1, 1])
    assert drafted(([6, PAD, MORE, 8], [6, PAD, MORE, PAD])) == ("6 5", [1, 1])


def test_blocks_that_only_others_of_a_batch_need_are_left_out():
    for end in (END, MORE):
        text = "6" if end == END else "6 5"
        assert drafted(([6, end, 7, 8], [6, end, PAD, PAD]), ([2, 3, 4, 5], [PAD] * 4)) == (text, [1, 1])


def test_padding_may_be_the_end_of_text_itself_or_be_missing():
    tokenizer = Words()
    tokenizer.pad_token_id = END
    assert drafted(([6, 3, END, 8], [6, 3, END, END]), tokenizer=tokenizer) == ("6 3", [1, 1])
    assert drafted(([END, 3, 4, 8], [END] * 4), tokenizer=tokenizer) == ("", [1, 1])
    tokenizer.pad_token_id = None
    assert drafted(([6, 3, END, 8], [6, 3, END, 8]), tokenizer=tokenizer) == ("6 3", [1, 1])
    tokenizer.eos_token_id = None
    assert drafted(([6, 3, 4, 8], [6, 3, 4, 8]), tokenizer=tokenizer) == ("6 3 4 8", [1, 1])


def test_a_run_without_drafts_is_no_trace(random_model):
    with pytest.raises(pg.TraceError, match="The run holds no step"):
        pg.DraftRecorder(random_model.tokenizer).trace()


@pytest.fixture
def pipe(embedded_model):
    pipe = diffusers.DiffusionGemmaPipeline(
        embedded_model.module, diffusers.EntropyBoundScheduler(), embedded_model.tokenizer
    )
    pipe.set_progress_bar_config(disable=True)
    return pipe


def test_the_steps_of_diffusers_are_recorded(pipe):
    trace, result = pg.record_diffusers(
        pipe, "Write a story.", gen_length=128, num_inference_steps=3, confidence_threshold=None
    )
    assert trace.columns["step"].tolist() == [1, 2, 3, 1, 2, 3][: len(trace)] and len(trace) in (3, 6)
    assert trace.header.source == "diffusers' callback_on_step_end" and result is not None
    assert set(pg.Trace.from_bytes(trace.to_bytes()).columns) == set(ALWAYS)


def test_the_text_of_diffusers_ends_where_the_pipeline_ends_it(pipe):
    torch.manual_seed(3)
    prompt = "Write a story about Lily, a cat and a red ball."
    trace, result = pg.record_diffusers(pipe, prompt, gen_length=256, return_dict=False, eos_early_stop=False)
    assert trace.text == result[1][0] != ""
    assert trace.token_ids[-1] == pipe.eos_token_id and trace.token_ids.count(pipe.eos_token_id) == 1


def test_a_token_that_the_call_names_ends_the_text_of_diffusers(pipe, embedded_model):
    (stop,) = embedded_model.tokenizer.encode(".", add_special_tokens=False)
    torch.manual_seed(3)
    trace, result = pg.record_diffusers(
        pipe, "Write a story about Lily, a cat and a red ball.", gen_length=128, eos_token_id=stop
    )
    assert trace.text == result.texts[0] and trace.text.count(".") == 1 and trace.token_ids[-1] == stop
