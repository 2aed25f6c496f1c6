"""Held-out cases through the class's own `generate()`, checked by rule.

`generate()` draws from torch's global generator; each measurement seeds a fork of it, so it repeats and disturbs
nobody.
"""

import random
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch
from transformers import DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast
from transformers.models.diffusion_gemma.generation_diffusion_gemma import EntropyBoundSamplerConfig

from playground.training import sudoku
from playground.training.data import sample_puzzle
from playground.training.requests import StoryRequest, write_request
from playground.training.stories import sample_facts
from playground.training.story_check import check_story
from playground.training.tokenizer import encode_prompt


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """Sampler settings under the names of the class's generation config; `entropy_bound` in nats."""

    max_denoising_steps: int = 48
    t_min: float = 0.4
    t_max: float = 0.8
    entropy_bound: float = 0.1
    stability_threshold: int = 1
    confidence_threshold: float = 0.005

    def generation_options(self) -> dict:
        """Keyword arguments for `generate()` or a generation config."""
        options = asdict(self)
        bound = options.pop("entropy_bound")
        return {**options, "sampler_config": EntropyBoundSamplerConfig(entropy_bound=bound)}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One generated text. `steps`: denoising steps it took; `tokens`: tokens up to and with <eos>."""

    text: str
    steps: int
    tokens: int


def answer_prompts(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    prompts: Sequence[str],
    sampling: Sampling,
    seed: int = 0,
    batch_size: int = 32,
) -> list[Answer]:
    """One canvas for every prompt, in their order. Prompts of equal length share a batch, so none is padded."""
    by_length = defaultdict(list)
    for index, prompt in enumerate(prompts):
        ids = encode_prompt(tokenizer, prompt)
        by_length[len(ids)].append((index, ids))
    answers: list[Answer | None] = [None] * len(prompts)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        for length, members in sorted(by_length.items()):
            for start in range(0, len(members), batch_size):
                chunk = members[start : start + batch_size]
                output = model.generate(
                    torch.tensor([ids for _, ids in chunk]),
                    max_new_tokens=model.config.canvas_length,
                    pad_token_id=tokenizer.pad_token_id,
                    eos_token_id=tokenizer.eos_token_id,
                    **sampling.generation_options(),
                )
                canvases = output.sequences[:, length:]
                tokens = (canvases != tokenizer.pad_token_id).sum(-1)
                # The class reports tokens per forward, with the same count of tokens in the numerator.
                steps = (tokens / output.tokens_per_forward).round().int()
                for (index, _), canvas, count, used in zip(chunk, canvases, tokens, steps, strict=True):
                    text = tokenizer.decode(canvas, skip_special_tokens=True)
                    answers[index] = Answer(text=text, steps=int(used), tokens=int(count))
    return answers


def story_cases(count: int, seed: int = 0) -> list[StoryRequest]:
    """Requests about held-out facts."""
    rng = random.Random(f"story cases {seed}")
    return [write_request(sample_facts(rng, held_out=True), rng) for _ in range(count)]


def sudoku_cases(bank: np.ndarray, clues: int, count: int, seed: int = 0) -> list[sudoku.Grid]:
    """Puzzles with exactly `clues` clues, one solution, and a held-out solved grid."""
    rng = random.Random(f"sudoku cases {clues} {seed}")
    cases = []
    while len(cases) < count:
        puzzle, _ = sample_puzzle(bank, clues, rng, held_out=True)
        if sudoku.CELLS - puzzle.count(0) == clues:
            cases.append(puzzle)
    return cases


def mean(values) -> float:
    """The arithmetic mean of a non-empty series."""
    values = list(values)
    return sum(values) / len(values)


def score_stories(cases: Sequence[StoryRequest], answers: Sequence[Answer]) -> Mapping[str, float]:
    """Shares between 0 and 1 over the cases, mean steps and tokens, and how many requests named each fact."""
    reports = [check_story(answer.text, case.named) for case, answer in zip(cases, answers, strict=True)]
    scores = {
        "perfect": mean(report.is_perfect for report in reports),
        "sentences": mean(report.matched / report.total for report in reports),
        "consistent": mean(report.is_consistent for report in reports),
        "as_requested": mean(not report.disagreements for report in reports),
    }
    for fact in ("hero", "animal", "colour", "object", "place", "helper", "plot"):
        told = [
            fact not in report.disagreements for report, case in zip(reports, cases, strict=True) if fact in case.named
        ]
        scores[f"{fact}_requests"] = len(told)
        scores[f"{fact}_as_requested"] = mean(told) if told else float("nan")
        if fact != "plot":
            scores[f"{fact}_consistent"] = mean(len(report.mentions[fact]) == 1 for report in reports)
    scores["steps"] = mean(answer.steps for answer in answers)
    scores["tokens"] = mean(answer.tokens for answer in answers)
    return scores


def score_sudoku(cases: Sequence[sudoku.Grid], answers: Sequence[Answer]) -> Mapping[str, float]:
    """Share solved, share of right cells (0 for an answer that is no grid), and mean steps."""
    solved, right = [], []
    for puzzle, answer in zip(cases, answers, strict=True):
        grid = sudoku.from_text(answer.text)
        solution = sudoku.solutions(puzzle, limit=1)[0]
        solved.append(grid is not None and sudoku.is_solved(puzzle, grid))
        right.append(0.0 if grid is None else mean(a == b for a, b in zip(grid, solution, strict=True)))
    return {"solved": mean(solved), "cells": mean(right), "steps": mean(answer.steps for answer in answers)}


def milliseconds_per_step(
    model: DiffusionGemmaForBlockDiffusion, tokenizer: PreTrainedTokenizerFast, prompt: str, steps: int = 24
) -> float:
    """Wall time of one denoising step at batch 1, everything inside `generate()` included; the best of five calls."""
    never_stop = Sampling(max_denoising_steps=steps, confidence_threshold=1e-12)
    times = []
    for _ in range(5):
        started = time.perf_counter()
        answer_prompts(model, tokenizer, [prompt], never_stop)
        times.append((time.perf_counter() - started) / steps)
    return 1000 * min(times)


@dataclass(frozen=True, kw_only=True)
class Measurements:
    """What a model card reports. `sudoku`: number of clues -> scores; `cases`: how many of each kind."""

    sampling: Sampling
    cases: int
    stories: Mapping[str, float]
    sudoku: Mapping[int, Mapping[str, float]]
    milliseconds_per_step: float


def measure(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    bank: np.ndarray,
    sampling: Sampling,
    cases: int,
    clue_counts: Sequence[int] = (12, 14, 16, 18, 20, 22, 24),
) -> Measurements:
    """Held-out stories, and held-out Sudokus of each number of clues; `cases` of each."""
    requests = story_cases(cases)
    by_clues = {}
    for clues in clue_counts:
        puzzles = sudoku_cases(bank, clues, cases)
        answers = answer_prompts(model, tokenizer, [sudoku.PROMPT + sudoku.to_text(p) for p in puzzles], sampling)
        by_clues[clues] = score_sudoku(puzzles, answers)
    return Measurements(
        sampling=sampling,
        cases=cases,
        stories=score_stories(requests, answer_prompts(model, tokenizer, [r.text for r in requests], sampling)),
        sudoku=by_clues,
        milliseconds_per_step=milliseconds_per_step(model, tokenizer, requests[0].text),
    )
