"""Brings a run to the block that it branches off in, by what its parent's trace recorded of the blocks before."""

from __future__ import annotations

import torch

from playground.engine.models import Model
from playground.engine.randomness import Randomness
from playground.engine.row import Row, leaves
from playground.rules.samplers import SAMPLERS
from playground.trace import StepFrame, Trace


def skip(model: Model, row: Row, recorded: Trace) -> list[StepFrame]:
    """Brings a run that has not begun to the start of the block that its last row branches off in.

    The encoder reads the recorded blocks, one by one as the run did, and the random numbers of their steps are drawn;
    no denoiser pass is needed.

    Returns:
        The recorded frames before that block.
    """
    blocks = recorded.blocks[: leaves(row.spec)[0] - 1]
    randomness = Randomness([row.generator], model.device)
    length, vocabulary, at = model.canvas_length, model.vocab_size, 0
    for number, block in enumerate(blocks, 1):
        row.read(model)
        row.block, row.step = number, 0
        randomness.noise(length, vocabulary)
        row.turn()
        for step in range(1, block.steps + 1):
            settings = row.settings
            randomness.draws(settings.draw, length, vocabulary, SAMPLERS[settings.sampler].uniforms)
            row.step = step
            row.turn()
        at += block.steps
        columns = (recorded.columns[name][at - 1] for name in ("accepted", "sampled_ids", "argmax_ids"))
        row.unread = torch.from_numpy(row.way.standing(*columns)).to(model.device, torch.int64)[None]
        row.written += len(block.token_ids)
    row.step, row.figures = 0, {}
    row.check_room()
    return [recorded.frame(index) for index in range(at)]
