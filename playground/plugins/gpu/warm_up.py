"""Compiles passes before anyone has to wait for them."""

from __future__ import annotations

from dataclasses import replace

import torch

from playground.engine.batch import Batch
from playground.engine.denoise import stepped
from playground.engine.models import Model
from playground.engine.row import Row
from playground.errors import EngineError
from playground.plugins.gpu.compiled import Form, Shapes
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings

DRAWS = ("exact", "fast", "greedy")


def warm_up(model: Model, shapes: Shapes, form: Form) -> None:
    """Compiles one form of the passes and, with it, the statistics of every draw. A form takes up to a minute.

    Nothing is recorded: graphs belong to the thread that steps a batch.

    Raises:
        EngineError: it cannot be compiled.
    """
    for draw in DRAWS:  # the statistics see one row at a time, so they are the same in every form
        batch = Batch(model, replace(shapes, ready=None, record=None))
        for seat in range(min(form.seats, shapes.rows)):
            settings = SamplerSettings(max_denoising_steps=1, max_new_tokens=1, draw=draw)
            spec = RunSpec(prompt=Prompt(text=""), settings=settings)
            generator = torch.Generator(model.device).manual_seed(seat)
            batch.join(Row(spec=spec, prompt_ids=[0] * form.context, generator=generator))
        if not all(frame.compiled for frame in stepped(batch).values()):
            raise EngineError("The denoiser cannot be compiled here; the log says why.")
