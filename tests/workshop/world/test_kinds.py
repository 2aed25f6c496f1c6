"""What the writers of the small kinds write is read as it was meant."""

import random

import pytest

from playground.plugins.small_world.judge import judge
from playground.plugins.small_world.kinds import OUTSIDE, SORTING, SUM
from workshop.world.kinds import WRITERS


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.kind.name)
def test_every_case_of_training_is_read_as_it_was_meant_and_its_answer_is_right(writer):
    kind = writer.kind
    rng = random.Random(2)
    sides: dict[bool, set] = {False: set(), True: set()}
    for number in range(300):
        held_out = number % 2 == 0
        task = writer.sample(rng, held_out)
        prompt, answer = writer.request(task, rng), writer.answer(task)
        read = kind.read(prompt)
        assert read == task or (kind is OUTSIDE and read is None), prompt
        assert kind.fault(task, answer) == ""
        assert kind is OUTSIDE or judge(prompt, answer).task == kind.name
        key = str(sorted(map(abs, task) if kind is SUM else task.items) if kind in (SUM, SORTING) else task).lower()
        sides[held_out].add(key)
    assert not sides[False] & sides[True] and min(map(len, sides.values())) > 40
