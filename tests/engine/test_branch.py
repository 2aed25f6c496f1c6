"""Branches: a run that goes on from a step of another one is exactly what it would have been."""

import random

import numpy as np
import pytest
from batches import assert_same

import playground as pg
from playground.engine.batch import Batch
from playground.engine.denoise import alone
from playground.engine.moment import Origin
from playground.engine.row import Row
from playground.rules.samplers import SAMPLERS
from playground.spec.prompt import Prompt
from playground.spec.run import Branch

pytestmark = pytest.mark.slow

CASES = [(way, name) for way in ("uniform", "masked") for name, rule in SAMPLERS.items() if way in rule.ways]
CASES += [("autoregressive", "entropy-bound")]


EDIT = {"block": 1, "step": 2, "cells": {"5": 40}}
STOPS = {"confidence_threshold": 9.0, "stability_threshold": 0}
"""At the first step of each block."""


@pytest.fixture(scope="module")
def model(endless_folder):
    """Random weights, an endless text, and a mask token."""
    model = pg.load_model(str(endless_folder))
    model.tokenizer.add_special_tokens({"mask_token": "~"})
    return model


def spec_of(way="uniform", sampler="entropy-bound", prompt="hello", seed=3, **changes):
    changes = {"max_denoising_steps": 5, "max_new_tokens": 40, "confidence_threshold": 0.0} | changes
    settings = pg.SamplerSettings(sampler=sampler).replace(way=way, draw="exact", **changes)
    return pg.RunSpec(prompt=Prompt(text=prompt), settings=settings, seed=seed)


def branched(spec, block, step, **changes):
    return spec.replace(branch=Branch(parent=spec, block=block, step=step), **changes)


def kept(model, spec, *others):
    """All frames of a run among others, and all its moments, each as an origin."""
    batch, frames, origins = Batch(model, keeps=True), [], []
    *_, number = [batch.join(Row.of(model, each)) for each in (*others, spec)]
    while number in batch.numbers:
        frames.append(batch.step()[number])
        origins.append(Origin(moment=batch.moments[number], frames=[*frames]))
    return frames, origins


@pytest.mark.parametrize(("way", "sampler"), CASES)
def test_nothing_changed_nothing_is_different(model, way, sampler):
    """From a state kept beside another row's, from a trace, and computed again; in the first block, at its ends, and in
    a later one."""
    spec = spec_of(way, sampler, max_denoising_steps=4, max_new_tokens=20)
    other = spec_of("uniform" if way == "autoregressive" else way, sampler, "Once upon a time", seed=4)
    frames, origins = kept(model, spec, other)
    builder = pg.Recorder(model, spec)
    for frame in frames:
        builder.so_far.add(frame)
    trace = builder.trace()
    ends = [block.steps for block in trace.blocks]
    assert len(ends) == 2 and ends[0] > 1
    draw = random.Random(f"{way} {sampler}")
    kept_there = [origins[ends[0] - 1], *draw.sample(origins[:-1], 3)]
    cases = [
        *((place, "computed again", {}, None) for place in ((1, 0), (1, ends[0]))),
        *((place, "from the trace", {"recorded": trace}, None) for place in ((2, 0), (2, ends[1] - 1))),
        *(((origin.moment.block, origin.moment.step), "kept", {}, origin) for origin in kept_there),
    ]
    for together in [cases] if way != "autoregressive" else [[case] for case in cases]:
        batch, found = Batch(model), {}
        for place, where, options, origin in together:
            number = batch.join(Row.of(model, branched(spec, *place), **options), origin)
            found[number] = (*place, where), [*batch.before(number)]
        while len(batch):
            for number, frame in batch.step().items():
                found[number][1].append(frame)
        for where, again in found.values():
            assert_same(frames, again, where)


