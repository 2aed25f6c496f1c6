"""Pins, edits and starts: what a person holds or changes is what each pass sees and what the text has."""

import itertools

import numpy as np
import pytest
import torch
from batches import assert_same, played
from zoo_helpers import one_step, seen

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.engine.steering import cells_of
from playground.rules.samplers import SAMPLERS
from playground.spec.prompt import Prompt
from playground.spec.steering import Edit, noised

TEXT = "Write a story about Lily, a cat and a red ball."


def spec_of(model, way="uniform", sampler="entropy-bound", steps=6, blocks=1, **given):
    settings = model.settings.replace(
        way=way, sampler=sampler, max_denoising_steps=steps, max_new_tokens=blocks * model.canvas_length
    )
    return pg.RunSpec(prompt=Prompt(text=given.pop("text", TEXT)), settings=settings, **given)


@pytest.fixture
def short_canvas(embedded_model, monkeypatch):
    monkeypatch.setattr(embedded_model.module.config, "canvas_length", 24)
    return embedded_model


@pytest.mark.slow
def test_a_pin_is_in_every_input_and_in_the_text_of_each_sampler_beside_a_row_without(short_canvas):
    model = short_canvas
    pins = {0: 431, 5: 17, 23: 99, 30: 200, 40: 431}  # over two blocks; none of them is what the model would write
    short = {"steps": 3, "blocks": 2}
    specs = [spec_of(model, seed=5, **short)]
    specs += [spec_of(model, rule.ways[0], name, seed=4, pins=pins, **short) for name, rule in SAMPLERS.items()]
    together = played(Batch(model), *(Row.of(model, spec) for spec in specs))
    assert together[0][0].figure("pinned") is None
    for spec, among_others in zip(specs, together, strict=True):
        recorder, held = pg.Recorder(model, spec), dict(spec.pins)
        assert_same(list(recorder), among_others, (spec.settings,))
        for frame in among_others:
            first = 24 * (frame.block - 1)
            where = [place - first for place in held if 0 <= place - first < 24]
            tokens = [held[first + place] for place in where]
            for canvas in (frame.input_ids, frame.sampled_ids, frame.argmax_ids):
                assert canvas[where].tolist() == tokens
            if held:
                assert frame.accepted[where].all() and np.flatnonzero(frame.more["pinned"]).tolist() == where
        token_ids = recorder.trace().token_ids
        assert [token_ids[place] for place in held] == [*held.values()]


EVEN, SURE = [0.25] * 4, [0.97, 0.01, 0.01, 0.01]
ENTROPY_OF_EVEN = 1.3862944  # ln 4
ENTROPY_OF_SURE = 0.1677  # -0.97 ln 0.97 - 3 * 0.01 ln 0.01


@pytest.mark.parametrize(
    ("bound", "kept"),
    [
        # Free positions by entropy: 1 (0.1677), 2 (ln 4). The pins at 0 and 3, of ln 4 each, cost nothing.
        (0.16, [True, True, False, True]),
        (0.17, [True, True, True, True]),
    ],
)
def test_pins_cost_nothing_of_the_budget_on_both_sides_of_the_bound(bound, kept):
    following, record = one_step([EVEN, SURE, EVEN, EVEN], [2, -1, -1, 1], entropy_bound=bound)
    assert record["accepted"][0].tolist() == kept
    assert following.canvas[0].tolist() == [2, 0, 0 if kept[2] else 3, 1]
    assert record["entropy"][0].tolist() == pytest.approx(
        [ENTROPY_OF_EVEN, ENTROPY_OF_SURE, ENTROPY_OF_EVEN, ENTROPY_OF_EVEN], abs=1e-4
    ), "the record has what the model makes of a pin"
    assert record["mean_entropy"].item() == pytest.approx((ENTROPY_OF_SURE + ENTROPY_OF_EVEN) / 2, abs=1e-4)
    assert record["argmax_ids"][0, [0, 3]].tolist() == [2, 1] == record["sampled_ids"][0, [0, 3]].tolist()
    _, record = one_step([EVEN, EVEN], [1, 2])
    assert record["mean_entropy"].item() == 0 and record["accepted"].all(), "nothing but pins is sure"


@pytest.mark.parametrize("sampler", ["top-k", "left-to-right", "random"])
def test_pins_take_no_share_of_what_is_due(sampler):
    # Six free positions in 3 steps: 2 are due at the first, beside the 2 pins.
    _, record = one_step([EVEN] * 8, [-1, 1, -1, -1, 2, -1, -1, -1], sampler=sampler, max_denoising_steps=3)
    assert record["accepted"].sum() == 4 and record["accepted"][0, [1, 4]].all()


def test_the_text_does_not_end_before_the_last_pin():
    ending = [0.9, 0.1 / 3, 0.1 / 3, 0.1 / 3]  # token 0 ends a text
    _, record = one_step([ending] * 3, [-1, 2, -1], unended=[True, False, False], ends=(0,))
    assert record["top_probs"][0, 0].tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert record["argmax_ids"][0, 0] != 0 and record["argmax_ids"][0, 2] == 0


def test_what_the_model_makes_of_a_pin_stays_known_to_the_sampler_as_certain():
    found = seen(torch.tensor([[EVEN, SURE]]).log()).held(torch.tensor([[3, 0]]), torch.tensor([[True, False]]))
    assert found.confidence[0].tolist() == pytest.approx([1, 0.97]) and found.margin[0, 0] == 1
    assert found.chance(torch.tensor([[3, 0]]))[0].tolist() == pytest.approx([1, 0.97])


