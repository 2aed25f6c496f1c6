"""What a training run may be expected to do on a GPU: an estimate from a count of operations. Nothing here is measured.

A step is bound by more than products, so the rate is given as a range: from the rate of products that an H100 reached
with an older form of this loop, to one that large products reach on such cards.
"""

import torch
from torch.utils.flop_counter import FlopCounterMode
from transformers import PreTrainedTokenizerFast

from workshop.training.architecture import build_config, build_model, trained_parameters
from workshop.training.joint import joint_hidden, logits_of, rotary_tables
from workshop.training.segments import ROW_LENGTH
from workshop.training.shapes import Shape

REACHED = 55e12
"""Operations a second of the products that an H100 reached: 5,000 rows of 11 GFLOP; docs/plugins/gpu.md has the run."""
CORE_ROWS = 1_600
"""Rows a second that one core makes, measured on the cores of a lent machine and of a small server."""
REACHABLE = 300e12
"""The same, as large products in bfloat16 may reach on an H100 or H200, which publish 990."""

START = 60.0
"""Seconds of a run that its start and compiling may take; an H100 compiled for 40."""


def counted(shape: Shape, tokenizer: PreTrainedTokenizerFast) -> tuple[int, int]:
    """Counts the trained parameters, and the operations of a row: forward and backward, and in every other batch a
    first pass before.
    """
    model = build_model(build_config(shape, tokenizer), seed=0)
    parameters = sum(weight.numel() for weight in trained_parameters(model).values())
    model.to("meta")
    plain = _products(model, conditioned=False, backward=True)
    conditioned = _products(model, conditioned=True, backward=True)
    first = _products(model, conditioned=False, backward=False)
    return parameters, (plain + first + conditioned) // 2


def _products(model, *, conditioned: bool, backward: bool) -> int:
    """Operations of the products in a pass over one row; what has no products is not counted."""
    places = torch.zeros(1, ROW_LENGTH, dtype=torch.long, device="meta")
    mask = torch.zeros(1, 1, ROW_LENGTH, ROW_LENGTH, device="meta")
    vocabulary = model.config.text_config.vocab_size
    previous = torch.zeros(1, ROW_LENGTH, vocabulary, device="meta") if conditioned else None
    use_previous = torch.ones(1, ROW_LENGTH, 1, device="meta") if conditioned else None
    with FlopCounterMode(display=False) as counter:
        tables = rotary_tables(model, places)
        logits = logits_of(model, joint_hidden(model, places, places.bool(), mask, tables, previous, use_previous))
        if backward:
            logits.sum().backward()
    return counter.get_total_flops()