@pytest.mark.parametrize(
    ("first", "changes"),
    [
        ({}, {"sampler": "top-k"}),
        ({}, {"max_new_tokens": 64}),
        ({"self_conditioning": "off"}, {"self_conditioning": "on"}),
        ({}, {"sampler": "klass", "history": 1, "max_divergence": 50.0, "min_confidence": 0.0}),
        ({"sampler": "klass"}, {"sampler": "top-k"}),
    ],
    ids=["another sampler", "longer", "conditioned", "looks back", "looks back no more"],
)
def test_changes_hold_after_the_branch_and_only_there(model, first, changes):
    spec = spec_of(**first)
    frames, origins = kept(model, spec)
    branch = branched(spec, 2, 3, settings=spec.settings.replace(**changes))
    at = frames.index(next(f for f in frames if (f.block, f.step) == (2, 3))) + 1
    replayed = list(alone(model, Row.of(model, branch)))
    assert_same(replayed, list(alone(model, Row.of(model, branch), origins[at - 1])))
    assert_same(frames[:at], replayed[:at])
    assert len(frames) != len(replayed) or any(
        not np.array_equal(a.sampled_ids, b.sampled_ids) for a, b in zip(frames[at:], replayed[at:], strict=True)
    )
    assert np.array_equal(frames[at].input_ids, replayed[at].input_ids), "the canvas that goes on is the same"


def test_a_branch_that_looks_back_has_nothing_before_its_first_step(model):
    spec = spec_of()
    looks_back = spec.settings.replace(sampler="klass", history=1, max_divergence=100.0, min_confidence=0.0)
    frames = list(alone(model, Row.of(model, branched(spec, 1, 2, settings=looks_back))))
    kept_at = [int(frame.accepted.sum()) for frame in frames[2:4]]
    assert kept_at == [1, 16], "nothing is steady where there is nothing to compare with, then everything is"


def test_a_moment_has_logits_only_where_the_sampler_looks_back(model):
    """Nor do its tensors hold on to the memory that the logits had."""
    rows = [Row.of(model, spec_of(sampler=name, max_new_tokens=16)) for name in ("entropy-bound", "top-k", "klass")]
    for together in (rows[:1], rows):
        batch, found = Batch(model, keeps=True), {}
        numbers = {batch.join(row): row.settings.sampler for row in together}
        while len(batch):
            batch.step()
            for number, moment in batch.moments.items():
                sizes = {tensor.untyped_storage().nbytes() for tensor in moment.tensors()}
                found.setdefault(numbers[number], []).append(max(sizes) >= 4 * 16 * model.vocab_size)
                assert moment.state.signal.shape == (1, 16, model.denoiser.hidden_size)
        assert found == {name: [name == "klass"] * 5 for name in numbers.values()}


def test_another_seed_draws_other_numbers_and_a_branch_can_itself_be_branched(model):
    spec = spec_of(prompt="a")
    first = branched(spec, 1, 2, seed=9)
    second = branched(first, 2, 4, seed=5)
    frames, origins = kept(model, first)
    original = list(pg.denoise(model, spec))
    assert_same(original[:2], frames[:2])
    assert not np.array_equal(original[2].sampled_ids, frames[2].sampled_ids)
    replayed = list(alone(model, Row.of(model, second)))
    assert_same(frames[:9], replayed[:9])
    assert not np.array_equal(frames[9].sampled_ids, replayed[9].sampled_ids)
    assert_same(replayed, list(alone(model, Row.of(model, second), origins[6])))
    trace = pg.record(model, first)
    assert_same(replayed, list(alone(model, Row.of(model, second, recorded=trace))))
    assert [spec.seed for spec in second.chain] == [3, 9, 5]
    assert pg.RunSpec.from_dict(second.to_dict()) == second


