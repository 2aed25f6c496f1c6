"""Batches: what is in them, and what is held out."""

import itertools
import os
import random
import string
import subprocess
import sys
import textwrap
from collections import Counter

import numpy as np
import pytest
import torch
from training_helpers import EVERYTHING, segments, text_of

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.function_check import check_function, read_function_request
from playground.plugins.small_world.story_check import check_story
from playground.plugins.small_world.words import WORDS
from workshop.training import mixture as tasks
from workshop.training.data import batches
from workshop.training.mixture import TASKS
from workshop.training.segments import SMALL_KINDS
from workshop.world import puzzles
from workshop.world.cases import CASE_PUZZLES
from workshop.world.corruption import corrupt
from workshop.world.functions import is_held_out
from workshop.world.phrasings import write_free_request
from workshop.world.puzzles import PART, PuzzleBanks
from workshop.world.split import is_held_out as is_held_out_key
from workshop.world.stories import Facts, sample_wide_facts, write_story
from workshop.world.tales import SENTENCES, STRETCH
from workshop.world.words import is_held_out as is_held_out_word

pytestmark = pytest.mark.slow


def test_banks_hold_minimal_puzzles_and_are_kept(tmp_path):
    banks = PuzzleBanks(3, 1, tmp_path)
    assert {size: bank.shape for size, bank in banks.items()} == {4: (3, 2, 16), 6: (12, 2, 36), 9: (3, 2, 81)}
    for bank in banks.values():
        for puzzle, solution in bank.tolist():
            assert sudoku.solutions(tuple(puzzle)) == [tuple(solution)]
    changed = banks[4].copy()
    changed[0] = 0
    (path,) = tmp_path.glob("puzzles-4-*.npy")
    np.save(path, changed)
    assert (PuzzleBanks(3, 1, tmp_path)[4][0] == 0).all()  # read, not made again


def test_a_large_bank_is_made_in_parts_whoever_makes_them_and_the_first_is_a_small_bank(tmp_path, monkeypatch):
    monkeypatch.setattr(puzzles, "PART", 2)
    alone, shared = PuzzleBanks(5, 1, tmp_path / "a")[4], PuzzleBanks(5, 1, tmp_path / "b", workers=2)[4]
    assert np.array_equal(alone, shared) and alone.shape == (5, 2, 16)
    assert np.array_equal(alone[:2], PuzzleBanks(2, 1, tmp_path / "c")[4])
    assert len(np.unique(alone.reshape(5, -1), axis=0)) == 5
    monkeypatch.undo()
    assert np.array_equal(alone[:2], PuzzleBanks(5, 1, tmp_path / "d")[4][:2])
    assert PART >= CASE_PUZZLES, "else cases would change"


def test_a_batch_depends_on_seed_and_number_alone(maker):
    one, same, next_step, other_seed = maker()(7), maker()(7), maker()(8), maker(seed=5)(7)
    for name, value in vars(one).items():
        assert torch.equal(value, getattr(same, name))
    assert not torch.equal(one.target, next_step.target)
    assert not torch.equal(one.target, other_seed.target)


def test_a_batch_is_pinned_whole(maker, monkeypatch):
    monkeypatch.setattr(
        torch.Tensor, "pin_memory", lambda tensor: tensor + 1 if tensor.dtype != torch.bool else ~tensor
    )
    batch = maker(rows=4)(0)
    pinned = batch.pin_memory()
    assert all(not torch.equal(value, getattr(pinned, name)) for name, value in vars(batch).items())


def test_batches_that_processes_make_ahead_are_those_of_the_steps_in_order(maker):
    made = maker(rows=4)
    for step, batch in enumerate(itertools.islice(batches(made, 3, workers=2), 5), start=3):
        for name, value in vars(made(step)).items():
            assert torch.equal(value, getattr(batch, name)), (step, name)


@pytest.mark.thorough
def test_a_batch_does_not_depend_on_how_python_hashes_words(tmp_path):
    """A resumed run is another process, in which a set of words has another order."""
    lines = f"""
        import hashlib, pathlib
        from workshop.training.data import BatchMaker
        from workshop.training.mixture import TASKS, Mixture
        from workshop.training.tokenizer import build_tokenizer
        from workshop.world.puzzles import PuzzleBanks
        banks = PuzzleBanks(5, 0, pathlib.Path({str(tmp_path)!r}))
        mixture = Mixture(shares=dict.fromkeys(range(len(TASKS)), 1 / len(TASKS)))
        maker = BatchMaker(build_tokenizer(), banks, rows=64, seed=4, canvas_length=128, mixture=mixture)
        print(hashlib.sha256(maker(0).ids.numpy().tobytes()).hexdigest())
    """
    command = [sys.executable, "-c", textwrap.dedent(lines)]
    one, other = (
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("0", "1")
    )
    assert one == other != b""


