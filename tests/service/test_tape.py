"""A tape: one thread writes, and any number of readers read it from any number on, each at their own pace."""

import asyncio
import re
from contextlib import aclosing
from threading import active_count
from types import SimpleNamespace

import pytest
from service_helpers import ANNA, SHORT, happened, run, wait_until

import playground as pg
from playground.errors import TapeError
from playground.service import Over, Refused, Tape, Waiting
from playground.service.events import Reply
from playground.service.runs import Run
from playground.service.tape import BEHIND

READERS = 100


def waits(number):
    return Waiting(f"the {number:04}th sentence")


def written(count, **options):
    tape = Tape([Run()], **options)
    for number in range(count):
        tape.append(waits(number))
    return tape


async def read(tape, after=-1):
    """The numbers of all that follows a message; None where some of it was dropped."""
    numbers = []
    async with aclosing(tape.follow(after)) as news:
        async for messages in news:
            numbers += [None] if messages is None else [message.number for message in messages]
    return numbers


async def heard(tape):
    """All that happens to a tape's run, for a reader in this process."""
    async with aclosing(tape.happens()) as events:
        return [event async for event in events]


def test_all_readers_get_every_message_whenever_they_come_and_hold_no_thread():
    tape = Tape([Run()])

    async def scene():
        threads = active_count()
        early = [asyncio.create_task(read(tape)) for _ in range(READERS // 2)]
        async with aclosing(tape.follow()) as stuck:
            while tape.readers < READERS // 2:
                await asyncio.sleep(0)
            assert active_count() == threads
            tape.append(waits(0))
            await anext(stuck)
            writing = asyncio.create_task(asyncio.to_thread(write))
            late = [asyncio.create_task(read(tape)) for _ in range(READERS // 2)]
            await writing
            whole = await asyncio.gather(*early, *late, read(tape), read(tape, 2), read(tape, 33))
            return [*whole, [message.number for message in await anext(stuck)]]

    def write():
        for number in range(1, 33):
            tape.append(waits(number))
        assert len(tape._bell._rounds) <= 1, "nothing is kept for who does not read on"
        tape.append(Over())

    *whole, third, last, missed = run(scene)
    assert whole == [list(range(34))] * (READERS + 1) and third == list(range(3, 34)) and last == []
    assert missed == list(range(1, 34)) and tape.readers == 0


def test_a_tape_holds_so_many_bytes_and_drops_the_oldest():
    size = len(written(1).after(-1)[0].sent)
    whole, cut = written(10, most_bytes=10 * size), written(10, most_bytes=9 * size)
    assert [message.number for message in whole.after(-1)] == list(range(10)) and whole.bytes == 10 * size
    assert cut.after(-1) is None and cut.bytes == 9 * size
    assert [message.number for message in cut.after(0)] == list(range(1, 10))
    cut.append(Over())
    assert run(lambda: read(cut)) == [None] and run(lambda: read(cut, 5)) == list(range(6, 11))
    cut.drop()
    assert cut.after(-1) is cut.after(9) is None and cut.bytes == 0 and cut.after(10) == []
    assert [message.number for message in written(3, most_bytes=5).after(1)] == [2], "one too large is kept"


def test_a_quiet_tape_gives_signs_of_life_and_readers_of_loops_that_have_ended_are_forgotten():
    tape = written(1)

    async def leaves():
        async with aclosing(tape.follow(pulse=0.001)) as news:
            assert [len(await anext(news)) for _ in range(3)] == [1, 0, 0]

    run(leaves)
    tape.append(Over())
    wait_until(lambda: tape.readers == 0)
    assert not tape._bell._rounds and run(lambda: read(tape)) == [0, 1]


def test_what_writes_a_tape_begins_once_with_its_first_reader_or_as_it_is_stopped():
    begun = []
    for ends in (lambda tape: next(tape.events()), lambda tape: tape.stop(), lambda tape: tape.begin()):
        tape = written(1, owner=ANNA)
        tape.begins(lambda: begun.append(ends))  # noqa: B023
        assert ends not in begun, "nobody reads it"
        ends(tape)
        next(tape.events())
        assert begun.count(ends) == 1
    Tape([Run()]).begins(lambda: begun.append("at once"))
    assert begun[-1] == "at once", "the program's own runs need no reader"


def test_a_tape_is_left_after_its_last_reader_and_held_for_who_returns(monkeypatch):
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=0.0)
    monkeypatch.setattr("playground.service.tape.time", clock)
    tape, programs = Tape([Run()], ANNA), Tape([Run()])

    def left(grace, after):
        clock.now = after
        return tape.left(grace)

    with tape.reading():
        with tape.reading():
            pass
        assert not left(0, 1000), "the other one is still there"
    assert not left(10, 1010) and left(10, 1011)
    tape.returns = True
    assert not left(10, 1090) and left(10, 1091)
    assert not left(100, 1100) and left(100, 1101)
    assert not programs.left(0), "the program's own runs need no reader"


def test_only_the_texts_of_a_tape_that_has_long_been_over_are_kept(monkeypatch):
    tape = written(3)
    tape.slim()
    assert tape.after(1)[0].event == waits(2), "it goes on"
    tape.append(Over())
    tape.slim()
    assert tape.after(1)[0].event == waits(2), "it has just ended"
    texts = [message.text for message in tape.after(-1)]
    monkeypatch.setattr("playground.service.tape.SLIM_SECONDS", 0)
    with tape.reading():
        tape.slim()
        assert tape.after(1)[0].event == waits(2), "it is being read"
    tape.slim()
    assert all(message.event is None for message in tape.after(-1))
    assert [message.text for message in tape.after(-1)] == texts
    assert run(lambda: read(tape)) == [0, 1, 2, 3]
    (refused,) = run(lambda: heard(tape))
    assert refused.sentence == BEHIND, "a reader in this process is told so"
    with pytest.raises(TapeError):
        next(tape.events())


@pytest.mark.parametrize(("dropped", "behind"), [(1, False), (2, True)])
def test_a_reader_in_this_process_is_told_when_something_was_dropped_before_it_was_read(dropped, behind):
    size = len(written(1).after(-1)[0].sent)
    tape = written(1, most_bytes=5 * size)

    async def scene():
        events = tape.events()
        async with aclosing(tape.happens()) as happens:
            assert await anext(happens) == next(events)[1] == waits(0)
            for number in range(1, 5 + dropped):
                tape.append(waits(number))
            if not behind:
                for number in range(1, 5 + dropped):
                    assert await anext(happens) == next(events)[1] == waits(number)
                return
            event = await anext(happens)
            assert isinstance(event, Refused) and event.sentence == BEHIND and isinstance(event.cause, TapeError)
            with pytest.raises(StopAsyncIteration):
                await anext(happens)
            with pytest.raises(TapeError, match=re.escape(BEHIND)):
                next(events)

    run(scene)


@pytest.mark.parametrize("later", range(6))
def test_a_reader_that_is_cancelled_as_news_come_reads_no_more(later):
    async def scene():
        tape = written(1)
        reader = asyncio.create_task(read(tape))
        while not tape.readers:
            await asyncio.sleep(0)
        tape.append(waits(1))
        for _ in range(later):  # turns of the loop
            await asyncio.sleep(0)
        reader.cancel()
        await asyncio.wait([reader], timeout=30)
        return reader.cancelled(), tape.readers

    assert run(scene) == (True, 0)


def test_each_run_has_its_place_and_what_concerns_all_of_them_has_none():
    tape = Tape([Run(), Run()])
    note = Reply("note", {"pieces": [(0.1, "a")]})
    events = [(None, waits(0)), (1, waits(1)), (0, Refused("no")), (None, note), (None, Over("All were ended."))]
    for place, event in events:
        tape.append(event, place)
    assert [message.content for message in tape.after(-1)] == [
        {"kind": "waiting", "sentence": "the 0000th sentence"},
        {"kind": "waiting", "run": 1, "sentence": "the 0001th sentence"},
        {"kind": "refused", "run": 0, "sentence": "no"},
        {"kind": "note", "pieces": [[0.1, "a"]]},
        {"kind": "over", "sentence": "All were ended."},
    ]
    assert list(tape.events()) == events, "readers in this process may block or wait"
    assert run(lambda: heard(tape)) == [event for _, event in events[:-1]]
    first, again = tape.after(-1)[0], tape.after(-1)[0]
    assert first is again, "encoded and kept once for all readers"
    assert first.sent == f"id: 0\ndata: {first.text}\n\n".encode() and first.text.startswith('{"kind":"waiting"')


def test_a_trace_is_told_again_as_its_run_was_and_a_tape_of_it_is_over(service):
    tape = service.start([SHORT])
    trace = list(happened(tape))[-1].trace
    again = Tape.recorded(Run(), pg.Trace.from_bytes(tape.runs[0].packed))
    assert again.over and run(lambda: read(again)) == list(range(len(trace) + 3))
    live, recorded = ([message.content for message in each.after(-1)] for each in (tape, again))
    assert (live[0].pop("label"), recorded[0].pop("label")) == ("LIVE", "RECORDED")
    kinds = [[(content["kind"], content.get("run")) for content in contents] for contents in (live, recorded)]
    assert kinds[0] == kinds[1] and live[1] == {
        **recorded[1],
        "seconds": pytest.approx(recorded[1]["seconds"], rel=1e-4),
    }
