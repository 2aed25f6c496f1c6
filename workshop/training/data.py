"""Endless batches: the tasks of the world, packed into rows of one fixed length, in three ways of writing.

A batch is a pure function of the seed and its number, so a resumed run sees just what an unbroken one would have seen.
A hash of a story's facts, of a solved grid or of what a function does keeps held-out ones out (see `stories`, `sudoku`,
`functions`). It is taken after all symmetries, so no shuffling can bring one back in.
"""

import bisect
import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset
from transformers import PreTrainedTokenizerFast

from workshop.processes import leave_signals
from workshop.training.mixture import (
    BOARDS,
    CODE,
    COMMON,
    JSON,
    OUTSIDE,
    OWN_WORDS,
    REPEATED,
    SORTING,
    STORY,
    SUDOKU_4,
    SUDOKU_9,
    SUM,
    TALE,
    WIDE,
    Mixture,
)
from workshop.training.segments import ROW_LENGTH, SHORT_CANVASES, Segment, SegmentMaker

DIFFUSION, MASKED, AUTOREGRESSIVE = range(3)
WAYS = ("diffusion", "masked", "autoregressive")
"""Uniform noise that may come back; mask tokens that go for good; the next token, causally."""

_P_FULL_CANVAS = 0.5
_WHOLE_CANVASES = (STORY, WIDE, TALE, OWN_WORDS, JSON, OUTSIDE)
"""Tasks of a whole canvas when they begin a row. A short answer is lost there if the model does not know its end."""
_FILLERS = (
    REPEATED, CODE, COMMON, SUDOKU_4, OUTSIDE, OUTSIDE, JSON, JSON,
    SUM, SUM, SUM, SUM, SORTING, SORTING, SORTING, SORTING, SORTING,
)  # fmt: skip
"""What fills up a row after its task. The more often one is named, the sooner it comes."""
_NOISY = {**dict.fromkeys(BOARDS, 0.25), STORY: 0.7, TALE: 0.6, OWN_WORDS: 0.6, WIDE: 0.8}
"""Task -> the power to which a uniformly drawn noise level is raised; below 1 there is more noise."""


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Packed rows, all (rows, ROW_LENGTH).

    ids: what the model sees: clean prompts, and canvases with noise or masks. target: the token that each place learns
    to give: the clean one on a canvas, the next one in an autoregressive row. is_canvas: seen in both directions.
    weight: the weight of each place in the loss. temperature: what divides the logits in the loss. level: the noise
    level t of the token's segment. task, way: indices into TASKS and WAYS.
    """

    ids: Tensor
    target: Tensor
    segment: Tensor
    positions: Tensor
    is_canvas: Tensor
    weight: Tensor
    temperature: Tensor
    level: Tensor
    task: Tensor
    way: Tensor

    def to(self, device: torch.device) -> "Batch":
        return Batch(**{name: value.to(device, non_blocking=True) for name, value in vars(self).items()})

    def pin_memory(self) -> "Batch":
        """As `DataLoader` calls it: from there a GPU copies it while it computes."""
        return Batch(**{name: value.pin_memory() for name, value in vars(self).items()})


class BatchMaker:
    """Makes the batches of one run. `banks`: such as `PuzzleBanks`."""

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerFast,
        banks: Mapping[int, np.ndarray],
        *,
        rows: int,
        seed: int,
        canvas_length: int,
        mixture: Mixture,
        held_out: bool = False,
    ):
        self.tokenizer, self.rows, self.seed = tokenizer, rows, seed
        self.mixture, self.held_out = mixture, held_out
        self._segment = SegmentMaker(tokenizer, banks, canvas_length=canvas_length, mixture=mixture, held_out=held_out)

    def __call__(self, number: int) -> Batch:
        """Makes the batch of this number."""
        rng = random.Random(f"{self.seed} {number} {self.held_out}")
        shape = (self.rows, ROW_LENGTH)
        clean, target, task, way = (np.zeros(shape, dtype=np.int64) for _ in range(4))
        segment = np.full(shape, -1, dtype=np.int64)
        positions = np.zeros(shape, dtype=np.int64)
        is_canvas = np.zeros(shape, dtype=bool)
        weight, level = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
        forced = np.zeros(shape, dtype=np.int64)  # 1: always noise, whatever the level; -1: never noise
        wrong_digits = np.zeros(shape, dtype=np.int64)  # the board's size where half of the noise is its digits

        places = []
        tasks = self._shared_out(self.mixture.shares, SUDOKU_9, rng)
        ways = self._shared_out(
            {MASKED: self.mixture.masked, AUTOREGRESSIVE: self.mixture.autoregressive}, DIFFUSION, rng
        )
        for row, (first, how) in enumerate(zip(tasks, ways, strict=True)):
            way[row] = how
            start = 0
            for number, part in enumerate(self._row(first, rng)):
                padding = [self.tokenizer.pad_token_id] * (part.canvas_length - len(part.answer))
                tokens = part.prompt + part.answer + padding
                place = (row, slice(start, start + len(tokens)))
                answer = start + len(part.prompt)
                clean[place], segment[place], task[place] = tokens, number, part.task
                positions[place] = np.arange(len(tokens))
                if how == AUTOREGRESSIVE:
                    target[row, start : start + len(tokens) - 1] = tokens[1:]
                    weight[row, answer - 1 : answer - 1 + len(part.answer)] = 1.0
                else:
                    canvas = (row, slice(answer, start + len(tokens)))
                    target[canvas] = clean[canvas]
                    is_canvas[canvas] = True
                    weight[canvas] = [1.0] * len(part.answer) + [self.mixture.pad_weight] * len(padding)
                    places.append((place, part.task))
                    forced[row, [answer + i for i in part.hidden]] = 1
                    forced[row, [answer + i for i in part.held]] = -1
                    if part.task in BOARDS and rng.random() < self.mixture.wrong_digits:
                        wrong_digits[place] = BOARDS[part.task]
                start += len(tokens)

        # Stratified: split (0, 1) into one equal part for each canvas, and draw one level from each part.
        strata = [(i + rng.random()) / len(places) for i in range(len(places))]
        rng.shuffle(strata)
        for (place, task_here), t in zip(places, strata, strict=True):
            # A puzzle is hard while little of it is known, so its noise levels have density 4t^3.
            level[place] = t ** _NOISY.get(task_here, 1.0)

        generator = torch.Generator().manual_seed(rng.getrandbits(62))
        clean, level, is_canvas = torch.from_numpy(clean), torch.from_numpy(level), torch.from_numpy(is_canvas)
        way, weight, task = torch.from_numpy(way), torch.from_numpy(weight), torch.from_numpy(task)
        on_board = torch.isin(task, torch.tensor(list(BOARDS))) & is_canvas
        temperature = torch.ones(shape)
        temperature[on_board & (way == DIFFUSION)] = self.mixture.board_temperature
        temperature[on_board & (way == MASKED)] = self.mixture.masked_board_temperature
        noise = torch.randint(len(self.tokenizer), shape, generator=generator)
        size = torch.from_numpy(wrong_digits)
        chance = torch.rand(2, *shape, generator=generator)
        digits = self.tokenizer.convert_tokens_to_ids("1") + (chance[0] * size).long()
        noise = torch.where((size > 0) & (chance[1] < 0.5), digits, noise)
        noise = torch.where(way == MASKED, self.tokenizer.mask_token_id, noise)
        hit = (torch.rand(shape, generator=generator) < level) & is_canvas
        force = torch.from_numpy(forced)
        hit = (hit | (force > 0)) & (force >= 0)
        return Batch(
            ids=torch.where(hit, noise, clean),
            target=torch.from_numpy(target),
            segment=torch.from_numpy(segment),
            positions=torch.from_numpy(positions),
            is_canvas=is_canvas,
            # In masked diffusion a token that is not masked stays: there is nothing to learn about it.
            weight=torch.where((way == MASKED) & ~hit, 0.0, weight),
            temperature=temperature,
            level=level,
            task=task,
            way=way,
        )

    def _shared_out(self, shares: Mapping[int, float], rest: int, rng: random.Random) -> list[int]:
        """Gives each row a kind, in random order: as many rows of each as its share says, rounded up or down."""
        kinds, bounds = [*shares, rest], [*itertools.accumulate(shares.values()), math.inf]
        offset = rng.random()
        drawn = [kinds[bisect.bisect_right(bounds, (row + offset) / self.rows)] for row in range(self.rows)]
        rng.shuffle(drawn)
        return drawn

    def _row(self, first: int, rng: random.Random) -> list[Segment]:
        """Makes segments that fit into a row: one of task `first`, then more of it or of other short tasks."""
        parts = [self._segment(first, rng, full=first in _WHOLE_CANVASES or self._full(first, rng))]
        room = ROW_LENGTH - parts[0].length
        for filler in (first, *rng.sample(_FILLERS, len(_FILLERS)), first):
            if filler in SHORT_CANVASES and room > SHORT_CANVASES[filler]:
                part = self._segment(filler, rng, full=False)
                if part.length <= room:
                    parts.append(part)
                    room -= part.length
        return parts

    def _full(self, task: int, rng: random.Random) -> bool:
        """Should a task with a short canvas get a whole one? Half of the time, but repeating is always short."""
        return task != REPEATED and rng.random() < _P_FULL_CANVAS


def batches(make: Callable[[int], Batch], first: int, workers: int, *, pinned: bool = False) -> Iterator[Batch]:
    """Yields the batches from number `first` on, in order, for ever.

    Args:
        workers: how many processes make them ahead, four each. With 0 each is made here, when it is asked for.
        pinned: in memory from which a GPU copies while it computes; only what workers make.
    """
    numbers = itertools.count(first)
    if not workers:
        return map(make, numbers)
    # A sampler need not end, and a batch is a whole already: nothing is left to collate.
    return iter(
        DataLoader(
            _Numbered(make), batch_size=None, sampler=numbers, num_workers=workers, prefetch_factor=4,
            collate_fn=lambda batch: batch, worker_init_fn=leave_signals, pin_memory=pinned,
        )  # type: ignore[arg-type]
    )  # fmt: skip


class _Numbered(Dataset[Batch]):
    def __init__(self, make: Callable[[int], Batch]) -> None:
        self._make = make

    def __getitem__(self, number: int) -> Batch:
        return self._make(number)
