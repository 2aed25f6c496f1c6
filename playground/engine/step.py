"""What happens to a canvas between two denoiser passes: statistics, acceptance, re-noising and the stopping test.

Tensors come in and tensors go out, all on the device. Settings are tensors too, so rows of unlike settings share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

import torch
from torch import Tensor

from playground.engine.frames import pack
from playground.engine.randomness import Draws
from playground.engine.statistics import Statistics, statistics
from playground.rules.samplers import SAMPLERS, Before, Decision, Sampler
from playground.rules.schedules import SCHEDULES
from playground.rules.stopping import StableAndConfident
from playground.rules.ways import WAYS, Tokens, Way
from playground.rules.ways.base import NEVER
from playground.spec.settings import SamplerSettings

MOST_LEAD = 1000.0
"""What a longer lead of another token over a favoured one is recorded as, in nats."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The settings of some rows, as rules over tensors: another row adds no branch.

    The rows share a way of writing, a sampler and a schedule; see `alike`.
    """

    way: Way
    tokens: Tokens
    sampler: Sampler
    knobs: dict[str, Tensor]
    """The sampler's own settings: float32 (rows, 1) each."""
    steps: Tensor
    """int64 (rows, 1): the most steps a block may take."""
    schedule: str
    t_min: Tensor
    """float32 (rows,)."""
    span: Tensor
    """float32 (rows,): t_max - t_min."""
    margin: Tensor
    """float32 (rows, 1): how many nats another token must be ahead of a favoured one to put it aside."""
    stopping: StableAndConfident

    @staticmethod
    def alike(settings: SamplerSettings) -> tuple[str, ...]:
        """The settings that must be equal for rows to share rules."""
        return settings.way, settings.sampler, settings.schedule

    @classmethod
    def of(cls, settings: Sequence[SamplerSettings], tokens: Tokens, device: torch.device) -> Rules:
        sampler = SAMPLERS[settings[0].sampler]

        def column(values: list[float]) -> Tensor:
            return torch.tensor(values, dtype=torch.float32, device=device)

        return cls(
            way=WAYS[settings[0].way],
            tokens=tokens,
            sampler=sampler,
            knobs={name: column([getattr(s, name) for s in settings])[:, None] for name in sampler.knobs},
            steps=torch.tensor([[s.max_denoising_steps] for s in settings], device=device),
            schedule=settings[0].schedule,
            t_min=column([s.t_min for s in settings]),
            # The difference is taken in double precision and rounded once, as the reference does.
            span=column([s.t_max - s.t_min for s in settings]),
            margin=column([s.favour_margin for s in settings])[:, None],
            stopping=StableAndConfident.of(
                [s.stability_threshold for s in settings], [s.confidence_threshold for s in settings], device
            ),
        )

    def temperature(self, step: Tensor) -> Tensor:
        """The temperatures, float32 (rows,), at the steps (rows,), which count up from 1."""
        steps = self.steps[:, 0]
        return SCHEDULES[self.schedule]((steps - (step - 1)) / steps, self.t_min, self.span)


