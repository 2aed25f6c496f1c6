"""The denoising loop: the only one in the project.

It works on rows that share the denoiser passes, each with a prompt, settings and random generator of its own; rows join
and leave between steps, and a single run is a batch of one. Its semantics, down to the order of random draws, are those
of `generate()` in transformers (`DiffusionGemmaGenerationMixin`), which is what the parity tests hold it against. It
allows what that refuses: a constant temperature, a confidence threshold of 0, a length that is no multiple of the
canvas.

Per block: the encoder reads what is new (causally, once, into the KV cache), then each step

    input canvas --denoiser--> logits --/temperature--> statistics --sampler--> accept mask
    next input = sampled where accepted, noise elsewhere

and the argmax canvas of the block's last step is committed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.frames import unpack
from playground.engine.models import Model
from playground.engine.passes import Compiled, Eager, Shapes
from playground.engine.randomness import Randomness
from playground.engine.rowwise import together, use_rowwise
from playground.engine.step import Rules, State
from playground.errors import SpecError
from playground.prompt import Prompt
from playground.settings import SamplerSettings
from playground.spec import RunSpec
from playground.trace.frame import FinishReason, StepFrame, StopReason, committed_ids


@dataclass(frozen=True, kw_only=True)
class Row:
    """One run in a batch, ready to join it."""

    spec: RunSpec
    prompt_ids: list[int]
    generator: torch.Generator
    media: Mapping[str, Tensor] = field(default_factory=dict)
    """What the encoder gets with the prompt, such as `pixel_values` and `mm_token_type_ids`; a batch of one each."""

    @property
    def settings(self) -> SamplerSettings:
        return self.spec.settings

    @classmethod
    def of(
        cls, model: Model, prompt: str | Prompt | RunSpec, settings: SamplerSettings | None = None, seed: int = 0
    ) -> Row:
        """
        Args:
            settings: the checkpoint's own defaults when None; a spec has its own, as it has a seed.

        Raises:
            PromptError: the prompt is empty or does not fit the checkpoint's context.
            SettingError: the seed is out of range, `max_new_tokens` exceeds the context, or a spec and settings are
                given.
            SpecError: the spec is meant for another model, or its start does not fit the canvas or the vocabulary.
        """
        spec = model.spec(prompt, settings, seed)
        spec.check_model(model.name, model.revision)
        spec = spec.replace(model=model.name, revision=model.revision)
        if spec.start is not None:
            _check_start(spec.start, model)
        encoded = model.read(spec.prompt)
        model.check_fits(encoded.ids, spec.settings)
        generator = torch.Generator(model.device).manual_seed(spec.seed)
        media = {name: tensor.to(model.device) for name, tensor in encoded.media.items()}
        return cls(spec=spec, prompt_ids=encoded.ids, generator=generator, media=media)


def _check_start(start: tuple[int, ...], model: Model) -> None:
    if len(start) != model.canvas_length:
        raise SpecError(f"The start has {len(start)} tokens; the canvas of this model has {model.canvas_length}.")
    if max(start) >= model.vocab_size:
        raise SpecError(f"The start holds token {max(start)}; the last one of this model is {model.vocab_size - 1}.")


def denoise(
    model: Model, prompt: str | Prompt | RunSpec, settings: SamplerSettings | None = None, *, seed: int = 0
) -> Iterator[StepFrame]:
    """Runs one prompt or spec, yielding every denoising step. The same spec gives the same frames.

    Args:
        settings: the checkpoint's own defaults when None; a spec has its own, as it has a seed.

    Raises:
        PromptError, SettingError, SpecError: as `Row.of`. Raised here, not at the first step.
    """
    return alone(model, Row.of(model, prompt, settings, seed))


def alone(model: Model, row: Row) -> Iterator[StepFrame]:
    """Runs one row by itself."""
    return (frame for frames in denoise_rows(model, [row]) for frame in frames.values())


def denoise_rows(model: Model, rows: Sequence[Row]) -> Iterator[dict[int, StepFrame]]:
    """Runs rows together. Each denoiser pass yields the frames of the rows that took part, by the row's number."""
    batch = Batch(model)
    for row in rows:
        batch.join(row)
    while len(batch):
        yield batch.step()


@dataclass(kw_only=True)
class _Run:
    """A row on its way."""

    number: int
    row: Row
    unread: Tensor
    """int64 (1, n): what the encoder has yet to read."""
    cache: DynamicCache
    room: int
    """How many tokens may still come."""
    block: int = 0
    step: int = 0
    """Of the block; 0 before its first one."""
    encoded: int = 0
    """Tokens that the encoder has read since the last step."""
    state: State | None = None
    conditioning: Tensor | None = None
    """(1, L, V) logits / temperature of the step before, for self-conditioning; None before a block's first step."""


@dataclass(kw_only=True)
class _Group:
    """Neighbouring rows with the same rules and the same way to draw."""

    places: slice
    draw: str
    rules: Rules
    randomness: Randomness
    state: State


