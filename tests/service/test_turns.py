"""Whose turn it is."""

import dataclasses
import threading

import pytest
from service_helpers import ANNA, BEN, CAT

from playground.errors import LimitError
from playground.service.job import about
from playground.service.limits import Limits
from playground.service.turns import NOBODY, Turns, Visitor, ordinal


def places(*turns):
    return [turn.wait(0) for turn in turns]


def test_so_many_at_once_and_the_rest_in_order():
    turns = Turns(Limits(runs=2))
    first, second, third, fourth = (turns.take(NOBODY) for _ in range(4))
    assert places(first, second, third, fourth) == [0, 0, 1, 2]
    first.close()
    first.close()
    assert places(second, third, fourth) == [0, 0, 1], "it gives up its room once"
    third.close()
    assert places(second, fourth) == [0, 0] and len(turns) == 2


def test_who_does_not_wait_has_a_turn_at_once_or_none():
    turns = Turns(Limits(runs=2, visitor_runs=1, visitor_waiting=1))
    anna = turns.take_now(ANNA)
    with pytest.raises(LimitError, match=r"You have as many runs going as you may \(1\)"):
        turns.take_now(ANNA)
    ben = turns.take_now(BEN)
    with pytest.raises(LimitError, match="no room for this just now, as it runs 2 at a time"):
        turns.take_now(CAT)
    assert len(turns) == 2 and anna.up and ben.up
    waits = turns.take(CAT)
    assert waits.wait(0) == 1
    ben.close()
    with pytest.raises(LimitError, match="no room"):
        turns.take_now(BEN)
    assert waits.up, "who waited goes first"


@pytest.mark.parametrize(
    ("limits", "visitors", "sentence"),
    [
        (Limits(runs=1, waiting=1), (ANNA, BEN, CAT), r"The queue is full \(1 waiting\)"),
        (
            Limits(visitor_runs=1, visitor_waiting=1),
            (ANNA, ANNA, ANNA),
            r"You have as many runs waiting as you may \(1\)",
        ),
        (
            Limits(address_runs=2),
            [Visitor(name, "10.0.0.1") for name in "abc"],
            r"Your network has as many runs here as it may \(2\)",
        ),
    ],
    ids=["all", "visitor", "address"],
)
def test_who_comes_beyond_a_limit_is_refused_until_someone_goes(limits, visitors, sentence):
    turns = Turns(limits)
    first, _ = (turns.take(visitor) for visitor in visitors[:2])
    with pytest.raises(LimitError, match=sentence):
        turns.take(visitors[2])
    first.close()
    turns.take(visitors[2])
    assert len(turns) == 2


def test_a_change_of_place_wakes_who_waits_at_once():
    turns = Turns(Limits(runs=1))
    first, second = turns.take(NOBODY), turns.take(NOBODY)
    assert places(first, second) == [0, 1]
    seen = []
    waiting = threading.Thread(target=lambda: seen.append(second.wait(60)))
    waiting.start()
    first.close()
    waiting.join(30)
    assert seen == [0]


def test_room_for_more_runs_is_what_nobody_else_waits_for():
    turns = Turns(Limits(runs=3, visitor_runs=2))
    anna, again, ben = turns.take(ANNA), turns.take(ANNA), turns.take(BEN)
    assert anna.wait(0) == 0
    assert anna.more() and not anna.more(), "a visitor has two"
    assert again.wait(0) == 1 and ben.wait(0) == 0
    anna.less()
    assert again.wait(0) == 0 and not anna.more()
    ben.close()
    anna.less()
    assert anna.wait(0) == 0, "nobody waits: it has its turn again at once"
    crowd = Turns(Limits(runs=1))
    study, second = crowd.take(ANNA), crowd.take(BEN)
    assert (study.wait(0), second.wait(0)) == (0, 1)
    study.less()
    assert (study.wait(0), second.wait(0)) == (1, 0)


def test_who_queues_again_for_several_runs_waits_for_room_for_all_behind_the_others():
    turns = Turns(Limits(runs=3))
    first, second, third = turns.take(ANNA), turns.take(BEN, 2), turns.take(CAT)
    assert places(first, second, third) == [0, 0, 1]
    first.again(2)
    assert places(first, second, third) == [1, 0, 0]
    second.close()
    assert places(first, third) == [0, 0]


