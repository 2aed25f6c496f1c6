"""The samplers: each rule by hand and on both sides of its threshold, or by its formula."""

import dataclasses
import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from batches import assert_same
from zoo_helpers import COUNT, DRAWING, accepted, before, drawn, leave_one_out, of_probs, seen

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.engine.statistics import Statistics
from playground.rules.samplers import SAMPLERS, Before
from playground.rules.samplers.base import due
from playground.rules.samplers.gibbs import correct

# Three positions of three tokens. By confidence 1, 0, 2; by margin 1, 2, 0; by entropy 1, 2, 0.
ORDERS = [[0.50, 0.45, 0.05], [0.80, 0.10, 0.10], [0.48, 0.26, 0.26]]


@pytest.mark.parametrize(
    ("sampler", "first", "two"),
    [
        ("top-k", [False, True, False], [True, True, False]),
        ("margin", [False, True, False], [False, True, True]),
        ("left-to-right", [True, False, False], [True, True, False]),
    ],
)
def test_ranked_rules_keep_as_many_as_are_due_in_their_order(sampler, first, two):
    found = of_probs(ORDERS)
    assert accepted(sampler, found, step=1, steps=3) == [first]
    assert accepted(sampler, found, step=2, steps=3) == [two]
    assert accepted(sampler, found, step=3, steps=3) == [[True] * 3]


def test_lowest_entropy_orders_by_entropy_not_by_confidence():
    found = of_probs([[0.50, 0.49999, 0.00001], [0.52, 0.24, 0.24]])  # 0.693 nats against 1.03
    assert accepted("lowest-entropy", found, steps=2) == [[True, False]]
    assert accepted("top-k", found, steps=2) == [[False, True]]


def test_random_keeps_the_positions_with_the_lowest_numbers_and_records_them():
    found = of_probs(ORDERS)
    known = before("random", found, step=2, steps=3, uniforms=torch.tensor([[[0.2, 0.9, 0.1]]]))
    decision = SAMPLERS["random"].decide(known, found)
    assert decision.accepted.tolist() == [[True, False, True]] and torch.equal(decision.key, known.uniforms[:, 0])
    assert decision.canvas.tolist()[0][1] == -1, "what is not kept becomes what the way of writing puts there"


@pytest.mark.parametrize("steps", [1, 3, 16, 48])
def test_what_is_due_grows_evenly_and_ends_at_all(steps):
    """By the formula for uniform noise, and by remaining positions over remaining steps for masked."""
    length, settled = 16, 0
    found = seen(torch.zeros(1, length, 4))
    for step in range(1, steps + 1):
        assert due(before("top-k", found, step=step, steps=steps)).item() == math.ceil(length * step / steps)
        mask = (torch.arange(length) < settled)[None]
        count = due(before("top-k", found, step=step, steps=steps, settled=mask)).item()
        assert count == settled + math.ceil((length - settled) / (steps - step + 1))
        settled = count
    assert settled == length


def test_confidence_keeps_what_is_above_the_threshold_and_at_least_one():
    found = of_probs([[0.75, 0.25], [0.5, 0.5], [0.875, 0.125]])
    assert accepted("confidence", found, min_confidence=0.74) == [[True, False, True]]
    exactly = float(found.confidence[0, 0])
    assert accepted("confidence", found, min_confidence=exactly) == [[False, False, True]], "above, not at"
    assert accepted("confidence", found, min_confidence=0.9) == [[False, False, True]]
    settled = torch.tensor([[False, False, True]])
    assert accepted("confidence", found, min_confidence=0.9, settled=settled) == [[True, False, True]]
    assert accepted("confidence", found, min_confidence=0.6, settled=settled) == [[True, False, True]]
    assert accepted("confidence", found, settled=torch.ones(1, 3, dtype=torch.bool)) == [[True] * 3]


