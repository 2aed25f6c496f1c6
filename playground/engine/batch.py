"""The loop: the only one in the project.

It works on rows that share passes, each with a prompt, settings and random generator of its own; rows join and leave
between steps, and a single run is a batch of one. For uniform diffusion its semantics, down to the order of random
draws, are those of `generate()` in transformers (`DiffusionGemmaGenerationMixin`), which is what the parity tests hold
it against. It allows what that refuses: a constant temperature, a confidence threshold of 0, a length that is no
multiple of the canvas.

Per block: the encoder reads what is new (causally, once, into the KV cache), then each step

    input canvas --denoiser--> logits --/temperature--> statistics --sampler--> accepted, next canvas

until the stopping rule, the way of writing or the step limit ends the block, and it is committed. Autoregressive rows
have the same steps; their pass is the encoder's, over one token.
"""

from __future__ import annotations

import time

import numpy as np
import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.canvases import Canvases
from playground.engine.frames import unpack
from playground.engine.lines import Lines
from playground.engine.models import Model
from playground.engine.passes import Compiled, Eager, Shapes
from playground.engine.row import Row
from playground.engine.rowwise import use_rowwise
from playground.engine.run import Run
from playground.trace.frame import FinishReason, StepFrame, StopReason, committed_ids, standing


class Batch:
    """Rows that share each pass; they join and leave between two steps. For one thread at a time.

    A row that ends a block goes straight on with its next one, whatever the others do. Eager, on a CPU in float32, a
    row's frames are bit for bit those that it gets alone; otherwise they may differ in the last bits.

    Args:
        shapes: what to compile the denoiser's passes for; eager when None.
    """

    def __init__(self, model: Model, shapes: Shapes | None = None) -> None:
        use_rowwise(model.module)
        self._model = model
        self._passes = Compiled(shapes) if shapes else Eager()
        self._canvases, self._lines = Canvases(model, self._passes), Lines(model)
        self._runs: dict[int, Run] = {}
        self._joined = 0
        self._arranged = True

    def __len__(self) -> int:
        return len(self._runs)

    def join(self, row: Row) -> int:
        """Takes a row in, from the next step on; its number, never used twice, is what its frames come under.

        Raises:
            SettingError: the row, or one row more, is beyond what was compiled for.
        """
        length = self._model.canvas_length
        self._passes.check(len(self) + 1, len(row.prompt_ids) + (row.settings.max_new_tokens - 1) // length * length)
        number, self._joined = self._joined, self._joined + 1
        self._runs[number] = Run(
            number=number,
            row=row,
            unread=torch.tensor([row.prompt_ids], device=self._model.device),
            cache=DynamicCache(config=self._model.module.config.get_text_config(decoder=True)),
            room=row.settings.max_new_tokens,
        )
        self._arranged = False
        return number

    def leave(self, number: int) -> None:
        """Lets a row go before its end; one that is gone already changes nothing."""
        if self._runs.pop(number, None):
            self._arranged = False

    @torch.inference_mode()
    def step(self) -> dict[int, StepFrame]:
        """One pass: the frame of each row by its number. A row whose frame has a finish reason has left."""
        if not self._runs:
            return {}
        started = time.perf_counter()
        if not self._arranged:
            self._arrange()
        records = self._pass().cpu().numpy()  # the one copy of the step, which waits for all that it follows from
        seconds = time.perf_counter() - started
        seated = zip(self._seated, records, strict=True)
        frames = {run.number: self._frame(run, record, seconds) for run, record in seated}
        for number, frame in frames.items():
            if frame.finish_reason:
                self.leave(number)
        return frames

    @property
    def _seated(self) -> list[Run]:
        """In the order of a step's records."""
        return [*self._canvases.runs, *self._lines.runs]

    def _arrange(self) -> None:
        """Seats the rows anew."""
        for seats in (self._canvases, self._lines):
            seats.seat([run for run in self._runs.values() if run.row.way.causal == seats.causal])
        self._arranged = True

    def _pass(self) -> Tensor:
        """All that is computed in a step, on the device; the rows' records as `frames.pack` gives them."""
        return torch.cat([record for seats in (self._canvases, self._lines) for record in seats.step()])

    def _frame(self, run: Run, record: np.ndarray, seconds: float) -> StepFrame:
        model, row = self._model, run.row
        run.step += 1
        figures = unpack(record, model.canvas_length)
        figures.update(block=run.block, step=run.step, seconds=seconds, encoder_tokens=run.encoded)
        run.encoded = 0
        stops = figures.pop("stop")
        canvas = standing(row.way.name, figures["accepted"], figures["sampled_ids"], figures["argmax_ids"])
        ids = committed_ids(canvas, model.eos_ids, run.room)
        finish_reason: FinishReason = (
            "end-of-text" if ids[-1] in model.eos_ids else "max-new-tokens" if len(ids) == run.room else ""
        )
        stop_reason: StopReason = ""
        if stops:
            stop_reason = "stable-and-confident"
        elif row.way.sticky and (figures["accepted"].all() or (row.way.causal and finish_reason)):
            stop_reason = "complete"
        elif not row.way.causal and run.step == row.settings.max_denoising_steps:
            stop_reason = "max-steps"
        if not stop_reason:
            finish_reason = ""
        else:
            run.step = 0
            run.room -= len(ids)
            run.unread = torch.from_numpy(canvas).to(model.device, torch.int64)[None]
            self._arranged = False
        return StepFrame.of(
            figures,
            stop_reason=stop_reason,
            finish_reason=finish_reason,
            rows=len(self._seated),
            compiled=self._passes.compiled and not row.way.causal,
        )