@pytest.mark.slow
def test_an_edit_changes_the_input_of_its_step_and_nothing_before(short_canvas):
    model = short_canvas
    plain = [*pg.denoise(model, spec_of(model, seed=2, steps=8))]
    edit = Edit(block=1, step=4, cells={3: 431, 7: None})
    frames = [*pg.denoise(model, spec_of(model, seed=2, steps=8, edits=[edit]))]
    for one, other in zip(plain[:3], frames[:3], strict=True):
        assert np.array_equal(one.sampled_ids, other.sampled_ids) and not other.more["edited"].any()
    now, was = frames[3].input_ids, plain[3].input_ids
    put = cells_of(spec_of(model, seed=2), edit, model)
    assert put[3] == 431 and now[[3, 7]].tolist() == [put[3], put[7]]
    assert np.flatnonzero(frames[3].more["edited"]).tolist() == [3, 7]
    others = np.delete(np.arange(24), [3, 7])
    assert np.array_equal(now[others], was[others]) and not frames[4].more["edited"].any()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["uniform", "masked"])
def test_a_block_that_would_stop_goes_on_to_its_edit(short_canvas, way):
    model = short_canvas
    plain = spec_of(model, way, steps=40, seed=1)
    steps = pg.record(model, plain).nfe
    assert steps < 40
    trace = pg.record(model, plain.replace(edits=[Edit(block=1, step=steps + 1, cells={2: None})]))
    assert trace.nfe > steps and trace.columns["edited"][steps].sum() == 1
    if way == "masked":
        assert trace.columns["input_ids"][steps][2] == model.tokens.mask
        assert not trace.columns["accepted"][steps - 1].all() or trace.columns["accepted"][-1].all()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["uniform", "masked"])
def test_a_run_starts_from_the_noised_text_block_by_block(short_canvas, way):
    model = short_canvas
    start = tuple(10 + place % 50 for place in range(48))
    spec = spec_of(model, way, blocks=2, start=start, noise=0.4, noise_seed=9, seed=3, pins={1: 431, 40: 300})
    replaced = noised(start, 0.4, 9, model.vocab_size)
    assert 8 < sum(token is not None for token in replaced) < 32
    expected = [
        old if new is None else model.tokens.mask if way == "masked" else new
        for old, new in zip(start, replaced, strict=True)
    ]
    expected[1], expected[40] = 431, 300
    columns = pg.record(model, spec).columns
    first = columns["input_ids"][columns["step"] == 1]
    assert first.ravel().tolist() == expected[: first.size] and first.size == 48


def test_noise_grows_with_its_share_and_ends_in_noise_alone():
    ids = [*range(2000)]
    shares = [noised(ids, share, 5, 500) for share in (0, 0.3, 0.6, 1)]
    assert shares[0] == [None] * 2000 and None not in shares[3]
    for less, more in itertools.pairwise(shares):
        assert all(a is None or a == b for a, b in zip(less, more, strict=True))
    assert 540 < sum(token is not None for token in shares[1]) < 660  # 600 and 3 standard deviations
    assert {*shares[3]} <= {*range(500)} and len({*shares[3]}) > 480
    assert noised(ids, 0.3, 6, 500) != shares[1] == noised(ids, 0.3, 5, 500)


def edit(cells, block=1, step=1):
    return [Edit(block=block, step=step, cells=cells)]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"pins": {16: 3}}, "at place 16, outside the text: with a length of 16 tokens, places go from 0 to 15."),
        ({"pins": {2: 4096}}, "The pin at place 2 holds token 4096; this model's last token is"),
        ({"pins": {2: 1, 3: 5}}, "A pin is at place 3, but the text ends with the pin at place 2; pin it before that."),
        ({"way": "autoregressive", "pins": {2: 5}}, "uniform or masked diffusion can hold it."),
        ({"way": "autoregressive", "edits": edit({1: None})}, "uniform or masked diffusion can edit it."),
        ({"edits": edit({1: None}, step=7)}, "this run has up to 6 steps in 1 block."),
        ({"edits": edit({1: None}, block=2)}, "this run has up to 6 steps in 1 block."),
        ({"edits": edit({16: 4})}, "changes position 16; positions of a block go from 0 to 15."),
        ({"edits": edit({3: 4}), "pins": {3: 5}}, "which is pinned; take the pin away first."),
        ({"edits": edit({3: 4096})}, "An edit puts at position 3 token 4096"),
        ({"way": "masked"}, "this checkpoint has no mask token; choose another way."),
        ({"way": "autoregressive", "start": (1,) * 16}, "starts with a blank canvas"),
        ({"start": (1,) * 17}, "The start has 17 tokens; this model's canvas has 16, so it must have 16 or a multiple"),
        ({"start": (3,) * 32}, "The start fills 2 blocks; with a length of 16 tokens the run writes 1."),
    ],
)
def test_what_cannot_be_held_or_changed_is_refused_in_a_sentence(random_model, given, sentence):
    settings = pg.SamplerSettings(max_new_tokens=16, max_denoising_steps=6).replace(way=given.pop("way", "uniform"))
    with pytest.raises(pg.PlaygroundError) as refused:
        Row.of(random_model, pg.RunSpec(prompt="hi", settings=settings, **given))
    assert sentence in str(refused.value)


def test_a_mask_cannot_be_pinned(embedded_model):
    spec = spec_of(embedded_model, pins={2: embedded_model.tokens.mask})
    with pytest.raises(pg.SpecError, match="holds the mask token, which stands for nothing"):
        Row.of(embedded_model, spec)
