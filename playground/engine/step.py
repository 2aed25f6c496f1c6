"""What happens to a canvas between two denoiser passes: statistics, acceptance, re-noising, the stopping test.

Tensors in, tensors out, on the device; settings are tensors too, so that one compiled step serves them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import torch
from torch import Tensor

from playground.engine.frames import pack
from playground.engine.randomness import Draws
from playground.engine.samplers import Sampler
from playground.engine.samplers.entropy_bound import EntropyBound
from playground.engine.schedules import LinearSchedule
from playground.engine.statistics import statistics
from playground.engine.stopping import StableAndConfident
from playground.settings import SamplerSettings


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The settings of some rows, as rules over tensors: a row more costs no branch."""

    schedule: LinearSchedule
    sampler: Sampler
    stopping: StableAndConfident

    @classmethod
    def of(cls, settings: Sequence[SamplerSettings], device: torch.device) -> Rules:
        return cls(
            schedule=LinearSchedule.of(settings, device),
            sampler=EntropyBound.of(settings, device),
            stopping=StableAndConfident.of(settings, device),
        )


@dataclass(frozen=True, kw_only=True)
class State:
    """What the next denoiser pass and the next stopping test need, B rows of L positions."""

    canvas: Tensor
    """int64 (B, L): the input canvas."""
    argmax: Tensor
    """int64 (B, L) of the step before; -1, which no token equals, before the first step."""
    stable_for: Tensor
    """int64 (B,): comparisons in a row that left the argmax canvas unchanged."""
    step: Tensor
    """int64 (B,): the step to come, counted up from 1."""

    @classmethod
    def start(cls, canvas: Tensor) -> State:
        zeros = torch.zeros(len(canvas), dtype=torch.int64, device=canvas.device)
        return cls(canvas=canvas, argmax=torch.full_like(canvas, -1), stable_for=zeros, step=zeros + 1)

    @classmethod
    def of(cls, parts: Sequence[State]) -> State:
        """The rows of several states as one."""
        return cls(**{f.name: torch.cat([getattr(part, f.name) for part in parts]) for f in fields(cls)})

    def row(self, place: int) -> State:
        return State(**{f.name: getattr(self, f.name)[place : place + 1] for f in fields(self)})


def advance(logits: Tensor, state: State, rules: Rules, draws: Draws, conditioning: Tensor) -> tuple[State, Tensor]:
    """One sampler decision: the next state, and the step's record as `frames.pack` gives it.

    Args:
        logits: float32 (B, L, V) of the denoiser on `state.canvas`.
        conditioning: (B, L, V), filled with the processed logits; may be `logits` itself.
    """
    temperature = rules.schedule.temperature(state.step)
    found = statistics(logits, temperature, draws.numbers, conditioning)
    accepted = rules.sampler.accept(found)

    mean_entropy = found.entropy.mean(dim=-1)
    unchanged = (found.argmax == state.argmax).all(dim=-1)
    stable_for = torch.where(unchanged, state.stable_for + 1, 0)
    stop = rules.stopping.should_stop(stable_for, mean_entropy)

    record = {
        "temperature": temperature,
        "mean_entropy": mean_entropy,
        "stable_for": stable_for,
        "input_ids": state.canvas,
        "sampled_ids": found.sampled,
        "argmax_ids": found.argmax,
        "accepted": accepted,
        "entropy": found.entropy,
        "top_ids": found.top_ids,
        "top_probs": found.top_probs,
        "stop": stop,
    }
    following = State(
        canvas=torch.where(accepted, found.sampled, draws.noise),
        argmax=found.argmax,
        stable_for=stable_for,
        step=state.step + 1,
    )
    return following, pack(record)
