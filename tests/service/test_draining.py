"""A server that is asked to end: runs that go on end by themselves or are kept, and nobody else is let in."""

from threading import Thread

import pytest
from service_helpers import LONG, SHORT, kinds

from playground.limits import Limits
from playground.service import Ended, Refused, Service
from playground.service.draining import drain


@pytest.fixture
def service(one_row):
    return Service(one_row, Limits(runs=1))


def draining(service, seconds):
    thread = Thread(target=drain, args=(service, seconds))
    thread.start()
    assert service.closing.wait(10)
    return thread


def test_a_run_that_goes_on_may_end_and_those_that_wait_are_refused(service):
    lasting = LONG.replace(settings=LONG.settings.replace(max_denoising_steps=16, max_new_tokens=64))
    going, waiting = service.run(lasting), service.run(SHORT)
    next(going), next(going), next(waiting)
    thread = draining(service, 60)
    for refused in (*waiting, *service.run(SHORT)):
        assert isinstance(refused, Refused) and "being shut down; run this again in a minute" in refused.sentence
    *_, ended = going
    assert ended.trace.finish_reason == "max-new-tokens", "it was not cut short"
    thread.join(10)
    assert not thread.is_alive() and len(service.turns) == 0


def test_a_run_that_takes_too_long_ends_at_its_next_step_and_is_kept(service):
    run = service.runs.start()
    going = service.run(LONG, run)
    next(going), next(going)
    thread = draining(service, 0)
    *_, ended = going
    assert kinds([ended]) == [Ended] and ended.trace.finish_reason == "stopped" and run.packed()
    thread.join(10)
    assert not thread.is_alive()
