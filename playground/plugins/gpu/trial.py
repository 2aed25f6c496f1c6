"""Compares compiled passes with eager ones on this machine, before anybody's run depends on them.

Both round, and some weights make much of the last bit, random ones above all. How much is measured: by eager passes
whose attention is computed by another of torch's kernels. On an H100, random weights of the 26B size with 6 layers put
those 0.90 of the logits' norm from float32, and compiled passes 0.87.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from playground.engine.batch import Batch
from playground.engine.denoise import stepped
from playground.engine.models import Model
from playground.engine.moment import Origin
from playground.engine.row import Row
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.experts import stock_experts
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import StepFrame

STEPS = 20
ENTROPY = 0.1
"""How far apart the entropies may be in nats, on the average of a canvas. bfloat16 has about three digits."""
NOISE = 3.0
"""How many times as far apart as two kinds of eager passes they may be, where that is more."""
MARGIN = 0.2
"""Where the most probable token leads by more than this, rounding cannot change it."""
SURE = 0.98
"""The least share of such positions at which the two must agree."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What the comparison found."""

    fault: str = ""
    """Where compiled passes part from eager ones, in a sentence; "" if they agree."""
    noise: float
    """How far apart the entropies of two kinds of eager passes are, in nats: of all steps, the most."""
    sure: int
    """At how many positions, of all steps, the most probable tokens could be compared."""

    @property
    def doubt(self) -> str:
        """Why agreement says little, in a few words; "" if it says much."""
        if self.noise > ENTROPY:
            return f"eager passes differ by {self.noise:.2g} nats from each other"
        return "" if self.sure else "no position is sure enough to compare its token"


def try_out(model: Model, shapes: Shapes) -> Trial:
    """Takes each step three times, from the same canvas with the same random numbers, so rounding does not add up."""
    settings = SamplerSettings(
        max_denoising_steps=STEPS, max_new_tokens=model.canvas_length, confidence_threshold=0, stability_threshold=STEPS
    )
    spec = RunSpec(prompt=Prompt(text="x"), settings=settings)

    def row() -> Row:
        generator = torch.Generator(model.device).manual_seed(spec.seed)
        return Row(spec=spec, prompt_ids=[*range(2, 34)], generator=generator)

    def eager_step(origin: Origin | None) -> StepFrame:
        batch = Batch(model)
        number = batch.join(row(), origin)
        batch.before(number)
        return stepped(batch)[number]

    batch, origin, frames = Batch(model, shapes, keeps=True), None, list[StepFrame]()
    number, noise, sure = batch.join(row()), 0.0, 0
    while number in batch.numbers:
        compiled = stepped(batch)[number]
        with stock_experts(model):
            eager = eager_step(origin)
            with sdpa_kernel(SDPBackend.MATH):
                variant = eager_step(origin)
        step = _compared(compiled, eager, variant)
        noise, sure = max(noise, step.noise), sure + step.sure
        if step.fault:
            return Trial(fault=f"At step {compiled.step}, {step.fault}.", noise=noise, sure=sure)
        frames.append(compiled)
        origin = Origin(moment=batch.moments[number], frames=[*frames])
    return Trial(noise=noise, sure=sure)


def _compared(compiled: StepFrame, eager: StepFrame, variant: StepFrame) -> Trial:
    """One step.

    Args:
        variant: eager too, with another kernel for attention.
    """
    noise = float(abs(variant.entropy - eager.entropy).mean())
    apart = float(abs(compiled.entropy - eager.entropy).mean())
    leads = [frame.top_probs[:, 0] - frame.top_probs[:, 1] > MARGIN for frame in (eager, variant)]
    sure = leads[0] & leads[1] & (eager.argmax_ids == variant.argmax_ids)
    fault = ""
    if noise > ENTROPY:
        sure &= False  # two kinds of eager passes do not agree on tokens either
    if not apart <= max(ENTROPY, NOISE * noise):  # also if one of them is not a number
        fault = f"the entropies of compiled and eager passes are {apart:.2g} nats apart"
    elif sure.any() and (same := (compiled.argmax_ids == eager.argmax_ids)[sure]).mean() < SURE:
        share = f"{same.mean():.0%} of the sure positions"
        fault = f"the most probable tokens of compiled and eager passes agree at {share}"
    return Trial(fault=fault, noise=noise, sure=int(sure.sum()))
