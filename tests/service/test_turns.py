"""Whose turn it is."""

import threading

import pytest

from playground.errors import QueueError
from playground.service.turns import Turns, ordinal


def places(*turns):
    return [turn.wait(0) for turn in turns]


def test_so_many_at_once_and_the_rest_in_order():
    turns = Turns(2)
    first, second, third, fourth = (turns.take(9) for _ in range(4))
    assert places(first, second, third, fourth) == [0, 0, 1, 2]
    first.close()
    assert places(second, third, fourth) == [0, 0, 1]
    third.close()
    assert places(second, fourth) == [0, 0]


def test_who_leaves_the_queue_moves_the_others_up():
    turns = Turns(1)
    _, second, third = (turns.take(9) for _ in range(3))
    second.close()
    assert places(third) == [1]


def test_a_full_queue_is_refused_until_someone_goes():
    turns = Turns(1)
    running = turns.take(1)
    turns.take(1)
    with pytest.raises(QueueError, match="1 people are already waiting"):
        turns.take(1)
    running.close()
    assert places(turns.take(1)) == [1]


def test_a_change_of_place_wakes_who_waits_at_once():
    turns = Turns(1)
    first, second = turns.take(9), turns.take(9)
    seen = []
    waiting = threading.Thread(target=lambda: seen.append(second.wait(60)))
    waiting.start()
    first.close()
    waiting.join(30)
    assert seen == [0]


def test_places_are_spoken_as_people_do():
    spoken = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)]
    assert spoken == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]
