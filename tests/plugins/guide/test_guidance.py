"""Guidance: what the sampler sees of two passes, at which steps, and that both count."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import torch

import playground as pg
from playground.engine.batch import Batch
from playground.engine.denoise import alone
from playground.engine.moment import Origin
from playground.engine.passes import Eager
from playground.engine.row import Row
from playground.errors import SpecError
from playground.plugins.guide import guided
from playground.plugins.guide.guided import Guided, empty_ids
from playground.plugins.guide.schedule import Guidance
from playground.rules.ways.base import NEVER
from playground.service import Service
from playground.spec.run import Branch
from playground.trace import Trace

EMPTY = [5, 6]
"""What stands for an empty prompt: the random checkpoints have no chat template around it."""
COLUMNS = ("sampled_ids", "argmax_ids", "input_ids", "accepted", "entropy", "top_probs", "temperature")


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    monkeypatch.setattr(guided, "empty_ids", lambda _: tuple(EMPTY))


def spec(model, guide=None, *, seed=0, blocks=1, **settings):
    settings = {"max_new_tokens": 16 * blocks, "max_denoising_steps": 4, "stability_threshold": 9} | settings
    made = model.spec("hi", settings, seed)
    return made if guide is None else made.replace(processors={"guide": guide})


def same(first, second):
    pairs = zip(first, second, strict=False)
    equal = all(np.array_equal(getattr(a, name), getattr(b, name)) for a, b in pairs for name in COLUMNS)
    return equal and len(first) == len(second)


@pytest.mark.parametrize(
    ("window", "guided"),
    [
        ({"from": 0.5}, [3, 4]),
        ({"from": 0.51}, [4]),
        ({"until": 0.5}, [1, 2]),
        ({"from": 0.25, "until": 0.75}, [2, 3]),
        ({"from": 1}, []),
    ],
)
def test_a_window_of_the_steps_is_guided(window, guided):
    guidance = Guidance.of({"scale": 2, **window})
    assert [step for step in range(1, 5) if guidance.guides(step, 4)] == guided
    assert [guidance.passes(done, 4) for done in (0, 4)] == [0, len(guided)]
    assert not Guidance.of({"scale": 1, **window}).passes(4, 4)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "Guidance needs a scale, such as 2."),
        ({"scale": 2, "to": 1}, "Guidance has no setting 'to'; it has scale, from and until."),
        ({"scale": 10.1}, "The guidance's scale is 10.1; allowed is a number from 0 to 10."),
        ({"scale": -0.1}, "The guidance's scale is -0.1; allowed is a number from 0 to 10."),
        ({"scale": True}, "The guidance's scale is True; allowed is a number from 0 to 10."),
        ({"scale": 2, "from": 1.1}, "The guidance's from is 1.1; allowed is a number from 0 to 1."),
        ({"scale": 2, "from": 0.5, "until": 0.4}, "The guidance's until is 0.4; allowed is a number from 0.5 to 1."),
    ],
)
def test_settings_are_checked(settings, sentence):
    with pytest.raises(SpecError) as error:
        Guidance.of(settings)
    assert str(error.value) == sentence


@pytest.mark.parametrize(("scale", "seen"), [(2, [3, -1, -1]), (0, [1, 1, -1])])
def test_the_logits_go_beyond_those_without_the_prompt(scale, seen, monkeypatch):
    monkeypatch.setattr(guided, "_without_prompt", lambda *_: torch.tensor([[[1.0, 1.0, -1.0, 5.0]]]))
    now = SimpleNamespace(state=SimpleNamespace(step=torch.tensor([1])))
    logits = torch.tensor([[[2.0, 0.0, -1.0, NEVER]]])
    held = Guided(Guidance(scale), 4, (7,)).statistics(now, logits, None, None, None, lambda logits, *_: logits)
    assert held.tolist() == [[[*seen, NEVER]]]  # what may not be drawn stays so


def test_scale_1_is_the_plain_run_bit_for_bit(random_model):
    plain, held = (pg.record(random_model, spec(random_model, guide)) for guide in (None, {"scale": 1}))
    assert all(np.array_equal(plain.columns[name], held.columns[name]) for name in COLUMNS)
    assert plain.nfe == held.nfe == 4 and "passes" not in plain.columns and not held.columns["moved"].any()


@pytest.mark.parametrize(("name", "way", "blocks"), [("random_model", "uniform", 3), ("embedded_model", "masked", 1)])
def test_scale_0_is_the_run_without_its_prompt_block_after_block(request, name, way, blocks):
    model = request.getfixturevalue(name)
    plain, held = (Row.of(model, spec(model, guide, blocks=blocks, way=way)) for guide in (None, {"scale": 0}))
    frames = [*alone(model, held)]
    assert frames[-1].block == blocks and same(frames, [*alone(model, replace(plain, prompt_ids=EMPTY))])
    assert not same(frames, [*alone(model, Row.of(model, plain.spec))])


def test_an_empty_prompt_leaves_what_the_template_puts_around_it(random_model, embedded_model):
    assert embedded_model.token_texts([*empty_ids(embedded_model)]) == ["<bos>", "<answer>"]
    assert empty_ids(random_model) == ()  # no template, and no special tokens


def test_both_passes_are_counted(random_model):
    trace = pg.record(random_model, spec(random_model, {"scale": 3, "from": 0.5}))
    assert trace.columns["passes"].tolist() == [1, 1, 2, 2] and trace.nfe == 6
    assert (trace.columns["moved"].max(axis=1) > 0).tolist() == [False, False, True, True]
    assert trace.columns["encoder_tokens"].tolist() == [len(random_model.encode("hi")), 0, len(EMPTY), 0]
    assert trace.tokens_per_forward == len(trace.text_ids) / 6
    assert Trace.from_bytes(trace.to_bytes()).nfe == 6


def test_a_run_goes_on_from_a_moment_as_it_went(random_model):
    made = spec(random_model, {"scale": 2}, blocks=3)
    batch = Batch(random_model, keeps=True)
    number, frames, moments = batch.join(Row.of(random_model, made)), [], []
    while len(batch):
        frames.append(batch.step()[number])
        moments.append(batch.moments.get(number))
    at = next(at for at, frame in enumerate(frames) if (frame.block, frame.step) == (2, 2))
    gone_on = Row.of(random_model, made.replace(branch=Branch(parent=made, block=2, step=2)))
    again = [*alone(random_model, gone_on, Origin(moment=moments[at], frames=frames[: at + 1]))]
    assert same(frames, again)


@pytest.mark.parametrize("known", [False, True])
def test_a_branch_may_begin_to_be_guided(random_model, known):
    parent = spec(random_model, blocks=2)
    branch = Branch(parent=parent, block=2, step=2)
    recorded = pg.record(random_model, parent) if known else None
    row = Row.of(random_model, spec(random_model, {"scale": 2}, blocks=2).replace(branch=branch), recorded=recorded)
    frames = [*alone(random_model, row)]
    assert [frame.figure("passes") for frame in frames] == [1] * 6 + [2] * 2


def test_a_guided_step_is_not_told_as_compiled(random_model, monkeypatch):
    monkeypatch.setattr(Eager, "compiled", True)
    frames = [*alone(random_model, Row.of(random_model, spec(random_model, {"scale": 2, "from": 0.5})))]
    assert [frame.compiled for frame in frames] == [True, True, False, False]


def test_what_cannot_be_guided_is_refused(random_model, monkeypatch):
    made = spec(random_model, {"scale": 2})
    with monkeypatch.context() as changed:
        changed.setattr(guided, "empty_ids", lambda _: ())
        with pytest.raises(SpecError, match="Without the prompt this model would read nothing"):
            Row.of(random_model, made)
    monkeypatch.setattr(type(random_model.denoiser), "attention", "everything")
    with pytest.raises(SpecError, match="Guidance is for models that read the prompt once"):
        Row.of(random_model, made)


def test_a_server_counts_both_passes(random_slot):
    """Four steps, two of them guided, in each of two blocks."""
    made, service = spec(random_slot.model, {"scale": 2, "from": 0.5}, blocks=2), Service(random_slot)
    plain = made.replace(processors={})
    assert (service.check_size(made), service.check_size(plain)) == (12, 8)
    assert service.check_size(plain.replace(branch=Branch(parent=made, block=1, step=3))) == 9
    with pytest.raises(SpecError, match="Guidance needs a scale"):
        service.check_size(made.replace(processors={"guide": {}}))
