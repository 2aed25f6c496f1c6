"""A run goes on for those who read its tape, and ends soon after they have left."""

import dataclasses
import itertools
from contextlib import closing
from threading import active_count

import pytest
from page_helpers import wait_until
from service_helpers import ANNA, BEN, LONG, SHORT, begun, happened, kinds

from playground.service import Ended, Refused, Started, Waiting
from playground.service.limits import Limits

NOBODY_READ = "The run was ended because nobody had listened to it for 0 seconds."


@pytest.fixture
def service(serve, one_row):
    return serve(one_row)


def hurry(service):
    """Runs end as soon as nobody reads them, from now on."""
    service.limits = dataclasses.replace(service.limits, grace_seconds=0)


def test_a_run_that_nobody_reads_never_begins_holds_no_thread_and_nobody_waits_for_it(serve, one_row):
    service = serve(one_row, Limits(grace_seconds=0))
    threads = active_count()
    tape = service.start([LONG], ANNA)
    assert active_count() <= threads
    service.start([SHORT])  # whoever asks next clears it away
    wait_until(lambda: tape.over)
    assert list(happened(tape)) == [Refused(NOBODY_READ, tape.after(-1)[0].event.cause)]
    wait_until(lambda: len(service.turns) == 0)
    assert not tape.runs[0].packed

    patient = serve(one_row, Limits(grace_seconds=60))
    unread, read = patient.start([LONG], ANNA), patient.start([SHORT], BEN)
    assert kinds(happened(read))[0] is Started, "the other has no place before somebody reads it"
    assert not unread.after(-1) and kinds(itertools.islice(happened(unread), 1)) == [Started]


def test_a_run_that_nobody_has_come_to_read_does_not_hold_up_a_server_that_ends(service):
    tape = service.start([LONG], ANNA)
    service.close()
    wait_until(lambda: tape.over)
    assert len(service.turns) == 0 and "being shut down" in tape.after(-1)[0].event.sentence


def test_what_ends_with_a_server_is_told_when_no_run_is_taken_any_more(service):
    ended = []
    service.when_closing(lambda: ended.append(service.closing.is_set()))
    assert not ended
    service.close()
    assert ended == [True]


def test_a_run_whose_reader_has_left_ends_within_a_step_and_keeps_its_frames(service):
    tape, behind = service.start([LONG], ANNA), service.start([SHORT], BEN)
    waiting = happened(behind)
    with closing(begun(tape)):
        assert isinstance(next(waiting), Waiting)
        hurry(service)
        before = len(tape.after(-1))
        wait_until(lambda: len(tape.after(-1)) > before + 1)
        assert not tape.over
    wait_until(lambda: tape.over)
    *frames, refused, _ = [message.event for message in tape.after(0)]
    assert refused.sentence == NOBODY_READ and len(tape.runs[0].trace()) == len(frames)
    assert kinds(waiting)[-1] is Ended


def test_one_reader_that_leaves_leaves_the_run_to_the_others(service):
    tape = service.start([SHORT], ANNA)
    with closing(begun(tape)), closing(tape.events()) as leaving:
        next(leaving)
        hurry(service)
        leaving.close()
        wait_until(lambda: tape.over)
    assert tape.runs[0].trace().finish_reason != "stopped"


def test_a_reader_that_said_it_will_return_is_waited_for(service, monkeypatch):
    tape = service.start([LONG], ANNA)
    tape.returns = True
    events = begun(tape)
    hurry(service)
    events.close()
    steps = len(tape.after(-1))
    wait_until(lambda: len(tape.after(-1)) > steps + 5)
    assert not tape.over and tape.readers == 0
    monkeypatch.setattr("playground.service.tape.HOLD_SECONDS", 0)
    wait_until(lambda: tape.over)
    assert tape.after(-1)[-2].event.sentence == NOBODY_READ


def test_who_waits_and_is_no_longer_read_gives_up_the_place(service):
    begun(service.start([LONG]))
    tape = service.start([LONG], ANNA)
    with closing(happened(tape)) as waiting:
        assert isinstance(next(waiting), Waiting)
        hurry(service)
    wait_until(lambda: tape.over)
    assert tape.after(-1)[-2].event.sentence == NOBODY_READ and len(service.turns) == 1
