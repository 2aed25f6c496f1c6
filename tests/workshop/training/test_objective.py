"""The loss, and the weights before any training."""

import dataclasses
import math

import pytest
import torch
from training_helpers import EVERYTHING, TINY

from workshop.training.architecture import build_config, build_model, trained_parameters
from workshop.training.data import AUTOREGRESSIVE, DIFFUSION, MASKED
from workshop.training.mixture import TASKS, Mixture
from workshop.training.objective import Objective, loss_table, unrolled
from workshop.training.segments import ROW_LENGTH


@pytest.fixture
def model(world_tokenizer):
    return build_model(build_config(TINY, world_tokenizer), seed=0)


@pytest.fixture
def objective(model):
    return Objective(model, device=torch.device("cpu"), compile=False)


def test_the_loss_is_the_weighted_mean_of_what_is_taken_at_the_temperature_of_the_batch(
    maker, world_tokenizer, objective, monkeypatch
):
    batch = maker(mixture=EVERYTHING, rows=4)(0)
    logits = torch.randn(*batch.ids.shape, len(world_tokenizer), generator=torch.Generator().manual_seed(0))
    monkeypatch.setattr("workshop.training.objective.logits_of", lambda *inputs: logits)
    spread = torch.linspace(0.5, 1.5, ROW_LENGTH).expand(batch.ids.shape)
    loss, nats = objective(dataclasses.replace(batch, temperature=spread), number=0, seed=0)
    scaled = (logits / spread[..., None]).log_softmax(dim=-1)
    assert torch.allclose(nats, -scaled.gather(-1, batch.target[..., None])[..., 0], atol=1e-4)
    assert loss.item() == pytest.approx(((nats * batch.weight).sum() / batch.weight.sum()).item(), rel=1e-4)


@pytest.mark.parametrize(
    ("mixture", "number", "conditioned"),
    [(Mixture(), 0, False), (Mixture(), 1, True), (Mixture(masked=0.5, autoregressive=0.5), 1, False)],
)
def test_diffusion_alone_is_conditioned_on_itself_at_every_other_batch(
    maker, model, objective, mixture, number, conditioned
):
    objective(maker(rows=4, mixture=mixture)(0), number=number, seed=0)[0].backward()
    gradient = model.model.decoder.self_conditioning.down_proj.weight.grad
    assert bool(gradient is not None and gradient.abs().max() > 0) == conditioned


def test_noise_becomes_what_the_first_pass_is_sure_of_and_elsewhere_some_of_it_the_clean_token(maker, world_tokenizer):
    batch = maker(mixture=EVERYTHING, rows=64)(0)
    noise = batch.is_canvas & (batch.way == DIFFUSION) & (batch.ids != batch.target)
    diffusing = int(noise.any(dim=1).sum())
    token = world_tokenizer.eos_token_id
    sure = torch.zeros(*batch.ids.shape, len(world_tokenizer))
    sure[..., token] = 30.0
    ids = unrolled(batch, sure, torch.Generator().manual_seed(0))
    changed = ids != batch.ids
    rows = changed.any(dim=1)
    assert torch.equal(changed[rows], (noise & (batch.ids != token))[rows]) and bool((ids[changed] == token).all())
    assert 0.5 * diffusing < int(rows.sum()) < 0.9 * diffusing
    ids = unrolled(batch, torch.zeros_like(sure), torch.Generator().manual_seed(0))
    changed = ids != batch.ids
    assert torch.equal(ids[changed], batch.target[changed])
    assert 0.1 < int(changed.sum()) / int(noise[rows].sum()) < 0.2


def test_every_trained_weight_gets_a_gradient_that_of_pad_too(maker, model, objective, world_tokenizer):
    objective(maker()(1), number=1, seed=0)[0].backward()
    for name, weight in trained_parameters(model).items():
        assert weight.grad is not None and weight.grad.abs().max() > 0, name
    assert model.model.decoder.embed_tokens.weight.grad[world_tokenizer.pad_token_id].abs().max() > 0


def test_loss_table_by_hand(maker):
    batch = maker(mixture=EVERYTHING, rows=96)(0)
    table = loss_table(batch, batch.level + 10.0 * batch.task + 1000.0 * batch.way)
    for task, name in enumerate(TASKS):
        for quarter, nats in enumerate(table[name]):
            assert math.isnan(nats) or nats == pytest.approx(10 * task + (quarter + 0.5) / 4, abs=0.13)
    assert not math.isnan(table["sudoku9"][3])
    masked = batch.weight * (batch.way == MASKED) * (batch.level < 0.25) == 1
    assert table["masked"][0] == pytest.approx((batch.level + 10.0 * batch.task + 1000.0)[masked].mean().item())
    causal = (batch.weight == 1) & (batch.way == AUTOREGRESSIVE)
    assert table["autoregressive"] == [pytest.approx((10.0 * batch.task + 2000.0)[causal].mean().item())]


def test_initial_model(model, world_tokenizer):
    state = torch.random.get_rng_state()
    same, other = (build_model(build_config(TINY, world_tokenizer), seed=seed) for seed in (0, 1))
    assert torch.equal(torch.random.get_rng_state(), state)
    embedding = model.model.decoder.embed_tokens.weight
    assert torch.equal(embedding, same.model.decoder.embed_tokens.weight)
    assert not torch.equal(embedding, other.model.decoder.embed_tokens.weight)
    assert embedding[world_tokenizer.pad_token_id].std() > 0.1  # not the zeros of padding_idx
    assert embedding.std().item() == pytest.approx(32**-0.5, rel=0.05)
    assert model.model.encoder.language_model.layers[0].mlp.gate_proj.weight is (
        model.model.decoder.layers[0].mlp.gate_proj.weight
    )