@dataclass(frozen=True, kw_only=True)
class State:
    """What the next denoiser pass and the next stopping test need, for B rows of L positions."""

    canvas: Tensor
    """int64 (B, L): the input canvas."""
    argmax: Tensor
    """int64 (B, L), from the step before; before the first step -1, which equals no token."""
    accepted: Tensor
    """bool (B, L), from the step before; False before the first step."""
    memory: Tensor
    """float32 (B, L): what the sampler keeps from step to step; zeros before the first step."""
    stable_for: Tensor
    """int64 (B,): how many comparisons in succession left the argmax canvas unchanged."""
    step: Tensor
    """int64 (B,): the next step, counted from 1."""
    pins: Tensor
    """int64 (B, L): the token that is held at a position; -1 where none is."""
    favoured: Tensor
    """int64 (B, L): the token of a person's own text that is favoured at a position; -1 where none is."""
    unended: Tensor
    """bool (B, L): where the text must not end, because a pin comes later."""

    @classmethod
    def start(
        cls, canvas: Tensor, pins: Tensor | None = None, unended: Tensor | None = None, favoured: Tensor | None = None
    ) -> State:
        zeros = torch.zeros(len(canvas), dtype=torch.int64, device=canvas.device)
        nothing = torch.full_like(canvas, -1)
        pins = nothing if pins is None else pins
        return cls(
            canvas=pins.where(pins >= 0, canvas),
            pins=pins,
            favoured=nothing if favoured is None else favoured,
            unended=torch.zeros_like(canvas, dtype=torch.bool) if unended is None else unended,
            argmax=nothing,
            accepted=torch.zeros_like(canvas, dtype=torch.bool),
            memory=torch.zeros_like(canvas, dtype=torch.float32),
            stable_for=zeros,
            step=zeros + 1,
        )

    @classmethod
    def of(cls, parts: Sequence[State]) -> State:
        """Joins the rows of several states."""
        return cls(**{f.name: torch.cat([getattr(part, f.name) for part in parts]) for f in fields(cls)})

    def row(self, place: int) -> State:
        return State(**{f.name: getattr(self, f.name)[place : place + 1] for f in fields(self)})

    def held(self, pins: Tensor, unended: Tensor) -> State:
        """Holds other tokens; see `pins` and `unended`."""
        return replace(self, canvas=pins.where(pins >= 0, self.canvas), pins=pins, unended=unended)

    def edited(self, place: int, positions: list[int], ids: list[int]) -> State:
        """Puts tokens into one row's canvas. No token is favoured there any more."""
        canvas, favoured = self.canvas.clone(), self.favoured.clone()
        canvas[place, positions] = torch.tensor(ids, device=canvas.device)
        favoured[place, positions] = -1
        return replace(self, canvas=canvas, favoured=favoured)


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What a pass says of a canvas, before the sampler decides."""

    plain: Statistics
    """What the model itself makes of every position."""
    held: Statistics
    """What the sampler is told: that the tokens which stand are certain."""
    settled: Tensor
    """bool (B, L): fixed for good by the way of writing."""
    stands: Tensor
    """bool (B, L): where a token of a person stands, whatever the sampler decides."""
    standing: Tensor
    """int64 (B, L): which token."""
    lead: Tensor
    """float32 (B, L), in nats: how far another token is ahead of a favoured one; -1 where none is favoured."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What follows from a decision, for B rows of L positions."""

    accepted: Tensor
    """bool (B, L)."""
    canvas: Tensor
    """int64 (B, L): the input of the next step."""
    sampled: Tensor
    """int64 (B, L)."""
    mean_entropy: Tensor
    """float32 (B,), in nats, without the positions where a person's token stands."""
    stable_for: Tensor
    """int64 (B,): as in `State`."""
    stop: Tensor
    """bool (B,): does the stopping rule end the block?"""


def measured(
    logits: Tensor, state: State, rules: Rules, temperature: Tensor, numbers: Tensor | None, conditioning: Tensor,
    measure: Callable[[Tensor, Tensor, Tensor | None, Tensor], Statistics] = statistics,
) -> Measured:  # fmt: skip
    """Computes what a pass says, in the way of writing, and what a person holds or favours of it.

    Args:
        logits, conditioning, measure: as `advance`.
        temperature: float32 (B,).
        numbers: as `Draws.numbers`.
    """
    pinned = state.pins >= 0
    for ids in rules.tokens.never:
        logits[..., ids.start : ids.stop] = NEVER
    for token in rules.tokens.ends:
        logits[..., token].masked_fill_(state.unended, NEVER)
    settled = rules.way.settle(logits, state.canvas, rules.tokens)
    plain = measure(logits, temperature, numbers, conditioning)
    favoured = state.favoured >= 0
    # Without the temperature, so that the margin means the same at every step; as float16, in which it travels, so that
    # whoever reads it comes to the same decision.
    lead = (plain.lead(state.favoured.clamp(min=0)) * temperature[:, None]).clamp(max=MOST_LEAD).half().float()
    stands = pinned | (favoured & (lead <= rules.margin))
    standing = state.pins.where(pinned, state.favoured)
    return Measured(
        plain=plain,
        held=plain.held(standing, stands),
        settled=settled,
        stands=stands,
        standing=standing,
        lead=lead.where(favoured, -1),
    )


