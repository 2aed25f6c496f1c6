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

import dataclasses
import logging
import math
import time
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from playground.engine.canvases import Canvases
from playground.engine.endings import check_branches, rule_stops, stop_reason_of
from playground.engine.finite import check_figures
from playground.engine.frames import unpack
from playground.engine.launched import Launched, Part
from playground.engine.lines import Lines
from playground.engine.models import Model
from playground.engine.moment import Moment, Origin
from playground.engine.passes import Eager, Shapes
from playground.engine.recorded import skip
from playground.engine.row import Row
from playground.engine.steered import steered, with_steered
from playground.errors import EngineError, SettingError, SpecError
from playground.trace.frame import FinishReason, StepFrame, committed_ids

log = logging.getLogger(__name__)


class Batch:
    """Rows that share each pass. They join and leave between two steps. Not thread-safe.

    A row that ends a block starts its next one at once, whatever the others do. In eager float32 on a CPU, each row
    gets bit for bit the frames that it would get alone. Elsewhere the last bits may differ.

    Args:
        shapes: another form of the denoiser's passes, for the rows that it takes; None runs all of them eagerly.
        keeps: keep a `Moment` of each row after each step?
        moment_bytes: the most that one may take; a larger one is not kept.
        watched: positions of the canvas whose `distributions` are kept after each step.
    """

    _launched_as = Launched
    """What waits for a pass."""

    def __init__(
        self, model: Model, shapes: Shapes | None = None, *,
        keeps: bool = False, moment_bytes: float = math.inf, watched: Sequence[int] = (),
    ) -> None:  # fmt: skip
        model.denoiser.prepare()
        self._model = model
        self._shapes = shapes
        plain = Canvases(model, Eager(), watched)
        fast = [Canvases(model, shapes.passes(), watched)] if shapes else []
        self._seats: list[Canvases | Lines] = [*fast, plain, Lines(model)]
        """Where rows have their passes: each in the first that takes it."""
        self._rows: dict[int, Row] = {}
        self._joined = 0
        self._before: dict[int, list[StepFrame]] = {}
        self._arranged = True
        self._read_at = 0.0
        """When the last step was read."""
        self._moment_bytes = moment_bytes if keeps else 0
        self.moments: dict[int, Moment] = {}
        """Number -> the moment after the last step, for the rows that took it and whose moments are kept."""
        self.failed: dict[int, Exception] = {}
        """What went wrong at the last step, by the numbers of the rows that it concerns: a user's own sampler failed,
        there was not enough memory for a row, its logits are no finite numbers, or it cannot branch where it should."""

    def __len__(self) -> int:
        return len(self._rows)

    def join(self, row: Row, origin: Origin | None = None) -> int:
        """Adds a row from the next step on and returns its number, which `step` uses as a key and no other row gets.

        A row that branches from another one is that one until then, step by step.

        Args:
            origin: where it starts instead; a moment of a row on its path.

        Raises:
            SettingError: the passes are not compiled for this many rows.
            SpecError: nothing follows the step that it branches from.
        """
        number = self._joined
        if self._shapes and len(self) >= self._shapes.rows:
            raise SettingError(
                f"{len(self) + 1} runs would share a pass; passes are compiled for at most {self._shapes.rows}."
            )
        unread = torch.tensor([row.prompt_ids], device=self._model.device)
        row = row.seated(number, self._model.denoiser.cache(), unread)
        self._before[number] = self._skipped(row, origin)
        self._joined += 1
        self._rows[number] = row
        self._arranged = False
        return number

    @torch.inference_mode()
    def _skipped(self, row: Row, origin: Origin | None) -> list[StepFrame]:
        """Puts a row where its first pass is, and returns the frames before it."""
        if origin is not None:
            origin.moment.resume(row)
            frames = [*origin.frames[:-1], self._concluded(row, origin.frames[-1])]
        elif row.recorded and not row.way.causal:
            frames = skip(self._model, row, row.recorded)
        else:
            frames = []
        return [with_steered(frame, row) for frame in frames]

    def before(self, number: int) -> list[StepFrame]:
        """The frames of a row's steps that did not have to be computed, such as those it shares with a kept run."""
        return self._before.pop(number, [])

    @property
    def numbers(self) -> list[int]:
        """The rows that have not left."""
        return [*self._rows]

    @torch.inference_mode()
    def distributions(self, number: int) -> Tensor:
        """What the last step made of the W watched positions: float32 (W, V), probabilities at the step's temperature.

        Token after token, there is one: the only position that the step wrote.

        Args:
            number: of a row that took part in it, whether it has left since or not.
        """
        for seats in self._seats:
            for row in seats.rows:
                if row.number == number:
                    return seats.distributions(row)
        raise KeyError(number)

    def leave(self, number: int) -> None:
        """Removes a row before its end. Does nothing if the row has already left."""
        self._before.pop(number, None)
        if self._rows.pop(number, None):
            self._arranged = False

    @torch.inference_mode()
    def step(self) -> dict[int, StepFrame]:
        """Runs one pass and returns each row's frame by number. A row whose frame has a finish reason has left.

        A row that failed has left too: it has no frame, and `failed` has the error.
        """
        self.failed, self.moments = {}, {}
        if not self._rows:
            return {}
        launched, started = self._next()
        records = launched.read()  # the step's only copy from the device; the host waits for the whole pass
        self._read_at = time.perf_counter()
        seconds = self._read_at - started
        self.failed = launched.failed
        frames = {}
        for number, part in launched.parts.items():
            try:
                frames[number] = self._frame(part, records[number], launched.rows, seconds)
            except (SpecError, EngineError) as error:
                self.failed[number] = error
        for number in self.failed:
            self.leave(number)
        for number, frame in frames.items():
            if frame.finish_reason:
                self.leave(number)
        return frames

    def _next(self) -> tuple[Launched, float]:
        """This step's pass, and the second from which on its time counts."""
        started = time.perf_counter()
        return self._launch(), started

    def release(self) -> None:
        """Lets go of what the last step needed, if no row is left."""
        if not self._rows:
            self.moments = {}
            self._arrange()

    def _arrange(self) -> None:
        """Seats all rows again after some have joined, left or ended a block."""
        rest = [*self._rows.values()]
        for seats in self._seats:
            taken = [row for row in rest if seats.takes(row)]
            seats.seat(taken)
            rest = [row for row in rest if row not in taken]
        self._arranged = True

    def _launch(self) -> Launched:
        """Has the device compute a step."""
        for seats in self._seats:
            seats.failed.clear()
        if not self._arranged:
            self._arrange()
        return self._launched_as.of(self._pass(), self._seats, states=self._moment_bytes > 0)

    def _pass(self) -> Tensor:
        """Computes a step on the device and returns the rows' records, as `frames.pack` makes them."""
        records = [record for seats in self._seats for record in seats.step()]
        return torch.cat(records) if records else torch.empty(0)  # empty if every row failed

    def _frame(self, part: Part, record: np.ndarray, rows: int, seconds: float) -> StepFrame:
        row = part.row
        model = self._model
        row.step += 1
        figures = unpack(record, model.canvas_length)
        check_figures(figures, row, model)
        figures.update(block=row.block, step=row.step, seconds=seconds, **part.figures)
        figures.update(steered(row, model, figures.pop("lead", None)))
        stops = figures.pop("stop")
        frame = StepFrame.of(figures, rows=rows, compiled=part.compiled and figures.get("passes", 1) == 1)
        if self._moment_bytes and (moment := Moment.of(row, part.state, part.draws)).size <= self._moment_bytes:
            try:
                self.moments[row.number] = moment if part.alone else moment.apart()
            except torch.OutOfMemoryError:
                log.info("there was no memory to keep a moment")
        return self._concluded(row, frame, stops)

    def _concluded(self, row: Row, frame: StepFrame, stops: bool | None = None) -> StepFrame:
        """Says what follows from a step: whether the run branches off here, and whether its block or its text ends.

        Args:
            stops: what the stopping rule said at the step; None asks it again.

        Raises:
            SpecError: the run ends before it could branch off, or where it should.
        """
        eos_ids = self._model.eos_ids
        turned = row.turn()
        row.check_room()
        if turned or stops is None:
            self._arranged = False
            stops = rule_stops(row, frame)
        canvas = row.way.standing(frame.accepted, frame.sampled_ids, frame.argmax_ids)
        ids = committed_ids(canvas, eos_ids, row.room)
        finish_reason: FinishReason = (
            "end-of-text" if ids[-1] in eos_ids else "max-new-tokens" if len(ids) == row.room else ""
        )
        stop_reason = stop_reason_of(row, frame, stops=stops, turned=turned, text_ends=bool(finish_reason))
        if not stop_reason:
            return dataclasses.replace(frame, stop_reason="", finish_reason="")
        check_branches(row, turned=turned, text_ends=bool(finish_reason))
        row.step, row.begins = 0, True
        row.written += len(ids)
        if not finish_reason:
            row.check_room()
        row.unread = torch.from_numpy(canvas).to(self._model.device, torch.int64)[None]
        self._arranged = False
        return dataclasses.replace(frame, stop_reason=stop_reason, finish_reason=finish_reason)