def is_of_held_out(task, prompt, text):
    """Is a segment of the held-out side? None where other tests see to it, or nothing tells."""
    if task in tasks.BOARDS:
        return sudoku.is_held_out(sudoku.from_text(text))
    if task == tasks.CODE:
        return is_held_out(read_function_request(prompt).spec)
    if task == tasks.SUM:
        a, b = sorted(map(abs, SMALL_KINDS[tasks.SUM].kind.read(prompt)))
        return is_held_out_key(f"sum {a} {b}")
    report = check_story(text)
    if task in (tasks.SORTING, tasks.JSON, tasks.OUTSIDE, tasks.COMMON) or not report.is_perfect or report.chapters > 1:
        return None
    words = {fact: report.mentions[fact][0] for fact in WORDS}
    facts = Facts(**words, plot=report.plot, ending=report.ending)
    assert len({facts.is_held_out, *map(is_held_out_word, facts.open_words.values())}) == 1
    return facts.is_held_out


@pytest.mark.parametrize("held_out", [False, True])
def test_segments_are_prompts_and_answers_that_belong_together_on_one_side_of_the_split(
    maker, world_tokenizer, held_out
):
    kinds, split = Counter(), Counter()
    second_canvases = 0
    for step in range(14):
        batch = maker(held_out=held_out, mixture=EVERYTHING)(step)
        for row, here in segments(batch):
            assert batch.positions[row][here].tolist() == list(range(int(here.sum())))
            task = int(batch.task[row][here][0])
            prompt, canvas = text_of(world_tokenizer, batch, row, here)
            kinds[task] += 1
            side = is_of_held_out(task, prompt, world_tokenizer.decode(canvas, skip_special_tokens=True))
            assert side in (held_out, None)
            split[task] += side is not None
            if world_tokenizer.eos_token_id not in canvas:
                assert prompt.lower().startswith(("write a long", "tell a long")) and len(canvas) == 128
                continue
            end = canvas.index(world_tokenizer.eos_token_id)
            assert set(canvas[end + 1 :]) <= {world_tokenizer.pad_token_id}
            answer = world_tokenizer.decode(canvas[:end], skip_special_tokens=True)
            if task in tasks.BOARDS:
                puzzle = sudoku.from_text(prompt.removeprefix(sudoku.PROMPT))
                assert sudoku.solutions(puzzle) == [sudoku.from_text(answer)]
                assert TASKS[task] == f"sudoku{sudoku.board_of(puzzle).size}"
            elif task in (tasks.CODE, tasks.COMMON):
                assert check_function(answer, read_function_request(prompt)).is_right
            elif task in SMALL_KINDS:
                kind = SMALL_KINDS[task].kind
                asked = kind.read(prompt)
                assert asked is not None or task == tasks.OUTSIDE  # no rule can know every prompt that is outside
                assert not kind.fault(asked, answer)
            elif task == tasks.REPAIRED:
                assert prompt.startswith("Repair this:\n") and not prompt.endswith(answer)
            elif task == tasks.REPEATED:
                assert prompt == f"Repeat:{answer}"
            elif task == tasks.OWN_WORDS:
                excerpt = prompt.partition(": ")[2] or prompt.partition(" ends with ")[2]
                assert answer.strip().startswith(excerpt) or answer.strip().endswith(excerpt)
                given = "opening" if answer.strip().startswith(excerpt) else "ending"
                assert check_story(answer, **{given: excerpt}).is_perfect
                assert end == SENTENCES * STRETCH
            elif " long story" in prompt:
                second_canvases += 1
                whole = torch.where(batch.is_canvas[row], batch.target[row], batch.ids[row])[here].tolist()
                begin = whole.index(world_tokenizer.convert_tokens_to_ids("<answer>")) + 1
                report = check_story(world_tokenizer.decode(whole[begin:], skip_special_tokens=True))
                assert report.is_perfect and report.chapters == 2, "it goes on where the first canvas ends"
            else:
                assert check_story(answer).is_perfect
                assert len(canvas) == 128
                if task == tasks.TALE:
                    assert end == SENTENCES * STRETCH
                    starts = [world_tokenizer.decode(canvas[i : i + 2]) for i in range(0, end, STRETCH)]
                    assert all(start.strip()[0] in string.ascii_uppercase + '"' for start in starts)
    assert min(kinds[task] for task in range(len(TASKS))) >= 5
    both = (tasks.STORY, *tasks.BOARDS, tasks.CODE, tasks.REPAIRED, tasks.WIDE, tasks.TALE, tasks.SUM)
    assert min(split[task] for task in both) >= 5
    assert second_canvases >= 1


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
