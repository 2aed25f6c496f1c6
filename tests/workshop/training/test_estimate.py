"""The count of operations behind the estimate, by hand."""

import pytest
from training_helpers import TINY

from workshop.training.architecture import build_config, build_model, trained_parameters
from workshop.training.estimate import counted
from workshop.training.segments import ROW_LENGTH
from workshop.training.shapes import SHAPES


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
