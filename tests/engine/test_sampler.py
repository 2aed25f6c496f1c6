"""Acceptance, schedule, stopping and statistics on cases that can be worked out by hand."""

import math

import pytest
import torch
from zoo_helpers import CPU, accepted

from playground.engine.randomness import CHUNK, Randomness
from playground.engine.statistics import Statistics, statistics
from playground.rules.stopping import StableAndConfident


def with_entropy(*rows):
    entropy = torch.tensor(rows)
    none = torch.zeros_like(entropy, dtype=torch.long)
    tops = {"top_ids": none[..., None], "top_probs": entropy[..., None], "processed": entropy[..., None]}
    return Statistics(sampled=none, argmax=none, entropy=entropy, **tops)


def accept(bound, *rows):
    return accepted("entropy-bound", with_entropy(*rows), entropy_bound=bound)


def test_prefix_is_cut_where_the_sum_before_a_position_exceeds_the_bound():
    # sorted: .25 .25 .5 1.  sums before each: 0 .25 .5 1.
    entropy = [0.5, 0.25, 1.0, 0.25]
    assert accept(0.24, entropy) == [[False, True, False, False]]
    assert accept(0.25, entropy) == [[False, True, False, True]], "equality is within the bound"
    assert accept(0.5, entropy) == [[True, True, False, True]]
    assert accept(0.99, entropy) == [[True, True, False, True]]
    assert accept(1.0, entropy) == [[True, True, True, True]]


def test_one_position_is_always_accepted_and_rows_do_not_mix():
    assert accept(0.0, [3.0, 2.0, 4.0]) == [[False, True, False]]
    assert accept(2.5, [3.0, 2.0, 4.0], [1.0, 2.0, 1.0]) == [[True, True, False], [True, True, True]]


@pytest.mark.parametrize(
    ("thresholds", "stable_for", "mean_entropy", "stops"),
    [
        ((2, 0.01), 2, 0.009, True),
        ((2, 0.01), 3, 0.0, True),
        ((2, 0.01), 1, 0.009, False),
        ((2, 0.01), 2, 0.01, False),
        ((0, 0.005), 0, 0.001, True),  # always stable
        ((1, 0.0), 99, 0.0, False),  # never sure
    ],
)
def test_stops_when_stable_and_confident(thresholds, stable_for, mean_entropy, stops):
    rule = StableAndConfident.of(*([threshold] for threshold in thresholds), CPU)
    assert rule.should_stop(torch.tensor([stable_for]), torch.tensor([mean_entropy])).tolist() == [stops]


def run(logits, draw, temperature=1.0, seed=0):
    """Statistics, and the processed logits."""
    randomness = Randomness([torch.Generator().manual_seed(seed) for _ in logits], CPU)
    numbers = randomness.draws(draw, *logits.shape[1:]).numbers
    processed = logits.clone()
    return statistics(processed, torch.full((len(logits),), temperature), numbers, processed), processed


@pytest.mark.parametrize("draw", ["exact", "fast"])
def test_entropy_of_known_distributions_whose_logits_the_temperature_divides(draw):
    peaked = [0.0, -1e4, -1e4, -1e4]
    uniform = [2.0, 2.0, 2.0, 2.0]
    quarter = [math.log(3), 0.0, -1e4, -1e4]  # 3/4, 1/4
    logits = torch.tensor([[peaked, uniform, quarter]])
    found, processed = run(2 * logits, draw, temperature=2.0)
    assert torch.equal(processed, logits)
    by_hand = [0.0, math.log(4), -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))]
    assert found.entropy[0].tolist() == pytest.approx(by_hand, abs=1e-6)
    assert found.argmax[0, 0] == 0 and found.sampled[0, 0] == 0
    assert found.top_ids[0, 2, :2].tolist() == [0, 1]
    assert found.top_probs[0, 2, :2].tolist() == pytest.approx([0.75, 0.25])


@pytest.mark.parametrize("draw", ["exact", "fast"])
def test_both_draws_follow_the_distribution(draw):
    """Pearson's chi-squared over 200,000 draws from 6 tokens; 99.9% of right samplers stay under 20.5."""
    probs = torch.tensor([0.5, 0.25, 0.125, 0.1, 0.02, 0.005])
    count = 200_000
    found, _ = run(probs.log().expand(1, count, 6), draw, seed=11)
    observed = torch.bincount(found.sampled[0], minlength=6).double()
    expected = probs.double() * count
    assert ((observed - expected) ** 2 / expected).sum() < 20.5


def test_chunks_change_nothing(monkeypatch):
    logits = torch.randn(2, 50, 300) * 4
    whole = {draw: run(logits, draw)[0] for draw in ("exact", "fast")}
    monkeypatch.setattr("playground.engine.statistics.CHUNK_ON_CPU", 700)
    for draw, expected in whole.items():
        for name, value in vars(run(logits, draw)[0]).items():
            assert torch.equal(value, getattr(expected, name)), (draw, name)


def test_each_row_draws_from_its_own_generator_in_the_order_of_generate():
    alone = Randomness([torch.Generator().manual_seed(2)], CPU)
    both = Randomness([torch.Generator().manual_seed(s) for s in (1, 2)], CPU)
    for draw in ("exact", "fast"):
        one, two = alone.draws(draw, 8, 100), both.draws(draw, 8, 100)
        assert torch.equal(one.numbers[0], two.numbers[1]) and torch.equal(one.noise[0], two.noise[1])
        assert not torch.equal(two.noise[0], two.noise[1])


@pytest.mark.parametrize(("length", "vocab_size"), [(1, CHUNK - 1), (2, CHUNK), (3, CHUNK // 2)])
def test_exponential_draws_are_torchs_own_and_leave_the_generator_where_it_would_be(length, vocab_size):
    """In less than a chunk, in two chunks, and in one and a half."""
    ours, theirs = (torch.Generator().manual_seed(4) for _ in range(2))
    draws = Randomness([ours], CPU).exponentials(length, vocab_size)
    assert torch.equal(draws[0], torch.empty(length, vocab_size).exponential_(generator=theirs))
    assert torch.equal(ours.get_state(), theirs.get_state())


@pytest.mark.parametrize("vocab_size", [1031, 2048, 6 * 509])
def test_a_grouped_vocabulary_gives_what_a_whole_one_gives(vocab_size):
    """A prime size cannot be cut, one leaves a group size far from its root; both sides of the group's border occur."""
    logits = torch.randn(1, 200, vocab_size, generator=torch.Generator().manual_seed(5)) * 6
    exact, fast = (run(logits, draw)[0] for draw in ("exact", "fast"))
    assert torch.equal(exact.argmax, fast.argmax) and torch.equal(exact.top_ids, fast.top_ids)
    assert torch.allclose(exact.entropy, fast.entropy, atol=1e-5)
    assert torch.allclose(exact.top_probs, fast.top_probs, atol=1e-6)
    uniforms = Randomness([torch.Generator().manual_seed(0)], CPU).uniforms(200)[0]
    cumulative = logits[0].double().softmax(-1).cumsum(-1)
    by_hand = torch.searchsorted(cumulative, uniforms[:, None], right=True).squeeze(-1)
    assert (fast.sampled[0] == by_hand).float().mean() > 0.99  # float32 sums may put a border a little elsewhere
