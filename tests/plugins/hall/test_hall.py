"""Halls: what those who watch get, and when it ends."""

import asyncio
import json
import time
from contextlib import aclosing

import pytest
from service_helpers import SHORT, happened, scene

from playground.errors import LimitError
from playground.plugins.hall.errors import HallError
from playground.plugins.hall.hall import ENDED, LATE, NOTHING, Hall, Lane
from playground.plugins.hall.halls import LEFT, Halls
from playground.plugins.hall.lead import Lead
from playground.service.events import Over, Waiting
from playground.service.limits import Limits
from playground.service.runs import Run
from playground.service.tape import Tape
from playground.service.turns import NOBODY, Visitor

LEAD = dict(run="one", moment=3, by="passes", playing=True, speed=2.0, live=False, position=None, layer="input")


async def read(news, count):
    """The next `count` messages of somebody who watches."""
    messages = []
    while len(messages) < count:
        async with asyncio.timeout(5):
            messages += [json.loads(message) for message in await anext(news)]
    assert len(messages) == count
    return messages


def add(tape, text, run=None):
    tape.append(Waiting(text), run)


def texts(messages):
    return [names(message) if "lanes" in message else message.get("sentence") for message in messages]


def names(message):
    """The runs that a hall goes to."""
    return [lane["run"] or lane["example"] for lane in message["lanes"]]


def anew(message):
    """Which of them are told from their first message on."""
    return [lane["anew"] for lane in message["lanes"]]


@scene
async def test_all_who_watch_get_the_whole_run_in_order_whenever_they_come_and_then_the_next_one():
    hall, tape, second = Hall(NOBODY), Tape([Run()]), Tape([Run()])
    add(second, "other")
    async with aclosing(hall.followed()) as early, aclosing(hall.followed()) as late:
        assert await read(early, 1) == [{"kind": "hall", "lanes": [], "hidden": []}]
        hall.show(Lane("one", tape))
        lane = {"run": "one", "example": "", "lesson": "", "anew": True}
        assert await read(early, 1) == [{"kind": "hall", "lanes": [lane], "hidden": []}]
        for word in "abc":
            await asyncio.to_thread(add, tape, word)  # a run has a thread of its own
        assert texts(await read(early, 3)) == ["a", "b", "c"]
        shown, *messages = await anext(late)
        assert names(json.loads(shown)) == ["one"], "from the start, also for late-comers"
        kept = tape.after(-1)
        assert all(each is message.text for each, message in zip(messages, kept, strict=True)), "once for all who watch"
        assert tape.readers == 2, "who watches reads the run"
        add(tape, "d")
        hall.show(Lane("two", second))
        for reader in (early, late):
            assert texts(await read(reader, 3)) == ["d", ["two"], "other"]
        assert tape.readers == 0 and len(tape.bells) == 1, "nobody in the hall sees the first run any more"
        assert tape.shared and second.shared
        hall.show(Lane(example="lily"))
        hall.lead_to(Lead.of(LEAD | {"run": "lily"}))
        assert [m["kind"] for m in await read(late, 2)] == ["hall", "lead"]
        hall.lead_to(None)
        assert await read(late, 1) == [{"kind": "lead", "lead": None}]
        hall.end()
        assert (await read(late, 1))[0] == {"kind": "closed", "sentence": ENDED}
        with pytest.raises(StopAsyncIteration):
            await anext(late)


@scene
async def test_runs_side_by_side_come_together_and_those_that_stay_are_not_told_again():
    hall, first, batch = Hall(NOBODY), Tape([Run()]), Tape([Run(), Run()])
    add(first, "a", 0)
    hall.show(Lane("one", first))
    hall.lead_to(Lead.of(LEAD))
    async with aclosing(hall.followed()) as early:
        *told, lead = await read(early, 3)
        assert texts(told) == [["one"], "a"] and lead["lead"] == LEAD
        add(batch, "b", 0)
        add(batch, "c", 1)
        hall.show(Lane("one", first), Lane("two", batch), Lane("three", batch, 1), Lane(example="lily"))
        sides, second, b, third, c, lead = await read(early, 6)
        assert (names(sides), anew(sides)) == (["one", "two", "three", "lily"], [False, True, True, True])
        assert [second["lane"], third["lane"], *texts([b, c])] == [1, 2, "b", "c"]
        assert lead["lead"] == LEAD, "it is about the first run, which stays"
        assert all(len(tape.bells) == 2 and tape.shared for tape in (first, batch))
        add(first, "d", 0)
        lane, d = await read(early, 2)
        assert (lane["lane"], d["sentence"]) == (0, "d")
        hall.show(Lane("three", batch, 1), hidden=("length",))
        (alone,) = await read(early, 1)
        assert (names(alone), anew(alone), alone["hidden"]) == (["three"], [False], ["length"]) and hall.lead is None
        assert len(first.bells) == 1 and len(batch.bells) == 2
        async with aclosing(hall.followed()) as late:
            hidden, c = await read(late, 2)
            assert (texts([hidden, c]), hidden["hidden"]) == ([["three"], "c"], ["length"])
        hall.show(Lane("three", batch, 1))
        (seen,) = await read(early, 1)
        assert (seen["hidden"], anew(seen)) == ([], [False]), "nothing but that is told again"


