"""A server that is asked to end: runs that go on end by themselves or are kept, and nobody else is let in."""

from threading import Thread

import pytest
from service_helpers import ANNA, LONG, SHORT, happened

from playground.errors import ClosingError
from playground.service import Ended, Order, Refused, Started, Waiting
from playground.service.draining import drain


@pytest.fixture
def service(serve, one_row, monkeypatch):
    monkeypatch.setattr("playground.service.draining.TELL_SECONDS", 0.1)
    return serve(one_row)


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