def test_klass_keeps_what_is_confident_and_has_held_still_for_long_enough():
    now = torch.tensor([[[0.95, 0.05], [0.95, 0.05], [0.6, 0.4], [0.97, 0.03]]]).log()
    then = torch.tensor([[[0.95, 0.05], [0.80, 0.20], [0.6, 0.4], [0.97, 0.03]]]).log()
    found = seen(now)
    divergence = 0.95 * math.log(0.95 / 0.80) + 0.05 * math.log(0.05 / 0.20)
    assert found.divergence(then)[0].tolist() == pytest.approx([0, divergence, 0, 0], abs=1e-6)
    known = {"processed": then, "step": 5, "history": 3}

    def decide(**changes):
        decision = SAMPLERS["klass"].decide(before("klass", found, **known | changes), found)
        return decision.accepted.tolist()[0], decision.key[0].tolist(), decision.memory[0].tolist()

    kept, key, memory = decide(memory=torch.tensor([[2.0, 9.0, 9.0, 1.0]]))
    assert kept == [True, False, False, False], "confident but unsteady, steady but unsure, steady for too short"
    assert memory == [3, 0, 10, 2] and key == pytest.approx([0, divergence, math.inf, math.inf], abs=1e-6)
    assert decide(memory=torch.tensor([[2.0, 9.0, 9.0, 1.0]]), max_divergence=divergence + 1e-5)[0][1]
    assert not decide(memory=torch.tensor([[2.0, 9.0, 9.0, 1.0]]), max_divergence=divergence - 1e-5)[0][1]
    assert decide(memory=torch.zeros(1, 4))[0] == [False, False, False, True], "none is ready: the most confident one"
    assert decide(memory=torch.full((1, 4), 9.0), min_confidence=0.96)[0] == [False, False, False, True]


@pytest.mark.parametrize("first", ["nothing before", "another block before"])
def test_klass_finds_nothing_steady_at_a_first_step(first):
    logits = torch.tensor([[[0.95, 0.05], [0.97, 0.03]]]).log()
    found = seen(logits)
    known = before("klass", found, processed=None if first == "nothing before" else logits, step=1, history=1)
    decision = SAMPLERS["klass"].decide(known, found)
    assert decision.accepted.tolist() == [[False, True]] and decision.memory.tolist() == [[0, 0]]


def test_a_ruled_out_token_adds_nothing_to_a_divergence():
    now = torch.tensor([[[0.0, 0.0, -math.inf]]])
    then = torch.tensor([[[0.0, math.log(3), -math.inf]]])
    expected = 0.5 * math.log(0.5 / 0.25) + 0.5 * math.log(0.5 / 0.75)
    assert seen(now).divergence(then).item() == pytest.approx(expected, abs=1e-6)
    assert seen(then).divergence(torch.tensor([[[0.0, -math.inf, -math.inf]]])).item() == math.inf


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_rows_decision_is_its_own(sampler):
    logits = torch.randn(5, 12, 20, generator=torch.Generator().manual_seed(1)) * 3
    earlier = logits + torch.randn(5, 12, 20, generator=torch.Generator().manual_seed(2)) / 20
    found, steps = seen(logits), torch.tensor([[2], [3], [4], [9], [48]])
    step = torch.tensor([[2], [2], [1], [8], [17]])
    known = before(sampler, found, step=step, steps=steps, processed=earlier, memory=torch.ones(5, 12))
    knobs = {name: value * torch.linspace(0.5, 1, 5)[:, None] for name, value in known.knobs.items()}
    known, rule = dataclasses.replace(known, knobs=knobs), SAMPLERS[sampler]
    together = rule.decide(known, found)
    for row in range(5):
        one = slice(row, row + 1)
        part = Statistics(**{name: value[one] for name, value in vars(found).items()})
        fields = {n: v[one] for n, v in vars(known).items() if n != "knobs"}
        alone = rule.decide(Before(**fields, knobs={n: v[one] for n, v in known.knobs.items()}), part)
        for name, value in vars(alone).items():
            assert value is None or torch.equal(value, getattr(together, name)[one]), (row, name)


def by_formula(a_t, a_s, probs, token):
    """q(x_s | x_t, p) by its definition, over all tokens."""
    K, r, z = len(probs), a_t / a_s, torch.eye(len(probs), dtype=torch.float64)[token]
    q = a_t * K * probs * z + (r - a_t) * z + (a_s - a_t) * probs + (1 - r) * (1 - a_s) / K
    assert q.sum().item() == pytest.approx(a_t * K * probs[token].item() + 1 - a_t)
    return q / q.sum()


PROBS = torch.tensor([0.5, 0.25, 0.125, 0.1, 0.02, 0.005], dtype=torch.float64)


def close(observed, expected):
    """Pearson's chi-squared with 5 degrees of freedom; 99.99% of right samplers stay under 25.8."""
    return ((observed - expected) ** 2 / expected).sum() * COUNT < 25.8


@pytest.mark.parametrize("token", [0, 3, 5])
@pytest.mark.parametrize(("step", "steps", "power"), [(1, 4, 1), (3, 4, 1), (2, 3, 2.0)])
def test_ancestral_and_psi_draw_from_their_formulas(token, step, steps, power):
    a_t, a_s = ((step - 1) / steps) ** power, (step / steps) ** power
    posterior = by_formula(a_t, a_s, PROBS, token)
    observed, decision = drawn("ancestral", PROBS, token, step, steps, clean_power=power)
    assert close(observed, posterior) and not decision.accepted.all()
    afresh = a_s * PROBS + (1 - a_s) / len(PROBS)
    mixed, _ = drawn("psi", PROBS, token, step, steps, clean_power=power, kappa=0.25)
    assert close(mixed, 0.25 * posterior + 0.75 * afresh)
    assert not close(mixed, posterior) or step == 1, "the test must tell the two apart"


