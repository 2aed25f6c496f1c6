"""What happens to a canvas between two denoiser passes: statistics, acceptance, re-noising, the stopping test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from playground.engine.frames import pack
from playground.engine.randomness import Randomness
from playground.engine.samplers import Sampler
from playground.engine.samplers.entropy_bound import EntropyBound
from playground.engine.schedules import LinearSchedule
from playground.engine.statistics import statistics
from playground.engine.stopping import StableAndConfident
from playground.errors import SettingError
from playground.settings import SamplerSettings


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The settings of a batch of rows, as rules over tensors: a row more costs no branch."""

    schedule: LinearSchedule
    sampler: Sampler
    stopping: StableAndConfident
    draw: str
    """"exact" or "fast"; one for the whole batch."""
    dtype: torch.dtype
    """Of the model's embeddings: what self-conditioning is rounded to."""

    @classmethod
    def of(cls, settings: Sequence[SamplerSettings], device: torch.device, dtype: torch.dtype) -> Rules:
        """
        Raises:
            SettingError: the rows do not all draw the same way.
        """
        if len({s.draw for s in settings}) > 1:
            raise SettingError("The rows of one batch must all have the same setting of draw, exact or fast.")
        return cls(
            schedule=LinearSchedule.of(settings, device),
            sampler=EntropyBound.of(settings, device),
            stopping=StableAndConfident.of(settings, device),
            draw=settings[0].draw,
            dtype=dtype,
        )


@dataclass(frozen=True, kw_only=True)
class State:
    """What the next denoiser pass and the next stopping test need, B rows of L positions."""

    canvas: Tensor
    """int64 (B, L): the input canvas."""
    conditioning: Tensor | None
    """(B, L, V) logits / temperature of the step before, for self-conditioning; None before the first step."""
    argmax: Tensor
    """int64 (B, L) of the step before; -1, which no token equals, before the first step."""
    stable_for: Tensor
    """int64 (B,): comparisons in a row that left the argmax canvas unchanged."""

    @classmethod
    def start(cls, canvas: Tensor) -> State:
        stable_for = torch.zeros(len(canvas), dtype=torch.int64, device=canvas.device)
        return cls(canvas=canvas, conditioning=None, argmax=torch.full_like(canvas, -1), stable_for=stable_for)


def advance(logits: Tensor, state: State, step: int, rules: Rules, randomness: Randomness) -> tuple[State, np.ndarray]:
    """One sampler decision: the next state, and the step's record as `frames.pack` gives it.

    Args:
        logits: float32 (B, L, V) of the denoiser on `state.canvas`; overwritten.
        step: counted up from 1.
    """
    temperature = rules.schedule.temperature(step)
    found, processed = statistics(logits, temperature, randomness, rules.draw)
    accepted = rules.sampler.accept(found)
    noise = randomness.noise(state.canvas.shape[1], logits.shape[2])

    mean_entropy = found.entropy.mean(dim=-1)
    unchanged = (found.argmax == state.argmax).all(dim=-1)
    stable_for = torch.where(unchanged, state.stable_for + 1, 0)
    stop = rules.stopping.should_stop(stable_for, mean_entropy)

    record = pack(state.canvas, found, accepted, temperature, mean_entropy, stable_for, stop)
    following = State(
        canvas=torch.where(accepted, found.sampled, noise),
        conditioning=processed.to(rules.dtype),
        argmax=found.argmax,
        stable_for=stable_for,
    )
    return following, record