def decided(measured: Measured, state: State, rules: Rules, draws: Draws, before: Tensor | None) -> Decision:
    """Has the sampler decide.

    Args:
        before: as `advance`.
    """
    known = Before(
        canvas=state.canvas,
        step=state.step[:, None],
        steps=rules.steps,
        accepted=state.accepted,
        settled=measured.settled | measured.stands,
        pinned=measured.stands,
        instead=rules.way.instead(draws.noise, rules.tokens),
        knobs=rules.knobs,
        uniforms=draws.uniforms,
        memory=state.memory,
        processed=before,
    )
    return rules.sampler.decide(known, measured.held)


def concluded(decision: Decision, measured: Measured, state: State, rules: Rules) -> Outcome:
    """Puts back what stands, whatever the sampler decided, and asks the stopping rule."""
    held, stands = measured.held, measured.stands
    accepted, canvas = decision.accepted | stands, measured.standing.where(stands, decision.canvas)
    length = stands.shape[-1]
    mean_entropy = held.entropy.mean(dim=-1) * (length / (length - stands.sum(dim=-1)).clamp(min=1))
    unchanged = (held.argmax == state.argmax).all(dim=-1)
    stable_for = torch.where(unchanged, state.stable_for + 1, 0)
    return Outcome(
        accepted=accepted,
        canvas=canvas,
        # Some rules draw accepted tokens themselves; those are what was sampled.
        sampled=canvas.where(accepted, held.sampled),
        mean_entropy=mean_entropy,
        stable_for=stable_for,
        stop=rules.stopping.should_stop(stable_for, mean_entropy),
    )


def advance(
    logits: Tensor, state: State, rules: Rules, draws: Draws, conditioning: Tensor, before: Tensor | None,
    measure: Callable[[Tensor, Tensor, Tensor | None, Tensor], Statistics] = statistics,
) -> tuple[State, Tensor]:  # fmt: skip
    """Makes one sampler decision and returns the next state and the step's record, as `frames.pack` makes it.

    The sampler sees pinned positions as certain, so they cost nothing of its budget, and whatever it decides, they are
    put back. So are favoured tokens where no other token leads by more than the margin. The record has what the model
    itself makes of them, which the step's mean entropy leaves out.

    Args:
        logits: float32 (B, L, V), what the denoiser gave for `state.canvas`; overwritten.
        conditioning: (B, L, V), to be filled with the processed logits; may be `logits` itself.
        before: (B, L, V), the processed logits of the step before, for samplers that look back.
        measure: computes the statistics, as `statistics` does.
    """
    temperature = rules.temperature(state.step)
    known = measured(logits, state, rules, temperature, draws.numbers, conditioning, measure)
    decision = decided(known, state, rules, draws, before)
    outcome = concluded(decision, known, state, rules)
    record = {
        "temperature": temperature,
        "mean_entropy": outcome.mean_entropy,
        "stable_for": outcome.stable_for,
        "input_ids": state.canvas,
        "sampled_ids": outcome.sampled,
        "argmax_ids": known.held.argmax,
        "accepted": outcome.accepted,
        "entropy": known.plain.entropy,
        "top_ids": known.plain.top_ids,
        "top_probs": known.plain.top_probs,
        "stop": outcome.stop,
        "lead": known.lead,
    }
    key = rules.sampler.explanation.key(decision, known.held)
    if key is not None:
        record["key"] = key
    following = replace(
        state,
        canvas=outcome.canvas,
        argmax=known.held.argmax,
        accepted=outcome.accepted,
        memory=state.memory if decision.memory is None else decision.memory,
        stable_for=outcome.stable_for,
        step=state.step + 1,
    )
    return following, pack(record)
