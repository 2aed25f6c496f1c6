"""Branches: a run that goes on from a step of another one is exactly what it would have been."""

import random

import numpy as np
import pytest

import playground as pg
from playground.engine.batch import Batch
from playground.engine.denoise import alone
from playground.engine.moment import Origin
from playground.engine.row import Row
from playground.rules.samplers import SAMPLERS
from playground.rules.ways import WAYS
from playground.spec.prompt import Prompt
from playground.spec.run import Branch

pytestmark = pytest.mark.slow

CASES = [(way, name) for way in ("uniform", "masked") for name, rule in SAMPLERS.items() if way in rule.ways]
CASES += [("autoregressive", "entropy-bound")]


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
    return spec.replace(branch=Branch(parent=spec, block=block, step=step), start=None, **changes)


def kept(model, spec):
    """All frames of a run, and all its moments, each as an origin."""
    batch, frames, origins = Batch(model, keeps=True), [], []
    number = batch.join(Row.of(model, spec))
    while len(batch):
        frames += batch.step().values()
        origins.append(Origin(moment=batch.moments[number], frames=[*frames]))
    return frames, origins


def assert_same(expected, found, where=()):
    assert len(expected) == len(found), where
    for one, other in zip(expected, found, strict=True):
        for name, value in {**vars(one), **one.more}.items():
            if name not in ("rows", "seconds", "more"):
                told = other.figure(name) if name in one.more else getattr(other, name)
                assert np.array_equal(value, told), (*where, one.block, one.step, name)


@pytest.mark.parametrize(("way", "sampler"), CASES)
def test_nothing_changed_nothing_is_different(model, way, sampler):
    """From a kept state, from a trace, and computed again; in the first block, at its ends, and in a later one."""
    spec = spec_of(way, sampler, max_denoising_steps=4, max_new_tokens=20)
    frames, origins = kept(model, spec)
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


def test_branches_are_exact_among_other_rows_and_so_are_states_that_were_kept_among_them(model):
    specs = [
        spec_of(way, sampler, prompt, seed)
        for seed, (way, sampler, prompt) in enumerate(
            [("uniform", "entropy-bound", "a"), ("masked", "top-k", "hello"), ("autoregressive", "entropy-bound", "b"),
             ("uniform", "top-k", "Once upon a time")]
        )
    ]  # fmt: skip
    expected = [list(pg.denoise(model, spec)) for spec in specs]
    batch = Batch(model, keeps=True)
    numbers = [batch.join(Row.of(model, spec)) for spec in specs]
    frames, origins = {number: [] for number in numbers}, {}
    while len(batch):
        for number, frame in batch.step().items():
            frames[number].append(frame)
            moment = batch.moments[number]
            origins[number, moment.block, moment.step] = Origin(moment=moment, frames=[*frames[number]])
    again, found = Batch(model), {}
    for number, spec, (block, step) in zip(numbers, specs, [(1, 2), (2, 1), (2, 5), (1, 5)], strict=True):
        joined = again.join(Row.of(model, branched(spec, block, step)), origins[number, block, step])
        found[joined] = again.before(joined)
    while len(again):
        for number, frame in again.step().items():
            found[number].append(frame)
    for one, other in zip(expected, found.values(), strict=True):
        assert_same(one, other)


CHANGES = {
    "bound": {"entropy_bound": 5.0},
    "sampler": {"sampler": "top-k"},
    "memory": {"sampler": "ancestral"},
    "steps": {"max_denoising_steps": 9},
    "hotter": {"t_max": 2.0},
    "longer": {"max_new_tokens": 64},
    "unconditioned": {"self_conditioning": "off"},
    "conditioned": {"self_conditioning": "on"},
    "looks back": {"sampler": "klass", "history": 1, "max_divergence": 50.0, "min_confidence": 0.0},
    "looks back no more": {"sampler": "top-k"},
}
STARTS = {"conditioned": {"self_conditioning": "off"}, "looks back no more": {"sampler": "klass"}}


@pytest.mark.parametrize("name", CHANGES)
def test_changes_hold_after_the_branch_and_only_there(model, name):
    spec = spec_of(**STARTS.get(name, {}))
    frames, origins = kept(model, spec)
    branch = branched(spec, 2, 3, settings=spec.settings.replace(**CHANGES[name]))
    at = frames.index(next(f for f in frames if (f.block, f.step) == (2, 3))) + 1
    replayed = list(alone(model, Row.of(model, branch)))
    assert_same(replayed, list(alone(model, Row.of(model, branch), origins[at - 1])))
    assert_same(frames[:at], replayed[:at])
    changed = len(frames) != len(replayed) or any(
        not np.array_equal(a.sampled_ids, b.sampled_ids) for a, b in zip(frames[at:], replayed[at:], strict=True)
    )
    assert changed
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
    spec = spec_of(way, max_new_tokens=32, confidence_threshold=9.0, stability_threshold=0)  # stops at its first step
    frames, origins = kept(model, spec)
    assert [frame.step for frame in frames] == [1, 1]
    pinned = branched(spec, 1, 1, pins={3: 50, 20: 51})
    edited = branched(spec, 1, 1, edits=[{"block": 1, "step": 2, "cells": {"5": 40}}])
    for branch in (pinned, edited):
        found = list(pg.denoise(model, branch))
        assert_same(found, list(alone(model, Row.of(model, branch), origins[0])))
        assert np.array_equal(found[0].sampled_ids, frames[0].sampled_ids) and found[1].block == 1
    trace = pg.record(model, edited)
    assert trace.columns["input_ids"][1][5] == 40 and trace.columns["edited"].sum(axis=1).tolist()[:2] == [0, 1]
    trace = pg.record(model, pinned)
    assert not trace.columns["pinned"][0].any() and trace.columns["pinned"][1].nonzero()[0].tolist() == [3]
    assert trace.columns["input_ids"][1][3] == 50 and (trace.token_ids[3], trace.token_ids[20]) == (50, 51)


