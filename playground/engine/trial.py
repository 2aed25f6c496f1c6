"""Compares compiled passes with eager ones on this machine, before anybody's run depends on them."""

from __future__ import annotations

import torch

from playground.engine.batch import Batch
from playground.engine.experts import stock_experts
from playground.engine.models import Model
from playground.engine.moment import Origin
from playground.engine.passes import Shapes
from playground.engine.row import Row
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import StepFrame

STEPS = 20
ENTROPY = 0.1
"""How far apart the entropies may be in nats, on the average of a canvas. bfloat16 has about three digits."""
MARGIN = 0.2
"""Where the most probable token leads by more than this, rounding cannot change it."""
SURE = 0.98
"""The least share of such positions at which the two must agree."""


def disagreement(model: Model, shapes: Shapes) -> str:
    """Where compiled passes part from eager ones, in a sentence; "" if they agree.

    Each step is taken twice, from the same canvas with the same random numbers, so rounding does not add up.
    """
    settings = SamplerSettings(
        max_denoising_steps=STEPS, max_new_tokens=model.canvas_length, confidence_threshold=0, stability_threshold=STEPS
    )
    spec = RunSpec(prompt=Prompt(text="x"), settings=settings)

    def row() -> Row:
        generator = torch.Generator(model.device).manual_seed(spec.seed)
        return Row(spec=spec, prompt_ids=[*range(2, 34)], generator=generator)

    batch, origin, frames = Batch(model, shapes, keeps=True), None, list[StepFrame]()
    number = batch.join(row())
    while number in batch.numbers:
        compiled, eager = _step(batch, number), Batch(model)
        again = eager.join(row(), origin)
        eager.before(again)
        with stock_experts(model):
            fault = _compared(compiled, _step(eager, again))
        if fault:
            return f"At step {compiled.step}, {fault}."
        frames.append(compiled)
        origin = Origin(moment=batch.moments[number], frames=[*frames])
    return ""


def _step(batch: Batch, number: int) -> StepFrame:
    frames = batch.step()
    for error in batch.failed.values():
        raise error
    return frames[number]


def _compared(compiled: StepFrame, eager: StepFrame) -> str:
    apart = float(abs(compiled.entropy - eager.entropy).mean())
    if not apart <= ENTROPY:  # also if one of them is not a number
        return f"the entropies of compiled and eager passes are {apart:.2g} nats apart"
    sure = eager.top_probs[:, 0] - eager.top_probs[:, 1] > MARGIN
    same = (compiled.argmax_ids == eager.argmax_ids)[sure]
    if len(same) and same.mean() < SURE:
        return f"the most probable tokens of compiled and eager passes agree at {same.mean():.0%} of the sure positions"
    return ""
