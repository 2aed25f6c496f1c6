"""Held-out cases of every task: a prompt, and a rule that decides whether an answer is right."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.check import wrong_in_story
from playground.plugins.small_world.function_check import check_function
from playground.plugins.small_world.functions import FunctionRequest
from playground.plugins.small_world.judge import wrong_in_grid
from playground.plugins.small_world.requests import REPAIR, StoryRequest
from playground.plugins.small_world.story_check import check_story
from playground.plugins.small_world.words import WORDS, kinds_of
from workshop.world.common import sample_common, write_common_request
from workshop.world.corruption import corrupt
from workshop.world.functions import sample_function, write_function, write_function_request
from workshop.world.kinds import WRITERS, Writer
from workshop.world.names import sample_named_facts
from workshop.world.own_words import excerpt_of, write_own_request
from workshop.world.phrasings import write_free_request
from workshop.world.puzzles import PuzzleBanks, sample_puzzle
from workshop.world.requests import write_excerpt_request, write_long_request, write_request
from workshop.world.stories import (
    Facts,
    sample_facts,
    sample_second_chapter,
    sample_wide_facts,
    with_plain_rest,
    write_story,
)
from workshop.world.tales import STRETCH, tale_text, write_tale
from workshop.world.vocabulary import split_words

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

CASE_PUZZLES = 300
"""How many 9x9 puzzles `case_banks` makes."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """A prompt and how to judge its answer.

    judge: says whether an answer is right. answer: a right one, as training would write it. blocks: how many canvases
    it takes. sentences: for a story, counts the sentences of its plot in an answer, and how many it has. repeated:
    for a story, counts the words and texts of its request that stand in an answer, and how many there are, by kind.
    """

    prompt: str
    judge: Callable[[str], bool]
    answer: str
    blocks: int = 1
    sentences: Callable[[str], tuple[int, int]] | None = None
    repeated: Callable[[str], dict[str, tuple[int, int]]] | None = None


@dataclass(frozen=True, kw_only=True)
class Suite:
    """Cases of one kind. Each call of `make(rng)` makes a new one."""

    name: str
    make: Callable[[random.Random], Case]

    def cases(self, count: int, seed: int = 0) -> list[Case]:
        """Makes the first `count` cases of `seed`, the same at every call."""
        rng = random.Random(f"{self.name} {seed}")
        return [self.make(rng) for _ in range(count)]


def story_case(rng: random.Random) -> Case:
    """Makes a story request that names some facts."""
    facts = sample_facts(rng, held_out=True)
    return _story(write_request(facts, rng), write_story(facts, rng))


def any_words_case(rng: random.Random, *, spelled: int) -> Case:
    """Makes a story request in the words and phrasings of people. `spelled` words have no token and are held out."""
    return _free_story(sample_wide_facts(rng, held_out=True, spelled=spelled), rng)


def _free_story(facts: Facts, rng: random.Random) -> Case:
    request = write_free_request(facts, rng)
    facts = with_plain_rest(facts, request.named, rng)
    return _story(request, tale_text(write_tale(facts, rng)) if facts.open_words else write_story(facts, rng))


def own_words_case(rng: random.Random, *, ending: bool) -> Case:
    """Makes a story request that gives the opening or the ending in a visitor's own words."""
    while True:
        facts = sample_wide_facts(rng, held_out=True)
        request = write_own_request(facts, rng, ending=ending)
        # A longer opening or ending would take more than one stretch of a tale.
        if len(split_words(request.ending or request.opening)) <= STRETCH:
            facts = with_plain_rest(facts, request.named, rng)
            return _story(request, tale_text(write_tale(facts, rng, excerpt_of(request, 1))))


def excerpt_case(rng: random.Random, *, ending: bool) -> Case:
    """Makes a story request that gives the opening or the ending."""
    while True:
        facts = sample_facts(rng, held_out=True)
        story = write_story(facts, rng)
        request = write_excerpt_request(facts, story, rng)
        if bool(request.ending) == ending:
            return _story(request, story)


def long_story_case(rng: random.Random) -> Case:
    """Makes a request for two chapters, which take two canvases."""
    facts = sample_facts(rng, held_out=True)
    story = write_story(facts, rng, sample_second_chapter(facts, rng))
    return _story(write_long_request(facts, rng), story, blocks=2)


def _story(request: StoryRequest, story: str, blocks: int = 1) -> Case:
    def sentences(text: str) -> tuple[int, int]:
        report = check_story(text)
        return report.matched, report.total

    def repeated(text: str) -> dict[str, tuple[int, int]]:
        present = set(re.findall(r"[a-z]+", text.lower()))
        words = [word for fact, word in request.named.items() if fact in WORDS]
        checks = {
            "known words": [word.lower() in present for word in words if kinds_of(word)],
            "spelled words": [word.lower() in present for word in words if not kinds_of(word)],
            "openings": [text.strip().startswith(request.opening)] if request.opening else [],
            "endings": [text.strip().endswith(request.ending)] if request.ending else [],
        }
        return {kind: (sum(each), len(each)) for kind, each in checks.items() if each}

    return Case(
        prompt=request.text,
        judge=lambda text: not wrong_in_story(request, text),
        answer=story,
        blocks=blocks,
        sentences=sentences,
        repeated=repeated,
    )


