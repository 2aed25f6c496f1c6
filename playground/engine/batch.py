"""The only denoising loop in the project.

It runs rows that share passes. Each row has its own prompt, settings and random generator. Rows join and leave between
steps, and a single run is a batch of one. Uniform diffusion works exactly as `generate()` does in transformers
(`DiffusionGemmaGenerationMixin`), down to the order of random draws; the parity tests compare the two. The loop also
allows what `generate()` refuses: a constant temperature, a confidence threshold of 0, and a length that is not a
multiple of the canvas.

For each block, the encoder reads the new tokens (causally, once, into the KV cache). Then each step computes

    input canvas --denoiser--> logits --/temperature--> statistics --sampler--> accepted, next canvas

until the stopping rule, the way of writing or the step limit ends the block, which is then committed. Autoregressive
rows take the same steps, but their pass runs the encoder over one token.
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
from playground.engine.steering import awaits_edit, pins_of
from playground.errors import SamplerError
from playground.trace.frame import FinishReason, StepFrame, StopReason, committed_ids, standing


class Batch:
    """Rows that share each pass. They join and leave between two steps. Not thread-safe.

    A row that ends a block starts its next one at once, whatever the others do. In eager float32 on a CPU, each row
    gets bit for bit the frames that it would get alone. Elsewhere the last bits may differ.

    Args:
        shapes: what the denoiser's passes are compiled for; None runs them eagerly.
    """

    def __init__(self, model: Model, shapes: Shapes | None = None) -> None:
        use_rowwise(model.module)
        self._model = model
        self._passes = Compiled(shapes) if shapes else Eager()
        self._canvases, self._lines = Canvases(model, self._passes), Lines(model)
        self._runs: dict[int, Run] = {}
        self._joined = 0
        self._arranged = True
        self.failed: dict[int, SamplerError] = {}
        """What went wrong at the last step with a user's own sampler, by the numbers of its rows."""

    def __len__(self) -> int:
        return len(self._runs)

    def join(self, row: Row) -> int:
        """Adds a row from the next step on and returns its number, which `step` uses as a key and no other row gets.

        Raises:
            SettingError: the passes are not compiled for this many rows or tokens.
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
        """Removes a row before its end. Does nothing if the row has already left."""
        if self._runs.pop(number, None):
            self._arranged = False

    @torch.inference_mode()
    def step(self) -> dict[int, StepFrame]:
        """Runs one pass and returns each row's frame by number. A row whose frame has a finish reason has left.

        A row whose own sampler failed has left too: it has no frame, and `failed` has the error.
        """
        self.failed = {}
        if not self._runs:
            return {}
        started = time.perf_counter()
        if not self._arranged:
            self._arrange()
        records = self._pass().cpu().numpy()  # the step's only copy from the device; it waits for the whole pass
        seconds = time.perf_counter() - started
        self.failed = self._canvases.failed
        seated = zip((run for run in self._seated if run.number not in self.failed), records, strict=True)
        frames = {run.number: self._frame(run, record, seconds) for run, record in seated}
        for number in self.failed:
            self.leave(number)
        for number, frame in frames.items():
            if frame.finish_reason:
                self.leave(number)
        return frames

    @property
    def _seated(self) -> list[Run]:
        """The runs, in the order of a step's records."""
        return [*self._canvases.runs, *self._lines.runs]

    def _arrange(self) -> None:
        """Seats all rows again after some have joined, left or ended a block."""
        for seats in (self._canvases, self._lines):
            seats.seat([run for run in self._runs.values() if run.row.way.causal == seats.causal])
        self._arranged = True

    def _pass(self) -> Tensor:
        """Computes a step on the device and returns the rows' records, as `frames.pack` makes them."""
        records = [record for seats in (self._canvases, self._lines) for record in seats.step()]
        return torch.cat(records) if records else torch.empty(0)  # empty if every row failed

    def _frame(self, run: Run, record: np.ndarray, seconds: float) -> StepFrame:
        model, row = self._model, run.row
        run.step += 1
        figures = unpack(record, model.canvas_length)
        figures.update(block=run.block, step=run.step, seconds=seconds, encoder_tokens=run.encoded)
        figures.update(_steered(run, model.canvas_length))
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
        if awaits_edit(row.spec, run.block, run.step):
            stop_reason = ""
        elif not stop_reason and not row.way.causal and run.step == row.settings.max_denoising_steps:
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


def _steered(run: Run, length: int) -> dict[str, np.ndarray]:
    """Which positions of a step are pinned, and which were edited just before it; nothing for a run without either."""
    spec, figures = run.row.spec, dict[str, np.ndarray]()
    if spec.pins:
        figures["pinned"] = np.array(pins_of(spec, run.block, length)) >= 0
    if spec.edits:
        figures["edited"] = np.isin(np.arange(length), [*run.edited])
    return figures
