"""What becomes noise in a batch, at which levels, and what weighs in the loss."""

import math

import pytest
import torch
from training_helpers import EVERYTHING, segments, text_of

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.check import read_story_request
from playground.plugins.small_world.story_check import check_story
from playground.plugins.small_world.understanding import understand
from workshop.training import mixture as tasks
from workshop.training.data import AUTOREGRESSIVE, DIFFUSION, MASKED
from workshop.training.mixture import Mixture

pytestmark = pytest.mark.slow


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


def test_boards_learn_at_a_temperature_of_their_own(maker):
    batch = maker(mixture=EVERYTHING, rows=64)(2)
    board = torch.isin(batch.task, torch.tensor([*tasks.BOARDS])) & batch.is_canvas
    for way, expected in ((DIFFUSION, EVERYTHING.board_temperature), (MASKED, EVERYTHING.masked_board_temperature)):
        assert (here := board & (batch.way == way)).any()
        assert batch.temperature[here] == pytest.approx(expected)
    assert (batch.temperature[~board] == 1).all()
    assert EVERYTHING.board_temperature < 1 < EVERYTHING.masked_board_temperature


def test_noise_is_uniform_falls_on_the_canvas_alone_and_as_often_as_its_level_says(maker, world_tokenizer):
    hits, expected, variance, seen = [0] * 4, [0.0] * 4, [0.0] * 4, torch.zeros(len(world_tokenizer))
    for step in range(12):
        mixture = Mixture(masked=0.0, autoregressive=0.0, wrong_digits=0.0, held=0.0, hidden_fact=0.0, hidden_text=0.0)
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
    for task, board in tasks.BOARDS.items():
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
    on_sudoku = torch.isin(batch.task, torch.tensor([*tasks.BOARDS]))
    on_tale = (batch.task == tasks.TALE) | (batch.task == tasks.OWN_WORDS)
    drawn = torch.where(on_sudoku, batch.level**4, batch.level)  # t^(1/4) of a uniform t has density 4t^3
    drawn = torch.where(on_tale, batch.level ** (1 / 0.6), drawn)
    drawn = torch.where(batch.task == tasks.WIDE, batch.level ** (1 / 0.8), drawn)
    drawn = torch.where(batch.task == tasks.STORY, batch.level ** (1 / 0.7), drawn)
    levels = sorted({round(float(level), 6) for level in drawn[batch.is_canvas]})
    assert [math.floor(level * len(levels)) for level in levels] == list(range(len(levels)))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_fact_or_text_that_only_the_prompt_is_to_tell_is_noise_wherever_it_stands(maker, world_tokenizer, share):
    """Masks for noise, so that nothing stays by chance; at levels at which words told thrice are rarely all hit."""
    shares = {tasks.STORY: 0.3, tasks.WIDE: 0.4, tasks.OWN_WORDS: 0.3}
    hiding = {"hidden_fact": share, "hidden_text": share, "held": 0.0, "long_stories": 0.0}
    seen, hidden = {"fact": 0, "text": 0}, {"fact": 0, "text": 0}
    for step in range(16):
        batch = maker(mixture=Mixture(shares=shares, masked=1.0, autoregressive=0.0, **hiding))(step)
        for row, here in segments(batch):
            if int(batch.task[row][here][0]) not in shares or batch.level[row][here][0] > 0.25:
                continue
            prompt, canvas = text_of(world_tokenizer, batch, row, here)
            masked = (batch.ids[row][here & batch.is_canvas[row]] == world_tokenizer.mask_token_id).tolist()
            request = read_story_request(understand(prompt.strip()))
            if request and (given := request.opening or request.ending):
                gone = world_tokenizer.decode([at for at, away in zip(canvas, masked, strict=True) if away])
                seen["text"] += 1
                hidden["text"] += given in gone
                continue
            facts = check_story(world_tokenizer.decode(canvas, skip_special_tokens=True)).mentions
            named = [words[0] for words in facts.values() if words[0].lower() in prompt.lower()]
            tokens = [world_tokenizer.convert_tokens_to_ids(f" {word}") for word in named]
            seen["fact"] += bool(tokens)
            hidden["fact"] += any(all(masked[i] for i, at in enumerate(canvas) if at == token) for token in tokens)
    for kind, count in seen.items():
        assert count > 10
        assert hidden[kind] == count if share else hidden[kind] < count / 3


def test_held_tokens_stay_and_the_clues_of_a_puzzle_may_be_held_instead_of_said(maker, world_tokenizer):
    mixture = Mixture(shares={tasks.STORY: 0.5}, long_stories=0.0, held=1.0, masked=0.0, autoregressive=0.0)
    stories = puzzles = 0
    for step in range(4):
        batch = maker(mixture=mixture)(step)
        for row, here in segments(batch):
            task = int(batch.task[row][here][0])
            on_canvas = here & batch.is_canvas[row]
            ids, target = batch.ids[row][on_canvas], batch.target[row][on_canvas]
            stays = (ids == target) & (target != world_tokenizer.pad_token_id)
            prompt, _ = text_of(world_tokenizer, batch, row, here)
            if task == tasks.SUDOKU_9:
                assert prompt == sudoku.PROMPT.strip()
                assert int(stays.sum()) >= 26
                puzzles += 1
            elif task == tasks.STORY:
                assert stays.any()
                stories += 1
    assert min(stories, puzzles) > 10
