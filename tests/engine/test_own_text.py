"""Runs that start from a person's own text: held, favoured or free."""

import math
from itertools import pairwise

import numpy as np
import pytest
from zoo_helpers import one_step

import playground as pg
from playground.engine.steering import favoured, held
from playground.engine.step import MOST_LEAD
from playground.errors import SpecError
from playground.spec.prompt import Prompt
from playground.spec.steering import Edit, noised

FOREIGN = "The dog was hungry. Lily has a red ball. It started to rain. They went home."


# Token 0 is most probable; token 1 is behind it by exactly 2 nats, which float16 holds.
BEHIND = [math.exp(2) / (math.exp(2) + 3), *[1 / (math.exp(2) + 3)] * 3]


@pytest.mark.parametrize(("margin", "stands"), [(2.01, True), (1.99, False)])
@pytest.mark.parametrize("temperature", [0.4, 1.0, 2.0])
def test_a_favoured_token_stands_up_to_the_margin_at_any_temperature(margin, stands, temperature):
    # The sampler keeps the first of the two positions, which are alike, and throws the other one back.
    following, record = one_step(
        [BEHIND] * 2, favoured=[-1, 1], favour_margin=margin, t_max=temperature, t_min=temperature, entropy_bound=0
    )
    assert record["lead"][0].tolist() == pytest.approx([-1, 2], abs=2e-3)
    assert record["accepted"][0].tolist() == [True, stands]
    assert following.canvas[0, 1].item() == (1 if stands else 3)
    assert record["argmax_ids"][0, 1].item() == (1 if stands else 0)
    assert following.favoured[0].tolist() == [-1, 1], "it may stand again at the next step"


def test_what_stands_counts_as_a_pin_and_what_gives_way_as_any_position():
    entropy = -sum(p * math.log(p) for p in BEHIND)
    _, record = one_step([BEHIND] * 3, favoured=[1, 0, -1], favour_margin=3, entropy_bound=0)
    assert record["mean_entropy"].item() == pytest.approx(entropy, abs=1e-4) and record["accepted"].all()
    _, record = one_step([BEHIND] * 3, favoured=[1, 1, -1], favour_margin=1, entropy_bound=0)
    assert record["mean_entropy"].item() == pytest.approx(entropy, abs=1e-4)
    assert record["accepted"][0].tolist() == [True, False, False]


def test_the_margin_of_0_keeps_only_the_models_own_best():
    _, record = one_step([BEHIND] * 3, favoured=[0, 1, 1], favour_margin=0, entropy_bound=0)
    assert record["lead"][0, 0] == 0 and record["accepted"][0].tolist() == [True, True, False], "the sampler keeps one"
    assert record["argmax_ids"][0].tolist() == [0, 0, 0]


def test_a_token_that_cannot_be_is_led_by_the_most_that_is_recorded():
    for margin, stands in ((MOST_LEAD, True), (MOST_LEAD - 1, False)):
        _, record = one_step([BEHIND], favoured=[1], favour_margin=margin, never=(range(1, 2),))
        assert record["lead"].item() == MOST_LEAD and record["argmax_ids"].item() == int(stands)


def of_text(model, text=FOREIGN, **changes):
    settings = model.settings.replace(max_new_tokens=model.canvas_length)
    start = pg.start_of(model, text)
    return pg.RunSpec(prompt=Prompt(text="Write a story."), settings=settings, start=start, **changes)


def test_own_text_is_what_noise_leaves_up_to_its_end(embedded_model):
    spec = of_text(embedded_model, noise=0.4, noise_seed=3, keep="favoured")
    replaced = noised(spec.start, 0.4, 3, embedded_model.vocab_size)
    end = spec.start.index(embedded_model.eos_ids[0])
    own = {place: spec.start[place] for place in range(end) if replaced[place] is None}
    own[end] = spec.start[end]
    assert favoured(spec, embedded_model) == own and len(own) < end
    assert held(spec.replace(keep="held", pins={0: 7}), embedded_model) == {**own, 0: 7}
    assert not favoured(spec.replace(keep="free"), embedded_model) and not held(spec, embedded_model)


