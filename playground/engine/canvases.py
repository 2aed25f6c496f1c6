"""Rows that write by diffusion: each pass runs the denoiser over the whole canvas of every row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby

import torch
from torch import Tensor

from playground.engine.families import Conditioning
from playground.engine.models import Model
from playground.engine.passes import Compiled, Eager
from playground.engine.randomness import Randomness
from playground.engine.row import Row
from playground.engine.run import Run
from playground.engine.steering import block_pins, block_start, cells_of, edit_of, unended
from playground.engine.step import Rules, State
from playground.errors import SamplerError


@dataclass(frozen=True, kw_only=True)
class Seat:
    """What a diffusion row keeps from step to step."""

    state: State
    processed: Tensor | None
    """(1, L, V): logits / temperature of the step before; None before a block's first step."""


@dataclass(kw_only=True)
class Group:
    """Neighbouring rows that share rules and a kind of draw."""

    places: slice
    draw: str
    rules: Rules
    randomness: Randomness
    state: State


class Canvases:
    """Rows that share the denoiser's passes."""

    causal = False

    def __init__(self, model: Model, passes: Eager | Compiled) -> None:
        self._model, self._passes = model, passes
        self.runs: list[Run[Seat]] = []
        """The runs in the order of the tensors below, since the last call of `seat`."""
        self.failed: dict[int, SamplerError] = {}
        """Number -> error of the runs whose sampler failed at the last step. Only a user's own sampler can fail."""
        self._groups: list[Group] = []
        self._processed: Tensor | None = None
        """(B, L, V), from the step before; the denoiser is conditioned on it."""
        self._strength: Tensor | None = None
        """(B, 1, 1): how strongly each row is conditioned; None if all are as the checkpoint was trained."""
        self._conditioned: list[bool] = []
        """Which rows are conditioned on it: those past their first step, with self-conditioning on."""

    def seat(self, runs: Sequence[Run[Seat]]) -> None:
        """Seats the rows for the next passes: begins their blocks and joins their tensors."""
        for group in self._groups:
            for place, run in enumerate(self.runs[group.places]):
                assert self._processed is not None
                run.state = Seat(state=group.state.row(place), processed=self._processed[group.places][place][None])
        for run in runs:
            if run.begins:
                self.begin_block(run)
                run.turn()
            if run.was is not None:
                self._turn(run, run.was)
        self.runs = sorted(runs, key=_alike)
        self._groups = []
        if not self.runs:
            return
        model = self._model
        # Compiled passes advance row by row: one compiled shape serves any number of rows.
        alike = (lambda run: run.number) if self._passes.compiled else _alike
        for neighbours in (list(group) for _, group in groupby(self.runs, key=alike)):
            first = self._groups[-1].places.stop if self._groups else 0
            self._groups.append(
                Group(
                    places=slice(first, first + len(neighbours)),
                    draw=neighbours[0].row.settings.draw,
                    rules=Rules.of([run.row.settings for run in neighbours], model.tokens, model.device),
                    randomness=Randomness([run.row.generator for run in neighbours], model.device),
                    state=State.of([run.state.state for run in neighbours if run.state]),
                )
            )
        caches = [run.cache for run in self.runs]
        self._prefixes = self._passes.prefixes(caches, model)
        known = torch.tensor([[cache.get_seq_length()] for cache in caches], device=model.device)
        self._positions = known + torch.arange(model.canvas_length, device=model.device)

        before = [run.state.processed for run in self.runs if run.state]
        self._conditioned = [
            tensor is not None and self._conditions(run) for tensor, run in zip(before, self.runs, strict=True)
        ]
        scales = [run.row.settings.self_conditioning_scale for run in self.runs]
        self._strength = None
        if any(scale != 1 for scale in scales):
            self._strength = torch.tensor(scales, dtype=model.dtype, device=model.device)[:, None, None]
        self._processed = None
        if any(tensor is not None for tensor in before):
            nothing = torch.zeros(1, model.canvas_length, model.vocab_size, dtype=model.dtype, device=model.device)
            self._processed = torch.cat([nothing if tensor is None else tensor for tensor in before])
        for run in self.runs:
            run.state = None  # the joined tensors hold it now

    def begin_block(self, run: Run[Seat]) -> None:
        """Encodes the new tokens and makes the first canvas."""
        model, row = self._model, run.row
        run.read(model)
        run.block, run.begins = run.block + 1, False
        noise = Randomness([row.generator], model.device).noise(model.canvas_length, model.vocab_size)
        canvas = block_start(row.spec, run.block, noise, model)
        run.state = Seat(state=State.start(canvas, *self._held(run)), processed=None)

    def _turn(self, run: Run[Seat], before: Row) -> None:
        """Gives a row that has branched off the pins of its own, and no other sampler's memory."""
        assert run.state is not None, "a row turns only within a block"
        state = run.state.state.held(*self._held(run))
        if run.row.settings.sampler != before.settings.sampler:
            state = replace(state, memory=torch.zeros_like(state.memory))
        run.state, run.was = replace(run.state, state=state), None

    def _held(self, run: Run[Seat]) -> tuple[Tensor, Tensor]:
        """The pins of a row's block, int64 (1, L), and where its text must not end, bool (1, L)."""
        spec, length, device = run.row.spec, self._model.canvas_length, self._model.device
        pins, open_ = block_pins(spec, run.block, length), unended(spec, run.block, length)
        return torch.tensor([pins], device=device), torch.tensor([open_], device=device)

    def _edit(self) -> None:
        """Changes the cells that are to be changed before this step."""
        for group in self._groups:
            for place, run in enumerate(self.runs[group.places]):
                run.edited = {}
                if edit := edit_of(run.row.spec, run.block, run.step + 1):
                    run.edited = cells_of(run.row.spec, edit, self._model)
                    group.state = group.state.edited(place, [*run.edited], [*run.edited.values()])

    def processed(self, run: Run[Seat], position: int) -> Tensor:
        """(V,): logits / temperature of a seated run's position at the last step."""
        assert self._processed is not None, "a step has been taken"
        return self._processed[self.runs.index(run), position]

    def kept(self, run: Run[Seat]) -> Seat:
        """What a seated run keeps from the last step. Other rows' steps never change it."""
        group = next(group for group in self._groups if run in self.runs[group.places])
        place = self.runs.index(run)
        assert self._processed is not None, "a step has been taken"
        state, processed = group.state.row(place - group.places.start), self._processed[place : place + 1]
        if len(self.runs) == 1:
            return Seat(state=state, processed=processed)
        # A view would keep the memory of all rows.
        own = State(**{f.name: getattr(state, f.name).clone() for f in fields(State)})
        return Seat(state=own, processed=processed.clone())

    def _conditions(self, run: Run) -> bool:
        """Does a run's next pass get the logits of this one?"""
        settings = run.row.settings
        on = settings.self_conditioning == "on" and settings.self_conditioning_scale > 0
        return on and self._model.denoiser.self_conditioning

    def step(self) -> Iterator[Tensor]:
        """Runs one pass and yields the rows' records, in the order of `runs`."""
        self.failed = {}
        if not self.runs:
            return
        self._edit()
        model, before = self._model, self._processed
        canvas = torch.cat([group.state.canvas for group in self._groups])
        signal, rows = before if any(self._conditioned) else None, None
        if signal is not None and not all(self._conditioned):
            rows = torch.tensor(self._conditioned, device=model.device)
        conditioning = Conditioning(logits=signal, rows=rows, strength=self._strength)
        logits = self._passes.forward(model, canvas, conditioning, self._prefixes, self._positions)
        in_place = model.dtype == logits.dtype
        self._processed = logits if in_place else torch.empty_like(logits, dtype=model.dtype)
        self._conditioned = [self._conditions(run) for run in self.runs]
        for group in self._groups:
            sampler = group.rules.sampler
            draws = group.randomness.draws(group.draw, model.canvas_length, model.vocab_size, sampler.uniforms)
            part = logits[group.places]
            processed = part if in_place else self._processed[group.places]
            seen = None
            if sampler.looks_back:
                seen = torch.zeros_like(processed) if before is None else before[group.places]
            try:
                group.state, record = self._passes.advance(part, group.state, group.rules, draws, processed, seen)
            except SamplerError as error:
                self.failed |= {run.number: error for run in self.runs[group.places]}
            else:
                yield record


def _alike(run: Run) -> tuple[str, ...]:
    """The settings that must be equal for rows to go through the sampler together."""
    return run.row.settings.draw, *Rules.alike(run.row.settings)
