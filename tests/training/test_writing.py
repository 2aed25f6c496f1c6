"""The two other ways of writing: token by token, and masked diffusion."""

import pytest
import torch

from playground.training.joint import joint_logits, joint_mask, rotary_tables
from playground.training.tokenizer import encode_prompt
from playground.training.writing import write_autoregressively, write_masked

pytest_plugins = "training_fixtures"


@torch.no_grad()
def naive_next(model, ids):
    """The most probable next token of one row, by the joint pass without any cache."""
    positions = torch.arange(len(ids))[None]
    is_canvas = torch.zeros_like(positions, dtype=torch.bool)
    mask = torch.where(joint_mask(torch.zeros_like(positions), is_canvas, positions), 0.0, -1e9)
    previous = torch.zeros(1, len(ids), model.config.text_config.vocab_size)
    tables = rotary_tables(model, positions)
    return int(
        joint_logits(model, torch.tensor([ids]), is_canvas, mask, tables, previous, previous[..., :1])[0, -1].argmax()
    )


def test_writing_token_by_token_equals_a_pass_without_cache(tiny_model, world_tokenizer):
    prompts = torch.tensor([encode_prompt(world_tokenizer, text) for text in ("Write a story.", "Tell a story.")])
    ids, passes = write_autoregressively(tiny_model, prompts, 12, eos_id=-1)
    assert ids.shape == (2, 12)
    assert passes.tolist() == [12, 12]
    for row in range(2):
        text = prompts[row].tolist()
        for token in ids[row].tolist():
            assert naive_next(tiny_model, text) == token
            text.append(token)
    third = int(ids[0, 2])
    first = ids[0].tolist().index(third)
    _, passes = write_autoregressively(tiny_model, prompts[:1], 12, eos_id=third)
    assert passes.tolist() == [first + 1]


@pytest.mark.parametrize("bound", [0.0, 1e9])
def test_masked_writing_fills_each_place_once(tiny_model, world_tokenizer, bound):
    prompts = torch.tensor([encode_prompt(world_tokenizer, "Write a story.")] * 2)
    ids, passes = write_masked(tiny_model, prompts, world_tokenizer.mask_token_id, bound)
    assert ids.shape == (2, 128)
    assert not (ids == world_tokenizer.mask_token_id).any()
    # One place a pass where nothing but the first is within the bound, everything at once where all is.
    assert passes.tolist() == ([128, 128] if bound == 0 else [1, 1])
    again, _ = write_masked(tiny_model, prompts[:1], world_tokenizer.mask_token_id, bound)
    assert torch.equal(again[0], ids[0])
