"""Rows that write autoregressively: each pass runs the encoder over one token of every row and gives the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby

import torch
from torch import Tensor

from playground.engine.frames import pack
from playground.engine.models import Model
from playground.engine.moment import copied
from playground.engine.randomness import Randomness
from playground.engine.row import Row, without_frames
from playground.engine.statistics import CANDIDATES, Statistics, statistics
from playground.rules.ways import Tokens
from playground.rules.ways.base import NEVER


@dataclass(frozen=True, kw_only=True)
class Written:
    """What B rows have written on their canvases, and the statistics of each token at the time."""

    canvas: Tensor
    """int64 (B, L)."""
    argmax: Tensor
    """int64 (B, L)."""
    entropy: Tensor
    """float32 (B, L), in nats; 0 where nothing is written."""
    top_ids: Tensor
    """int64 (B, L, k)."""
    top_probs: Tensor
    """float32 (B, L, k); 0 where nothing is written."""
    last: Tensor
    """int64 (B, 1): the token before the next one; at first the prompt's last token."""
    step: Tensor
    """int64 (B,): the next step, counted from 1."""

    @classmethod
    def start(cls, last: Tensor, length: int, candidates: int, tokens: Tokens) -> Written:
        """Makes blank canvases that follow the tokens `last` (B, 1)."""
        blank = last.new_full((len(last), length), tokens.blank)
        return cls(
            canvas=blank,
            argmax=blank,
            entropy=blank.new_zeros(blank.shape).float(),
            top_ids=blank[..., None].expand(-1, -1, candidates),
            top_probs=blank.new_zeros(*blank.shape, candidates).float(),
            last=last,
            step=blank.new_ones(len(blank)),
        )

    @classmethod
    def of(cls, parts: Sequence[Written]) -> Written:
        """Joins the rows of several."""
        return cls(**{f.name: torch.cat([getattr(part, f.name) for part in parts]) for f in fields(cls)})

    def row(self, place: int) -> Written:
        return Written(**{f.name: getattr(self, f.name)[place : place + 1] for f in fields(self)})


def write(before: Written, drawn: Statistics, temperature: Tensor) -> tuple[Written, dict[str, Tensor]]:
    """Writes the next token of each row and returns the result, with the step's record as `frames.pack` takes it.

    Args:
        drawn: the statistics of the next position alone, L = 1.
        temperature: float32 (B,).
    """
    here = (before.step - 1)[:, None]

    def put(old: Tensor, new: Tensor) -> Tensor:
        place = here if old.ndim == 2 else here[..., None].expand(-1, -1, old.shape[-1])
        return old.scatter(1, place, new.to(old.dtype))

    after = Written(
        canvas=put(before.canvas, drawn.sampled),
        argmax=put(before.argmax, drawn.argmax),
        entropy=put(before.entropy, drawn.entropy),
        top_ids=put(before.top_ids, drawn.top_ids),
        top_probs=put(before.top_probs, drawn.top_probs),
        last=drawn.sampled,
        step=before.step + 1,
    )
    place = torch.arange(before.canvas.shape[1], device=here.device)
    record = {
        "temperature": temperature,
        "mean_entropy": after.entropy.sum(-1) / before.step,
        "stable_for": torch.zeros_like(before.step),
        "input_ids": before.canvas,
        "sampled_ids": after.canvas,
        "argmax_ids": after.argmax,
        "accepted": place <= here,
        "entropy": after.entropy,
        "top_ids": after.top_ids,
        "top_probs": after.top_probs,
        "stop": before.step < 0,  # never; the host ends the block
    }
    return after, record


@dataclass(kw_only=True)
class Group:
    """Neighbouring rows that share a kind of draw."""

    places: slice
    draw: str
    temperature: Tensor
    """float32 (rows,)."""
    randomness: Randomness
    written: Written


