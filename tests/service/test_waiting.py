"""Runs that wait for their turn or the model, runs that nobody reads any more, and those of a server that ends."""

import dataclasses
import itertools
from contextlib import closing
from threading import Thread, active_count

import pytest
from service_helpers import ANNA, BEN, LONG, SHORT, begun, first_of, happened, kinds, wait_until

from playground.errors import ClosingError, LimitError
from playground.service import Ended, EngineSlot, Frame, Order, Refused, Started, Waiting
from playground.service.draining import BROKEN, drain, give_up
from playground.service.limits import Limits

NOBODY_READ = "The run was ended because nobody had listened to it for 0 seconds."
UNBEGUN = Refused("Stopped before the first step.")


@pytest.fixture
def service(serve, one_row, monkeypatch):
    monkeypatch.setattr("playground.service.draining.TELL_SECONDS", 0.1)
    return serve(one_row)


def test_who_waits_is_told_the_place_and_moves_up_as_those_before_end_or_give_up(service):
    first, second, third, fourth = (service.start([LONG]) for _ in range(4))
    begun(first)
    left, stopped, last = happened(second), happened(third), happened(fourth)
    assert next(left) == Waiting("You are 1st in the queue; the server runs 1 at a time.", 1)
    assert next(stopped) == Waiting("You are 2nd in the queue; the server runs 1 at a time.", 2)
    assert next(last).place == 3
    second.stop()
    assert list(left) == [UNBEGUN] and second.runs[0].ended and not second.runs[0].packed
    third.stop()
    assert list(stopped)[-1] == UNBEGUN
    wait_until(lambda: fourth.after(-1)[-1].event.place == 1)
    assert not first.over
    first.stop()
    assert first_of(last, Started) and not fourth.over


def test_the_time_that_a_place_waits_is_that_of_the_passes_before_it(service):
    """The last runs were short: what counts is how long those that are before it may take."""
    (*_, ended) = happened(service.start([SHORT]))
    ((seconds, passes),) = service.turns._measured
    assert passes == ended.trace.nfe
    begun(service.start([LONG]))
    most = LONG.size(service.slot.model.canvas_length)[1]
    assert service.turns.seconds(1) == pytest.approx(most * seconds / passes)


def test_runs_wait_for_the_model_in_their_places(endless_folder, serve):
    slot = EngineSlot(str(endless_folder), max_rows=1)
    service = serve(slot, Limits(waiting=1))
    first, second = happened(service.start([LONG])), happened(service.start([SHORT]))
    loading = Waiting("The model is still loading; the run starts when it is ready.")
    assert (next(first), next(second)) == (loading, loading)
    with pytest.raises(LimitError):
        service.start([SHORT])
    slot.load()
    assert kinds(itertools.islice(first, 2)) == [Started, Frame]
    assert next(second).place == 1
    service.tapes.live()[0].stop()
    assert kinds(first)[-1] is Ended and kinds(second)[-1] is Ended


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
    refusals = service.account.registry.get_sample_value("playground_refusals_total", {"reason": "grace_seconds"})
    assert refusals == 1

    patient = serve(one_row, Limits(grace_seconds=60))
    unread, read = patient.start([LONG], ANNA), patient.start([SHORT], BEN)
    assert kinds(happened(read))[0] is Started, "the other has no place before somebody reads it"
    assert not unread.after(-1) and kinds(itertools.islice(happened(unread), 1)) == [Started]


def test_a_server_that_ends_tells_what_ends_with_it_and_is_not_held_up_by_a_run_that_nobody_reads(service):
    tape, ended = service.start([LONG], ANNA), []
    service.when_closing(lambda: ended.append(service.closing.is_set()))
    assert not ended
    service.close()
    assert ended == [True]
    wait_until(lambda: tape.over)
    assert len(service.turns) == 0 and "being shut down" in tape.after(-1)[0].event.sentence


def test_a_run_whose_reader_has_left_ends_within_a_step_keeps_its_frames_and_gives_up_its_place(service):
    tape, behind, unread = service.start([LONG], ANNA), service.start([SHORT], BEN), service.start([LONG], ANNA)
    waiting = happened(behind)
    with closing(begun(tape)):
        assert isinstance(next(waiting), Waiting)
        with closing(happened(unread)) as leaving:
            assert isinstance(next(leaving), Waiting)
            hurry(service)
        wait_until(lambda: unread.over)
        assert unread.after(-1)[-2].event.sentence == NOBODY_READ and len(service.turns) == 2
        before = len(tape.after(-1))
        wait_until(lambda: len(tape.after(-1)) > before + 1)
        assert not tape.over
    wait_until(lambda: tape.over)
    *frames, refused, _ = [message.event for message in tape.after(0)]
    assert refused.sentence == NOBODY_READ and len(tape.runs[0].trace()) == len(frames)
    assert service.account.registry.get_sample_value("playground_runs_total", {"outcome": "grace_seconds"}) == 1
    assert kinds(waiting)[-1] is Ended


def draining(service, seconds):
    thread = Thread(target=drain, args=(service, seconds))
    thread.start()
    assert service.closing.wait(10)
    return thread


def test_a_run_that_goes_on_may_end_and_those_that_wait_are_refused(service):
    lasting = LONG.replace(settings=LONG.settings.replace(max_denoising_steps=16, max_new_tokens=64))
    going, waiting = happened(service.start([lasting])), happened(service.start([SHORT]))
    assert isinstance(next(going), Started) and isinstance(next(waiting), Waiting)
    thread = draining(service, 60)
    (refused,) = waiting
    assert isinstance(refused, Refused)
    assert refused.sentence == "The server is being shut down; run this again in a minute."
    with pytest.raises(ClosingError, match=refused.sentence):
        service.start([SHORT])
    *_, ended = going
    assert ended.trace.finish_reason == "max-new-tokens", "it was not cut short"
    thread.join(10)
    assert not thread.is_alive() and len(service.turns) == 0


def test_what_was_to_begin_after_a_run_that_goes_on_is_refused(service):
    lasting = LONG.replace(settings=LONG.settings.replace(max_denoising_steps=16, max_new_tokens=16))
    tape = service.start([lasting, SHORT], ANNA, Order.ALONE)
    events = tape.events()
    next(events)
    thread = draining(service, 60)
    ends = {place: event for place, event in events if isinstance(event, Ended | Refused)}
    assert ends[0].trace.finish_reason == "max-new-tokens" and isinstance(ends[1].cause, ClosingError)
    thread.join(10)
    assert not thread.is_alive()


def test_a_run_that_takes_too_long_ends_at_its_next_step_and_is_kept(service):
    tape = service.start([LONG])
    going = happened(tape)
    next(going)
    thread = draining(service, 0)
    *_, ended = going
    assert isinstance(ended, Ended) and ended.trace.finish_reason == "stopped" and tape.runs[0].packed
    thread.join(10)
    assert not thread.is_alive()


def test_a_process_that_can_compute_nothing_ends_with_a_code_of_its_own(monkeypatch):
    monkeypatch.setattr("playground.service.draining.TELL_SECONDS", 0)
    told = []
    monkeypatch.setattr("logging.shutdown", lambda: told.append("log"))
    monkeypatch.setattr("os._exit", told.append)
    give_up()
    assert told == ["log", BROKEN] == ["log", 70]
