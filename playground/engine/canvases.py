"""Rows that write by diffusion: each pass runs the denoiser over the whole canvas of every row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import torch
from torch import Tensor

from playground.engine.families import Conditioning
from playground.engine.models import Model
from playground.engine.passes import Passes
from playground.engine.processors import Measure, Pass, processing
from playground.engine.randomness import Randomness
from playground.engine.row import Row, without_frames
from playground.engine.rowwise import Prefixes
from playground.engine.steering import block_start, cells_of, edit_of, favoured, held, in_block
from playground.engine.step import Rules, State, advance
from playground.errors import SamplerError
from playground.spec.run import RunSpec


@dataclass(frozen=True, kw_only=True)
class Progress:
    """What a diffusion row keeps from step to step."""

    state: State
    signal: Tensor | None = None
    """(1, L, H): the soft embeddings of the step before; None before a block's first step."""
    processed: Tensor | None = None
    """(1, L, V): logits / temperature of the step before, where the row's sampler looks back at them."""


@dataclass(kw_only=True)
class Group:
    """Neighbouring rows that share rules and a kind of draw."""

    places: slice
    draw: str
    rules: Rules
    randomness: Randomness
    state: State
    processed: Tensor | None
    """(rows, L, V): logits / temperature of the step before, if their sampler looks back and there was one."""