def test_the_wait_is_estimated_from_what_the_runs_before_may_take_and_the_time_of_recent_passes():
    turns = Turns(Limits(runs=2))
    going, lanes, next_one, last = (
        turns.take(visitor, rows, passes)
        for visitor, rows, passes in ((ANNA, 1, 100), (ANNA, 1, 60), (BEN, 2, 10), (CAT, 1, 40))
    )
    assert places(going, lanes, next_one, last) == [0, 0, 1, 2]
    assert turns.seconds(1) is None
    turns.lasted(2, 4)
    turns.lasted(1, 2)
    assert (turns.seconds(1), turns.seconds(2)) == (40, 45)
    next_one.passes = 20
    assert turns.seconds(2) == 50
    for _ in range(100):
        turns.lasted(3, 30)
    assert turns.seconds(1) == pytest.approx(8), "only the latest count"


def test_those_of_one_address_are_fair_by_visitor_and_take_turns_with_another_address():
    turns = Turns(Limits(runs=1))
    hall = [Visitor(name, "10.0.0.9") for name in ("dora", "emil")]
    held = {"dora 1": turns.take(hall[0]), "dora 2": turns.take(hall[0]), "dora 3": turns.take(hall[0])}
    places(*held.values())
    held |= {
        "emil 1": turns.take(hall[1]),
        "ben 1": turns.take(BEN),
        "ben 2": turns.take(BEN),
        "emil 2": turns.take(hall[1]),
    }
    places(*held.values())
    order = []
    while held:
        name = min(held, key=lambda name: held[name].wait(0))
        order.append(name)
        held.pop(name).close()
    assert order == ["dora 1", "ben 1", "emil 1", "ben 2", "dora 2", "emil 2", "dora 3"]
    assert not turns._served, "what is over is not held against anybody"


@pytest.mark.parametrize("changes", [{}, {"runs": 1, "waiting": 1}])
def test_an_address_has_half_of_all_places_and_the_others_find_room(changes):
    turns = Turns(dataclasses.replace(Limits.public(), **changes))
    taken = 0
    with pytest.raises(LimitError, match="Your network has 50% of all places here, as many as it may"):
        for taken in range(200):
            turns.take(Visitor(str(taken), "10.0.0.9"))
    assert taken == turns.most // 2
    for number in range(turns.most - taken):
        turns.take(Visitor("", f"10.0.1.{number}"))


def test_the_program_itself_and_the_owner_of_a_laptop_may_have_all_places():
    for limits, visitor in ((Limits(), ANNA), (dataclasses.replace(Limits.public(), visitor_waiting=66), NOBODY)):
        turns = Turns(dataclasses.replace(limits, address_runs=128))
        for _ in range(turns.most):
            turns.take(visitor)


@pytest.fixture
def public():
    """Four at a time, of which an address may have two."""
    return Turns(dataclasses.replace(Limits.public(), visitor_runs=4))


def test_an_address_has_half_of_the_runs_that_go_on_and_others_come_up_at_once(public):
    many, ben = [public.take(Visitor(name, "10.0.0.9")) for name in "abcdef"], public.take(BEN, 2)
    places(*many)
    assert [turn.up for turn in many] == [True, True, False, False, False, False]
    with pytest.raises(LimitError, match="Your network has 50% of all places here"):
        public.take_now(many[0].visitor)
    assert places(ben) == [0]
    with pytest.raises(LimitError, match="The server has no room for this just now"):
        public.take_now(CAT)
    many[0].close()
    assert [turn.up for turn in many[1:4]] == [True, True, False]


def test_a_turn_for_more_rows_than_the_share_comes_up_once_its_address_has_no_other(public):
    going, lanes, ben = public.take(ANNA), public.take(ANNA, 3), public.take(BEN)
    assert places(going, lanes, ben) == [0, 1, 0]
    going.close()
    assert lanes.up


def test_a_study_takes_no_more_of_what_is_free_than_its_addresses_share(public):
    study = public.take(ANNA)
    assert places(study) == [0] and [study.more(), study.more()] == [True, False]
    other = Turns(Limits(runs=4)).take(ANNA)
    other.wait(0)
    assert [other.more() for _ in range(4)] == [True, True, True, False], "the owner of a laptop may have all"


def test_times_and_places_are_spoken_as_people_do():
    times = [about(seconds) for seconds in (0, 1, 4.4, 7, 42, 89, 90, 400)]
    assert times == [
        "1 second",
        "1 second",
        "4 seconds",
        "5 seconds",
        "40 seconds",
        "90 seconds",
        "2 minutes",
        "7 minutes",
    ]
    spoken = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)]
    assert spoken == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]
