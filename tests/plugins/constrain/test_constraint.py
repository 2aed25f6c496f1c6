"""A constraint on runs: each step fits it, the trace says what the sampler saw, and other runs stay the same."""

import re
from unittest.mock import Mock

import numpy as np
import pytest
import torch

import playground as pg
from playground.engine.denoise import alone, denoise, denoise_rows
from playground.engine.row import Row
from playground.errors import SpecError
from playground.plugins.constrain.constraint import Constraint, machine_of
from playground.spec.run import Branch, RunSpec
from playground.trace.frame import committed_ids

DATE = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"


def spec(model, *, regex=DATE, seed=0, pins=(), start=None, keep="free", **settings):
    settings = {"max_new_tokens": 16, "max_denoising_steps": 4, "t_max": 3.0, "t_min": 3.0} | settings
    made = model.spec("hi", settings, seed).replace(pins=pins, start=start, keep=keep)
    return made.replace(processors={"constrain": {"regex": regex}}) if regex else made


def texts(model, frame):
    """What a step drew and its best guess, as texts. Of one model here a digit may end a text too."""
    canvases = (committed_ids(ids, model.eos_ids, 10_000) for ids in (frame.sampled_ids, frame.argmax_ids))
    return [model.decode(ids[: len(ids) - (ids[-1] in model.eos_ids)]) for ids in canvases]


def same(first, second):
    names = ("sampled_ids", "argmax_ids", "input_ids", "accepted", "entropy", "top_probs")
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in names)


@pytest.mark.parametrize(("way", "draw"), [("uniform", "exact"), ("masked", "fast"), ("uniform", "greedy")])
def test_every_step_fits(embedded_model, way, draw):
    for frame in denoise(embedded_model, spec(embedded_model, way=way, draw=draw)):
        assert all(re.fullmatch(DATE, text) for text in texts(embedded_model, frame)), texts(embedded_model, frame)


def test_a_text_may_have_no_end_where_it_fills_its_room(random_model):
    frames = [*denoise(random_model, spec(random_model, regex="[0-9]{16}"))]
    assert all(re.fullmatch("[0-9]{16}", text) for frame in frames for text in texts(random_model, frame))
    assert frames[-1].finish_reason == "max-new-tokens"
    with pytest.raises(SpecError, match=r"No text of at most 16 tokens, its end included, fits the constraint\."):
        Row.of(random_model, spec(random_model, regex="[0-9]{16}", max_new_tokens=32))
    with pytest.raises(SpecError, match="No text of at most 8 tokens"):
        Row.of(random_model, spec(random_model, regex="[0-9]{9}", max_new_tokens=8))


def test_the_figures_are_those_of_what_the_sampler_saw(random_model):
    """A digit or a letter in the first position, nothing else to choose."""
    free, held = (next(denoise(random_model, spec(random_model, regex=regex))) for regex in ("", "[0-9a]"))
    tokens = random_model.text_ids("0123456789a")[-11:]
    logits = dict(zip(free.top_ids[0].tolist(), np.log(free.top_probs[0]), strict=True))
    assert {*held.top_ids[0].tolist()} <= {*tokens} and np.isclose(held.top_probs[0].sum(), 1, atol=0.4)
    for token in {*logits} & {*held.top_ids[0].tolist()}:
        place = held.top_ids[0].tolist().index(token)
        # The constraint takes away and leaves proportions as they are: moved by -log of what it leaves.
        assert np.log(held.top_probs[0][place]) - logits[token] == pytest.approx(held.more["moved"][0], abs=1e-3)
    assert {*held.top_ids[1][:2].tolist()} == {*random_model.eos_ids}  # the end, without choice
    assert held.top_probs[1][:2].sum() == pytest.approx(1) and held.entropy[1] < np.log(2) < free.entropy[1]
    assert "moved" not in free.more


