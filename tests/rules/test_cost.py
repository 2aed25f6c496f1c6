"""What a pass costs by formula, against what torch counts."""

import math

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode
from transformers import DynamicCache

from playground.engine.full_size import full_config
from playground.engine.rowwise import use_stock
from playground.rules.cost import (
    Bound,
    Cost,
    Machine,
    autoregressive_pass,
    denoiser_pass,
    encoder_pass,
    roofline,
)

NO_MASKS = {"full_attention": None, "sliding_attention": None}


def of_grouped_products(tokens, weights, *_, out_shape=None, **__):
    """Operations of experts' products, which torch does not count: each token's row with one expert's matrix."""
    return 2 * math.prod(tokens) * weights[-1]


def counter():
    return FlopCounterMode(display=False, custom_mapping={torch.ops.aten._grouped_mm: of_grouped_products})


@torch.inference_mode()
def count(module, prefix, positions, rows, conditioned):
    """What torch counts: an encoder pass over `prefix` tokens, and after it a denoiser and an autoregressive pass."""
    cache = DynamicCache(config=module.config.get_text_config(decoder=True))

    def encode(length, begin):
        ids, places = torch.zeros(rows, length, dtype=torch.int64), begin + torch.arange(length)[None]
        return module.model.encoder(ids, attention_mask=NO_MASKS, past_key_values=cache, position_ids=places)

    use_stock(module)
    module.set_attn_implementation("eager")  # on a CPU products in other ways of attention are not counted
    with counter() as encoder:
        encode(prefix, 0)
    logits = torch.zeros(rows, positions, module.config.text_config.vocab_size)
    with counter() as denoiser:
        module(
            decoder_input_ids=torch.zeros(rows, positions, dtype=torch.int64),
            past_key_values=cache,
            self_conditioning_logits=logits if conditioned else None,
        )
    with counter() as one_more:
        module.lm_head(encode(1, prefix).last_hidden_state)
    use_stock(module)
    return [found.get_total_flops() for found in (encoder, denoiser, one_more)]


@pytest.mark.parametrize(
    ("model", "prefix", "positions", "rows", "conditioned"),
    [
        ("embedded_model", 20, 128, 1, True),
        ("embedded_model", 20, 128, 1, False),
        ("embedded_model", 9, 64, 3, True),
        ("random_model", 12, 16, 1, True),  # several experts; less than a sliding window, and more
        ("random_model", 100, 16, 1, True),
    ],
)
def test_the_operations_are_those_that_torch_counts(model, prefix, positions, rows, conditioned, request):
    module = request.getfixturevalue(model).module
    encoder, denoiser, one_more = count(module, prefix, positions, rows, conditioned)
    cost = denoiser_pass(module.config, positions=positions, prefix=prefix, rows=rows, conditioned=conditioned)
    assert cost.total_flops == pytest.approx(denoiser, rel=1e-6)
    assert rows * encoder_pass(module.config, tokens=prefix).total_flops == pytest.approx(encoder, rel=1e-6)
    assert autoregressive_pass(module.config, prefix=prefix, rows=rows).total_flops == pytest.approx(one_more, rel=1e-6)


def test_what_binds_is_what_takes_longer():
    machine = Machine(name="x", bytes_per_s=10, flops_per_s=100)
    assert roofline(Cost({"a": 50, "b": 50}, {"c": 5, "d": 15}), machine) == Bound(2.0, "memory")
    assert roofline(Cost({"a": 300}, {"c": 20}), machine) == Bound(3.0, "compute")


def test_a_pass_over_256_positions_costs_an_h200_little_more_than_one_over_64():
    """Memory is the limit: 64 positions already read nearly all experts. One alone reads 8 of 128."""
    config, h200 = full_config(), Machine(name="H200", bytes_per_s=4.8e12, flops_per_s=989e12)
    bounds = {n: roofline(denoiser_pass(config, positions=n, prefix=1000), h200) for n in (64, 256)}
    assert {bound.limit for bound in bounds.values()} == {"memory"}
    assert bounds[256].seconds < 1.1 * bounds[64].seconds
    assert bounds[256].seconds == pytest.approx(10.8e-3, rel=0.05)  # 52 GB at 4.8 TB/s
    assert roofline(denoiser_pass(config, rows=16), h200).limit == "compute"
