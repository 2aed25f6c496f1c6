"""Batches without end: stories and Sudoku, packed into rows of one fixed length.

A batch is a pure function of (seed, step), so a resumed run sees exactly what an unbroken one would have seen. Held-out
stories and grids are kept out by a hash of their facts or of their solved grid (see `stories` and `sudoku`), after all
symmetries, so no shuffling can bring one back in.
"""

import os
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedTokenizerFast

from playground.training import sudoku
from playground.training.requests import write_request
from playground.training.stories import sample_facts, write_story
from playground.training.tokenizer import encode_prompt

STORY, SUDOKU = 0, 1
TASKS = ("story", "sudoku")
SHORT_CANVAS = 44  # a solved grid is 41 tokens and <eos>: two such segments fill a row
ROW_LENGTH = 184
FEWEST_CLUES, MOST_CLUES = 10, 28
_P_OTHER_HEADER = 0.12
_OTHER_HEADERS = ("", "Solve this Sudoku\n", "solve this sudoku:\n", "solve this sudoku\n")


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """How the rows of a batch are shared out; what is left are rows of two Sudokus on the short canvas."""

    story: float = 0.6
    sudoku_full_canvas: float = 0.16
    pad_weight: float = 0.05
    clue_exponent: float = 1.0  # above 1: more puzzles with few clues


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Packed rows, all (rows, ROW_LENGTH).

    clean: tokens without noise. noised: the canvas with noise, the prompt as it is. weight: of each token in the loss,
    0 off the canvas. level: the noise level t of the token's segment. task: STORY or SUDOKU.
    """

    clean: Tensor
    noised: Tensor
    segment: Tensor
    positions: Tensor
    is_canvas: Tensor
    weight: Tensor
    level: Tensor
    task: Tensor


def puzzle_bank(count: int, seed: int, folder: Path) -> np.ndarray:
    """`count` minimal puzzles with their solutions, (count, 2, 36) uint8; kept in `folder` between runs."""
    path = folder / f"puzzles-{seed}-{count}.npy"
    if not path.exists():
        rng = random.Random(f"puzzles {seed}")
        bank = np.array([sudoku.minimal_puzzle(rng) for _ in range(count)], dtype=np.uint8)
        folder.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".tmp.npy")
        np.save(temporary, bank)
        os.replace(temporary, path)
    return np.load(path)


def sample_puzzle(
    bank: np.ndarray, clues: int, rng: random.Random, *, held_out: bool
) -> tuple[sudoku.Grid, sudoku.Grid]:
    """A (puzzle, solution) from one side of the split; more than `clues` clues only where fewer are not unique."""
    while True:
        puzzle, solution = bank[rng.randrange(len(bank))].tolist()
        puzzle, solution = sudoku.shuffled(tuple(puzzle), tuple(solution), rng)
        if sudoku.is_held_out(solution) == held_out:
            return sudoku.with_clues(puzzle, solution, clues, rng), solution


class BatchMaker:
    """Makes the batches of one run."""

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerFast,
        bank: np.ndarray,
        *,
        rows: int,
        seed: int,
        canvas_length: int,
        mixture: Mixture = Mixture(),
        held_out: bool = False,
    ):
        self.tokenizer, self.bank, self.rows, self.seed = tokenizer, bank, rows, seed
        self.canvas_length, self.mixture, self.held_out = canvas_length, mixture, held_out

    def __call__(self, step: int) -> Batch:
        """The batch of `step`."""
        rng = random.Random(f"{self.seed} {step} {self.held_out}")
        shape = (self.rows, ROW_LENGTH)
        clean = np.zeros(shape, dtype=np.int64)
        segment = np.full(shape, -1, dtype=np.int64)
        positions = np.zeros(shape, dtype=np.int64)
        is_canvas = np.zeros(shape, dtype=bool)
        weight = np.zeros(shape, dtype=np.float32)
        task = np.zeros(shape, dtype=np.int64)
        level = np.zeros(shape, dtype=np.float32)

        places = []
        stories = round(self.rows * self.mixture.story)
        full = round(self.rows * self.mixture.sudoku_full_canvas)
        for row in range(self.rows):
            if row < stories:
                segments = [(STORY, *self._story(rng), self.canvas_length)]
            elif row < stories + full:
                segments = [(SUDOKU, *self._sudoku(rng), self.canvas_length)]
            else:
                segments = [(SUDOKU, *self._sudoku(rng), SHORT_CANVAS) for _ in range(2)]
            start = 0
            for number, (kind, prompt, answer, canvas_length) in enumerate(segments):
                padding = [self.tokenizer.pad_token_id] * (canvas_length - len(answer))
                tokens = prompt + answer + padding
                place = (row, slice(start, start + len(tokens)))
                canvas = (row, slice(start + len(prompt), start + len(tokens)))
                clean[place], segment[place], task[place] = tokens, number, kind
                positions[place] = np.arange(len(tokens))
                is_canvas[canvas] = True
                weight[canvas] = [1.0] * len(answer) + [self.mixture.pad_weight] * len(padding)
                places.append(place)
                start += len(tokens)

        # Stratified: one level from each of as many equal parts of (0, 1) as there are segments, in random order.
        strata = [(i + rng.random()) / len(places) for i in range(len(places))]
        rng.shuffle(strata)
        for place, t in zip(places, strata, strict=True):
            level[place] = t

        generator = torch.Generator().manual_seed(rng.getrandbits(62))
        clean, level, is_canvas = torch.from_numpy(clean), torch.from_numpy(level), torch.from_numpy(is_canvas)
        noise = torch.randint(len(self.tokenizer), shape, generator=generator)
        hit = (torch.rand(shape, generator=generator) < level) & is_canvas
        return Batch(
            clean=clean,
            noised=torch.where(hit, noise, clean),
            segment=torch.from_numpy(segment),
            positions=torch.from_numpy(positions),
            is_canvas=is_canvas,
            weight=torch.from_numpy(weight),
            level=level,
            task=torch.from_numpy(task),
        )

    def _ids(self, text: str) -> list[int]:
        return [*self.tokenizer.encode(text, add_special_tokens=False), self.tokenizer.eos_token_id]

    def _story(self, rng: random.Random) -> tuple[list[int], list[int]]:
        facts = sample_facts(rng, held_out=self.held_out)
        return encode_prompt(self.tokenizer, write_request(facts, rng).text), self._ids(write_story(facts, rng))

    def _sudoku(self, rng: random.Random) -> tuple[list[int], list[int]]:
        share = rng.random() ** self.mixture.clue_exponent
        clues = FEWEST_CLUES + int((MOST_CLUES + 1 - FEWEST_CLUES) * share)
        puzzle, solution = sample_puzzle(self.bank, clues, rng, held_out=self.held_out)
        header = rng.choice(_OTHER_HEADERS) if rng.random() < _P_OTHER_HEADER else sudoku.PROMPT
        prompt = header + sudoku.to_text(puzzle)
        return encode_prompt(self.tokenizer, prompt), self._ids(sudoku.to_text(solution))