def test_without_a_constraint_a_run_is_the_same_beside_one_and_alone(random_model):
    free, held = (Row.of(random_model, spec(random_model, regex=regex, seed=3)) for regex in ("", "[a-f]{3,9}"))
    together = [*denoise_rows(random_model, [free, held])]
    for number, row in enumerate((free, held)):
        frames = [*alone(random_model, Row.of(random_model, row.spec))]
        shared = [frames[number] for frames in together if number in frames]
        assert len(frames) == len(shared) and all(map(same, frames, shared))


def test_a_branch_may_take_another_constraint(random_model):
    parent = spec(random_model, regex="[a-f]{4}", stability_threshold=9, confidence_threshold=0.0)
    branched = parent.replace(
        branch=Branch(parent=parent, block=1, step=2), processors={"constrain": {"regex": "[0-9]{5}"}}
    )
    frames = [*denoise(random_model, branched)]
    fits = [[bool(re.fullmatch(p, texts(random_model, f)[0])) for p in ("[a-f]{4}", "[0-9]{5}")] for f in frames]
    assert fits == [[True, False]] * 2 + [[False, True]] * 2


def test_pins_are_held_and_count(random_model):
    at_3 = random_model.text_ids("x")[-1:]
    for frame in denoise(random_model, spec(random_model, regex="[a-z]{6}", pins={3: at_3[0]})):
        assert all(re.fullmatch("[a-z]{3}x[a-z]{2}", text) for text in texts(random_model, frame))
    with pytest.raises(SpecError, match="fits the constraint and holds its pins"):
        Row.of(random_model, spec(random_model, regex="[0-9]{6}", pins={3: at_3[0]}))
    with pytest.raises(SpecError, match="A constraint cannot hold for a text that is favoured"):
        Row.of(random_model, spec(random_model, start=[5] * 16, keep="favoured"))


def test_a_sampler_that_leaves_no_text_that_fits_is_told_so(random_model):
    held = Constraint.of({"regex": "[0-9]{8}"}, random_model, spec(random_model, max_new_tokens=8))
    pins, logits = torch.full((1, 16), -1), torch.zeros(1, 16, random_model.vocab_size)
    pins[0, 2] = random_model.text_ids("x")[-1]
    now = Mock(**{"state.pins": pins, "state.step": 3})
    with pytest.raises(pg.SamplerError, match="At step 3 no text that fits the constraint is left: the sampler has"):
        held.statistics(now, logits, torch.ones(1, 1), None, None, None)


def test_what_processes_a_run_is_checked(random_model, endless_folder):
    plain = spec(random_model, regex="")
    with pytest.raises(SpecError, match="There is no processor 'nothing'; allowed are constrain"):
        Row.of(random_model, plain.replace(processors={"nothing": {}}))
    with pytest.raises(SpecError, match="Autoregressive writing has no canvas to process"):
        Row.of(random_model, spec(random_model, way="autoregressive"))
    with pytest.raises(SpecError, match="This model has no token that ends a text"):
        model = pg.load_model(str(endless_folder))
        Row.of(model, spec(model))
    deep = {"type": "boolean"}
    for _ in range(1_000):
        deep = {"type": "object", "properties": {"a": deep}}
    for nested in ({"regex": "(" * 900 + ")" * 900}, {"schema": deep}):
        with pytest.raises(SpecError, match="The constraint is nested too deeply"):
            machine_of(nested, random_model)
    for wrong in ("a", ["a"], {"constrain": "a"}):
        with pytest.raises(SpecError, match="processors must be an object"):
            plain.replace(processors=wrong)
    with pytest.raises(SpecError, match=r"The settings of processors have 20,0\d\d characters; they may have 20,000"):
        plain.replace(processors={"constrain": {"regex": "a" * 20_000}})


def test_a_spec_is_read_as_it_was_written(random_model):
    made = spec(random_model)
    assert made.to_dict()["processors"] == {"constrain": {"regex": DATE}}
    assert RunSpec.from_dict(made.to_dict()) == made and hash(made) and made.replace(seed=0) == made
    assert "processors" not in spec(random_model, regex="").to_dict()
    trace = pg.record(random_model, made)
    assert trace.columns["moved"].shape == trace.columns["entropy"].shape
