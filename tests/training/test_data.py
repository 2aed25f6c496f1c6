"""Batches: what is in them, which noise falls on them, and what is held out."""

import math
import random
import string

import numpy as np
import pytest
import torch
from training_helpers import EVERYTHING

from playground.training.data import AUTOREGRESSIVE, DIFFUSION, MASKED
from playground.training.mixture import (
    CODE,
    COMMON,
    JSON,
    OUTSIDE,
    OWN,
    REPAIRED,
    REPEATED,
    SORTING,
    STORY,
    SUDOKU_4,
    SUDOKU_6,
    SUDOKU_9,
    SUM,
    TALE,
    TASKS,
    WIDE,
    Mixture,
)
from playground.training.segments import SMALL_KINDS
from playground.world import sudoku
from playground.world.check import read_story_request
from playground.world.corruption import corrupt
from playground.world.function_check import check_function, read_function_request
from playground.world.functions import is_held_out
from playground.world.phrasings import write_free_request
from playground.world.puzzles import puzzle_banks
from playground.world.split import is_held_out as is_held_out_key
from playground.world.stories import Facts, sample_wide_facts, write_story
from playground.world.story_check import check_story
from playground.world.tales import SENTENCES, STRETCH
from playground.world.vocabulary import understand
from playground.world.words import WORDS
from playground.world.words import is_held_out as is_held_out_word

pytest_plugins = "training_fixtures"
pytestmark = pytest.mark.slow


def segments(batch):
    """(row, places of a segment in it) for every segment of the batch."""
    for row in range(len(batch.ids)):
        for number in range(int(batch.segment[row].max()) + 1):
            yield row, batch.segment[row] == number


def test_banks_hold_minimal_puzzles_and_are_kept(tmp_path):
    banks = puzzle_banks(3, 1, tmp_path)
    assert {size: bank.shape for size, bank in banks.items()} == {4: (3, 2, 16), 6: (12, 2, 36), 9: (3, 2, 81)}
    for bank in banks.values():
        for puzzle, solution in bank.tolist():
            assert sudoku.solutions(tuple(puzzle)) == [tuple(solution)]
    changed = banks[4].copy()
    changed[0] = 0
    (path,) = tmp_path.glob("puzzles-4-*.npy")
    np.save(path, changed)
    assert (puzzle_banks(3, 1, tmp_path)[4][0] == 0).all()  # read, not made again


def test_a_batch_depends_on_seed_and_step_alone(maker):
    one, same, next_step, other_seed = maker()(7), maker()(7), maker()(8), maker(seed=5)(7)
    for name, value in vars(one).items():
        assert torch.equal(value, getattr(same, name))
    assert not torch.equal(one.target, next_step.target)
    assert not torch.equal(one.target, other_seed.target)


def text_of(world_tokenizer, batch, row, here):
    """(prompt, answer ids) of a segment, whatever the way of writing."""
    if batch.way[row, 0] == AUTOREGRESSIVE:
        ids = [*batch.ids[row][here].tolist()]
        start = ids.index(world_tokenizer.convert_tokens_to_ids("<answer>")) + 1
        return world_tokenizer.decode(ids[1 : start - 1]), ids[start:]
    on_canvas = here & batch.is_canvas[row]
    prompt = world_tokenizer.decode(batch.ids[row][here & ~on_canvas], skip_special_tokens=True)
    return prompt, batch.target[row][on_canvas].tolist()


