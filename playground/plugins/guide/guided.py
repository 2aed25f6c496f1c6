"""The processor of a guided run, and the pass that it adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from playground.engine.models import Model
from playground.engine.processors import Measure, Pass
from playground.engine.rowwise import Prefixes
from playground.engine.statistics import Statistics
from playground.errors import SpecError
from playground.plugins.guide.schedule import Guidance
from playground.rules.ways.base import NEVER
from playground.spec.run import RunSpec


@dataclass(frozen=True)
class Guided:
    """A processor: see `playground.engine.processors`."""

    guidance: Guidance
    steps: int
    """The most of a block."""
    empty: tuple[int, ...]
    """What the second pass reads in place of the prompt."""

    @classmethod
    def of(cls, settings: Mapping[str, Any], model: Model, spec: RunSpec) -> Guided:
        """Makes the processor of a run.

        Raises:
            SpecError: the settings are not allowed, or the model can have no pass without the prompt.
            PromptError: its chat template rejects an empty prompt.
        """
        guidance = Guidance.of(settings)
        if model.denoiser.attention != "block by block":
            raise SpecError("Guidance is for models that read the prompt once, before their canvases, unlike this one.")
        empty = empty_ids(model)
        if not empty:
            raise SpecError("Without the prompt this model would read nothing, so it has no pass to be guided from.")
        return cls(guidance, spec.settings.max_denoising_steps, empty)

    def statistics(
        self, now: Pass, logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor,
        measure: Measure,
    ) -> Statistics:  # fmt: skip
        """As `Processor.statistics`."""
        if self.guidance.guides(int(now.state.step), self.steps):
            without = _without_prompt(now, self.empty)
            never = logits <= NEVER / 2  # what is left out stays so, whatever the scale
            logits.sub_(without).mul_(self.guidance.scale).add_(without).masked_fill_(never, NEVER)
        return measure(logits, temperature, numbers, processed)


def empty_ids(model: Model) -> tuple[int, ...]:
    """The chat template around an empty prompt, or the special tokens around an empty text; perhaps nothing.

    Raises:
        PromptError: the template rejects it.
    """
    special = model.tokenizer.chat_template is None
    return tuple(model.tokenizer.encode(model.chat.templated(""), add_special_tokens=special))


def _without_prompt(now: Pass, empty: tuple[int, ...]) -> Tensor:
    """The logits of a second pass over the same canvas with the same conditioning, float32 (1, L, V). It is this row's
    alone and runs eagerly, in whatever form the first one ran; the step then does not count as compiled.

    What is not read yet is read in the pieces in which the row read it, so that a run that goes on from a moment rounds
    as it did.
    """
    row, denoiser = now.row, now.model.denoiser
    length, device = denoiser.canvas_length, now.model.device
    cache = row.beside = row.beside or denoiser.cache()
    known, at = cache.get_seq_length(), 0
    for piece in (torch.tensor([empty], device=device), *row.read_ids.split(length, dim=1)):
        if at >= known and piece.shape[1] > 0:
            denoiser.read(cache, piece, {})
            row.figures["encoder_tokens"] = row.figures.get("encoder_tokens", 0) + piece.shape[1]
        at += piece.shape[1]
    row.figures["passes"] = 2
    prefixes = Prefixes([cache], denoiser.layer_types)
    positions = at + torch.arange(length, device=device)[None]
    return denoiser.denoise(now.state.canvas, now.conditioning, prefixes, positions)
