"""Compiles the passes before anyone has to wait for them."""

from __future__ import annotations

from collections.abc import Callable

import torch

from playground.engine.batch import Batch
from playground.engine.models import Model
from playground.engine.passes import Shapes
from playground.engine.row import Row
from playground.errors import EngineError
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings

DRAWS = ("exact", "fast", "greedy")


def warm_up(model: Model, shapes: Shapes, report: Callable[[float, str], None]) -> None:
    """Compiles everything that a `Batch` of these shapes runs, whatever the settings; this takes minutes.

    Args:
        report: called with the fraction that is done, 0 to 1, and a sentence.

    Raises:
        EngineError: something cannot be compiled.
    """
    kinds = [(size, context) for size in shapes.sizes for context in shapes.contexts]
    for done, (size, context) in enumerate(kinds):
        rows = f"{size} {'row' if size == 1 else 'rows'}"
        report(done / len(kinds), f"Compiling the denoiser for {rows} after up to {context:,} tokens.")
        for draw in DRAWS if not done else DRAWS[:1]:  # the statistics see one row at a time
            batch = Batch(model, shapes)
            for seat in range(min(size, shapes.rows)):
                settings = SamplerSettings(max_denoising_steps=1, max_new_tokens=1, draw=draw)
                spec = RunSpec(prompt=Prompt(text=""), settings=settings)
                generator = torch.Generator(model.device).manual_seed(seat)
                batch.join(Row(spec=spec, prompt_ids=[0] * context, generator=generator))
            frames = batch.step().values()
            for error in batch.failed.values():
                raise error
            if not all(frame.compiled for frame in frames):
                raise EngineError("The denoiser cannot be compiled here; the log says why.")
    report(1.0, "The denoiser is compiled.")
