"""The seats of a hall: who gets one, who keeps one, and who may vote."""

import json
from contextlib import AsyncExitStack, aclosing

import pytest
from service_helpers import scene

from playground.errors import LimitError
from playground.plugins.hall import seats
from playground.plugins.hall.errors import CodeError, HallError
from playground.plugins.hall.hall import NO_SEAT
from playground.plugins.hall.halls import ASKS, WRONG, Halls
from playground.plugins.hall.question import Question
from playground.service.limits import Limits
from playground.service.turns import Visitor

CLASS, ELSEWHERE = Visitor("anna", "10.0.0.1"), Visitor("mallory", "192.0.2.7")
OPTIONS = [{"text": ["yes"], "right": True}, {"text": ["no"], "right": False}]


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass when they are told to."""
    now = [0.0]
    monkeypatch.setattr(seats, "time", type("Clock", (), {"monotonic": staticmethod(lambda: now[0])}))
    return now


def opened(**limits):
    halls = Halls(Limits(added=limits))
    return halls, halls.open(CLASS)


async def seat_of(news):
    return json.loads((await anext(news))[0])["seat"]


async def came_and_went(halls, hall, visitor):
    """The seat of somebody whose connection was lost."""
    async with aclosing(halls.follow(hall, visitor=visitor)) as news:
        return await seat_of(news)


def ask(hall):
    hall.ask(Question("01-x", 1, {"form": "choose", "ask": ["?"], "because": ["so"], "options": OPTIONS}))


@scene
async def test_one_address_takes_so_many_seats_and_no_more_however_its_streams_come(clock):
    """Those of others are theirs, whoever floods; and a seat has one vote."""
    halls, hall = opened(hall_watchers=20, address_seats=2)
    ask(hall)
    honest = [await came_and_went(halls, hall, CLASS) for _ in range(2)]
    taken = [await came_and_went(halls, hall, ELSEWHERE) for _ in range(2)]
    with pytest.raises(LimitError, match=r"Your network has as many seats in this hall as it may \(2\)"):
        await came_and_went(halls, hall, ELSEWHERE)
    for seat in (*taken, *taken, *honest):
        hall.vote(seat, 1)
    assert len(hall.question.votes) == len(hall.seats) == 4
    async with AsyncExitStack() as stack:  # a flood of streams on a seat that is known takes seats, too
        with pytest.raises(LimitError, match="Your network has as many seats"):
            for _ in range(seats.MOST_STREAMS + 1):
                news = await stack.enter_async_context(aclosing(halls.follow(hall, taken[0], ELSEWHERE)))
                await anext(news)
        assert hall.watchers == 1 and len(hall.seats) == 4


def test_by_default_one_address_may_have_all_the_seats_of_a_hall():
    for limits in (Limits(), Limits.public()):
        assert limits["address_seats"] >= limits["hall_watchers"] >= 500


@scene
async def test_a_seat_that_was_left_waits_and_then_goes_to_whoever_comes_but_for_one_that_voted(clock):
    halls, hall = opened(hall_watchers=3)
    ask(hall)
    voted, silent, sits = [await came_and_went(halls, hall, CLASS) for _ in range(3)]
    hall.vote(voted, 0)
    async with aclosing(halls.follow(hall, sits, CLASS)) as news:
        assert await seat_of(news) == sits, "it is theirs"
        clock[0] = seats.SEAT_SECONDS - 1
        with pytest.raises(LimitError, match="This hall is full: 3 people watch"):
            await came_and_went(halls, hall, ELSEWHERE)
        async with aclosing(halls.follow(hall, silent, CLASS)) as back:
            assert await seat_of(back) == silent
        clock[0] += seats.SEAT_SECONDS
        new = await came_and_went(halls, hall, ELSEWHERE)
        assert new not in (voted, silent, sits) and silent not in hall.seats
        with pytest.raises(HallError, match=NO_SEAT):
            hall.vote(silent, 0)
        clock[0] += seats.SEAT_SECONDS
        hall.turn_to("closed")
        await came_and_went(halls, hall, ELSEWHERE)
        assert voted not in hall.seats and sits in hall.seats
        assert hall.question.votes == {voted: 0}, "what was said stays"


@scene
async def test_whoever_is_back_before_the_lost_connection_is_known_to_be_keeps_the_seat():
    halls, hall = opened(hall_watchers=1)
    async with aclosing(halls.follow(hall, visitor=CLASS)) as lost:
        seat = await seat_of(lost)
        async with aclosing(halls.follow(hall, seat, CLASS)) as back:
            assert await seat_of(back) == seat and hall.watchers == 1


@scene
async def test_who_comes_types_the_code_that_the_presenter_asks_for_and_who_is_there_stays():
    halls, hall = opened(address_codes=3)
    seat = await came_and_went(halls, hall, CLASS)
    hall.ask_code(True)
    assert len(hall.code) == 6 and hall.code.isdecimal()
    wrong = f"{(int(hall.code) + 1) % 10**6:06}"

    async def comes(code, visitor=CLASS, seat=""):
        async with aclosing(halls.follow(hall, seat, visitor, code)) as news:
            return await seat_of(news)

    assert await comes("", seat=seat) == seat
    for code, sentence in (("", ASKS), (wrong, WRONG), ("é", WRONG)):
        with pytest.raises(CodeError, match=sentence):
            await comes(code)
    assert await comes(hall.code) not in ("", seat), "two tries are not too many"
    with pytest.raises(CodeError, match=WRONG):
        await comes(wrong)
    with pytest.raises(CodeError, match="Your network has tried 3 wrong codes within a minute"):
        await comes(hall.code)
    assert len(hall.seats) == 2 and await comes(hall.code, ELSEWHERE)
    hall.ask_code(False)
    assert await comes("")