class Batch:
    """Rows that share each denoiser pass; they join and leave between two steps. For one thread at a time.

    A row that ends a block goes straight on with its next one, whatever the others do. Eager, on a CPU in float32, a
    row's frames are bit for bit those that it gets alone; otherwise they may differ in the last bits.

    Args:
        shapes: what to compile the passes for; eager when None.
    """

    def __init__(self, model: Model, shapes: Shapes | None = None) -> None:
        use_rowwise(model.module)
        self._model = model
        self._passes = Compiled(shapes) if shapes else Eager()
        self._runs: dict[int, _Run] = {}
        self._joined = 0
        self._seated: list[_Run] = []
        """The rows in the order of the tensors below, as of the last arrangement."""
        self._arranged = True
        self._groups: list[_Group] = []
        self._conditioning: Tensor | None = None
        self._conditioned: Tensor | None = None
        """bool (B,): which rows have a step before; None when all have, or none."""

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
        self._runs[number] = _Run(
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
        """One denoiser pass: the frame of each row by its number. A row whose frame has a finish reason has left."""
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

    def _pass(self) -> Tensor:
        """The denoiser and the sampler, all on the device; the rows' records as `frames.pack` gives them."""
        model = self._model
        canvas = torch.cat([group.state.canvas for group in self._groups])
        with together(len(canvas)):
            logits = self._passes.forward(
                model.module, canvas, self._conditioning, self._conditioned, self._prefixes, self._positions
            )
        in_place, before = model.dtype == logits.dtype, self._conditioning
        self._conditioning = logits if in_place else torch.empty_like(logits, dtype=model.dtype)
        self._conditioned = None
        records = []
        for group in self._groups:
            sampler = group.rules.sampler
            draws = group.randomness.draws(group.draw, model.canvas_length, model.vocab_size, sampler.uniforms)
            part = logits[group.places]
            processed = part if in_place else self._conditioning[group.places]
            seen = before[group.places] if sampler.looks_back and before is not None else None
            group.state, record = self._passes.advance(part, group.state, group.rules, draws, processed, seen)
            records.append(record)
        return torch.cat(records)

    def _frame(self, run: _Run, record: np.ndarray, seconds: float) -> StepFrame:
        model = self._model
        run.step += 1
        figures = unpack(record, model.canvas_length)
        figures.update(block=run.block, step=run.step, seconds=seconds, encoder_tokens=run.encoded)
        run.encoded = 0
        stop_reason: StopReason = ""
        finish_reason: FinishReason = ""
        if figures.pop("stop"):
            stop_reason = "stable-and-confident"
        elif run.step == run.row.settings.max_denoising_steps:
            stop_reason = "max-steps"
        if stop_reason:
            ids = committed_ids(figures["argmax_ids"], model.eos_ids, run.room)
            finish_reason = (
                "end-of-text" if ids[-1] in model.eos_ids else "max-new-tokens" if len(ids) == run.room else ""
            )
            run.step = 0
            run.room -= len(ids)
            run.unread = torch.from_numpy(figures["argmax_ids"]).to(model.device, torch.int64)[None]
            self._arranged = False
        how = {"rows": len(self._seated), "compiled": self._passes.compiled}
        return StepFrame.of(figures, stop_reason=stop_reason, finish_reason=finish_reason, **how)

    def _arrange(self) -> None:
        """Seats the rows anew: begins blocks, puts side by side what the next passes need."""
        model = self._model
        for group in self._groups:
            for place, run in enumerate(self._seated[group.places]):
                run.state = group.state.row(place)
                run.conditioning = self._conditioning[group.places][place : place + 1]

        self._seated = sorted(self._runs.values(), key=lambda run: _alike(run.row))
        for run in self._seated:
            if run.step == 0:
                self._begin_block(run)

        self._groups = []
        # Compiled for one row: a few more shapes serve any number of them.
        alike = (lambda run: run.number) if self._passes.compiled else (lambda run: _alike(run.row))
        for runs in (list(neighbours) for _, neighbours in groupby(self._seated, key=alike)):
            first = self._groups[-1].places.stop if self._groups else 0
            self._groups.append(
                _Group(
                    places=slice(first, first + len(runs)),
                    draw=runs[0].row.settings.draw,
                    rules=Rules.of([run.row.settings for run in runs], model.device),
                    randomness=Randomness([run.row.generator for run in runs], model.device),
                    state=State.of([run.state for run in runs]),
                )
            )
        caches = [run.cache for run in self._seated]
        self._prefixes = self._passes.prefixes(caches, model)
        known = torch.tensor([[cache.get_seq_length()] for cache in caches], device=model.device)
        self._positions = known + torch.arange(model.canvas_length, device=model.device)

        before = [run.conditioning for run in self._seated]
        conditioned = [tensor is not None for tensor in before]
        self._conditioning = self._conditioned = None
        if any(conditioned):
            nothing = torch.zeros(1, model.canvas_length, model.vocab_size, dtype=model.dtype, device=model.device)
            self._conditioning = torch.cat([nothing if tensor is None else tensor for tensor in before])
            self._conditioned = None if all(conditioned) else torch.tensor(conditioned, device=model.device)
        for run in self._seated:
            run.conditioning = None  # it is in the batch's tensor now
        self._arranged = True

    def _begin_block(self, run: _Run) -> None:
        """Encodes what is new, by itself as it would be alone, and draws the canvas."""
        model, encoder, media = self._model, self._model.module.model.encoder, run.row.media if run.block == 0 else {}
        known, new = run.cache.get_seq_length(), run.unread.shape[1]
        positions = torch.arange(known, known + new, device=model.device)[None]
        masks = encoder.create_masks_for_generate(
            config=model.module.config,
            inputs_embeds=torch.empty(1, new, 0, dtype=model.dtype, device=model.device),
            attention_mask=None,  # a row by itself has no padding
            past_key_values=run.cache,
            position_ids=positions,
            mm_token_type_ids=media.get("mm_token_type_ids"),
        )
        encoder(input_ids=run.unread, attention_mask=masks, past_key_values=run.cache, position_ids=positions, **media)
        run.encoded += new
        run.block += 1
        noise = Randomness([run.row.generator], model.device).noise(model.canvas_length, model.vocab_size)
        start = run.row.spec.start if run.block == 1 else None
        run.state = State.start(noise if start is None else torch.tensor([start], device=model.device))
        run.conditioning = None


def _alike(row: Row) -> tuple[str, ...]:
    """What rows have in common whose logits go through the sampler together."""
    return row.settings.draw, *Rules.alike(row.settings)