def test_segments_are_prompts_and_answers_that_belong_together(maker, world_tokenizer):
    kinds = dict.fromkeys(range(len(TASKS)), 0)
    second_canvases = 0
    for step in range(14):
        batch = maker(mixture=EVERYTHING)(step)
        for row, here in segments(batch):
            assert batch.positions[row][here].tolist() == list(range(int(here.sum())))
            task = int(batch.task[row][here][0])
            prompt, canvas = text_of(world_tokenizer, batch, row, here)
            kinds[task] += 1
            if world_tokenizer.eos_token_id not in canvas:
                assert prompt.lower().startswith(("write a long", "tell a long")) and len(canvas) == 128
                continue
            end = canvas.index(world_tokenizer.eos_token_id)
            assert set(canvas[end + 1 :]) <= {world_tokenizer.pad_token_id}
            answer = world_tokenizer.decode(canvas[:end], skip_special_tokens=True)
            if task in (SUDOKU_4, SUDOKU_6, SUDOKU_9):
                puzzle = sudoku.from_text(prompt.removeprefix(sudoku.PROMPT))
                assert sudoku.solutions(puzzle) == [sudoku.from_text(answer)]
                assert TASKS[task] == f"sudoku{sudoku.board_of(puzzle).size}"
            elif task in (CODE, COMMON):
                assert check_function(answer, read_function_request(prompt)).is_right
            elif task in SMALL_KINDS:
                kind = SMALL_KINDS[task]
                asked = kind.read(prompt)
                assert asked is not None or task == OUTSIDE  # no rule can know every prompt that is outside
                assert not kind.fault(asked, answer)
            elif task == REPAIRED:
                assert prompt.startswith("Repair this:\n") and not prompt.endswith(answer)
            elif task == REPEATED:
                assert prompt == f"Repeat:{answer}"
            elif task == OWN:
                excerpt = prompt.partition(": ")[2] or prompt.partition(" ends with ")[2]
                assert answer.strip().startswith(excerpt) or answer.strip().endswith(excerpt)
                given = "opening" if answer.strip().startswith(excerpt) else "ending"
                assert check_story(answer, **{given: excerpt}).is_perfect
                assert end == SENTENCES * STRETCH
            elif " long story" in prompt:
                second_canvases += 1
                assert check_story(prompt.partition("<answer>")[2] or prompt + answer).total > 9
            else:
                assert check_story(answer).is_perfect
                assert len(canvas) == 128
                if task == TALE:
                    assert end == SENTENCES * STRETCH
                    starts = [world_tokenizer.decode(canvas[i : i + 2]) for i in range(0, end, STRETCH)]
                    assert all(start.strip()[0] in string.ascii_uppercase + '"' for start in starts)
    assert min(kinds.values()) >= 5
    assert second_canvases >= 1


def test_the_second_canvas_of_a_long_story_goes_on_where_the_first_ends(maker, world_tokenizer):
    mixture = Mixture(shares={STORY: 1.0}, long_stories=1.0, held=0.0, masked=0.0, autoregressive=0.0)
    firsts = seconds = 0
    for step in range(3):
        batch = maker(mixture=mixture)(step)
        for row, here in segments(batch):
            if batch.task[row][here][0] != STORY:
                continue
            on_canvas = here & batch.is_canvas[row]
            before = batch.ids[row][here & ~on_canvas].tolist()
            start = before.index(world_tokenizer.convert_tokens_to_ids("<answer>")) + 1
            text = world_tokenizer.decode(
                before[start:] + batch.target[row][on_canvas].tolist(), skip_special_tokens=True
            )
            if len(before) > start:
                assert len(before) == start + 128 and int(on_canvas.sum()) == 128
                assert (report := check_story(text)).is_perfect and report.chapters == 2
                seconds += 1
            else:
                firsts += 1
    assert min(firsts, seconds) > 10


def test_weights_fall_on_what_is_to_be_learnt(maker, world_tokenizer):
    batch = maker(mixture=EVERYTHING)(2)
    pad = batch.target == world_tokenizer.pad_token_id
    for way in (DIFFUSION, MASKED, AUTOREGRESSIVE):
        assert (batch.way == way).any()
    diffused = batch.is_canvas & (batch.way == DIFFUSION)
    assert (batch.weight[diffused & ~pad] == 1).all()
    assert batch.weight[diffused & pad] == pytest.approx(0.05)
    assert (batch.weight[(batch.segment < 0) | ((batch.way != AUTOREGRESSIVE) & ~batch.is_canvas)] == 0).all()

    masked = batch.way == MASKED
    hidden = (batch.ids == world_tokenizer.mask_token_id) & batch.is_canvas
    assert (batch.weight[masked & ~hidden] == 0).all()
    assert (batch.weight[masked & hidden] > 0).all()
    assert (batch.ids == batch.target)[masked & batch.is_canvas & ~hidden].all()

    for row, here in segments(batch):
        if batch.way[row, 0] != AUTOREGRESSIVE:
            continue
        assert not batch.is_canvas[row].any()
        places = torch.nonzero(here & (batch.weight[row] > 0)).flatten()
        answer = world_tokenizer.convert_tokens_to_ids("<answer>")
        start = int(places[0])
        # The second canvas of a long story follows the first one.
        assert batch.ids[row, start] == answer or (start >= 128 and batch.ids[row, start - 128] == answer)
        assert torch.equal(batch.target[row, places], batch.ids[row, places + 1])
        assert batch.target[row, places[-1]] == world_tokenizer.eos_token_id or len(places) == 128


