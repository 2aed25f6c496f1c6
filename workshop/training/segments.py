"""Segments: a prompt with the canvas that answers it, as token ids, for every task of the world."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from transformers import PreTrainedTokenizerFast

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.puzzles import CLUES
from playground.plugins.small_world.requests import REPAIR, StoryRequest
from playground.plugins.small_world.words import WORDS
from workshop.training.mixture import (
    BOARDS,
    CODE,
    COMMON,
    JSON,
    OUTSIDE,
    OWN_WORDS,
    REPAIRED,
    REPEATED,
    SORTING,
    STORY,
    SUDOKU_4,
    SUDOKU_6,
    SUDOKU_9,
    SUM,
    TALE,
    WIDE,
    Mixture,
)
from workshop.world import kinds
from workshop.world.common import sample_common, write_common_request
from workshop.world.corruption import corrupt
from workshop.world.functions import sample_function, write_function, write_function_request
from workshop.world.names import sample_named_facts
from workshop.world.own_words import OPENINGS as OWN_OPENINGS
from workshop.world.own_words import any_word, excerpt_of, own_sentence, write_own_request
from workshop.world.phrasings import write_free_request
from workshop.world.puzzles import sample_puzzle
from workshop.world.requests import write_excerpt_request, write_long_request, write_request
from workshop.world.stories import (
    Facts,
    sample_facts,
    sample_second_chapter,
    sample_wide_facts,
    with_plain_rest,
    write_story,
)
from workshop.world.tales import SENTENCES, STRETCH, Excerpt, Part, write_tale
from workshop.world.vocabulary import ANSWER, BOS, FILL, REPEAT, split_words, with_first_space

ROW_LENGTH = 284
"""Tokens; as many as a story's prompt and two canvases need."""
CORRUPTED = (0.1, 0.5)
"""The smallest and largest share of tokens to replace in a text to repair."""
SPELLED = 4
"""How many tokens a spelled word takes in a tale; a shorter one is filled up."""
SMALL_KINDS = {SUM: kinds.SUM, SORTING: kinds.SORTING, JSON: kinds.JSON, OUTSIDE: kinds.OUTSIDE}
"""Task -> what writes its segments."""
SHORT_CANVASES = {
    SUDOKU_4: 20, SUDOKU_6: 42, SUDOKU_9: 90, CODE: 40, REPEATED: 30,
    SUM: 20, SORTING: 24, JSON: 40, OUTSIDE: 40, COMMON: 44,
}  # fmt: skip
_SPELLED_WORDS = (1, 1, 1, 1, 2, 2, 3)  # how many a tale has


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A prompt with its canvas. `answer` ends with <eos> unless the text goes on after the canvas.

    hidden: places in the answer that are always noise, so that only the prompt tells what stands there.
    held: places in the answer that never become noise, as if a visitor had fixed them.
    """

    task: int
    prompt: list[int]
    answer: list[int]
    canvas_length: int
    hidden: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)

    @property
    def length(self) -> int:
        return len(self.prompt) + self.canvas_length


class SegmentMaker:
    """Makes segments of every task. `banks`: such as `PuzzleBanks`."""

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerFast,
        banks: Mapping[int, np.ndarray],
        *,
        canvas_length: int,
        mixture: Mixture,
        held_out: bool,
    ):
        self.tokenizer, self.banks = tokenizer, banks
        self.canvas_length, self.mixture, self.held_out = canvas_length, mixture, held_out
        self._pieces: dict[str, list[int]] = {}
        self._fill = tokenizer.convert_tokens_to_ids(FILL)
        self._bos, self._answer = tokenizer.convert_tokens_to_ids([BOS, ANSWER])
        self._makers = {
            STORY: self._story,
            SUDOKU_4: self._sudoku,
            SUDOKU_6: self._sudoku,
            SUDOKU_9: self._sudoku,
            CODE: self._code,
            REPAIRED: self._repair,
            WIDE: self._wide,
            TALE: self._tale,
            OWN_WORDS: self._own_words,
            REPEATED: self._repeat,
            COMMON: self._common,
            **dict.fromkeys(SMALL_KINDS, self._small),
        }

    def __call__(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        """Makes a segment of `task`, on a whole canvas or on the task's short one."""
        return self._makers[task](task, rng, full=full)

    def encode(self, text: str) -> list[int]:
        """Encodes like the tokenizer but much faster: the tokenizer cuts at words, so each word can be looked up."""
        ids: list[int] = []
        for piece in split_words(text):
            if piece not in self._pieces:
                self._pieces[piece] = self.tokenizer.encode(piece, add_special_tokens=False)
            ids += self._pieces[piece]
        return ids

    def encode_tale(self, parts: list[Part]) -> list[int]:
        """Encodes a tale: each part on its stretch of the canvas, with spelled words filled up to `SPELLED` tokens.

        A visitor's text has the same tokens as in the prompt, with the space before it.
        """
        ids: list[int] = []
        for number, part in enumerate(parts):
            text = part.text if number == 0 and not part.is_given else f" {part.text}"
            sentence: list[int] = []
            for piece in split_words(text):
                spelled = self.encode(piece)
                missing = 0 if part.is_given or len(spelled) == 1 else SPELLED - len(spelled)
                sentence += spelled + [self._fill] * missing
            sentence += [self._fill] * (part.stretches * STRETCH - len(sentence))
            ids += sentence
        return ids

    def _prompt(self, text: str) -> list[int]:
        return [self._bos, *self.encode(with_first_space(text.strip())), self._answer]

    def _segment(self, task: int, prompt: str, answer: list[int], *, full: bool, **more: list[int]) -> Segment:
        return Segment(
            task=task,
            prompt=self._prompt(prompt),
            answer=[*answer, self.tokenizer.eos_token_id],
            canvas_length=self.canvas_length if full else SHORT_CANVASES[task],
            **more,
        )

    def _story_segment(self, task: int, request: StoryRequest, answer: list[int], rng: random.Random) -> Segment:
        """Makes a segment where the text that the request gives, or one of its facts, is hidden now and then.

        Now and then some tokens are held.
        """
        if words := request.opening or request.ending:
            places, share = [self._places(f" {words}", answer) or self._places(words, answer)], self.mixture.hidden_text
        else:
            named = [word for fact, word in request.named.items() if fact in WORDS]
            places, share = [self._places(f" {word}", answer, SPELLED) for word in named], self.mixture.hidden_fact
        hidden = rng.choice(places) if places and rng.random() < share else []
        held = self._held(answer, rng) if rng.random() < self.mixture.held else []
        return self._segment(task, request.text, answer, full=True, hidden=hidden, held=held)

    def _places(self, text: str, answer: list[int], filled: int = 0) -> list[int]:
        """Where `text` is in `answer`. Several tokens take at least `filled` places, the last ones with fillers."""
        ids = self.encode(text)
        size = 1 if len(ids) == 1 else max(filled, len(ids))
        return [
            place + i
            for place in range(len(answer) - len(ids) + 1)
            if answer[place : place + len(ids)] == ids
            for i in range(size)
        ]

    def _held(self, answer: list[int], rng: random.Random) -> list[int]:
        """Draws places as people would fix them: the beginning, the end, every nth token, or a few anywhere."""
        length = len(answer)
        kind, size = rng.randrange(4), rng.randint(1, 20)
        if kind == 0:
            return list(range(size))
        if kind == 1:
            return list(range(length - size, length))
        if kind == 2:
            return list(range(rng.randrange(5), length, rng.randint(4, 12)))
        return rng.sample(range(length), size)

    def _story(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        facts = sample_facts(rng, held_out=self.held_out)
        kind = rng.random()
        if kind < self.mixture.long_stories:
            story = write_story(facts, rng, sample_second_chapter(facts, rng))
            whole = self._segment(task, write_long_request(facts, rng).text, self.encode(story), full=True)
            first, second = whole.answer[: self.canvas_length], whole.answer[self.canvas_length :]
            if rng.random() < 0.5:
                return Segment(task=task, prompt=whole.prompt, answer=first, canvas_length=self.canvas_length)
            return Segment(task=task, prompt=whole.prompt + first, answer=second, canvas_length=self.canvas_length)
        story = write_story(facts, rng)
        excerpt = kind < self.mixture.long_stories + self.mixture.excerpts
        request = (
            write_excerpt_request(facts, story, rng, endings=self.mixture.endings)
            if excerpt
            else write_request(facts, rng)
        )
        return self._story_segment(task, request, self.encode(story), rng)

    def _wide(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        facts = sample_wide_facts(rng, held_out=self.held_out)
        kind = rng.random()
        if kind < 0.15:
            story = write_story(facts, rng)
            request = write_excerpt_request(facts, story, rng, endings=self.mixture.endings)
        else:
            request = write_request(facts, rng) if kind < 0.45 else write_free_request(facts, rng)
            story = write_story(with_plain_rest(facts, request.named, rng), rng)
        return self._story_segment(task, request, self.encode(story), rng)

    def _tale(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        while True:
            if rng.random() < self.mixture.names:
                facts = sample_named_facts(rng, held_out=self.held_out)
            else:
                facts = sample_wide_facts(rng, held_out=self.held_out, spelled=rng.choice(_SPELLED_WORDS))
            request = write_free_request(facts, rng)
            if segment := self._fitting_tale(task, facts, request, Excerpt(), rng):
                return segment

    def _own_words(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        while True:
            facts = sample_wide_facts(rng, held_out=self.held_out, spelled=int(rng.random() < 0.2))
            request = write_own_request(facts, rng, ending=rng.random() < 0.5)
            stretches = -(-len(self.encode(f" {request.opening or request.ending}")) // STRETCH)
            if stretches > 2 or not facts.open_words.keys() <= request.named.keys():
                continue
            if segment := self._fitting_tale(task, facts, request, excerpt_of(request, stretches), rng):
                return segment

    def _fitting_tale(
        self, task: int, facts: Facts, request: StoryRequest, excerpt: Excerpt, rng: random.Random
    ) -> Segment | None:
        """Makes a tale's segment; None if a sentence is longer than its stretch or the prompt is too long."""
        answer = self.encode_tale(write_tale(with_plain_rest(facts, request.named, rng), rng, excerpt))
        if len(answer) != SENTENCES * STRETCH:
            return None
        segment = self._story_segment(task, request, answer, rng)
        return segment if segment.length <= ROW_LENGTH else None

    def _repeat(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        while True:
            if rng.random() < 0.5:
                text = " ".join(any_word(rng, held_out=self.held_out) for _ in range(rng.randint(1, 6)))
            else:
                facts = sample_wide_facts(rng, held_out=self.held_out, spelled=rng.randint(0, 2))
                text, _ = own_sentence(OWN_OPENINGS, facts, rng)
            answer = self.encode(f" {text}")
            if len(answer) < SHORT_CANVASES[task]:
                return self._segment(task, f"{REPEAT} {text}", answer, full=False)

    def _sudoku(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        size = BOARDS[task]
        fewest, most = CLUES[size]
        clues = fewest + int((most + 1 - fewest) * rng.random() ** self.mixture.clue_exponent)
        puzzle, solution = sample_puzzle(self.banks[size], clues, rng, held_out=self.held_out)
        prompt, held = sudoku.PROMPT + sudoku.to_text(puzzle), []
        if rng.random() < self.mixture.held:
            # The clues are fixed on the canvas, so the prompt need not give them.
            prompt = sudoku.PROMPT
            held = [cell + cell // size for cell, digit in enumerate(puzzle) if digit]
        return self._segment(task, prompt, self.encode(sudoku.to_text(solution)), full=full, held=held)

    def _code(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        spec = sample_function(rng, held_out=self.held_out)
        request = write_function_request(spec, rng, infill=rng.random() < 0.3)
        return self._segment(task, request.text, self.encode(write_function(spec)), full=full)

    def _common(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        common, description = sample_common(rng, self.held_out)
        return self._segment(task, write_common_request(description, rng), self.encode(common.code), full=full)

    def _small(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        kind = SMALL_KINDS[task]
        while True:
            values = kind.sample(rng, self.held_out)
            answer = self.encode(with_first_space(kind.answer(values)))
            if len(answer) < SHORT_CANVASES[task]:
                return self._segment(task, kind.request(values, rng), answer, full=full)

    def _repair(self, task: int, rng: random.Random, *, full: bool) -> Segment:
        kind = rng.random()
        if kind < 0.5:
            text = write_function(sample_function(rng, held_out=self.held_out))
        elif kind < 0.75:
            text = write_story(sample_facts(rng, held_out=self.held_out), rng)
        else:
            text = write_story(sample_wide_facts(rng, held_out=self.held_out), rng)
        ids = self.encode(text)
        broken = corrupt(ids, rng.uniform(*CORRUPTED), len(self.tokenizer), rng)
        return Segment(
            task=task,
            prompt=[self._bos, *self.encode(f"{REPAIR}\n"), *broken, self._answer],
            answer=[*ids, self.tokenizer.eos_token_id],
            canvas_length=self.canvas_length,
        )
