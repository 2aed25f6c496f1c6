"""Passes that are launched before the step before them is read give the same frames, bit for bit."""

import dataclasses
from collections import defaultdict

import numpy as np
import pytest
import torch

import playground as pg
from playground.engine.batch import Batch
from playground.engine.moment import Origin
from playground.engine.row import Row
from playground.plugins.gpu.ahead import AheadBatch, Copied
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.steering import Edit

STOPS = pg.SamplerSettings(
    max_denoising_steps=9, max_new_tokens=48, entropy_bound=3.0, confidence_threshold=5.0, stability_threshold=0
)
"""Blocks end by the stopping rule, which nothing but the figures of a step can tell."""
PLANNED = STOPS.replace(confidence_threshold=0.0, max_denoising_steps=4)


@pytest.fixture
def launches(monkeypatch):
    """How many passes have been launched and read."""
    count, of, read = {"launched": 0, "read": 0}, Copied.of, Copied.read

    def counted(*arguments, **options):
        count["launched"] += 1
        return of(*arguments, **options)

    def counted_read(self):
        count["read"] += 1
        return read(self)

    monkeypatch.setattr(Copied, "of", counted)
    monkeypatch.setattr(Copied, "read", counted_read)
    return count


def played(model, specs, *, ahead, joins=None, leaves=None):
    """Frames by row. joins: step -> rows that join after it; leaves: step -> numbers that leave after it."""
    batch, frames = (AheadBatch if ahead else Batch)(model, keeps=True), defaultdict(list)
    moments = {}
    for spec in specs:
        batch.join(Row.of(model, spec))
    step = 0
    while len(batch):
        for number, frame in batch.step().items():
            frames[number].append(frame)
            moments[number, len(frames[number])] = batch.moments[number]
        step += 1
        for spec in (joins or {}).pop(step, []):
            batch.join(Row.of(model, spec))
        for number in (leaves or {}).get(step, []):
            batch.leave(number)
    return frames, moments


def spec(settings, text="hello", seed=1, **more):
    return RunSpec(prompt=Prompt(text=text), settings=settings, seed=seed, **more)


def same(ours, theirs):
    """All but the time, and how many rows shared the pass."""
    for field in dataclasses.fields(ours):
        if field.name in ("seconds", "rows", "more"):
            continue
        one, other = getattr(ours, field.name), getattr(theirs, field.name)
        assert np.array_equal(one, other), field.name
    assert ours.more.keys() == theirs.more.keys()


def check_same(model, specs, **events):
    ahead, _ = played(model, specs, ahead=True, **{name: dict(event) for name, event in events.items()})
    plain, _ = played(model, specs, ahead=False, **{name: dict(event) for name, event in events.items()})
    assert ahead.keys() == plain.keys()
    for number, frames in plain.items():
        if number not in {left for event in events.get("leaves", {}).values() for left in event}:
            assert len(frames) == len(ahead[number])
        for ours, theirs in zip(ahead[number], frames, strict=False):
            same(ours, theirs)
    return plain


def test_blocks_that_end_by_their_rule_are_computed_once_in_vain(random_model, launches):
    frames, _ = played(random_model, [spec(STOPS)], ahead=True)
    ends = [frame for frame in frames[0] if frame.stop_reason == "stable-and-confident"]
    assert len(ends) > 1 and launches["read"] == len(frames[0])
    assert launches["launched"] == len(frames[0]) + len(ends)


def test_nothing_is_computed_in_vain_where_only_the_number_of_steps_ends_a_block(endless_model, launches):
    frames, _ = played(endless_model, [spec(PLANNED)], ahead=True)
    assert launches["launched"] == launches["read"] == len(frames[0]) == 3 * 4


def test_rows_that_end_their_blocks_at_different_steps_join_and_leave_get_what_they_get_without(random_model):
    specs = [spec(STOPS), spec(PLANNED, "a", 2), spec(STOPS.replace(confidence_threshold=1.0), "Once upon", 3)]
    plain = check_same(random_model, specs, joins={2: [spec(PLANNED, "Once", 4)]}, leaves={3: [1]})
    assert len({len(frames) for frames in plain.values()}) > 2


def test_what_is_written_token_after_token_and_what_is_edited_is_read_at_once(random_model, launches):
    edited = spec(PLANNED, edits=(Edit(block=1, step=2, cells={3: 40}),))
    causal = spec(pg.SamplerSettings(way="autoregressive", max_new_tokens=5), "a", 2)
    for one in (edited, causal):
        launches.update(launched=0, read=0)
        frames, _ = played(random_model, [one], ahead=True)
        assert launches["launched"] == launches["read"] == len(frames[0])
    check_same(random_model, [causal, spec(STOPS)])


def test_a_moment_is_as_it_was_before_the_next_pass(random_model):
    frames, moments = played(random_model, [spec(STOPS), spec(PLANNED, "a", 2)], ahead=True)
    for number, one in enumerate([spec(STOPS), spec(PLANNED, "a", 2)]):
        batch, rest = Batch(random_model), []
        kept = batch.join(Row.of(random_model, one), Origin(moment=moments[number, 2], frames=frames[number][:2]))
        batch.before(kept)
        while len(batch):
            rest += batch.step().values()
        assert len(rest) == len(frames[number]) - 2
        for ours, theirs in zip(rest, frames[number][2:], strict=True):
            same(ours, theirs)


def test_a_row_without_room_for_the_next_pass_still_has_its_step(random_model, monkeypatch):
    denoise, calls = type(random_model.denoiser).denoise, []

    def limited(self, *inputs):
        calls.append(inputs)
        if len(calls) == 3:
            raise torch.OutOfMemoryError("no room")
        return denoise(self, *inputs)

    monkeypatch.setattr(type(random_model.denoiser), "denoise", limited)
    batch = AheadBatch(random_model)
    batch.join(Row.of(random_model, spec(PLANNED)))
    assert len(batch.step()) == len(batch.step()) == 1 and not batch.failed
    assert batch.step() == {} and [*batch.failed] == [0] and not len(batch)


def test_the_others_go_on_as_if_alone_after_one_whose_logits_are_not_finite(random_model, monkeypatch):
    specs = [spec(PLANNED), spec(PLANNED, "a", 2)]
    alone, _ = played(random_model, specs[1:], ahead=False)
    denoise, passes = type(random_model.denoiser).denoise, []

    def spoiled(*args, **options):
        logits = denoise(*args, **options)
        passes.append(len(logits))
        if len(passes) == 3:
            logits[0, 4, 7] = torch.nan
        return logits

    monkeypatch.setattr(type(random_model.denoiser), "denoise", spoiled)
    batch, frames, failed = AheadBatch(random_model, keeps=True), defaultdict(list), {}
    for each in specs:
        batch.join(Row.of(random_model, each))
    while len(batch):
        for number, frame in batch.step().items():
            frames[number].append(frame)
        failed |= batch.failed
    assert [*failed] == [0] and len(frames[0]) == 2
    assert [frame.sampled_ids.tolist() for frame in frames[1]] == [frame.sampled_ids.tolist() for frame in alone[0]]
