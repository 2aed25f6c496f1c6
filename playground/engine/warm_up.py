"""Compiles the passes before anyone has to wait for them."""

from __future__ import annotations

from collections.abc import Callable

import torch

from playground.engine.batch import Batch
from playground.engine.models import Model
from playground.engine.passes import Shapes, seats
from playground.engine.row import Row
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings


def warm_up(model: Model, shapes: Shapes, report: Callable[[float, str], None]) -> None:
    """Compiles everything that a `Batch` of these shapes runs at the default settings; this takes tens of seconds.

    Other samplers, schedules and ways are compiled when they are first used.

    Args:
        report: called with the fraction that is done, 0 to 1, and a sentence.
    """
    sizes = sorted({seats(rows) for rows in range(1, shapes.rows + 1)})
    for done, size in enumerate(sizes):
        report(done / len(sizes), f"Compiling the denoiser for {size} {'row' if size == 1 else 'rows'}.")
        batch = Batch(model, shapes)
        for seat in range(min(size, shapes.rows)):
            settings = SamplerSettings(max_denoising_steps=1, max_new_tokens=1, draw=("exact", "fast")[seat % 2])
            spec = RunSpec(prompt=Prompt(text=""), settings=settings)
            generator = torch.Generator(model.device).manual_seed(seat)
            batch.join(Row(spec=spec, prompt_ids=[0], generator=generator))
        batch.step()
    report(1.0, "The denoiser is compiled.")