def test_noise_is_uniform_falls_on_the_canvas_alone_and_as_often_as_its_level_says(maker, world_tokenizer):
    hits, expected, variance, seen = [0] * 4, [0.0] * 4, [0.0] * 4, torch.zeros(len(world_tokenizer))
    for step in range(12):
        mixture = Mixture(masked=0.0, autoregressive=0.0, wrong_digits=0.0, held=0.0, hidden_fact=0.0)
        batch = maker(mixture=mixture)(step)
        changed = (batch.ids != batch.target) & batch.is_canvas
        seen += torch.bincount(batch.ids[changed], minlength=len(world_tokenizer))
        for quarter in range(4):
            inside = batch.is_canvas & ((batch.level * 4).long() == quarter)
            hits[quarter] += int((changed & inside).sum())
            level = batch.level[inside]
            expected[quarter] += float(level.sum())
            variance[quarter] += float((level * (1 - level)).sum())
    for quarter in range(4):
        assert abs(hits[quarter] - expected[quarter]) < 4 * variance[quarter] ** 0.5
    even = seen.sum() / len(world_tokenizer)
    assert ((seen - even).abs() < 6 * even.sqrt()).all()


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_half_of_the_noise_on_a_sudoku_may_be_digits_of_its_board(maker, world_tokenizer, share):
    """Counted where the canvas is padding, so that no draw can be what was there."""
    digits = world_tokenizer.convert_tokens_to_ids(list("123456789"))
    for board, task in ((4, SUDOKU_4), (6, SUDOKU_6), (9, SUDOKU_9)):
        counts, noise = torch.zeros(len(world_tokenizer)), 0
        for step in range(12):
            batch = maker(mixture=Mixture(masked=0.0, autoregressive=0.0, wrong_digits=share))(step)
            here = batch.is_canvas & (batch.task == task) & (batch.target == world_tokenizer.pad_token_id)
            noise += int((changed := here & (batch.ids != batch.target)).sum())
            counts += torch.bincount(batch.ids[changed], minlength=len(world_tokenizer))
        on_board = counts[digits[:board]]
        uniform = noise / len(world_tokenizer)
        each = uniform if share == 0 else noise / 2 / board + uniform / 2
        assert ((on_board - each).abs() <= 5 * max(each, 1) ** 0.5).all()
        assert (counts[digits[board:]] < max(5, uniform + 5 * uniform**0.5)).all()


def test_noise_levels_are_stratified_and_higher_on_a_sudoku(maker):
    batch = maker()(3)
    on_sudoku = (batch.task == SUDOKU_4) | (batch.task == SUDOKU_6) | (batch.task == SUDOKU_9)
    on_tale = (batch.task == TALE) | (batch.task == OWN)
    drawn = torch.where(on_sudoku, batch.level**4, batch.level)  # t^(1/4) of a uniform t has density 4t^3
    drawn = torch.where(on_tale, batch.level ** (1 / 0.6), drawn)
    drawn = torch.where(batch.task == WIDE, batch.level ** (1 / 0.8), drawn)
    drawn = torch.where(batch.task == STORY, batch.level ** (1 / 0.7), drawn)
    levels = sorted({round(float(level), 6) for level in drawn[batch.is_canvas]})
    assert [math.floor(level * len(levels)) for level in levels] == list(range(len(levels)))


