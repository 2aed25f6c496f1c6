"""The joint pass is the class's own forward: same weights, same numbers; and its operations are counted."""

import pytest
import torch
from training_helpers import TINY

from workshop.training.architecture import build_config, build_model, trained_parameters
from workshop.training.estimate import counted
from workshop.training.joint import fused, joint_hidden, joint_mask, logits_of, rotary_tables, written_out
from workshop.training.segments import ROW_LENGTH
from workshop.training.shapes import SHAPES, Shape
from workshop.training.tokenizer import build_tokenizer

SHAPE = Shape(hidden=64, layers=3, heads=4, kv_heads=2, head_size=16, mlp=96, expert=32, canvas_length=16)


@pytest.fixture(scope="module")
def model():
    model = build_model(build_config(SHAPE, build_tokenizer()), seed=3).eval()
    with torch.no_grad():  # off their initial values, so that a forgotten norm or scale shows
        for parameter in model.model.decoder.parameters():
            parameter.add_(0.05 * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(5)))
    return model


def _class_logits(model, prompt, canvas, previous):
    return model(
        input_ids=prompt[None],
        decoder_input_ids=canvas[None],
        self_conditioning_logits=None if previous is None else previous[None],
    ).logits[0]


@torch.no_grad()
def test_two_packed_segments_equal_two_calls_of_the_class(model):
    generator = torch.Generator().manual_seed(7)
    vocabulary = model.config.text_config.vocab_size
    segments = [  # prompt length, canvas length, self-conditioned?
        (9, 16, True),
        (5, 11, False),
    ]
    row_length, expected = 48, []
    ids = torch.zeros(1, row_length, dtype=torch.long)
    segment = torch.full((1, row_length), -1)
    positions = torch.zeros(1, row_length, dtype=torch.long)
    is_canvas = torch.zeros(1, row_length, dtype=torch.bool)
    previous = torch.zeros(1, row_length, vocabulary)
    use_previous = torch.zeros(1, row_length, 1)
    start = 0
    for number, (prompt_length, canvas_length, conditioned) in enumerate(segments):
        size = prompt_length + canvas_length
        tokens = torch.randint(vocabulary, (size,), generator=generator)
        logits = 4 * torch.randn(canvas_length, vocabulary, generator=generator)
        place, canvas = slice(start, start + size), slice(start + prompt_length, start + size)
        ids[0, place], segment[0, place], positions[0, place] = tokens, number, torch.arange(size)
        is_canvas[0, canvas] = True
        previous[0, canvas], use_previous[0, canvas] = logits, float(conditioned)
        theirs = _class_logits(model, tokens[:prompt_length], tokens[prompt_length:], logits if conditioned else None)
        expected.append((canvas, theirs))
        start += size

    mask = torch.where(joint_mask(segment, is_canvas, positions), 0.0, -1e9)
    hidden = joint_hidden(model, ids, is_canvas, mask, rotary_tables(model, positions), previous, use_previous)
    ours = logits_of(model, hidden)
    for canvas, theirs in expected:
        assert (ours[0, canvas] - theirs).abs().max() < 2e-5
        assert theirs.abs().max() > 0.5  # the comparison is not between zeros


def test_mask_by_hand():
    segment = torch.tensor([[0, 0, 0, 0, 1, 1, -1]])
    is_canvas = torch.tensor([[False, False, True, True, False, True, False]])
    positions = torch.tensor([[0, 1, 2, 3, 0, 1, 0]])
    expected = [
        "1000000",  # prompt: causal
        "1100000",
        "1111000",  # canvas: its prompt and all of the canvas
        "1111000",
        "0000100",
        "0000110",
        "0000001",  # unused
    ]
    seen = joint_mask(segment, is_canvas, positions)[0, 0].int().tolist()
    assert ["".join(map(str, row)) for row in seen] == expected


def test_attention_on_a_gpu_is_that_of_a_processor():
    generator = torch.Generator().manual_seed(2)
    query, key, value = (torch.randn(2, 3, 12, 8, generator=generator) for _ in range(3))
    segment = torch.tensor([[0] * 7 + [1] * 4 + [-1], [0] * 12])
    is_canvas = torch.arange(12).remainder(7).ge(3).expand(2, 12)
    mask = torch.where(joint_mask(segment, is_canvas, torch.arange(12).expand(2, 12)), 0.0, -1e9)
    plain = written_out(query, key, value, mask, 0.7)
    assert torch.allclose(fused(query, key, value, mask, 0.7), plain, atol=1e-5)
    assert not torch.allclose(fused(query, key, value, 0 * mask, 0.7), plain, atol=1e-1)
    short = fused(query, key, value.bfloat16(), mask, 0.7)
    assert short.dtype == torch.bfloat16 and torch.allclose(short.float(), plain, atol=5e-2)


def test_operations_of_a_row_by_hand(world_tokenizer):
    """An operation is a product or a sum, so each weight of a product counts twice for each token."""
    hidden, query, pair, mlp, expert = 32, 2 * 16, 1 * 16, 48, 16
    feed = 3 * hidden * mlp
    layers = 2 * (2 * hidden * query + feed + 3 * hidden * expert) + hidden * pair * 3  # the last has no values
    attention = 2 * 2 * query * ROW_LENGTH  # both layers; pairs of tokens, weighed and mixed
    head = hidden * len(world_tokenizer)
    forward = 2 * ROW_LENGTH * (layers + attention + feed + head)
    # Backward, a product costs two; but nothing learns from what was put into the model's memory.
    conditioned = 3 * forward + 2 * ROW_LENGTH * 2 * head
    model = build_model(build_config(TINY, world_tokenizer), seed=0)
    parameters, row = counted(TINY, world_tokenizer)
    assert parameters == sum(weight.numel() for weight in trained_parameters(model).values())
    assert row == pytest.approx((3 * forward + forward + conditioned) / 2, rel=0.01)


@pytest.mark.parametrize("size", SHAPES)
def test_a_size_is_named_by_its_parameters(world_tokenizer, size):
    assert counted(SHAPES[size], world_tokenizer)[0] == pytest.approx(1e6 * float(size), rel=0.05)