def sudoku_case(rng: random.Random, banks: Mapping[int, np.ndarray], size: int, clues: int) -> Case:
    """Makes a puzzle with exactly `clues` clues, one solution, and a held-out solved grid."""
    bank = banks[size]
    puzzle, solution = sample_puzzle(bank, clues, rng, held_out=True)
    while len(puzzle) - puzzle.count(0) != clues:
        puzzle, solution = sample_puzzle(bank, clues, rng, held_out=True)
    prompt = sudoku.PROMPT + sudoku.to_text(puzzle)
    return Case(prompt=prompt, judge=lambda text: not wrong_in_grid(puzzle, text), answer=sudoku.to_text(solution))


def function_case(rng: random.Random, *, infill: bool) -> Case:
    """Makes a request for a function: from its description, or with a gap to fill in."""
    spec = sample_function(rng, held_out=True)
    request = write_function_request(spec, rng, infill=infill)
    return Case(
        prompt=request.text, judge=lambda text: check_function(text, request).is_right, answer=write_function(spec)
    )


def common_case(rng: random.Random) -> Case:
    """Makes a request for one of the functions that people ask for first, in a held-out description."""
    common, description = sample_common(rng, held_out=True)
    request = FunctionRequest(text=write_common_request(description, rng), spec=common)
    return Case(prompt=request.text, judge=lambda text: check_function(text, request).is_right, answer=common.code)


def small_case(rng: random.Random, writer: Writer) -> Case:
    """Makes a case of a small kind."""
    task = writer.sample(rng, True)
    prompt, fault = writer.request(task, rng), writer.kind.fault
    return Case(prompt=prompt, judge=lambda text: not fault(task, text), answer=writer.answer(task))


def repair_case(rng: random.Random, tokenizer: PreTrainedTokenizerBase, share: float) -> Case:
    """Makes a request to repair a story or a function with a share of its tokens replaced. The usual rules judge it."""
    if rng.random() < 0.5:
        whole = function_case(rng, infill=False)
    else:
        facts = sample_facts(rng, held_out=True)
        request = StoryRequest(text="", named={fact: getattr(facts, fact) for fact in (*WORDS, "plot", "ending")})
        whole = _story(request, write_story(facts, rng))
    ids = tokenizer.encode(whole.answer, add_special_tokens=False)
    broken = tokenizer.decode(corrupt(ids, share, len(tokenizer), rng))
    return Case(prompt=f"{REPAIR}\n{broken}", judge=whole.judge, answer=whole.answer)


def case_banks(seed: int, folder: Path) -> Mapping[int, np.ndarray]:
    """Board size -> puzzles for held-out cases. Training seeds are never negative, so training has other puzzles."""
    return PuzzleBanks(CASE_PUZZLES, -1 - seed, folder)


def clue_range(bank: np.ndarray) -> tuple[int, int]:
    """The fewest and most clues for cases from `bank`: those of its sparsest puzzle, and all cells but one."""
    return int((bank[:, 0] > 0).sum(axis=1).min()), bank.shape[-1] - 1


def suites(
    banks: Mapping[int, np.ndarray], tokenizer: PreTrainedTokenizerBase, clues: Mapping[int, Sequence[int]]
) -> list[Suite]:
    """Makes a suite for every task, and one of Sudoku for each number of clues in `clues` (board size -> numbers)."""
    return [
        Suite(name="story, facts named", make=story_case),
        Suite(name="story, opening given", make=lambda rng: excerpt_case(rng, ending=False)),
        Suite(name="story, ending given", make=lambda rng: excerpt_case(rng, ending=True)),
        Suite(name="story of two canvases", make=long_story_case),
        Suite(name="story, any known words", make=lambda rng: any_words_case(rng, spelled=0)),
        Suite(name="story, one strange word", make=lambda rng: any_words_case(rng, spelled=1)),
        Suite(name="story, two strange words", make=lambda rng: any_words_case(rng, spelled=2)),
        Suite(
            name="story, a name of any language",
            make=lambda rng: _free_story(sample_named_facts(rng, held_out=True), rng),
        ),
        Suite(name="story, own opening", make=lambda rng: own_words_case(rng, ending=False)),
        Suite(name="story, own ending", make=lambda rng: own_words_case(rng, ending=True)),
        *(
            Suite(
                name=f"Sudoku {size}x{size}, {count} clues",
                make=partial(sudoku_case, banks=banks, size=size, clues=count),
            )
            for size, counts in clues.items()
            for count in counts
        ),
        Suite(name="function from a description", make=lambda rng: function_case(rng, infill=False)),
        Suite(name="function with a gap", make=lambda rng: function_case(rng, infill=True)),
        Suite(name="function that people ask for", make=common_case),
        *(Suite(name=writer.kind.suite, make=partial(small_case, writer=writer)) for writer in WRITERS),
        Suite(name="repair of 20% as a prompt", make=lambda rng: repair_case(rng, tokenizer, 0.2)),
    ]