def test_a_text_does_not_run_on_where_noise_replaced_its_end(embedded_model):
    spec = of_text(embedded_model, noise=0.1, keep="favoured")
    end = spec.start.index(embedded_model.eos_ids[0])
    seed = next(n for n in range(99) if noised(spec.start, 0.1, n, embedded_model.vocab_size)[end] is not None)
    trace = pg.record(embedded_model, spec.replace(noise_seed=seed))
    assert trace.columns["input_ids"][0, end] != spec.start[end] and len(trace.token_ids) == end + 1


def test_the_trace_says_what_each_position_was(embedded_model):
    spec = of_text(embedded_model, noise=0.1, noise_seed=1, keep="favoured", pins={3: 40})
    trace = pg.record(embedded_model, spec)
    lead, pinned = trace.columns["lead"], trace.columns["pinned"]
    own = np.isin(np.arange(embedded_model.canvas_length), [*favoured(spec, embedded_model)])
    assert np.array_equal(lead >= 0, np.tile(own, (trace.nfe, 1)))
    stands = (lead >= 0) & (lead <= spec.settings.favour_margin)
    assert np.array_equal(pinned, stands | (np.arange(len(own)) == 3))
    tokens = np.array([*spec.start])
    for step in range(trace.nfe):
        where = stands[step] & (np.arange(len(own)) != 3)
        assert (trace.columns["argmax_ids"][step][where] == tokens[where]).all()
    stable_for = [0]
    for one, other in pairwise(trace.columns["argmax_ids"]):
        stable_for.append(stable_for[-1] + 1 if np.array_equal(one, other) else 0)
    assert trace.columns["stable_for"].tolist() == stable_for and stable_for[-1] >= 1
    assert "lead" not in pg.record(embedded_model, spec.replace(keep="held")).columns
    assert not {"lead", "pinned", "edited"} & {*pg.record(embedded_model, spec.replace(keep="free", pins=())).columns}


def test_held_text_is_in_every_input_and_no_edit_may_change_it(embedded_model):
    spec = of_text(embedded_model, noise=0.2, noise_seed=1, keep="held")
    own = held(spec, embedded_model)
    trace = pg.record(embedded_model, spec)
    for canvas in (*trace.columns["input_ids"], trace.token_ids):
        assert [canvas[place] for place in own] == [*own.values()]
    assert trace.columns["pinned"].sum(axis=1).tolist() == [len(own)] * trace.nfe
    with pytest.raises(SpecError, match="position 0, which is pinned"):
        pg.record(embedded_model, spec.replace(edits=[Edit(block=1, step=2, cells={0: 40})]))


def test_an_edited_cell_is_free_from_then_on_and_a_branch_keeps_the_rest(embedded_model):
    spec = of_text(embedded_model, keep="favoured")
    spec = spec.replace(settings=spec.settings.replace(confidence_threshold=0, max_denoising_steps=4))
    trace = pg.record(embedded_model, spec)
    branched = pg.branch(trace, 2, edits=[Edit(block=1, step=3, cells={0: 40})])
    other = pg.record(embedded_model, branched, recorded=trace)
    lead = other.columns["lead"]
    assert lead[1, 0] >= 0 and (lead[2:, 0] == -1).all() and other.columns["input_ids"][2, 0] == 40
    assert np.array_equal(lead[:, 1:] >= 0, np.tile(trace.columns["lead"][0, 1:] >= 0, (other.nfe, 1)))
    assert np.array_equal(lead[:2], trace.columns["lead"][:2])
    assert other.header.spec["branch"]["parent"]["keep"] == "favoured" and "keep" not in other.header.spec


def test_masked_writing_holds_what_is_favoured(embedded_model):
    spec = of_text(embedded_model, noise=0.2, noise_seed=1)
    spec = spec.replace(settings=spec.settings.replace(way="masked"), keep="favoured")
    own = favoured(spec, embedded_model)
    trace = pg.record(embedded_model, spec)
    assert [trace.token_ids[place] for place in own] == [*own.values()]
    assert (trace.columns["lead"][:, [*own]] == 0).all()