@pytest.mark.parametrize("held_out", [False, True])
def test_neither_side_of_the_split_leaks_into_the_other(maker, world_tokenizer, held_out):
    found = dict.fromkeys(range(len(TASKS)), 0)
    for step in range(12):
        batch = maker(held_out=held_out, mixture=EVERYTHING)(step)
        for row, here in segments(batch):
            task = int(batch.task[row][here][0])
            prompt, canvas = text_of(world_tokenizer, batch, row, here)
            text = world_tokenizer.decode(canvas, skip_special_tokens=True)
            if task in (SUDOKU_4, SUDOKU_6, SUDOKU_9):
                assert sudoku.is_held_out(sudoku.from_text(text)) == held_out
            elif task == CODE:
                assert is_held_out(read_function_request(prompt).spec) == held_out
            elif task == SUM:
                a, b = sorted(SMALL_KINDS[SUM].read(prompt))
                assert is_held_out_key(f"sum {a} {b}") == held_out
            elif task in (SORTING, JSON, OUTSIDE, COMMON):
                pass  # tests/world/test_kinds.py and test_common.py see to it
            elif (report := check_story(text)).is_perfect and report.chapters == 1:
                words = {fact: report.mentions[fact][0] for fact in WORDS}
                facts = Facts(**words, plot=report.plot, ending=report.ending)
                assert facts.is_held_out == held_out
                assert all(is_held_out_word(word) == held_out for word in facts.open_words.values())
            else:
                continue
            found[task] += 1
    assert min(count for task, count in found.items() if task not in (OWN, REPEATED)) >= 5


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_hidden_fact_is_noise_wherever_it_is_told(maker, world_tokenizer, share):
    """Masks for noise, so that nothing stays by chance; at levels at which words told thrice are rarely all hit."""
    mixture = Mixture(shares={WIDE: 1.0}, masked=1.0, autoregressive=0.0, hidden_fact=share, held=0.0)
    hidden = seen = 0
    for step in range(6):
        batch = maker(mixture=mixture)(step)
        for row, here in segments(batch):
            prompt, canvas = text_of(world_tokenizer, batch, row, here)
            if batch.task[row][here][0] != WIDE or batch.level[row][here][0] > 0.25:
                continue
            masked = (batch.ids[row][here & batch.is_canvas[row]] == world_tokenizer.mask_token_id).tolist()
            facts = check_story(world_tokenizer.decode(canvas, skip_special_tokens=True)).mentions
            named = [words[0] for words in facts.values() if words[0].lower() in prompt.lower()]
            request = read_story_request(understand(prompt.strip()))
            if not named or (request and (request.opening or request.ending)):
                continue
            tokens = [world_tokenizer.convert_tokens_to_ids(f" {word}") for word in named]
            seen += 1
            hidden += any(all(masked[i] for i, at in enumerate(canvas) if at == token) for token in tokens)
    assert seen > 10
    assert hidden == seen if share else hidden < seen / 3


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_given_text_is_hidden_whole(maker, world_tokenizer, share):
    mixture = Mixture(
        shares={STORY: 0.5, OWN: 0.5}, long_stories=0.0, excerpts=1.0, masked=1.0, hidden_fact=share, held=0.0
    )
    hidden = seen = 0
    for step in range(12):
        batch = maker(mixture=mixture)(step)
        for row, here in segments(batch):
            if batch.task[row][here][0] not in (STORY, OWN) or batch.level[row][here][0] > 0.25:
                continue
            prompt, canvas = text_of(world_tokenizer, batch, row, here)
            request = read_story_request(understand(prompt.strip()))
            given = request.opening or request.ending
            masked = batch.ids[row][here & batch.is_canvas[row]] == world_tokenizer.mask_token_id
            shown = world_tokenizer.decode([at for at, gone in zip(canvas, masked, strict=True) if gone])
            seen += 1
            hidden += given in shown
    assert seen > 10
    assert hidden == seen if share else hidden < seen / 3


def test_held_tokens_stay_and_the_clues_of_a_puzzle_may_be_held_instead_of_said(maker, world_tokenizer):
    mixture = Mixture(shares={STORY: 0.5}, long_stories=0.0, held=1.0, masked=0.0, autoregressive=0.0)
    stories = puzzles = 0
    for step in range(4):
        batch = maker(mixture=mixture)(step)
        for row, here in segments(batch):
            task = int(batch.task[row][here][0])
            on_canvas = here & batch.is_canvas[row]
            ids, target = batch.ids[row][on_canvas], batch.target[row][on_canvas]
            stays = (ids == target) & (target != world_tokenizer.pad_token_id)
            prompt, _ = text_of(world_tokenizer, batch, row, here)
            if task == SUDOKU_9:
                assert prompt == sudoku.PROMPT.strip()
                assert int(stays.sum()) >= 26
                puzzles += 1
            elif task == STORY:
                assert stays.any()
                stories += 1
    assert min(stories, puzzles) > 10


def test_words_by_themselves_are_encoded_as_in_a_text(maker, world_tokenizer):
    encode = maker()._segment.encode
    rng = random.Random(8)
    for spelled in range(4):
        for _ in range(20):
            facts = sample_wide_facts(rng, held_out=False, spelled=spelled)
            for text in (write_free_request(facts, rng).text, write_story(facts, rng)):
                assert encode(text) == world_tokenizer.encode(text, add_special_tokens=False)


def test_corruption_replaces_the_share_that_it_says_by_other_words():
    rng = random.Random(0)
    ids = [rng.randrange(7, 400) for _ in range(90)]
    for share in (0.0, 0.1, 0.5, 1.0):
        broken = corrupt(ids, share, 400, rng)
        assert sum(a != b for a, b in zip(ids, broken, strict=True)) == round(share * 90)
        assert min(broken) >= 7