def test_what_a_branch_cannot_hold_or_edit_is_said(model):
    spec = spec_of()
    with pytest.raises(pg.SpecError, match="An edit is at step 2 of block 1, but the branch goes on after step 3"):
        branched(spec, 1, 3, edits=[{"block": 1, "step": 2, "cells": {"5": 40}}])
    with pytest.raises(pg.SpecError, match="changes the pin at place 3, which is written already"):
        Row.of(model, branched(spec, 2, 3, pins={3: 50}))
    with pytest.raises(pg.SpecError, match="changes pins after step 5, the last one that max_denoising_steps allows"):
        list(pg.denoise(model, branched(spec, 1, 5, pins={3: 50})))
    with pytest.raises(pg.SpecError, match="it has no start of its own"):
        branched(spec, 1, 1).replace(start=(1,) * 16)


def test_a_block_goes_on_past_the_step_that_ended_it_if_the_branch_asks_for_more(model):
    spec = spec_of(max_new_tokens=16, max_denoising_steps=3)
    more = branched(spec, 1, 3, settings=spec.settings.replace(max_denoising_steps=6))
    assert [frame.step for frame in pg.denoise(model, more)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(pg.SpecError, match="The text ends with step 3 of block 1, also with what this branch changes"):
        list(pg.denoise(model, branched(spec, 1, 3)))


def test_what_cannot_be_branched_is_said(model):
    spec = spec_of()
    recorded = pg.record(model, spec)
    for block, step, match in [
        (4, 1, "no block 4 to branch from; this run has 3 blocks"),
        (0, 1, "block of a branch is 0"),
        (1, -1, "step of a branch is -1"),
        (1, 6, "no step 6 to branch from; a block of this run has at most 5 steps"),
    ]:
        with pytest.raises(pg.SpecError, match=match):
            Row.of(model, branched(spec, block, step), recorded=recorded)
    short = pg.record(model, spec_of(confidence_threshold=9.0, stability_threshold=0))
    with pytest.raises(pg.SpecError, match="no step 4 in block 1 to branch from; it has 1 step"):
        stops = spec_of(confidence_threshold=9.0, stability_threshold=0)
        Row.of(model, branched(stops, 1, 4), recorded=short)
    with pytest.raises(pg.SpecError, match="no step 4 in block 1 to branch from: computed here, the next block begins"):
        list(pg.denoise(model, branched(stops, 1, 4)))
    with pytest.raises(pg.SpecError, match="max_new_tokens is 16, but the blocks before the branch have 16 tokens"):
        list(pg.denoise(model, branched(spec, 2, 1, settings=spec.settings.replace(max_new_tokens=16))))
    with pytest.raises(pg.SpecError, match="max_denoising_steps is 2, but the branch goes on after step 4"):
        branched(spec, 1, 4, settings=spec.settings.replace(max_denoising_steps=2))
    with pytest.raises(pg.SpecError, match="keeps the way of writing of its run, which is uniform"):
        branched(spec, 1, 1, settings=spec.settings.replace(way="masked"))
    with pytest.raises(pg.SpecError, match="keeps the prompt"):
        branched(spec, 1, 1, prompt=Prompt(text="other"))
    with pytest.raises(pg.SpecError, match="before the run itself branched off"):
        branched(branched(spec, 2, 2), 1, 4)
    deep = spec
    with pytest.raises(pg.SpecError, match="At most 32 runs can branch"):
        for _ in range(40):
            deep = branched(deep, 1, 1)
    nested = spec.to_dict()
    for _ in range(40):
        nested = spec.to_dict() | {"branch": {"parent": nested, "block": 1, "step": 1}}
    with pytest.raises(pg.SpecError, match="At most 32 runs can branch"):
        pg.RunSpec.from_dict(nested)


@pytest.mark.parametrize("way", list(WAYS))
def test_a_run_that_fails_to_branch_ends_alone(model, way):
    """Others in its batch go on."""
    stops = spec_of(confidence_threshold=9.0, stability_threshold=0)
    batch = Batch(model)
    bad = batch.join(Row.of(model, branched(stops, 1, 4)))
    good = batch.join(Row.of(model, spec_of(way)))
    frames = batch.step()
    assert set(frames) == {good} and "no step 4" in str(batch.failed[bad]) and len(batch) == 1