class Canvases:
    """Rows that share the denoiser's passes.

    Args:
        watched: positions whose distributions are kept after each step.
    """

    def __init__(self, model: Model, passes: Passes, watched: Sequence[int] = ()) -> None:
        self._model, self._passes, self._watched = model, passes, [*watched]
        self.rows: list[Row[Progress]] = []
        """The runs in the order of the tensors below, since the last call of `seat`."""
        self.failed: dict[int, Exception] = {}
        """Number -> error of the runs that cannot go on, while the others can. The batch empties it."""
        self.compiled = passes.compiled
        """Was all of the last step compiled that can be?"""
        self._groups: list[Group] = []
        self._prefixes: Prefixes | None = None
        self._signal: Tensor | None = None
        """(B, L, H): the soft embeddings of the step before; the denoiser is conditioned on them."""
        self._seen: dict[int, Tensor] = {}
        """Number -> the distributions of the run's W watched positions at the last step: float32 (W, V)."""
        self._strength: Tensor | None = None
        """(B, 1, 1): how strongly each row is conditioned; None if all are as the checkpoint was trained."""
        self._conditioning = Conditioning()
        """What the last pass knew of the one before."""
        self._conditioned: list[bool] = []
        """Which rows are conditioned on it: those past their first step, with self-conditioning on."""

    def takes(self, row: Row) -> bool:
        """Can it have its next pass here?"""
        return not row.way.causal and self._passes.takes(row.cache.get_seq_length() + row.unread.shape[1])

    def seat(self, rows: Sequence[Row[Progress]]) -> None:
        """Seats the rows for the next passes: begins their blocks and joins their tensors.

        A row that cannot begin its block, such as for too little memory, has its error in `failed`. So has the row that
        has read most, if all of them together do not fit.
        """
        for group in self._groups:
            for place, row in enumerate(self.rows[group.places]):
                row.state = self._progress(group, place)
        self._groups, self._signal, self._prefixes = [], None, None  # before new ones take memory
        self.rows = sorted((row for row in rows if self._ready(row)), key=_alike)
        while self.rows and not self._joined():
            self._groups, self._signal, self._prefixes = [], None, None

    def _progress(self, group: Group, place: int) -> Progress:
        """What a row of a group keeps from the last step, as views of what all rows have."""
        at = group.places.start + place
        return Progress(
            state=group.state.row(place),
            signal=None if self._signal is None else self._signal[at : at + 1],
            processed=None if group.processed is None else group.processed[place : place + 1],
        )

    def _joined(self) -> bool:
        """Joins the tensors of the rows. False if they do not fit the memory, and one row less is seated."""
        try:
            self._join()
        except torch.OutOfMemoryError as error:
            self.rows = self._without_longest(error)
            return False
        return True

    def _without_longest(self, error: torch.OutOfMemoryError) -> list[Row[Progress]]:
        """The runs but the one that has read most, which fails."""
        longest = max(self.rows, key=lambda row: row.cache.get_seq_length())
        longest.fail(error, self.failed)
        return [row for row in self.rows if row is not longest]

    def _join(self) -> None:
        model = self._model
        # On a GPU rows decide one by one: one compiled shape serves any number of them, and what is too large for the
        # memory is one row's. On a CPU, rows that are alike save time together.
        alike = _alike if model.device.type == "cpu" and not self._passes.compiled else (lambda row: row.number)
        for neighbours in (list(group) for _, group in groupby(self.rows, key=alike)):
            first = self._groups[-1].places.stop if self._groups else 0
            before = [row.state.processed for row in neighbours if row.state and row.state.processed is not None]
            self._groups.append(
                Group(
                    places=slice(first, first + len(neighbours)),
                    draw=neighbours[0].settings.draw,
                    rules=Rules.of([row.settings for row in neighbours], model.tokens, model.device),
                    randomness=Randomness([row.generator for row in neighbours], model.device),
                    state=State.of([row.state.state for row in neighbours if row.state]),
                    processed=torch.cat(before) if before else None,
                )
            )
        caches = [row.cache for row in self.rows]
        self._prefixes = self._passes.prefixes(caches, model)
        known = torch.tensor([[cache.get_seq_length()] for cache in caches], device=model.device)
        self._positions = known + torch.arange(model.canvas_length, device=model.device)

        signals = [row.state.signal for row in self.rows if row.state]
        self._conditioned = [
            signal is not None and self._conditions(row) for signal, row in zip(signals, self.rows, strict=True)
        ]
        scales = [row.settings.self_conditioning_scale for row in self.rows]
        self._strength = None
        if any(scale != 1 for scale in scales):
            self._strength = torch.tensor(scales, dtype=model.dtype, device=model.device)[:, None, None]
        if known_signals := [signal for signal in signals if signal is not None]:
            nothing = torch.zeros_like(known_signals[0])
            self._signal = torch.cat([nothing if signal is None else signal for signal in signals])
        for row in self.rows:
            row.state = None  # the joined tensors hold it now

    def _ready(self, row: Row[Progress]) -> bool:
        """Begins a row's block if it must begin, and lets it turn into its branch. Can it have a pass?"""
        if not row.begun(self.begin_block, self.failed):
            return False
        if row.was is not None:
            self._turn(row, row.was)
        return True

    def begin_block(self, row: Row[Progress]) -> None:
        """Encodes the new tokens and makes the first canvas."""
        model = self._model
        row.read(model)
        row.block, row.begins = row.block + 1, False
        noise = Randomness([row.generator], model.device).noise(model.canvas_length, model.vocab_size)
        canvas = block_start(row.now, row.block, noise, model)
        tokens = in_block(favoured(row.now, model), row.block, model.canvas_length)
        state = State.start(canvas, *self._held(row), torch.tensor([tokens], device=model.device))
        row.state = Progress(state=state)

    def _turn(self, row: Row[Progress], before: RunSpec) -> None:
        """Gives a row that has branched off the pins of its own, and nothing that another sampler has kept."""
        assert row.state is not None, "a row turns only within a block"
        state, processed = row.state.state.held(*self._held(row)), row.state.processed
        if row.settings.sampler != before.settings.sampler:
            state, processed = replace(state, memory=torch.zeros_like(state.memory)), None
        row.state, row.was = replace(row.state, state=state, processed=processed), None

    def _held(self, row: Row[Progress]) -> tuple[Tensor, Tensor]:
        """The pins of a row's block, int64 (1, L), and where its text must not end, bool (1, L)."""
        length, device = self._model.canvas_length, self._model.device
        tokens = held(row.now, self._model)
        pins = torch.tensor([in_block(tokens, row.block, length)], device=device)
        places = torch.arange((row.block - 1) * length, row.block * length, device=device)
        return pins, places[None] < max(tokens, default=-1)

    def _edit(self) -> None:
        """Changes the cells that are to be changed before this step."""
        for group in self._groups:
            for place, row in enumerate(self.rows[group.places]):
                row.edited = {}
                if edit := edit_of(row.now, row.block, row.step + 1):
                    row.edited = cells_of(row.now, edit, self._model)
                    group.state = group.state.edited(place, [*row.edited], [*row.edited.values()])

    def distributions(self, row: Row) -> Tensor:
        """float32 (W, V): what the last step made of a seated run's watched positions."""
        return self._seen[row.number]

    def state_of(self, row: Row[Progress]) -> Progress:
        """What a seated run keeps from the last step, as views of what all rows have."""
        group = next(group for group in self._groups if row in self.rows[group.places])
        return self._progress(group, self.rows.index(row) - group.places.start)

    def _conditions(self, row: Row) -> bool:
        """Does a run's next pass get the soft embeddings of this one?"""
        settings = row.settings
        on = settings.self_conditioning == "on" and settings.self_conditioning_scale > 0
        return on and self._model.denoiser.self_conditioning

    def step(self) -> Iterator[Tensor]:
        """Runs one pass and yields the rows' records, in the order of `runs`, without those that fail.

        A pass that does not fit the memory ends the row that has read most; the others have it again.
        """
        self._passes.fell_back = False
        while self.rows and (logits := self._logits()) is None:
            pass
        if not self.rows:
            return
        assert logits is not None
        model, self._seen = self._model, {}
        in_place = model.dtype == logits.dtype
        processed_of_all = logits if in_place else torch.empty_like(logits, dtype=model.dtype)
        self._conditioned = [self._conditions(row) for row in self.rows]
        for group in self._groups:
            sampler = group.rules.sampler
            part = logits[group.places]
            processed = part if in_place else processed_of_all[group.places]
            try:
                draws = group.randomness.draws(group.draw, model.canvas_length, model.vocab_size, sampler.uniforms)
                group.state, record = advance(
                    part, group.state, group.rules, draws, processed, group.processed, self._measure(group)
                )
                group.processed = processed.clone() if sampler.looks_back else None
                if self._watched:
                    probs = processed[:, self._watched].float().softmax(-1)
                    self._seen |= zip((row.number for row in self.rows[group.places]), probs, strict=True)
                if model.denoiser.self_conditioning:
                    processed.copy_(processed.softmax(-1, dtype=torch.float32))
            except (SamplerError, torch.OutOfMemoryError) as error:
                self.failed |= dict.fromkeys((row.number for row in self.rows[group.places]), without_frames(error))
            else:
                yield record
        if model.denoiser.self_conditioning:
            self._signal = model.denoiser.soft_embeddings(processed_of_all)
        self.compiled = self._passes.compiled and not self._passes.fell_back

    def _measure(self, group: Group) -> Measure:
        """What measures the pass of a group: rows with processors are groups by themselves."""
        at = group.places.start
        row, plain = self.rows[at], self._passes.statistics
        now = Pass(model=self._model, row=row, state=group.state, conditioning=self._conditioning.of_row(at))
        return processing(row.processors, now, plain)

    def _logits(self) -> Tensor | None:
        """What the next pass gives: float32 (B, L, V). None if it does not fit: then one row less is seated."""
        self._edit()
        model = self._model
        assert self._prefixes is not None, "rows are seated"
        canvas = torch.cat([group.state.canvas for group in self._groups])
        signal = self._signal if any(self._conditioned) else None
        if signal is not None and not all(self._conditioned):
            signal = signal * torch.tensor(self._conditioned, device=model.device)[:, None, None]
        self._conditioning = Conditioning(signal=signal, strength=self._strength)
        try:
            return self._passes.forward(model, canvas, self._conditioning, self._prefixes, self._positions)
        except torch.OutOfMemoryError as error:
            others = self._without_longest(error)
        self.seat(others)
        return None


def _alike(row: Row) -> tuple[str, ...]:
    """What must be equal for rows to go through the sampler together: settings, and whether it has logits before. A row
    with processors goes alone."""
    first = row.state is None or row.state.processed is None
    alone = str(row.number) if row.processors else ""
    return row.settings.draw, *Rules.alike(row.settings), "" if first else "looks back", alone
