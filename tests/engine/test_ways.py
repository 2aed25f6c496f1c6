"""Ways of writing: the loop against plain loops that do nothing else, on the same weights."""

import numpy as np
import pytest
import reference
import torch
from batches import assert_same, played

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.rules.ways import WAYS

pytestmark = pytest.mark.slow

PROMPTS = [
    "Write a story about Lily, a cat and a red ball.",
    "Write a story.",
    "Write a function that doubles a number.",
]


def in_way(model, way, **changes):
    return model.settings.replace(way=way, max_new_tokens=model.canvas_length, **changes)


@pytest.fixture(scope="module")
def mask_id(embedded_model):
    return embedded_model.tokenizer.mask_token_id


@pytest.fixture
def short_canvas(embedded_model, monkeypatch):
    """Fewer positions: where each takes a pass of its own, a full canvas takes many and shows no more."""
    monkeypatch.setattr(embedded_model.module.config, "canvas_length", 32)


def test_autoregressive_rows_write_what_a_plain_greedy_loop_writes(embedded_model):
    model = embedded_model
    expected = reference.write_autoregressively(model, PROMPTS[2])
    trace = pg.record(model, PROMPTS[2], in_way(model, "autoregressive"))
    assert trace.token_ids == expected and trace.nfe == len(expected)
    assert trace.stop_reasons == ["complete"] and trace.finish_reason == "end-of-text"
    steps, length = trace.columns["accepted"].shape
    places = np.arange(length)[None] <= np.arange(steps)[:, None]
    assert np.array_equal(trace.columns["accepted"], places), "one position more a step, none back"
    blank = trace.columns["sampled_ids"][~places]
    assert (blank == model.pad_id).all() and (trace.columns["entropy"][~places] == 0).all()
    assert np.array_equal(trace.columns["input_ids"][1:], trace.columns["sampled_ids"][:-1])
    assert set(trace.to_pandas()["status"]) == {"written", "just written", "blank"}


def test_autoregressive_text_goes_on_over_blocks(embedded_model, monkeypatch):
    expected = reference.write_autoregressively(embedded_model, PROMPTS[0], most=40)
    monkeypatch.setattr(embedded_model.module.config, "canvas_length", 16)
    settings = embedded_model.settings.replace(way="autoregressive", max_new_tokens=40)
    trace = pg.record(embedded_model, PROMPTS[0], settings)
    assert trace.token_ids == expected and len(trace.stop_reasons) == 3 and trace.finish_reason == "max-new-tokens"


def test_an_interrupted_autoregressive_run_keeps_what_is_written(embedded_model):
    recorder = pg.Recorder(embedded_model, PROMPTS[0], in_way(embedded_model, "autoregressive"))
    frames = iter(recorder)
    written = [next(frames) for _ in range(5)][-1].sampled_ids[:5].tolist()
    trace = recorder.trace()
    assert trace.token_ids == written and trace.finish_reason == "stopped"


@pytest.mark.usefixtures("short_canvas")
@pytest.mark.parametrize("bound", [0.1, 1.0])
def test_masked_rows_write_what_a_plain_loop_writes(embedded_model, bound):
    model = embedded_model
    for prompt in PROMPTS:
        expected, passes = reference.write_masked(model, prompt, bound)
        trace = pg.record(model, prompt, in_way(model, "masked", entropy_bound=bound))
        assert trace.nfe == passes and trace.stop_reasons == ["complete"]
        assert trace.columns["sampled_ids"][-1].tolist() == expected
        assert trace.token_ids == expected[: len(trace.token_ids)]


@pytest.mark.parametrize("draw", ["exact", "fast", "greedy"])
def test_what_masked_diffusion_accepts_stays_and_a_mask_is_never_drawn(embedded_model, mask_id, draw):
    settings = in_way(embedded_model, "masked", draw=draw, t_max=1.5, t_min=1.0, entropy_bound=5.0)
    columns = pg.record(embedded_model, PROMPTS[1], settings, seed=4).columns
    accepted, sampled, canvas = columns["accepted"], columns["sampled_ids"], columns["input_ids"]
    assert (canvas[0] == mask_id).all() and not (sampled == mask_id).any() and accepted[-1].all()
    assert not (accepted[:-1] & ~accepted[1:]).any()
    assert (sampled[1:] == sampled[:-1])[accepted[:-1]].all()
    assert np.array_equal(canvas[1:], np.where(accepted, sampled, mask_id)[:-1])
    stands = accepted[:-1]
    assert (columns["entropy"][1:][stands] == 0).all() and (columns["top_probs"][1:, :, 0][stands] == 1).all()