class Lines:
    """Rows that share the encoder's passes, one token of each row a pass."""

    compiled = False

    def __init__(self, model: Model) -> None:
        self._model = model
        self.rows: list[Row[Written]] = []
        self.failed: dict[int, Exception] = {}
        """As `Canvases.failed`."""
        self._groups: list[Group] = []
        self._processed: Tensor | None = None
        """(B, 1, V): logits / temperature of the last step."""

    def takes(self, row: Row) -> bool:
        """Can it have its next pass here?"""
        return row.way.causal

    def seat(self, rows: Sequence[Row[Written]]) -> None:
        """Joins the rows' tensors. Rows that begin a block first read everything before it except the last token."""
        for row in self.rows:
            row.state = self.state_of(row)
        self._groups, self._processed = [], None
        self.rows = sorted((row for row in rows if self._ready(row)), key=_draw)
        device = self._model.device
        # On a GPU rows draw one by one, so that what is too large for the memory is one row's.
        alike = _draw if device.type == "cpu" else (lambda row: row.number)
        for neighbours in (list(group) for _, group in groupby(self.rows, key=alike)):
            first = self._groups[-1].places.stop if self._groups else 0
            self._groups.append(
                Group(
                    places=slice(first, first + len(neighbours)),
                    draw=_draw(neighbours[0]),
                    temperature=torch.tensor([row.settings.t_max for row in neighbours], device=device),
                    randomness=Randomness([row.generator for row in neighbours], device),
                    written=Written.of([row.state for row in neighbours if row.state is not None]),
                )
            )

    def distributions(self, row: Row) -> Tensor:
        """float32 (1, V): what a seated run's last token was drawn from."""
        assert self._processed is not None, "a step has been taken"
        return self._processed[self.rows.index(row)].softmax(-1)

    def state_of(self, row: Row[Written]) -> Written:
        """What a seated run keeps from the last step, as views of what all rows have."""
        group = next(group for group in self._groups if row in self.rows[group.places])
        return group.written.row(self.rows.index(row) - group.places.start)

    def _ready(self, row: Row[Written]) -> bool:
        """Begins a row's block if it must begin. Can it have a pass?"""
        ready = row.begun(self._begin_block, self.failed)
        row.was = None  # it keeps nothing that depends on the settings
        return ready

    def _begin_block(self, row: Row[Written]) -> None:
        model = self._model
        if row.block == 0:
            last, row.unread = row.unread[:, -1:], row.unread[:, :-1]
            row.read(model)
        else:
            assert row.state is not None
            last = row.state.last  # the steps have already read everything before it
        row.block, row.begins = row.block + 1, False
        candidates = min(CANDIDATES, model.vocab_size)
        row.state = Written.start(last, model.canvas_length, candidates, model.tokens)

    def step(self) -> Iterator[Tensor]:
        """Runs one pass and yields the rows' records, in the order of `runs`, without those that fail.

        A pass that does not fit the memory ends the row that has read most; the others have it again.
        """
        while self.rows and (logits := self._logits()) is None:
            pass
        if not self.rows:
            return
        assert logits is not None
        model = self._model
        for ids in model.tokens.never:
            logits[..., ids.start : ids.stop] = NEVER
        self._processed = logits
        for group in self._groups:
            part = logits[group.places]
            try:
                numbers = group.randomness.numbers(group.draw, 1, model.vocab_size)
                drawn = statistics(part, group.temperature, numbers, part)
                group.written, record = write(group.written, drawn, group.temperature)
            except torch.OutOfMemoryError as error:
                self.failed |= dict.fromkeys((row.number for row in self.rows[group.places]), without_frames(error))
            else:
                yield pack(record)

    def _logits(self) -> Tensor | None:
        """The next token's logits, float32 (B, 1, V). None if the pass does not fit: then one row less is seated."""
        last = torch.cat([group.written.last for group in self._groups])
        caches = [copied(row.cache) for row in self.rows]  # a pass that fails midway leaves the rows' own as they were
        try:
            logits = self._model.denoiser.write(last, caches)
        except torch.OutOfMemoryError as error:
            longest = max(self.rows, key=lambda row: row.cache.get_seq_length())
            longest.fail(error, self.failed)
        else:
            for row, cache in zip(self.rows, caches, strict=True):
                row.cache = cache
            return logits
        self.seat([row for row in self.rows if row is not longest])
        return None


def _draw(row: Row) -> str:
    """What must be equal for rows to draw together."""
    return row.settings.draw
