"""Samplers beside diffusers' own, on the same logits."""

import math

import diffusers
import pytest
import torch
from zoo_helpers import COUNT, accepted, before, drawn, leave_one_out, seen

from playground.rules.samplers.gibbs import correct

# Beside diffusers, at a temperature of 1 and a drawn token that is the most probable one, as its rules go by that.


def peaked(rows=1, length=16, vocab_size=11, seed=4):
    return torch.randn(rows, length, vocab_size, generator=torch.Generator().manual_seed(seed)) * 2


@pytest.mark.parametrize("step", range(1, 6))
def test_top_k_keeps_what_diffusers_block_refinement_keeps(step):
    """Its quota in uniform mode, alone and beside what has settled."""
    theirs = diffusers.BlockRefinementScheduler(block_length=16, threshold=1.0)
    theirs.set_timesteps(5, block_length=16)
    logits, canvas = peaked(), torch.zeros(1, 16, dtype=torch.int64)
    for settled in (torch.zeros(1, 16, dtype=torch.bool), (torch.arange(16) < math.ceil(16 * (step - 1) / 5))[None]):
        theirs._committed = settled
        # A step of 0 would begin a new block: the state that it makes then is the one given for step 1.
        expected = settled | theirs.step(logits, step - 1, canvas).transfer_index
        assert accepted("top-k", seen(logits), step=step, steps=5, settled=settled) == expected.tolist()


@pytest.mark.parametrize("threshold", [0.3, 0.6, 0.99])
def test_the_confidence_threshold_keeps_what_diffusers_block_refinement_keeps(threshold):
    """With so many steps that its quota is one position."""
    theirs = diffusers.BlockRefinementScheduler(block_length=16, threshold=threshold)
    theirs.set_timesteps(16, block_length=16)
    logits = peaked()
    expected = theirs.step(logits, 0, torch.zeros(1, 16, dtype=torch.int64)).transfer_index
    assert accepted("confidence", seen(logits), min_confidence=threshold) == expected.tolist()


@pytest.mark.parametrize("bound", [0.0, 0.5, 5.0])
def test_the_entropy_bound_keeps_what_diffusers_keeps(bound):
    theirs = diffusers.EntropyBoundScheduler(entropy_bound=bound, t_max=1.0, t_min=1.0, num_inference_steps=4)
    logits = peaked(3)
    expected = theirs.step(logits, 0, torch.zeros(3, 16, dtype=torch.int64)).accepted_index
    assert accepted("entropy-bound", seen(logits), entropy_bound=bound) == expected.tolist()


@pytest.mark.parametrize("token", [0, 2])
def test_ancestral_draws_as_diffusers_where_the_model_is_certain(token):
    """There the posterior of the mean is the mean of the posteriors, which diffusers takes."""
    probs = torch.tensor([1.0, 0.0, 0.0, 0.0])
    theirs = diffusers.DiscreteDDIMScheduler(num_inference_steps=4)
    out = theirs.step(
        probs.log().clamp(min=-1e4).expand(1, COUNT, 4), 2, torch.full((1, COUNT), token),
        generator=torch.Generator().manual_seed(8),
    )  # fmt: skip
    expected = torch.bincount(out.prev_sample[0], minlength=4).double() / COUNT
    found_probs = torch.tensor([1.0, 1e-30, 1e-30, 1e-30], dtype=torch.float64)
    observed, _ = drawn("ancestral", found_probs, token, 3, 4)
    assert (observed - expected).abs().max() < 0.005 and observed.max() < 0.99


def test_a_correction_picks_and_draws_as_diffusers():
    """Its own noise on the choice of positions turned down to nothing."""
    theirs = diffusers.DiscreteDDIMScheduler(
        num_inference_steps=4, corrector_steps=1, corrector_k=5, corrector_selection_tau=1e-9
    )
    logits, canvas = peaked(seed=9), torch.randint(11, (1, 16), generator=torch.Generator().manual_seed(1))
    a = 0.5
    loo = theirs._to_loo_logits(logits.double(), canvas, a).log_softmax(-1)
    cond = torch.logaddexp(math.log(a) + loo, torch.tensor(math.log1p(-a) - math.log(11)))
    positions = theirs._select_positions(canvas, cond, torch.Generator().manual_seed(0))
    found = seen(logits)
    known = before("gibbs", found, canvas=canvas, redrawn=5, uniforms=torch.ones(1, 3, 16))  # all noise
    ours = correct(known, found, torch.tensor([[a]])).canvas[0].eq(-1).nonzero().flatten().tolist()
    assert ours == sorted(positions[0].tolist())
    for place in range(16):
        by_hand = leave_one_out(a, logits[0, place].double().softmax(-1), canvas[0, place])
        assert torch.allclose(by_hand, cond[0, place].exp(), atol=1e-6)
