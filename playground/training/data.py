"""Batches without end: the tasks of the world, packed into rows of one fixed length, in three ways of writing.

A batch is a pure function of (seed, step), so a resumed run sees exactly what an unbroken one would have seen. Held-out
stories, grids and functions are kept out by a hash of their facts, their solved grid or what they do (see `stories`,
`sudoku`, `functions`), after all symmetries, so no shuffling can bring one back in.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedTokenizerFast

from playground.training.tokenizer import encode_canonical
from playground.world import sudoku
from playground.world.corruption import corrupt
from playground.world.functions import sample_function, write_function, write_function_request
from playground.world.puzzles import sample_puzzle
from playground.world.requests import REPAIR, write_excerpt_request, write_long_request, write_request
from playground.world.stories import sample_facts, sample_second_chapter, write_story
from playground.world.vocabulary import ANSWER, BOS

TASKS = ("story", "sudoku4", "sudoku6", "sudoku9", "code", "repair")
STORY, SUDOKU_4, SUDOKU_6, SUDOKU_9, CODE, REPAIRED = range(len(TASKS))
DIFFUSION, MASKED, AUTOREGRESSIVE = range(3)
WAYS = ("diffusion", "masked", "autoregressive")
"""Uniform noise that may fall again; a mask token, gone for good; the next token, causally."""

ROW_LENGTH = 236
CLUES = {4: (4, 15), 6: (10, 35), 9: (26, 80)}
"""Board size -> fewest and most clues trained on."""
CORRUPTED = (0.1, 0.5)
"""Smallest and largest share of tokens replaced in a text to repair."""
_P_FULL_CANVAS = 0.5
_SHORT_CANVASES = {SUDOKU_4: 20, SUDOKU_6: 42, SUDOKU_9: 90, CODE: 40}
_BOARDS = {SUDOKU_4: 4, SUDOKU_6: 6, SUDOKU_9: 9}


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """How the rows of a batch are shared out among the tasks, and among the ways of writing.

    A row begins with its task and is filled up with whatever short segments still fit. What `shares` leaves open is 9x9
    Sudoku, what `masked` and `autoregressive` leave open is diffusion.
    """

    shares: Mapping[int, float] = field(
        default_factory=lambda: {STORY: 0.29, SUDOKU_4: 0.04, SUDOKU_6: 0.17, CODE: 0.04, REPAIRED: 0.04}
    )
    excerpts: float = 0.5  # of stories: the opening or the ending is given
    long_stories: float = 0.25  # of stories: two canvases
    masked: float = 0.12
    autoregressive: float = 0.08
    pad_weight: float = 0.05
    clue_exponent: float = 3.0  # above 1: more puzzles with few clues
    wrong_digits: float = 0.2  # of Sudoku canvases: half of the noise is digits, so that mistakes are seen and mended


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Packed rows, all (rows, ROW_LENGTH).

    ids: what the model sees: prompts as they are, canvases with noise or masks. target: the token that each place is
    trained to give: the clean one on a canvas, the next one where a row is autoregressive. is_canvas: seen in both
    directions. weight: of each place in the loss. level: the noise level t of the token's segment. task, way: indices
    into TASKS and WAYS.
    """

    ids: Tensor
    target: Tensor
    segment: Tensor
    positions: Tensor
    is_canvas: Tensor
    weight: Tensor
    level: Tensor
    task: Tensor
    way: Tensor


@dataclass(frozen=True, kw_only=True)
class Segment:
    """One prompt with its canvas. `answer` ends with <eos> unless the text goes on after the canvas."""

    task: int
    prompt: list[int]
    answer: list[int]
    canvas_length: int

    @property
    def length(self) -> int:
        return len(self.prompt) + self.canvas_length