@scene
async def test_who_comes_when_the_first_steps_are_gone_is_told_so_and_gets_the_whole_run_at_its_end(service):
    """So does somebody who has fallen behind; those who have all of it get it again, and skip it."""
    done = service.start([SHORT])
    *_, ended = happened(done)
    hall, tape = Hall(NOBODY), Tape([Run()], most_bytes=100)
    add(tape, "a", 0)
    hall.show(Lane("one", tape))
    hall.lead_to(Lead.of(LEAD))
    async with aclosing(hall.followed()) as behind, aclosing(hall.followed()) as late:
        assert texts(await read(behind, 3))[1] == "a"
        for word in "bcd":
            add(tape, word * 50, 0)
        for reader in (behind, late):
            assert texts(await read(reader, 3))[::2] == [["one"], LATE]
        add(tape, "e" * 50, 0)
        for reader in (behind, late):
            assert await anext(reader) == [], "later steps say nothing without the first ones"
        tape.runs[0].close(ended.trace)
        tape.append(Over())
        for reader in (behind, late):
            again, start, *frames, end, _, lead = await read(reader, len(ended.trace) + 5)
            assert (names(again), anew(again)) == (["one"], [True])
            assert (start["label"], end["text"]) == ("RECORDED", ended.trace.text)
            assert {frame["kind"] for frame in frames} == {"frame"} and lead["lead"] == LEAD
        assert tape.readers == 0


@scene
async def test_a_run_that_recorded_nothing_and_whose_messages_are_gone_says_so():
    hall, tape = Hall(NOBODY), Tape([Run()])
    add(tape, "a", 0)
    tape.drop()
    tape.runs[0].close()
    hall.show(Lane("one", tape))
    async with aclosing(hall.followed()) as news:
        assert texts(await read(news, 3))[1] == NOTHING


@scene
async def test_the_presenter_hears_how_many_watch(monkeypatch):
    monkeypatch.setattr("playground.plugins.hall.hall.COUNT_SECONDS", 0.005)
    halls = Halls(Limits())
    hall = halls.open(NOBODY)
    async with aclosing(halls.attend(hall)) as presenter:
        assert (await read(presenter, 1))[0]["count"] == 0
        async with aclosing(halls.follow(hall)) as reader:
            await anext(reader)
            assert (await read(presenter, 1))[0]["count"] == 1
        assert (await read(presenter, 1))[0]["count"] == 0
        hall.end()
        assert (await read(presenter, 1))[0]["kind"] == "closed"


def test_so_many_halls_and_no_more():
    halls = Halls(Limits(added={"halls": 4, "visitor_halls": 2, "address_halls": 3}))
    anna, bert, away = Visitor("anna", "10.0.0.1"), Visitor("bert", "10.0.0.1"), Visitor("carla", "10.0.0.2")
    first = halls.open(anna)
    halls.open(anna)
    with pytest.raises(LimitError, match=r"You have as many halls open as you may \(2\)"):
        halls.open(anna)
    halls.open(bert)
    with pytest.raises(LimitError, match=r"Your network has as many halls open as it may \(3\)"):
        halls.open(bert)
    halls.open(away)
    with pytest.raises(LimitError, match=r"The server has as many halls open as it may \(4\)"):
        halls.open(away)
    first.end()
    halls.open(away)


@scene
async def test_a_hall_ends_when_its_presenter_has_been_away_for_long_and_not_while_a_page_of_theirs_is_open():
    halls = Halls(Limits(added={"hall_seconds": 100}))
    hall = halls.open(NOBODY)
    async with aclosing(halls.attend(hall)) as presenter, aclosing(halls.follow(hall)) as news:
        await anext(presenter)
        await anext(news)
        hall.seen = time.monotonic() - 1000
        assert halls.watched(hall.watch) is hall
        await presenter.aclose()
        assert halls.watched(hall.watch) is hall, "away from now on"
        hall.seen = time.monotonic() - 99
        assert halls.watched(hall.watch) is hall
        hall.seen = time.monotonic() - 101
        with pytest.raises(HallError):
            halls.watched(hall.watch)
        assert (await read(news, 1))[0]["sentence"] == LEFT


@pytest.mark.parametrize(
    "wrong",
    [
        7, {}, {"more": 1}, {"moment": -1}, {"moment": 1_000_001}, {"moment": 1.5}, {"moment": True}, {"run": "x" * 65},
        {"run": 7}, {"playing": 1}, {"live": "no"}, {"speed": 0}, {"speed": float("nan")}, {"position": "3"},
        {"by": "tokens"}, {"layer": "noise"},
    ],
)  # fmt: skip
def test_a_place_that_no_page_would_send_is_refused(wrong):
    assert Lead.of(LEAD | {"run": "x" * 64, "moment": 0}).speed == 2.0 and Lead.of(None) is None
    with pytest.raises(HallError, match="The presenter's place"):
        Lead.of(LEAD | wrong if wrong and isinstance(wrong, dict) else wrong)