def test_the_last_step_leaves_no_noise():
    for sampler in DRAWING:
        _, decision = drawn(sampler, PROBS, 2, 4, 4)
        assert decision.accepted.all(), sampler
    assert close(drawn("ancestral", PROBS, 2, 4, 4)[0], by_formula(0.75, 1.0, PROBS, 2))


@pytest.mark.parametrize("token", [0, 4])
def test_a_correction_draws_from_the_leave_one_out_distribution(token):
    a = torch.tensor([[0.6]])
    observed, decision = drawn(
        "gibbs", PROBS, token, 2, 4, decide=lambda known, found: correct(known, found, a), redrawn=COUNT
    )
    assert close(observed, leave_one_out(0.6, PROBS, token))
    assert 0.59 < decision.accepted.double().mean() < 0.61, "accepted is what the model drew, not noise"


def test_the_gibbs_sampler_corrects_at_every_second_step_but_the_last():
    """5 steps: ancestral to 1/3, correction, to 2/3, correction, to 1. 4 steps: to 1/3, correction, to 2/3, to 1."""
    moved = {}
    for steps in (1, 2, 4, 5):
        for step in range(1, steps + 1):
            observed, _ = drawn("gibbs", PROBS, 1, step, steps, redrawn=1)
            moved[steps, step] = observed[1] < 0.999
            if moved[steps, step]:
                of = steps // 2 + 1
                assert close(observed, by_formula(step // 2 / of, (step // 2 + 1) / of, PROBS, 1)), (steps, step)
    assert [key for key, value in moved.items() if not value] == [(4, 2), (5, 2), (5, 4)]


def test_a_correction_redraws_where_the_standing_token_is_least_ahead():
    probs = [[0.90, 0.05, 0.05], [0.05, 0.90, 0.05], [0.30, 0.40, 0.30], [0.60, 0.30, 0.10]]
    found = of_probs(probs)  # at every position token 0 stands: least ahead at 1, then 2, then 3
    for count, places in ((1, [1]), (2, [1, 2]), (3, [1, 2, 3])):
        known = before("gibbs", found, step=2, steps=5, redrawn=count, uniforms=torch.ones(1, 3, 4))  # all noise
        assert SAMPLERS["gibbs"].decide(known, found).canvas[0].eq(-1).nonzero().flatten().tolist() == places


def test_rows_at_other_steps_each_look_back_at_their_own(random_model):
    settings = pg.SamplerSettings(sampler="klass", max_denoising_steps=4, max_new_tokens=32, confidence_threshold=0.0)
    alone = [list(pg.denoise(random_model, "hello", settings, seed=seed)) for seed in range(3)]
    batch, found = Batch(random_model), [[] for _ in range(3)]
    for step in range(10):  # two blocks of four steps, and the last row joins at the third
        if step < 3:
            batch.join(Row.of(random_model, "hello", settings, seed=step))
        for number, frame in batch.step().items():
            found[number].append(frame)
    for one, other in zip(alone, found, strict=True):
        assert_same(one, other)


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_what_a_rule_declares_is_what_it_does(sampler, random_model):
    """By the trace alone: its order and its cut split what was kept from what was not."""
    settings = pg.SamplerSettings(sampler=sampler, max_denoising_steps=6, max_new_tokens=16, confidence_threshold=0.0)
    trace = pg.record(random_model, "hello", settings, seed=1)
    said = SimpleNamespace(**trace.header.explanation)
    assert said.label and said.rule.endswith(".") and trace.nfe == 6
    if said.cut == "draw":
        assert said.order == "none"
        return
    confidence, second = trace.columns["top_probs"][..., 0], trace.columns["top_probs"][..., 1]
    known = {
        "entropy": trace.columns["entropy"],
        "confidence": confidence,
        "margin": confidence - second,
        "place": np.tile(np.arange(trace.header.canvas_length), (trace.nfe, 1)),
    }
    key = known[said.order] if said.order in ("entropy", "place") else trace.columns["key"]
    assert np.array_equal(key, known.get(said.order, key))
    key = -key if said.falling else key
    for kept, keys in zip(trace.columns["accepted"], key, strict=True):
        if kept.sum() > 1 and not kept.all():
            assert keys[kept].max() <= keys[~kept].min()
    if said.bound:
        assert said.bound in settings.to_dict() and said.unit