class BatchMaker:
    """Makes the batches of one run. `banks`: as `puzzle_banks` gives them."""

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerFast,
        banks: Mapping[int, np.ndarray],
        *,
        rows: int,
        seed: int,
        canvas_length: int,
        mixture: Mixture = Mixture(),
        held_out: bool = False,
    ):
        self.tokenizer, self.banks, self.rows, self.seed = tokenizer, banks, rows, seed
        self.canvas_length, self.mixture, self.held_out = canvas_length, mixture, held_out
        self._makers = {
            STORY: self._story,
            SUDOKU_4: self._sudoku,
            SUDOKU_6: self._sudoku,
            SUDOKU_9: self._sudoku,
            CODE: self._code,
            REPAIRED: self._repair,
        }

    def __call__(self, step: int) -> Batch:
        """The batch of `step`."""
        rng = random.Random(f"{self.seed} {step} {self.held_out}")
        shape = (self.rows, ROW_LENGTH)
        clean, target, task, way = (np.zeros(shape, dtype=np.int64) for _ in range(4))
        segment = np.full(shape, -1, dtype=np.int64)
        positions = np.zeros(shape, dtype=np.int64)
        is_canvas = np.zeros(shape, dtype=bool)
        weight, level = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
        wrong_digits = np.zeros(shape, dtype=np.int64)  # size of the board whose digits are among the noise

        places = []
        ways = self._quotas({MASKED: self.mixture.masked, AUTOREGRESSIVE: self.mixture.autoregressive}, DIFFUSION)
        rng.shuffle(ways)
        for row, (first, how) in enumerate(zip(self._quotas(self.mixture.shares, SUDOKU_9), ways, strict=True)):
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
                    if part.task in _BOARDS and rng.random() < self.mixture.wrong_digits:
                        wrong_digits[place] = _BOARDS[part.task]
                start += len(tokens)

        # Stratified: one level from each of as many equal parts of (0, 1) as there are canvases, in random order.
        strata = [(i + rng.random()) / len(places) for i in range(len(places))]
        rng.shuffle(strata)
        for (place, task_here), t in zip(places, strata, strict=True):
            # A puzzle is hard while little of it is known: there, noise levels are drawn with density 4t^3.
            level[place] = t**0.25 if task_here in _BOARDS else t

        generator = torch.Generator().manual_seed(rng.getrandbits(62))
        clean, level, is_canvas = torch.from_numpy(clean), torch.from_numpy(level), torch.from_numpy(is_canvas)
        way, weight = torch.from_numpy(way), torch.from_numpy(weight)
        noise = torch.randint(len(self.tokenizer), shape, generator=generator)
        size = torch.from_numpy(wrong_digits)
        chance = torch.rand(2, *shape, generator=generator)
        digits = self.tokenizer.convert_tokens_to_ids("1") + (chance[0] * size).long()
        noise = torch.where((size > 0) & (chance[1] < 0.5), digits, noise)
        noise = torch.where(way == MASKED, self.tokenizer.mask_token_id, noise)
        hit = (torch.rand(shape, generator=generator) < level) & is_canvas
        return Batch(
            ids=torch.where(hit, noise, clean),
            target=torch.from_numpy(target),
            segment=torch.from_numpy(segment),
            positions=torch.from_numpy(positions),
            is_canvas=is_canvas,
            # What is not masked stands: there is nothing to learn about it.
            weight=torch.where((way == MASKED) & ~hit, 0.0, weight),
            level=level,
            task=torch.from_numpy(task),
            way=way,
        )

    def _quotas(self, shares: Mapping[int, float], rest: int) -> list[int]:
        """One kind for each row, as many of each as its share says."""
        kinds = [kind for kind, share in shares.items() for _ in range(round(self.rows * share))]
        return (kinds + [rest] * self.rows)[: self.rows]

    def _row(self, first: int, rng: random.Random) -> list[Segment]:
        """Segments that fit a row together: one of task `first`, then more of it, then whatever is short."""
        parts = [self._makers[first](first, rng, full=first == STORY or rng.random() < _P_FULL_CANVAS)]
        room = ROW_LENGTH - parts[0].length
        for filler in (first, CODE, first, SUDOKU_4):
            if filler in _SHORT_CANVASES and room > _SHORT_CANVASES[filler]:
                part = self._makers[filler](filler, rng, full=False)
                if part.length <= room:
                    parts.append(part)
                    room -= part.length
        return parts

    def _segment(self, task: int, prompt: str, text: str, *, full: bool) -> Segment:
        return Segment(
            task=task,
            prompt=encode_canonical(self.tokenizer, prompt),
            answer=[*self.tokenizer.encode(text, add_special_tokens=False), self.tokenizer.eos_token_id],
            canvas_length=self.canvas_length if full else _SHORT_CANVASES[task],
        )

    def _story(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        facts = sample_facts(rng, held_out=self.held_out)
        kind = rng.random()
        if kind < self.mixture.long_stories:
            story = write_story(facts, rng, sample_second_chapter(facts, rng))
            whole = self._segment(task, write_long_request(facts, rng).text, story, full=True)
            first, second = whole.answer[: self.canvas_length], whole.answer[self.canvas_length :]
            if rng.random() < 0.5:
                return Segment(task=task, prompt=whole.prompt, answer=first, canvas_length=self.canvas_length)
            room = ROW_LENGTH - len(whole.prompt) - len(first)
            return Segment(task=task, prompt=whole.prompt + first, answer=second, canvas_length=room)
        story = write_story(facts, rng)
        if kind < self.mixture.long_stories + self.mixture.excerpts:
            return self._segment(task, write_excerpt_request(facts, story, rng).text, story, full=True)
        return self._segment(task, write_request(facts, rng).text, story, full=True)

    def _sudoku(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        size = _BOARDS[task]
        fewest, most = CLUES[size]
        clues = fewest + int((most + 1 - fewest) * rng.random() ** self.mixture.clue_exponent)
        puzzle, solution = sample_puzzle(self.banks[size], clues, rng, held_out=self.held_out)
        return self._segment(task, sudoku.PROMPT + sudoku.to_text(puzzle), sudoku.to_text(solution), full=full)

    def _code(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        spec = sample_function(rng, held_out=self.held_out)
        request = write_function_request(spec, rng, infill=rng.random() < 0.3)
        return self._segment(task, request.text, write_function(spec), full=full)

    def _repair(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        if rng.random() < 0.5:
            text = write_function(sample_function(rng, held_out=self.held_out))
        else:
            text = write_story(sample_facts(rng, held_out=self.held_out), rng)
        ids = self.tokenizer.encode(text, add_special_tokens=False)
        broken = corrupt(ids, rng.uniform(*CORRUPTED), len(self.tokenizer), rng)
        head = self.tokenizer.encode(f"{BOS}{REPAIR}\n", add_special_tokens=False)
        return Segment(
            task=task,
            prompt=[*head, *broken, self.tokenizer.convert_tokens_to_ids(ANSWER)],
            answer=[*ids, self.tokenizer.eos_token_id],
            canvas_length=self.canvas_length,
        )