def test_masked_diffusion_at_its_last_step_commits_the_best_guess_for_what_is_open(embedded_model, mask_id):
    settings = in_way(embedded_model, "masked", max_denoising_steps=3, entropy_bound=0.0, draw="exact")
    trace = pg.record(embedded_model, PROMPTS[1], settings, seed=2)
    accepted = trace.columns["accepted"][-1]
    assert trace.stop_reasons == ["max-steps"] and not accepted.all()
    last = np.where(accepted, trace.columns["sampled_ids"][-1], trace.columns["argmax_ids"][-1])
    assert trace.token_ids == last[: len(trace.token_ids)].tolist()


@pytest.mark.usefixtures("short_canvas")
def test_rows_of_all_ways_share_a_batch_and_get_what_they_get_alone(embedded_model):
    model = embedded_model
    kinds = [
        ("uniform", PROMPTS[0], {}),
        ("masked", PROMPTS[1], {"entropy_bound": 2.0}),
        ("autoregressive", PROMPTS[2], {"draw": "exact"}),
        ("uniform", PROMPTS[2], {"self_conditioning": "off"}),
        ("autoregressive", PROMPTS[0], {}),
    ]
    rows = [Row.of(model, prompt, in_way(model, way, **changes), seed=1) for way, prompt, changes in kinds]
    for row, frames in zip(rows, played(Batch(model), *rows), strict=True):
        assert_same(list(pg.denoise(model, row.spec)), frames, (row.spec.settings,))


def test_without_self_conditioning_each_pass_is_told_nothing(random_model, monkeypatch):
    told, part = [], random_model.module.model.decoder.self_conditioning
    forward = part.forward
    monkeypatch.setattr(part, "forward", lambda canvas, signal: told.append(signal) or forward(canvas, signal))
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16, self_conditioning="off")
    list(pg.denoise(random_model, "hi", settings))
    assert len(told) == 3 and not any(signal.any() for signal in told)
    list(pg.denoise(random_model, "hi", settings.replace(self_conditioning="on")))
    assert [bool(signal.any()) for signal in told[3:]] == [False, True, True]


def test_the_scale_multiplies_what_is_added_to_the_canvas(endless_model):
    """0 is the same as off, 1 as if nothing were multiplied; between rows of one pass each has its own."""
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16, confidence_threshold=0.0)
    changes = [{}, {"self_conditioning": "off"}, {"self_conditioning_scale": 0.0}, {"self_conditioning_scale": 3.0}]
    rows = [Row.of(endless_model, "hi", settings.replace(**change), seed=1) for change in changes]
    plain, off, nothing, thrice = ([frame.entropy for frame in run] for run in played(Batch(endless_model), *rows))
    assert np.array_equal(off, nothing)
    assert np.array_equal(plain[0], thrice[0]) and np.abs(plain[1] - thrice[1]).max() > 1e-3
    assert np.abs(plain[1] - off[1]).max() > 1e-3
    weight = endless_model.module.model.decoder.self_conditioning.down_proj.weight
    before = weight.detach().clone()  # dividing by 3 again would change the last bits
    with torch.no_grad():
        weight.mul_(3)
        by_hand = [frame.entropy for frame in pg.denoise(endless_model, "hi", settings, seed=1)]
        weight.copy_(before)
    assert np.abs(np.array(thrice) - by_hand).max() < 1e-4


def test_a_way_begins_at_its_own_defaults_and_changes_nothing_where_it_is_already():
    settings = pg.SamplerSettings(t_max=0.9)
    assert settings.replace(way="uniform") == settings
    masked = settings.replace(way="masked")
    assert {name: getattr(masked, name) for name in WAYS["masked"].defaults} == WAYS["masked"].defaults
    assert masked.replace(way="masked") == masked


def test_temperature_draws_vary_by_seed_in_autoregressive_writing(random_model):
    settings = pg.SamplerSettings().replace(way="autoregressive", draw="fast", t_max=1.5, max_new_tokens=16)
    texts = {pg.record(random_model, "hi", settings, seed=seed).text for seed in (1, 2, 1)}
    assert len(texts) == 2


def test_a_trace_says_what_its_way_does_with_positions_that_are_not_accepted(embedded_model):
    said = {}
    for way in WAYS:
        recorder = pg.Recorder(embedded_model, PROMPTS[0], in_way(embedded_model, way))
        said[way] = recorder.header.explanation["rejected"]
    assert said == {"uniform": "redrawn at random", "masked": "left masked", "autoregressive": "not reached"}