@pytest.mark.parametrize("way", ["uniform", "masked"])
def test_pins_and_edits_of_a_branch_hold_from_it_on(model, way):
    spec = spec_of(way, max_new_tokens=32, **STOPS)
    frames, origins = kept(model, spec)
    assert [frame.step for frame in frames] == [1, 1]
    pinned = branched(spec, 1, 1, pins={3: 50, 20: 51})
    edited = branched(spec, 1, 1, edits=[EDIT])
    for branch in (pinned, edited):
        found = list(pg.denoise(model, branch))
        assert_same(found, list(alone(model, Row.of(model, branch), origins[0])))
        assert np.array_equal(found[0].sampled_ids, frames[0].sampled_ids) and found[1].block == 1
    trace = pg.record(model, edited)
    assert trace.columns["input_ids"][1][5] == 40 and trace.columns["edited"].sum(axis=1).tolist()[:2] == [0, 1]
    trace = pg.record(model, pinned)
    assert not trace.columns["pinned"][0].any() and trace.columns["pinned"][1].nonzero()[0].tolist() == [3]
    assert trace.columns["input_ids"][1][3] == 50 and (trace.token_ids[3], trace.token_ids[20]) == (50, 51)


def test_a_block_goes_on_past_the_step_that_ended_it_if_the_branch_asks_for_more(model):
    spec = spec_of(max_new_tokens=16, max_denoising_steps=3)
    more = branched(spec, 1, 3, max_denoising_steps=6)
    assert [frame.step for frame in pg.denoise(model, more)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("first", "place", "changes", "sentence"),
    [
        ({}, (1, 3), {"edits": [EDIT]}, "An edit is at step 2 of block 1, but the branch goes on after step 3"),
        ({}, (2, 3), {"pins": {3: 50}}, "changes the pin at place 3, which is written already"),
        ({}, (1, 5), {"pins": {3: 50}}, "changes pins after step 5, the last one that max_denoising_steps allows"),
        ({}, (1, 1), {"start": (1,) * 16}, "it has no start of its own"),
        ({"max_new_tokens": 16}, (1, 5), {}, "The text ends with step 5 of block 1, also with what this"),
        ({}, (1, 6), {}, "no step 6 to branch from; a block of this run has at most 5 steps"),
        (STOPS, (1, 4), {}, "no step 4 in block 1 to branch from: computed here, the next block begins"),
        ({}, (2, 1), {"max_new_tokens": 16}, "max_new_tokens is 16, but the blocks before the branch have 16 tokens"),
        ({}, (1, 4), {"max_denoising_steps": 2}, "max_denoising_steps is 2, but the branch goes on after step 4"),
        ({}, (1, 1), {"way": "masked"}, "keeps the way of writing of its run, which is uniform"),
        ({}, (1, 1), {"prompt": Prompt(text="other")}, "keeps the prompt"),
    ],
)
def test_what_cannot_be_branched_is_said(model, first, place, changes, sentence):
    with pytest.raises(pg.SpecError, match=sentence):
        list(pg.denoise(model, branched(spec_of(**first), *place, **changes)))


def test_what_a_trace_or_a_chain_does_not_have_cannot_be_branched(model):
    spec = spec_of(**STOPS)
    with pytest.raises(pg.SpecError, match="no step 4 in block 1 to branch from; it has 1 step"):
        Row.of(model, branched(spec, 1, 4), recorded=pg.record(model, spec))
    with pytest.raises(pg.SpecError, match="before the run itself branched off"):
        branched(branched(spec, 2, 2), 1, 4)
    deep, nested = spec, spec.to_dict()
    for _ in range(40):
        nested = spec.to_dict() | {"branch": {"parent": nested, "block": 1, "step": 1}}
    with pytest.raises(pg.SpecError, match="At most 32 runs can branch"):
        pg.RunSpec.from_dict(nested)
    with pytest.raises(pg.SpecError, match="At most 32 runs can branch"):
        for _ in range(40):
            deep = branched(deep, 1, 1)


def test_a_run_that_fails_to_branch_ends_alone(model):
    """Others in its batch go on."""
    batch = Batch(model)
    bad = batch.join(Row.of(model, branched(spec_of(**STOPS), 1, 4)))
    good = batch.join(Row.of(model, spec_of("autoregressive")))
    frames = batch.step()
    assert set(frames) == {good} and "no step 4" in str(batch.failed[bad]) and len(batch) == 1
